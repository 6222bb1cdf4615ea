package import BatonDiagnostics

/// One value of a YAML file, with the place where it is written.
///
/// Aliases are resolved: an alias becomes a node that shares the anchored node's contents and says in `aliasRange`
/// where it was used.
package final class YAMLNode: Sendable {
    package enum Kind: Sendable {
        case scalar(YAMLScalar)
        case mapping([YAMLEntry])
        case sequence([YAMLNode])
    }

    /// How the node is written: the first two are collections, the others scalars.
    package enum Style: Sendable {
        case block, flow
        case plain, singleQuoted, doubleQuoted, literal, folded
    }

    /// From the first to behind the last byte of the value as written, quotes and brackets included; a block
    /// collection ends with its last child, a block scalar with its last line that is not blank. The contents of an
    /// alias stand at its anchor.
    package let range: SourceRange
    package let kind: Kind
    package let style: Style
    /// Where the alias stands through which this node came here; nil for a node that is written in its place.
    package let aliasRange: SourceRange?
    /// The column of the innermost block collection around a scalar, -1 at the root: indentation indicators of block
    /// scalars count from it.
    package let parentIndent: Int

    init(range: SourceRange, kind: Kind, style: Style, parentIndent: Int = -1, aliasRange: SourceRange? = nil) {
        self.range = range
        self.kind = kind
        self.style = style
        self.parentIndent = parentIndent
        self.aliasRange = aliasRange
    }

    /// The place to blame for what the node means here: the alias if it came through one.
    package var useRange: SourceRange { aliasRange ?? range }
    /// Where that place ends.
    var useEnd: Int { aliasRange?.upper ?? range.upper }

    package var scalar: YAMLScalar? {
        if case .scalar(let scalar) = kind { scalar } else { nil }
    }

    package var entries: [YAMLEntry]? {
        if case .mapping(let entries) = kind { entries } else { nil }
    }

    package var items: [YAMLNode]? {
        if case .sequence(let items) = kind { items } else { nil }
    }

    /// The value under a key of a mapping; the first one where the file repeats the key.
    package subscript(key: String) -> YAMLNode? {
        guard case .mapping(let entries) = kind else { return nil }
        return entries.first { $0.keyText == key }?.value
    }

    /// The same mapping with further entries before its own, where it has no key of that name; itself where it is none.
    package func extended(by entries: [YAMLEntry]) -> YAMLNode {
        guard case .mapping(let own) = kind else { return self }
        let names = Set(own.map(\.keyText))
        return YAMLNode(
            range: range, kind: .mapping(entries.filter { !names.contains($0.keyText) } + own), style: style,
            parentIndent: parentIndent, aliasRange: aliasRange)
    }

    /// Where each byte of the scalar's text stands in the file; made anew at each call, since only diagnostics ask.
    package var sourceMap: SourceMap {
        ScalarReading(of: self).map
    }
}

/// A key of a mapping with its value, in the order of the file.
///
/// Half of all nodes are keys, and hardly one is asked for more than its text and its place: so an entry holds these, and
/// makes the node where it is wanted.
package struct YAMLEntry: Sendable {
    package let keyText: String
    package let value: YAMLNode
    private let lower: Int32
    private let upper: Int32
    private let indent: Int32
    private let style: YAMLNode.Style
    private let type: ScalarType
    /// The key itself where it came through an alias, or stands further back than the numbers above reach.
    private let node: YAMLNode?

    init(key: YAMLNode, scalar: YAMLScalar, value: YAMLNode) {
        self.init(
            keyText: scalar.text, type: scalar.type, style: key.style, range: key.range.lower..<key.range.upper,
            indent: key.parentIndent, value: value, node: key.aliasRange == nil ? nil : key)
    }

    init(
        keyText: String, type: ScalarType, style: YAMLNode.Style, range: Range<Int>, indent: Int, value: YAMLNode,
        node: YAMLNode? = nil
    ) {
        self.keyText = keyText
        self.value = value
        self.style = style
        self.type = type
        if let lower = Int32(exactly: range.lowerBound), let upper = Int32(exactly: range.upperBound),
            let indent = Int32(exactly: indent)
        {
            (self.lower, self.upper, self.indent, self.node) = (lower, upper, indent, node)
        } else {
            (lower, upper, self.indent) = (0, 0, 0)
            self.node = node ?? Self.node(keyText, type, style, SourceRange(file: value.range.file, range), indent)
        }
    }

    private static func node(
        _ text: String, _ type: ScalarType, _ style: YAMLNode.Style, _ range: SourceRange, _ indent: Int
    ) -> YAMLNode {
        YAMLNode(
            range: range, kind: .scalar(YAMLScalar(text: text, type: type, isPlain: style == .plain)), style: style,
            parentIndent: indent)
    }

    /// Always a scalar; what is plain `1` or `true` here is the text `1` or `true` as a key.
    package var key: YAMLNode { node ?? Self.node(keyText, type, style, keyRange, Int(indent)) }

    /// Where the key is written.
    package var keyRange: SourceRange {
        node?.range ?? SourceRange(file: value.range.file, Int(lower)..<Int(upper))
    }

    /// The place to blame for what the key means here: the alias if it came through one.
    package var keyUseRange: SourceRange { node?.useRange ?? keyRange }

    /// The same key with another value of the same file.
    package func with(_ value: YAMLNode) -> YAMLEntry {
        YAMLEntry(
            keyText: keyText, type: type, style: style, range: Int(lower)..<Int(upper), indent: Int(indent),
            value: value, node: node)
    }
}
