import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// Which step a line belongs to, and where a run that ends with it ends.
@Suite struct StepLinesTests {
    private static let text = """
        name: A
        setup:
          - get: /seed
          - get: /more
        steps:
          # the first
          - name: One
            get: /one
            expect:
              status: 200

          - steps:
              - get: /two-a
              - get: /two-b
            name: Two
          - get: /three
        teardown:
          - get: /clean
        outputs: { a: $(b) }
        """

    private static func end(at line: Int, of text: String = text) -> (StepLines.End, behind: String) {
        let end = StepLines(of: SourceFile(path: "w.yaml", text: text)).end(at: line)
        guard case .limit(let limit) = end else { return (end, "") }
        let behind = String(decoding: Array(text.utf8)[limit.offset...], as: UTF8.self)
        return (end, String(behind.prefix { $0 != "\n" }))
    }

    @Test(
        arguments: [
            (3, "get: /more"), (7, "steps:"), (8, "steps:"), (10, "steps:"), (11, "steps:"), (12, "get: /three"),
            (13, "get: /two-b"), (14, "get: /three"), (15, "get: /three"),
        ])
    func `the step of a line is the last that begins there or above`(_ line: Int, _ behind: String) {
        #expect(Self.end(at: line).behind == behind)
    }

    @Test func `a line in the last step of setup leaves out all of steps`() throws {
        guard case .limit(let limit) = Self.end(at: 4).0 else {
            Issue.record("no limit")
            return
        }
        #expect(limit.isInSetup && limit.line == 4)
    }

    @Test(arguments: [16, 17 + 1]) func `the last step and those of teardown leave out nothing`(_ line: Int) {
        #expect(Self.end(at: line).0 == .whole)
    }

    @Test(arguments: [1, 2, 5, 6, 17, 19]) func `a line outside of steps is told where there are some`(_ line: Int) {
        #expect(
            Self.end(at: line).0
                == .nowhere(
                    "line \(line) of w.yaml belongs to no step",
                    help: "steps begin in the lines 3, 4, 7, 12, 13, 14, 16, 18"))
    }

    @Test func `a line behind the end is told how many there are`() {
        #expect(
            Self.end(at: 9, of: "steps:\n  - get: /a").0
                == .nowhere("w.yaml has no line 9: it has 2 lines", help: "its step begins in line 2"))
        #expect(
            Self.end(at: 9, of: "steps:\n  - get: /a\n").0
                == .nowhere("w.yaml has no line 9: it has 2 lines", help: "its step begins in line 2"))
    }

    @Test func `steps on one line belong together`() {
        #expect(Self.end(at: 1, of: "steps: [ get: /a, get: /b ]").0 == .whole)
    }
}

/// What is a comment in a block of conditions, and what is not.
@Suite struct ConditionLineTests {
    static let cases: [(line: String, condition: String)] = [
        ("a == 1", "a == 1"),
        ("  a == 1  ", "a == 1"),
        ("# all of it", ""),
        ("   # all of it", ""),
        ("", ""),
        ("a == 1 # why", "a == 1"),
        ("a == 1    #why", "a == 1"),
        ("a#b", "a#b"),
        ("a == \"x # y\"", "a == \"x # y\""),
        ("a == 'it # is' # why", "a == 'it # is'"),
        (#"a == "\" # y" # why"#, #"a == "\" # y""#),
        (#"a == r"\" # why"#, #"a == r"\""#),
        (#"a == """x" # y""" # why"#, #"a == """x" # y""""#),
        ("a == \"open # end", "a == \"open # end"),
        (#"a == "\"#, #"a == "\"#),
    ]

    @Test(arguments: cases)
    func `a comment ends a condition as it ends a line of YAML`(_ line: String, _ condition: String) {
        #expect(ConditionLine(line[...].utf8).condition == condition)
    }

    @Test func `a mistake before a comment is shown where it stands`() {
        let (text, range) = Loading.marked("steps:\n  - that: |\n      # first\n      1 == ⟦nme⟧ # why")
        let diagnostics = Loading.load(text).diagnostics
        #expect(diagnostics.map(\.code) == ["expression.unknown-name"])
        #expect(diagnostics.first?.range.map { $0.lower..<$0.upper } == range)
    }
}
