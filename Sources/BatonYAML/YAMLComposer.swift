package import BatonDiagnostics

/// Reads YAML 1.2 files into trees of nodes with places.
package enum YAMLComposer {
    /// Reports everything that is wrong with the file, in its order.
    ///
    /// The tree is as good as it can be: where the file only has mistakes that can be read past, it is there although
    /// the sink has errors. Nil when no tree is left, which is never without an error.
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
        let (root, found) = YAMLReader.read(file, from: prologue.end, limits)
        let findings = prologue.findings + found
        guard findings.count > 1 else { return (root, findings) }
        return (root, findings.sorted { ($0.range?.lower ?? 0) < ($1.range?.lower ?? 0) })
    }

    /// Takes back the corrections whose lines would be wrong again: none is better than such a one.
    private static func verified(_ findings: [Diagnostic], _ file: SourceFile, _ limits: YAMLLimits) -> [Diagnostic] {
        var findings = findings
        // What is taken back changes what the others are applied to.
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
                isChanged = true
            }
            if !isChanged { break }
        }
        return joined(findings, file)
    }

    /// Of a line with several mistakes, each correction shows it with all of them mended.
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

    /// Places are numbers of 32 bits.
    private static let mostBytes = Int(Int32.max)
    /// Larger files, or more mistakes, would take too long for what that is worth.
    private static let largestVerified = 500_000
    private static let mostVerified = 100
    private static let mostRounds = 4
    private static let mostJoined = 400
}
