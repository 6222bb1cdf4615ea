import BatonDiagnostics
import FuzzTargets
import Testing
import Thoroughness

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// Files as they are in the middle of an edit: whatever is missing or too much, loading ends and says where.
@Suite struct MutationTests {
    /// Each seed changes every sample once: by a character, by a line, or by an end that comes too early.
    @Test(arguments: 0..<30) func `a changed file loads, or each of its errors has a place`(_ seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        for sample in SampleFiles.all {
            var bytes = sample.bytes
            for _ in 0...(seed % 3) { bytes = Mutation.random(&random).applied(to: bytes, &random) }
            verify(bytes, "\(sample.name), seed \(seed)")
        }
    }

    /// All that a keyboard has, at each place of one file.
    @Test(arguments: Mutation.signs) func `a file with a sign too much or too few`(_ sign: String) {
        let text = """
            name: é
            vars: { a: $(1 + 1), b: [1, "x"] }
            steps:
              - get: http://a/$(a)
                headers: { x-a: 'b' }
                expect:
                  status: [200, 2xx]
                  $.items[?@.id == 1].name: { contains: "é" }
                  that: |
                    a == 2 && b[0] in [1, 2]
              - set:
                  c: "$(b[1]) \\t"
                  d: >-
                    $(a)
                    é

            """
        let bytes = Array(text.utf8)
        for index in stride(from: 0, to: bytes.count, by: Thoroughness.of(5, nightly: 1)) {
            verify(Array(bytes[..<index] + Array(sign.utf8) + bytes[index...]), "\(sign) at \(index)")
            guard index % 4 == 0 else { continue }
            verify(Array(bytes[..<index] + Array(sign.utf8) + bytes[(index + 1)...]), "\(sign) instead of \(index)")
        }
    }

    /// Some examples are parts of files, or need an environment.
    @Test func `the samples to mutate exist, and most of them load without errors`() {
        #expect(SampleFiles.all.count > 30)
        #expect(SampleFiles.all.count { Self.load($0.bytes).isSound } > 25)
    }

    private func verify(_ bytes: [UInt8], _ what: String) {
        let (isSound, diagnostics, file) = Self.load(bytes)
        let errors = diagnostics.filter { $0.severity == .error }
        let hasPlace = errors.allSatisfy { error in
            guard let range = error.range else { return false }
            return range.file === file && range.lower <= range.upper && range.upper <= bytes.count
        }
        // One check for all, since there are tens of thousands of files.
        if isSound == !errors.isEmpty || !hasPlace {
            Issue.record("\(what): \(errors.map { "\($0.code) \($0.message) \(String(describing: $0.range))" })")
        }
        // Rendering must hold out as well; what it shows is tested elsewhere.
        if let first = errors.first { #expect(!DiagnosticRenderer().render(first).isEmpty) }
    }

    private static func load(_ bytes: [UInt8]) -> (isSound: Bool, diagnostics: [Diagnostic], file: SourceFile) {
        let sink = DiagnosticSink()
        let context = LoadingContext(projectVariables: [], environment: nil, hasBaseURL: true)
        let file = SourceFile(path: "w.yaml", bytes: bytes)
        let loaded = FileLoader(context).read(file, into: sink)
        let isSound = if case .invalid = loaded { false } else { true }
        return (isSound, sink.diagnostics, file)
    }
}

/// A slip of the hand.
enum Mutation: CaseIterable {
    case insertSign, deleteByte, swapBytes, doubleByte
    case deleteLine, doubleLine, swapLines, indentLine, outdentLine
    case truncate, deleteStretch

    static let signs = [
        "'", "\"", "\\", ":", ": ", " #", "- ", ",", "[", "]", "{", "}", "(", ")", "$(", "{{x}}", "|", ">", "&", "*",
        "!", "%", "@", "`", "?", "\t", "\n", "\r", " ", "é", "😀", "\u{0}", "\u{85}", "---\n", "<<: ",
    ]

    static func random(_ random: inout SeededNumbers) -> Mutation {
        allCases.randomElement(using: &random) ?? .truncate
    }

    func applied(to bytes: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
        guard bytes.count > 2 else { return bytes }
        let at = Int.random(in: 0..<bytes.count - 1, using: &random)
        var bytes = bytes
        switch self {
        case .insertSign:
            bytes.insert(contentsOf: Array((Self.signs.randomElement(using: &random) ?? "").utf8), at: at)
        case .deleteByte: bytes.remove(at: at)
        case .swapBytes: bytes.swapAt(at, at + 1)
        case .doubleByte: bytes.insert(bytes[at], at: at)
        case .truncate: bytes.removeSubrange(at...)
        case .deleteStretch: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...40, using: &random)))
        case .deleteLine, .doubleLine, .swapLines, .indentLine, .outdentLine:
            var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
            let line = Int.random(in: 0..<lines.count, using: &random)
            switch self {
            case .deleteLine: lines.remove(at: line)
            case .doubleLine: lines.insert(lines[line], at: line)
            case .swapLines: lines.swapAt(line, Int.random(in: 0..<lines.count, using: &random))
            case .indentLine: lines[line].insert(UInt8(ascii: " "), at: 0)
            default: if lines[line].first == UInt8(ascii: " ") { lines[line].removeFirst() }
            }
            bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        }
        return bytes
    }
}
