package import BatonDiagnostics
package import BatonYAML

/// Whether a file that was read means what libyaml says it means: every node with its place and its type, and every
/// complaint.
package enum YAMLAgreement {
    /// A sentence about the first difference; nil where there is none.
    package static func difference(
        _ root: YAMLNode?, _ sink: DiagnosticSink, in file: SourceFile, limits: YAMLLimits = .init()
    ) -> String? {
        let other = DiagnosticSink()
        let expected = YAMLComposer.compose(file, into: other, limits: limits, isDirect: false)
        let found = sink.diagnostics.map(Self.words)
        let wanted = other.diagnostics.map(Self.words)
        guard found == wanted else { return "\(found) is said, libyaml's tree brings \(wanted)" }
        switch (root, expected) {
        case (nil, nil): return nil
        case (let root?, let expected?): return difference(root, expected)
        default: return "only one of two readers has a tree"
        }
    }

    private static func words(_ diagnostic: Diagnostic) -> String {
        let range = diagnostic.range.map { "\($0.lower)-\($0.upper)" } ?? ""
        return "\(diagnostic.code) \(range) \(diagnostic.message) \(diagnostic.help ?? "")"
    }

    private static func difference(_ node: YAMLNode, _ other: YAMLNode) -> String? {
        guard node.range == other.range, node.aliasRange == other.aliasRange else {
            return "\(place(node)) is for libyaml \(place(other))"
        }
        guard node.style == other.style, node.parentIndent == other.parentIndent else {
            return
                "\(place(node)) is \(node.style) in \(node.parentIndent), not \(other.style) in \(other.parentIndent)"
        }
        switch (node.kind, other.kind) {
        case (.scalar(let scalar), .scalar(let wanted)):
            // Bytes, because texts are equal too where they are only written in another form.
            let isSame =
                scalar.text.utf8.elementsEqual(wanted.text.utf8) && scalar.value == wanted.value
                && scalar.isPlain == wanted.isPlain
            return isSame
                ? nil : "\(place(node)) is \(scalar.text.debugDescription), not \(wanted.text.debugDescription)"
        case (.sequence(let items), .sequence(let wanted)):
            guard items.count == wanted.count else { return "\(place(node)) has \(items.count) items" }
            for (item, wanted) in zip(items, wanted) {
                if let found = difference(item, wanted) { return found }
            }
            return nil
        case (.mapping(let entries), .mapping(let wanted)):
            guard entries.count == wanted.count else { return "\(place(node)) has \(entries.count) entries" }
            for (entry, wanted) in zip(entries, wanted) {
                guard entry.keyText.utf8.elementsEqual(wanted.keyText.utf8) else {
                    return "\(place(node)): \(entry.keyText)"
                }
                if let found = difference(entry.key, wanted.key) { return found }
                if let found = difference(entry.value, wanted.value) { return found }
            }
            return nil
        default: return "\(place(node)) is something else for libyaml"
        }
    }

    private static func place(_ node: YAMLNode) -> String {
        "\(node.range.lower)-\(node.range.upper) \(node.range.text.debugDescription)"
    }
}
