package import BatonDiagnostics

/// A key of a mapping with its value.
public struct YAMLEntry: Sendable {
    @usableFromInline let tree: YAMLTree
    /// Index of the key; the value has the next index.
    @usableFromInline let index: Int

    @inlinable
    init(tree: YAMLTree, index: Int) {
        self.tree = tree
        self.index = index
    }

    /// The key, which is always a scalar: plain `1` or `true` as a key is the text `1` or `true`.
    @inlinable public var key: YAMLNode { YAMLNode(tree: tree, index: index) }
    /// The value behind the colon.
    @inlinable public var value: YAMLNode { YAMLNode(tree: tree, index: index + 1) }

    /// The text of the key, decoded from the file at each call.
    package var keyText: String { tree.text(of: tree.records[index]) }

    /// Whether the key equals a word, byte for byte.
    @inlinable
    public func isNamed(_ word: StaticString) -> Bool { YAMLScalar(node: key).isText(word) }

    /// The range of the key in the file.
    package var keyRange: SourceRange { key.range }

    /// From the start of the key to the end of the value.
    package var range: SourceRange {
        let (key, value) = (tree.records[index], tree.records[index + 1])
        return SourceRange(file: tree.file, Int(key.lower)..<Int(max(key.upper, value.upper)))
    }

    /// The range that a message about the key points to: the alias if the key came through one.
    package var keyUseRange: SourceRange { key.useRange }
}

/// The entries of a mapping in the order of the file.
public struct YAMLEntries: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
    @usableFromInline let tree: YAMLTree
    /// Index of the first key.
    @usableFromInline let first: Int
    /// Number of entries.
    public let endIndex: Int

    @inlinable
    init(_ tree: YAMLTree, _ record: YAMLRecord) {
        self.tree = tree
        first = Int(record.first)
        endIndex = Int(record.count) / 2
    }

    /// No entries: `[]`.
    public init(arrayLiteral elements: Never...) {
        (tree, first, endIndex) = (.empty, 0, 0)
    }

    /// Always 0.
    @inlinable public var startIndex: Int { 0 }

    /// The type of an entry's value, without making a `YAMLEntry`.
    @inlinable
    public func outline(at position: Int) -> YAMLOutline {
        precondition(position >= 0 && position < endIndex, "no entry of the map")
        let value = tree.records[first + 2 * position + 1]
        if value.isMissing { return .missing }
        return switch value.contents {
        case .scalar(let type): .scalar(type)
        case .mapping: .mapping
        case .sequence: .sequence
        }
    }

    /// The entry at a position, counted from 0.
    @inlinable
    public subscript(position: Int) -> YAMLEntry {
        precondition(position >= 0 && position < endIndex, "no entry of the map")
        return YAMLEntry(tree: tree, index: first + 2 * position)
    }
}

/// The items of a list in the order of the file.
public struct YAMLItems: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
    @usableFromInline let tree: YAMLTree
    @usableFromInline let first: Int
    /// Number of items.
    public let endIndex: Int

    @inlinable
    init(_ tree: YAMLTree, _ record: YAMLRecord) {
        self.tree = tree
        first = Int(record.first)
        endIndex = Int(record.count)
    }

    @inlinable
    init(only node: YAMLNode) {
        (tree, first, endIndex) = (node.tree, node.index, 1)
    }

    /// No items: `[]`.
    public init(arrayLiteral elements: Never...) {
        (tree, first, endIndex) = (.empty, 0, 0)
    }

    /// Always 0.
    @inlinable public var startIndex: Int { 0 }

    /// The item at a position, counted from 0.
    @inlinable
    public subscript(position: Int) -> YAMLNode {
        precondition(position >= 0 && position < endIndex, "no item of the list")
        return YAMLNode(tree: tree, index: first + position)
    }
}

extension YAMLTree {
    fileprivate static let empty = YAMLTree(
        file: SourceFile(path: "", bytes: []), records: [], texts: [], aliases: [])
}
