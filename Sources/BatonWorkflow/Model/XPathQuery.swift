package import BatonXML

/// The XPath of a check or a capture, parsed when the file is loaded.
package struct XPathQuery: Sendable {
    package let path: XPath
    /// Whether the texts of all nodes are wanted that it finds. Otherwise it must find one: which of several is meant,
    /// the file has to say, and never the answer.
    package let wantsList: Bool
    /// Tells it apart from all others, also from those with the same text, whose prefixes may mean something else.
    let identity = Identity()

    final class Identity: Sendable {}

    init(path: XPath, wantsList: Bool) {
        self.path = path
        self.wantsList = wantsList
    }

    /// The same with all nodes that it finds.
    var listed: XPathQuery { XPathQuery(path: path, wantsList: path.kind == .nodes) }
}
