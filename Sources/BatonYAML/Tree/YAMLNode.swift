package import BatonDiagnostics
import BatonValues

/// One value of a YAML file, with its place in the file.
///
/// Aliases are resolved: an alias becomes a node that shares the anchored node's contents and has the place of the
/// alias in `aliasRange`. A node retains the whole tree of its file; to store only its place, keep `scalarPlace`.
public struct YAMLNode: Sendable {
    /// The three kinds of YAML nodes, each with its contents.
    public enum Kind: Sendable {
        case scalar(YAMLScalar)
        case mapping(YAMLEntries)
        case sequence(YAMLItems)
    }

    /// How the node is written: the first two are collections, the others scalars.
    public enum Style: BitwiseCopyable, Sendable {
        case block, flow
        case plain, singleQuoted, doubleQuoted, literal, folded
    }

    @usableFromInline let tree: YAMLTree
    @usableFromInline let index: Int

    @inlinable
    init(tree: YAMLTree, index: Int) {
        self.tree = tree
        self.index = index
    }

    @inlinable var record: YAMLRecord { tree.records[index] }

    /// The kind of the node, with its contents.
    @inlinable public var kind: Kind {
        switch record.contents {
        case .scalar: .scalar(YAMLScalar(node: self))
        case .mapping: .mapping(YAMLEntries(tree, record))
        case .sequence: .sequence(YAMLItems(tree, record))
        }
    }

    /// The range from the first to behind the last byte of the value as written, quotes and brackets included. A block
    /// collection ends with its last child, a block scalar with its last non-empty line. For an alias it is the range
    /// of the anchored node.
    package var range: SourceRange {
        let record = record
        return SourceRange(file: tree.file, Int(record.lower)..<Int(record.upper))
    }

    /// How the node is written.
    @inlinable public var style: Style { record.style }

    /// The range of the alias that this node came through; nil for a node without alias.
    package var aliasRange: SourceRange? {
        tree.aliasRange(of: record).map { SourceRange(file: tree.file, $0) }
    }

    /// The column of the innermost block collection around a scalar, -1 at the root. Indentation indicators of block
    /// scalars are relative to it.
    package var parentIndent: Int { Int(record.indent) }

    /// The range that a message about the node points to: the alias if the node came through one.
    package var useRange: SourceRange { aliasRange ?? range }

    /// The scalar; nil for a collection.
    @inlinable public var scalar: YAMLScalar? { record.isScalar ? YAMLScalar(node: self) : nil }

    /// Whether the node is a mapping; cheaper than `entries`.
    @inlinable public var isMapping: Bool { record.isMapping }

    /// The entries of a mapping; nil for any other node.
    @inlinable public var entries: YAMLEntries? {
        if case .mapping = record.contents { YAMLEntries(tree, record) } else { nil }
    }

    /// The items of a sequence; nil for any other node.
    @inlinable public var items: YAMLItems? {
        if case .sequence = record.contents { YAMLItems(tree, record) } else { nil }
    }

    /// The items of a sequence; for any other node a list of that node alone, where a single value may replace a list.
    @inlinable public var itemsOrItself: YAMLItems { items ?? YAMLItems(only: self) }

    /// The value of a key in a mapping; the first one if the file repeats the key.
    package subscript(key: StaticString) -> YAMLNode? {
        let record = record
        guard record.isMapping else { return nil }
        for index in stride(from: Int(record.first), to: Int(record.first + record.count), by: 2)
        where tree.isText(tree.records[index], key) {
            return YAMLNode(tree: tree, index: index + 1)
        }
        return nil
    }

    /// The offset in the file at which the contents of a scalar begin, if they are there byte for byte; else nil.
    package var contentStart: Int? {
        let record = record
        return record.isScalar && !record.isKept ? Int(record.first) : nil
    }

    /// Maps each byte of the scalar's text to its place in the file; computed at each call, because only diagnostics
    /// need it.
    package var sourceMap: SourceMap { scalarPlace.sourceMap }

    /// The place of the scalar, without a reference to its tree.
    package var scalarPlace: YAMLScalarPlace {
        YAMLScalarPlace(range: range, style: style, parentIndent: parentIndent)
    }
}

/// The range and style of a scalar: enough to find the place of each of its bytes.
package struct YAMLScalarPlace: SourceMapped {
    package let range: SourceRange
    let parentIndent: Int
    let style: YAMLNode.Style

    init(range: SourceRange, style: YAMLNode.Style, parentIndent: Int) {
        self.range = range
        self.style = style
        self.parentIndent = parentIndent
    }

    /// Maps each byte of the scalar's text to its place in the file; computed at each call.
    package var sourceMap: SourceMap { ScalarReading(of: self).map }
}

/// Mappings composed of entries from a file. Each is a tree of its own, because trees are immutable.
extension YAMLNode {
    /// The mapping with entries of others put before its own, except those whose key it already has; a node that is not
    /// a mapping is returned unchanged. The others must be of the same file.
    package func extended(by others: YAMLEntries) -> YAMLNode {
        guard let own = entries else { return self }
        let names = Set(own.map { TextKey($0.keyText) })
        return Self.mapping(
            others.filter { !names.contains(TextKey($0.keyText)) } + own, range: record.range, style: style,
            alias: tree.aliasRange(of: record), in: tree.file)
    }

    /// A mapping of entries that are less indented in their file than their key requires; nil for no entries.
    package static func mapping(of entries: [YAMLEntry]) -> YAMLNode? {
        guard let first = entries.first else { return nil }
        let range = entries.reduce(first.keyUseRange) { $0.through($1.value.useRange) }
        return mapping(entries, range: range.lower..<range.upper, style: .block, alias: nil, in: range.file)
    }

    private static func mapping(
        _ entries: [YAMLEntry], range: Range<Int>, style: Style, alias: Range<Int>?, in file: SourceFile
    ) -> YAMLNode {
        var assembly = TreeAssembly(file)
        for entry in entries { assembly.add(entry.key, entry.value) }
        var root = YAMLRecord(.mapping, style, range, children: assembly.close(from: 0))
        if let alias { root = assembly.alias(root, at: alias) }
        return assembly.tree(root: root)
    }
}

extension YAMLEntry {
    /// The same key with another value of the same file.
    package func with(_ value: YAMLNode) -> YAMLEntry {
        var assembly = TreeAssembly(tree.file)
        assembly.add(key, value)
        let pair = assembly.close(from: 0)
        let root = assembly.tree(root: YAMLRecord(.mapping, .block, tree.records[index].range, children: pair))
        return YAMLEntry(tree: root.tree, index: pair.lowerBound)
    }
}

extension TreeAssembly {
    fileprivate mutating func add(_ key: YAMLNode, _ value: YAMLNode) {
        let key = copy(key)
        add(key)
        let value = copy(value)
        add(value)
    }
}

extension YAMLNode {
    /// Whether the value was left out, which is an error that has been reported.
    ///
    /// A plain scalar is never empty, so an empty one marks a value that was left out.
    @inlinable public var isMissing: Bool { record.isMissing }
}

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

    /// Calls a closure with the contents of the key as bytes, without copying them.
    @inlinable @inline(__always)
    public func withKey<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        tree.withContents(of: tree.records[index], body)
    }

    /// Whether the key equals a word, byte for byte.
    @inlinable
    public func isNamed(_ word: StaticString) -> Bool { tree.isText(tree.records[index], word) }

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
