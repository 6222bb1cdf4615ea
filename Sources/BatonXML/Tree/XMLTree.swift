import BatonValues

/// A document in XPath's data model (XPath 1.0, section 5), without namespace nodes: a node is an index in document
/// order.
///
/// The texts of all elements share one buffer, so that the string-value of an element is a slice of it and costs no
/// copy.
///
/// How this folder works together: `XMLReader` for XML and `HTMLReader` for HTML read bytes, which `XMLEncoding` has
/// turned into UTF-8, into an `XMLTreeBuilder`; HTML gets its missing tags and formatting from `HTMLTree`. The tree is
/// what XPath and the writers of messages see, and never changes.
struct XMLTree: Sendable {
    enum Kind: UInt8, Sendable {
        case root, element, attribute, text, comment, instruction
    }

    struct Node: Sendable {
        let kind: Kind
        /// Index in `names`; -1 for a node without a name.
        let name: Int32
        /// Index of the parent; -1 for the root.
        let parent: Int32
        /// The index after the last node inside this one, attributes included.
        var end: Int32
        /// Range of the text: in `values` for attributes, comments and instructions, otherwise in `text`.
        var textStart: Int32
        var textEnd: Int32
    }

    /// A name as written, with the number of its expanded name.
    struct Name: Sendable {
        let prefix: String
        let local: String
        let namespace: String
        /// Equal for two names that differ only in their prefix.
        let expanded: Int32
    }

    var nodes: [Node] = []
    var names: [Name] = []
    var expanded: [ExpandedName: Int32] = [:]
    var text: [UInt8] = []
    var values: [UInt8] = []
    /// The namespace of each prefix at its first declaration; `""` is the default namespace.
    var namespaces: [String: String] = ["xml": "http://www.w3.org/XML/1998/namespace"]
    let isHTML: Bool
    /// The most attributes of one element, declarations of namespaces included.
    var mostAttributes = 0

    struct ExpandedName: Sendable, Hashable {
        let local: TextKey
        let namespace: TextKey

        init(local: String, namespace: String) {
            self.local = TextKey(local)
            self.namespace = TextKey(namespace)
        }
    }

    /// Maximum sizes of a document.
    struct Limits: Sendable {
        /// Number of nodes; one takes 24 bytes.
        var nodes = 2_000_000
        /// Bytes of the document; equal to the default limit of a response.
        var bytes = 64_000_000
        /// Bytes that all references to the document's own entities stand for.
        var entityBytes = 10_000_000
    }

    /// Maximum nesting depth, the same as in browsers.
    static let depthLimit = 512
    /// Maximum bytes of a name or namespace.
    static let nameLimit = 1_000
    /// Maximum number of attributes of one element.
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

    /// Parses HTML where the text begins as HTML does, and XML otherwise.
    ///
    /// Throws for XML that is not well-formed or needs another file, and for a document beyond the limits. HTML has no
    /// syntax errors.
    static func read(_ text: String, limits: Limits) throws(XMLError) -> XMLTree {
        let bytes = Array(text.utf8)
        return try read(utf8: bytes, XMLDocument.Format(beginningOf: bytes), limits)
    }

    /// Parses bytes in the encoding of a byte order mark, otherwise of `charset`, otherwise in the declared one or in
    /// UTF-8. Throws also for an unsupported encoding.
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

/// Builds a tree from the events of a parser, in document order.
struct XMLTreeBuilder {
    private(set) var tree: XMLTree
    /// The open elements, outermost first, after the root.
    private(set) var open: [Int32] = [0]
    private let nodeLimit: Int
    private var nameNumbers: [NameKey: Int32] = [:]

    private struct NameKey: Hashable {
        let prefix: TextKey
        let expanded: Int32
    }

    init(isHTML: Bool, _ limits: XMLTree.Limits) {
        nodeLimit = limits.nodes
        tree = XMLTree(isHTML: isHTML)
        tree.nodes.append(XMLTree.Node(kind: .root, name: -1, parent: -1, end: 1, textStart: 0, textEnd: 0))
    }

    var depth: Int { open.count - 1 }

    /// The number of a name; equal for equal prefix and expanded name.
    mutating func number(prefix: String, local: String, namespace: String) -> Int32 {
        let expandedName = XMLTree.ExpandedName(local: local, namespace: namespace)
        let expanded: Int32
        if let known = tree.expanded[expandedName] {
            expanded = known
        } else {
            expanded = Int32(tree.expanded.count)
            tree.expanded[expandedName] = expanded
        }
        let key = NameKey(prefix: TextKey(prefix), expanded: expanded)
        if let known = nameNumbers[key] { return known }
        let number = Int32(tree.names.count)
        tree.names.append(XMLTree.Name(prefix: prefix, local: local, namespace: namespace, expanded: expanded))
        nameNumbers[key] = number
        return number
    }

    func expandedName(of number: Int32) -> Int32 { tree.names[Int(number)].expanded }

    /// Declares a prefix; only its first declaration is kept.
    mutating func declare(prefix: String, namespace: String) {
        if tree.namespaces[prefix] == nil { tree.namespaces[prefix] = namespace }
    }

    /// Notes how many attributes an element has, declarations of namespaces included.
    mutating func noteAttributes(_ count: Int) { tree.mostAttributes = max(tree.mostAttributes, count) }

    mutating func start(_ name: Int32) throws(XMLError) {
        guard depth < XMLTree.depthLimit else {
            throw XMLError(message: "elements stand inside each other deeper than \(XMLTree.depthLimit)", line: 0)
        }
        let place = Int32(tree.text.count)
        try append(.element, name: name, from: place, to: place)
        open.append(Int32(tree.nodes.count - 1))
    }

    /// Adds an attribute to the element just started.
    mutating func attribute(_ name: Int32, _ value: some Collection<UInt8>) throws(XMLError) {
        try appendValue(.attribute, name: name, value)
    }

    mutating func end() {
        guard depth > 0, let element = open.popLast() else { return }
        close(element)
    }

    mutating func comment(_ value: some Collection<UInt8>) throws(XMLError) {
        try appendValue(.comment, name: -1, value)
    }

    mutating func instruction(_ name: Int32, _ value: some Collection<UInt8>) throws(XMLError) {
        try appendValue(.instruction, name: name, value)
    }

    /// Adds text, joined with text directly before it, so that no two text nodes are adjacent. Text outside of all
    /// elements is dropped.
    mutating func text(_ bytes: some Collection<UInt8>) throws(XMLError) {
        guard depth > 0, !bytes.isEmpty, let parent = open.last else { return }
        let start = Int32(tree.text.count)
        tree.text.append(contentsOf: bytes)
        let end = Int32(tree.text.count)
        let last = tree.nodes.count - 1
        if tree.nodes[last].kind == .text, tree.nodes[last].parent == parent {
            tree.nodes[last].textEnd = end
        } else {
            try append(.text, name: -1, from: start, to: end)
        }
    }

    /// Ends all open elements and returns the tree.
    mutating func finish() -> XMLTree {
        while depth > 0 { end() }
        close(0)
        return tree
    }

    private mutating func close(_ element: Int32) {
        tree.nodes[Int(element)].end = Int32(tree.nodes.count)
        tree.nodes[Int(element)].textEnd = Int32(tree.text.count)
    }

    private mutating func appendValue(
        _ kind: XMLTree.Kind, name: Int32, _ value: some Collection<UInt8>
    ) throws(XMLError) {
        let start = Int32(tree.values.count)
        tree.values.append(contentsOf: value)
        try append(kind, name: name, from: start, to: Int32(tree.values.count))
    }

    private mutating func append(_ kind: XMLTree.Kind, name: Int32, from start: Int32, to end: Int32) throws(XMLError) {
        guard tree.nodes.count < nodeLimit else {
            throw XMLError(message: "it has more than \(nodeLimit) nodes", line: 0)
        }
        tree.nodes.append(
            XMLTree.Node(
                kind: kind, name: name, parent: open.last ?? 0, end: Int32(tree.nodes.count + 1), textStart: start,
                textEnd: end))
    }
}
