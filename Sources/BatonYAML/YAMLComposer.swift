package import BatonDiagnostics

/// Reads YAML 1.2 files into trees of nodes with places.
package enum YAMLComposer {
    /// Reports everything that is wrong with the file, in its order.
    ///
    /// The tree is as good as it can be: where the file only has mistakes that can be read past, it is there although
    /// the sink has errors. Nil when no tree is left, which is never without an error.
    package static func compose(_ file: SourceFile, into sink: DiagnosticSink, limits: YAMLLimits = .init())
        -> YAMLNode?
    {
        guard file.bytes.count <= limits.bytes else {
            sink.report(.yamlTooLarge(file, limit: limits.bytes))
            return nil
        }
        let check = TextCheck(file)
        guard check.findings.isEmpty else {
            check.findings.forEach(sink.report)
            return nil
        }
        let prologue = Prologue(file)
        var composition = Composition(file: file, start: prologue.end, isASCII: check.isASCII, limits: limits)
        let root = composition.run()
        let findings = prologue.findings + composition.findings
        if findings.count == 1 {
            sink.report(findings[0])
        } else {
            findings.sorted { ($0.range?.lower ?? 0) < ($1.range?.lower ?? 0) }.forEach(sink.report)
        }
        return root
    }
}
