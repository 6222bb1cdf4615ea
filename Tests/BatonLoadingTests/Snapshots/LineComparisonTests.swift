import Testing

@testable import BatonJudging

/// How a text that differs from its snapshot is told.
@Suite struct LineComparisonTests {
    private func differences(_ expected: String, _ actual: String) -> [String] {
        LineComparison.words(expected: Array(expected.utf8), actual: Array(actual.utf8), Wording())
            .differences.map(\.sentence)
    }

    @Test func `a changed line is told by its number`() {
        #expect(differences("a\nb\nc\n", "a\nB\nc\n") == [#"line 2: expected "b", got "B""#])
    }

    @Test func `an inserted line does not make the lines behind it differ`() {
        #expect(differences("a\nc\n", "a\nb\nc\n") == [#"line 2: expected nothing, got "b""#])
        #expect(differences("a\nb\nc\n", "a\nc\n") == [#"line 2: expected "b", got nothing"#])
    }

    @Test func `a missing line end is a difference`() {
        #expect(differences("a\n", "a") == [#"line 2: expected "", got nothing"#])
    }

    @Test func `a long line is shown from shortly before its first difference on`() {
        let start = String(repeating: "x", count: 500)
        let kept = String(repeating: "x", count: 40)
        #expect(differences(start + "a", start + "b") == ["line 1: expected \"…\(kept)a\", got \"…\(kept)b\""])
    }

    @Test func `the first 20 differences are listed and the rest is counted`() {
        let lines = (0..<30).map { "\($0)" }.joined(separator: "\n")
        let others = (0..<30).map { "x\($0)" }.joined(separator: "\n")
        let words = LineComparison.words(expected: Array(lines.utf8), actual: Array(others.utf8), Wording())
        #expect(words.differences.count == 20)
        #expect(words.moreDifferences == 10)
        #expect(words.message == #"line 1: expected "0", got "x0" (and 29 more)"#)
    }

    @Test func `a secret is masked before a line is cut`() {
        let start = String(repeating: "x", count: 500)
        let words = LineComparison.words(
            expected: Array((start + "hunter2 a").utf8), actual: Array((start + "hunter2 b").utf8),
            Wording(mask: { $0.replacing("hunter2", with: "***") }))
        #expect(words.differences.allSatisfy { !$0.expected.contains("hunter") && !$0.actual.contains("hunter") })
    }
}
