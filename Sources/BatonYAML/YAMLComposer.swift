package import BatonDiagnostics

/// Reads YAML 1.2 files into trees of nodes with places.
///
/// How this module works together: `YAMLReader` reads the bytes of a `SourceFile` once, in methods named after the
/// productions of YAML, and hands each node to a `TreeAssembly`, which makes the `YAMLTree` of it. `YAMLNode` is what
/// other modules see. The text of a scalar is read by `ScalarReading` when it is asked for. Where the grammar is broken,
/// the reader reports one of the diagnostics in `Messages`, which show the lines without the mistake, and goes
/// on. What bytes and lines tell without a grammar is in `Text`.
package enum YAMLComposer {
    /// Reads a file and reports every mistake in it, in the order of the file.
    ///
    /// After mistakes that the reader can recover from, the tree is returned although the sink has errors. Nil when no
    /// tree can be made; then the sink has at least one error.
    package static func compose(
        _ file: SourceFile, into sink: DiagnosticSink, limits: YAMLLimits = .init()
    ) -> YAMLNode? {
        let limit = min(limits.bytes, Self.mostBytes)
        guard file.bytes.count <= limit else {
            sink.report(.yamlTooLarge(file, limit: limit))
            return nil
        }
        let (root, findings) = read(file, limits)
        if findings.isEmpty { return root }
        verified(findings, file, limits).forEach { sink.report($0) }
        return root
    }

    /// Findings in the order of the file.
    private static func read(
        _ file: SourceFile, _ limits: YAMLLimits
    ) -> (YAMLNode?, [Diagnostic]) {
        let check = TextCheck(file)
        guard check.findings.isEmpty else { return (nil, check.findings) }
        let prologue = Prologue(file)
        let (root, found) = YAMLReader.read(file, isASCII: check.isASCII, from: prologue.end, limits)
        let findings = prologue.findings + found
        guard findings.count > 1 else { return (root, findings) }
        return (root, findings.sorted { ($0.range?.lower ?? 0) < ($1.range?.lower ?? 0) })
    }

    /// Removes each correction whose corrected lines would contain a mistake again: such a correction is worse than
    /// none.
    private static func verified(_ findings: [Diagnostic], _ file: SourceFile, _ limits: YAMLLimits) -> [Diagnostic] {
        var findings = findings
        // Removing one correction changes the text that the other corrections are applied to, so the check is repeated.
        for _ in 0..<mostRounds {
            let corrections = findings.compactMap(\.correction)
            guard !corrections.isEmpty, corrections.count <= mostVerified, file.bytes.count <= largestVerified else {
                break
            }
            let corrected = SourceFile(path: file.path, bytes: Correction.applying(corrections, to: file))
            let wrong = Set(read(corrected, limits).1.compactMap { $0.range?.start.line })
            var isChanged = false
            for index in findings.indices {
                guard findings[index].correction?.lines.contains(where: { wrong.contains($0.number) }) == true else {
                    continue
                }
                findings[index].correction = nil
                if findings[index].code == "yaml.unquoted-text", findings[index].help == nil {
                    findings[index].help = Diagnostic.quotingHelp
                }
                isChanged = true
            }
            if !isChanged { break }
        }
        return joined(findings, file)
    }

    /// In a line with several mistakes, makes each correction show the line with all of them corrected.
    private static func joined(_ findings: [Diagnostic], _ file: SourceFile) -> [Diagnostic] {
        let edits = findings.compactMap(\.correction).flatMap(\.edits)
        guard findings.count > 1, edits.count > 1, edits.count <= mostJoined else { return findings }
        let lines = edits.map { file.location(of: $0.range.lowerBound).line }
        return findings.map { finding in
            guard let correction = finding.correction else { return finding }
            let own = Set(correction.lines.map(\.number))
            let others = zip(edits, lines).filter { edit, line in
                own.contains(line) && own.contains(file.location(of: edit.range.upperBound).line)
            }
            var finding = finding
            finding.correction = correction.adding(others.map(\.0))
            return finding
        }
    }

    /// Offsets are stored in 32 bits.
    private static let mostBytes = Int(Int32.max)
    /// For larger files, or more mistakes, the check would take longer than it is worth.
    private static let largestVerified = 500_000
    private static let mostVerified = 100
    private static let mostRounds = 4
    private static let mostJoined = 400
}
