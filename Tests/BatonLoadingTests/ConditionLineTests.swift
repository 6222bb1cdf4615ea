import Testing

@testable import BatonLanguage
@testable import BatonLoading

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
