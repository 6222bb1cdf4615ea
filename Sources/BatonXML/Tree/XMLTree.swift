import BatonText

/// A document as XPath sees it (XPath 1.0, section 5), without namespace nodes: a node is its place in document order.
///
/// The texts of all elements stand in one buffer, so that what an element says is a part of it and costs no copy.
struct XMLTree: Sendable {
    enum Kind: UInt8, Sendable {
        case root, element, attribute, text, comment, instruction
    }

    struct Node: Sendable {
        let kind: Kind
        /// In `names`; -1 for a node that has none.
        let name: Int32
        /// -1 for the root.
        let parent: Int32
        /// Behind the last node inside it, attributes included.
        var end: Int32
        /// Where its text begins and ends: of attributes, comments and instructions in `values`, else in `text`.
        var textStart: Int32
        var textEnd: Int32
    }

    /// A name with its prefix, where what the name means is `expanded`.
    struct Name: Sendable {
        let prefix: String
        let local: String
        let namespace: String
        /// Equal for two names that differ by their prefix only.
        let expanded: Int32
    }

    var nodes: [Node] = []
    var names: [Name] = []
    var expanded: [ExpandedName: Int32] = [:]
    var text: [UInt8] = []
    var values: [UInt8] = []
    /// What each prefix meant where it was declared first; `""` is the default namespace.
    var namespaces: [String: String] = ["xml": "http://www.w3.org/XML/1998/namespace"]
    let isHTML: Bool

    struct ExpandedName: Sendable, Hashable {
        let local: TextKey
        let namespace: TextKey

        init(local: String, namespace: String) {
            self.local = TextKey(local)
            self.namespace = TextKey(namespace)
        }
    }

    /// What a document may be at most.
    struct Limits: Sendable {
        /// One takes 24 bytes.
        var nodes = 2_000_000
        /// No response is larger unless somebody asks for it.
        var bytes = 64_000_000
    }

    /// As deep as browsers nest.
    static let depthLimit = 512
    /// Of names and namespaces, in bytes.
    static let nameLimit = 1_000
    /// Of one element.
    static let attributeLimit = 10_000
    /// The string-value of a node.
    func value(of node: Int32) -> ArraySlice<UInt8> {
        let found = nodes[Int(node)]
        let range = Int(found.textStart)..<Int(found.textEnd)
        switch found.kind {
        case .root, .element, .text: return text[range]
        case .attribute, .comment, .instruction: return values[range]
        }
    }

    /// Reads HTML when that is the format, or none is told and the text begins as HTML does; XML otherwise.
    ///
    /// Throws for XML that is not well-formed or declares entities, for an encoding that is not known, and for a
    /// document beyond the limits. HTML is never wrong.
    static func read(_ text: String, limits: Limits) throws(XMLError) -> XMLTree {
        let bytes = Array(text.utf8)
        return try read(utf8: bytes, XMLDocument.Format(beginningOf: bytes), limits)
    }

    /// The same with bytes in the encoding that came with them, else in that which they declare, else in UTF-8.
    static func read(
        _ bytes: [UInt8], format: XMLDocument.Format?, charset: String?, limits: Limits
    ) throws(XMLError) -> XMLTree {
        try checkSize(bytes, limits)
        let text = try XMLEncoding.utf8(of: bytes, format: format, charset: charset)
        return try read(utf8: text, format ?? XMLDocument.Format(beginningOf: text), limits)
    }

    static var tooManyAttributes: XMLError {
        XMLError(message: "an element has more than \(attributeLimit) attributes", line: 0)
    }

    private static func checkSize(_ bytes: [UInt8], _ limits: Limits) throws(XMLError) {
        guard bytes.count > limits.bytes else { return }
        let size = limits.bytes < 1_000_000 ? "\(limits.bytes) bytes" : "\(limits.bytes / 1_000_000) MB"
        throw XMLError(message: "it is larger than \(size)", line: 0)
    }

    private static func read(
        utf8 bytes: [UInt8], _ format: XMLDocument.Format, _ limits: Limits
    ) throws(XMLError) -> XMLTree {
        try checkSize(bytes, limits)
        switch format {
        case .html:
            var reader = HTMLReader(bytes, limits)
            return try reader.document()
        case .xml:
            var reader = XMLReader(bytes, limits)
            return try reader.document()
        }
    }
}
