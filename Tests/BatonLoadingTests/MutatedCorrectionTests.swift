import BatonDiagnostics
import FuzzTargets
import Testing
import Thoroughness

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// Corrected lines in files that are wrong in any way: who takes them over is rid of the mistakes there.
@Suite struct MutatedCorrectionTests {
    @Test(arguments: 0..<UInt64(Thoroughness.of(15, nightly: 60))) func `a correction mends what it is shown for`(
        _ seed: UInt64
    ) {
        var random = SeededNumbers(seed: seed + 1000)
        for sample in SampleFiles.all {
            let bytes = Mutation.random(&random).applied(to: sample.bytes, &random)
            let (diagnostics, file) = Self.load(bytes)
            let corrections = diagnostics.compactMap(\.correction)
            guard !corrections.isEmpty else { continue }
            let (rest, _) = Self.load(Correction.applying(corrections, to: file))
            // A line may hold a second mistake, which nobody knows how to mend.
            let known = diagnostics.filter { $0.correction == nil }.compactMap { $0.range?.start.line }
            let lines = Set(corrections.flatMap(\.lines).map(\.number)).subtracting(known)
            // What a text says in another tool's brackets is seen only where the syntax is right.
            let wrong = rest.first {
                $0.code.hasPrefix("yaml.") && $0.code != "yaml.foreign-template"
                    && lines.contains($0.range?.start.line ?? 0)
            }
            if let wrong {
                Issue.record(
                    """
                    \(sample.name), seed \(seed): \(DiagnosticRenderer().render(wrong))
                    \(diagnostics.map { DiagnosticRenderer().render($0) }.joined(separator: "\n"))
                    """)
            }
        }
    }

    private static func load(_ bytes: [UInt8]) -> ([Diagnostic], SourceFile) {
        let sink = DiagnosticSink()
        let context = LoadingContext(projectVariables: [], environment: nil, hasBaseURL: true)
        let file = SourceFile(path: "w.yaml", bytes: bytes)
        _ = FileLoader(context).load(file, into: sink)
        return (sink.diagnostics, file)
    }
}
