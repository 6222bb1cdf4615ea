package import BatonDiagnostics

/// One value of a YAML file, with the place where it is written.
///
/// Aliases are resolved: an alias becomes a node that shares the anchored node's contents and says in `aliasRange`
/// where it was used. A node keeps the whole tree of its file: who wants only its place for long takes `scalarPlace`.
public struct YAMLNode: Sendable {
    /// The three kinds of YAML, each with what is in it.
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

    /// What is in it, whichever kind it is of.
    @inlinable public var kind: Kind {
        switch record.contents {
        case .scalar: .scalar(YAMLScalar(node: self))
        case .mapping: .mapping(YAMLEntries(tree, record))
        case .sequence: .sequence(YAMLItems(tree, record))
        }
    }

    /// From the first to behind the last byte of the value as written, quotes and brackets included; a block
    /// collection ends with its last child, a block scalar with its last non-empty line. The contents of an
    /// alias stand at its anchor.
    package var range: SourceRange {
        let record = record
        return SourceRange(file: tree.file, Int(record.lower)..<Int(record.upper))
    }

    /// How it is written.
    @inlinable public var style: Style { record.style }

    /// Where the alias stands through which this node came here; nil for a node that is written in its place.
    package var aliasRange: SourceRange? {
        tree.aliasRange(of: record).map { SourceRange(file: tree.file, $0) }
    }

    /// The column of the innermost block collection around a scalar, -1 at the root: indentation indicators of block
    /// scalars count from it.
    package var parentIndent: Int { Int(record.indent) }

    /// The place to blame for what the node means here: the alias if it came through one.
    package var useRange: SourceRange { aliasRange ?? range }

    /// Nil for a collection.
    @inlinable public var scalar: YAMLScalar? { record.isScalar ? YAMLScalar(node: self) : nil }

    /// Whether it has entries, for those who need not see them.
    @inlinable public var isMapping: Bool { record.isMapping }

    /// Nil for what is no mapping.
    @inlinable public var entries: YAMLEntries? {
        if case .mapping = record.contents { YAMLEntries(tree, record) } else { nil }
    }

    /// Nil for what is no sequence.
    @inlinable public var items: YAMLItems? {
        if case .sequence = record.contents { YAMLItems(tree, record) } else { nil }
    }

    /// The items of a list; of any other node itself, where one may stand for a list of one.
    @inlinable public var itemsOrItself: YAMLItems { items ?? YAMLItems(only: self) }

    /// The value under a key of a mapping; the first one where the file repeats the key.
    package subscript(key: StaticString) -> YAMLNode? {
        guard let entries else { return nil }
        for index in 0..<entries.count where entries[index].isNamed(key) { return entries[index].value }
        return nil
    }

    /// Where in the file the contents of a scalar begin that stand there byte for byte; nil for any other node.
    package var contentStart: Int? {
        let record = record
        return record.isScalar && !record.isKept ? Int(record.first) : nil
    }

    /// Where each byte of the scalar's text stands in the file; made anew at each call, since only diagnostics ask.
    package var sourceMap: SourceMap { scalarPlace.sourceMap }

    /// Where the scalar is written, without the tree that it is in.
    package var scalarPlace: YAMLScalarPlace {
        YAMLScalarPlace(range: range, style: style, parentIndent: parentIndent)
    }
}

/// Where a scalar is written, and how: enough to find the place of each of its bytes.
package struct YAMLScalarPlace: Sendable {
    package let range: SourceRange
    let parentIndent: Int
    let style: YAMLNode.Style

    init(range: SourceRange, style: YAMLNode.Style, parentIndent: Int) {
        self.range = range
        self.style = style
        self.parentIndent = parentIndent
    }

    /// Where each byte of the scalar's text stands in the file; made anew at each call.
    package var sourceMap: SourceMap { ScalarReading(of: self).map }
}
