package import BatonDiagnostics

extension YAMLNode {
    /// Whether the value was left out, which is an error that has been reported.
    ///
    /// A plain scalar is never empty, so an empty one marks a value that was left out.
    @inlinable public var isMissing: Bool { record.isMissing }

    /// The diagnostic for `key:value` where a mapping is expected; nil for any other node.
    package var missingSpace: Diagnostic? {
        guard style == .plain, let colon = MissingSpace.colon(in: range) else { return nil }
        let lines = SourceLine(range.file, at: range.lower).number...SourceLine(range.file, at: range.upper).number
        let colons = lines.prefix(100).compactMap { MissingSpace.colon(in: SourceLine(range.file, number: $0)) }
            .filter { $0 >= range.lower && $0 < range.upper }
        var diagnostic = Diagnostic.yamlMissingSpace(range.file, colon: colon)
        if diagnostic.correction != nil, MissingSpace.otherSpace(range.file, behind: colon) == nil {
            let edits = (colons.isEmpty ? [colon] : colons).map { MissingSpace.edits(range.file, behind: $0) }
            let isMended = edits.allSatisfy { $0 != nil }
            diagnostic.correction = isMended ? Correction(range.file, edits.flatMap { $0 ?? [] }) : nil
        }
        return diagnostic
    }
}
