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
package struct YAMLEntry: Sendable {
    /// Always a scalar; what is plain `1` or `true` here is the text `1` or `true` as a key.
    package let key: YAMLNode
    package let keyText: String
    package let value: YAMLNode

    init(key: YAMLNode, keyText: String, value: YAMLNode) {
        self.key = key
        self.keyText = keyText
        self.value = value
    }
}
