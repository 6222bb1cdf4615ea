package import BatonDiagnostics

/// A key of a mapping with its value.
package struct YAMLEntry: Sendable {
    let tree: YAMLTree
    /// That of the key; the value follows it.
    let index: Int

    init(tree: YAMLTree, index: Int) {
        self.tree = tree
        self.index = index
    }

    /// Always a scalar; what is plain `1` or `true` here is the text `1` or `true` as a key.
    package var key: YAMLNode { YAMLNode(tree: tree, index: index) }
    package var value: YAMLNode { YAMLNode(tree: tree, index: index + 1) }

    /// Made from the file at each call.
    package var keyText: String { tree.text(of: tree.records[index]) }

    /// Whether the key is a word, byte for byte.
    package func isNamed(_ word: String) -> Bool { YAMLScalar(node: key).isText(word) }

    /// Lends the bytes of the key.
    package func withKeyBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        tree.withContents(of: tree.records[index], body)
    }

    /// Where the key is written.
    package var keyRange: SourceRange { key.range }

    /// The place to blame for what the key means here: the alias if it came through one.
    package var keyUseRange: SourceRange { key.useRange }
}

/// The entries of a mapping in the order of the file.
package struct YAMLEntries: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
    let tree: YAMLTree
    /// The first key.
    let first: Int
    package let endIndex: Int

    init(_ tree: YAMLTree, _ record: YAMLRecord) {
        self.tree = tree
        first = Int(record.first)
        endIndex = Int(record.count) / 2
    }

    /// No entries: `[]`.
    package init(arrayLiteral elements: Never...) {
        (tree, first, endIndex) = (.empty, 0, 0)
    }

    package var startIndex: Int { 0 }

    package subscript(position: Int) -> YAMLEntry {
        precondition(position >= 0 && position < endIndex, "no entry of the map")
        return YAMLEntry(tree: tree, index: first + 2 * position)
    }
}

/// The items of a list in the order of the file.
package struct YAMLItems: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
    let tree: YAMLTree
    let first: Int
    package let endIndex: Int

    init(_ tree: YAMLTree, _ record: YAMLRecord) {
        self.tree = tree
        first = Int(record.first)
        endIndex = Int(record.count)
    }

    init(only node: YAMLNode) {
        (tree, first, endIndex) = (node.tree, node.index, 1)
    }

    /// No items: `[]`.
    package init(arrayLiteral elements: Never...) {
        (tree, first, endIndex) = (.empty, 0, 0)
    }

    package var startIndex: Int { 0 }

    package subscript(position: Int) -> YAMLNode {
        precondition(position >= 0 && position < endIndex, "no item of the list")
        return YAMLNode(tree: tree, index: first + position)
    }
}

extension YAMLTree {
    fileprivate static let empty = YAMLTree(
        file: SourceFile(path: "", bytes: []), records: [], texts: [], aliases: [])
}
