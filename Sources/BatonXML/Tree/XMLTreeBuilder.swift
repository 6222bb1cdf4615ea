import BatonValues

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
