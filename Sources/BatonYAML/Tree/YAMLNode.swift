package import BatonDiagnostics

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
        guard let entries else { return nil }
        for index in 0..<entries.count where entries[index].isNamed(key) { return entries[index].value }
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
package struct YAMLScalarPlace: Sendable {
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
