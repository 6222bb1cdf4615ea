import Testing

/// `$(` that was not meant as an expression: in an argument for a shell, and in a regular expression.
@Suite struct LiteralDollarTests {
    private static let shell = "where a shell shall read it, write `$$(`"
    private static let pattern = "where `$` is the end of the text and `(` begins a group, write `$$(`"

    @Test(arguments: [
        ("exec: [sh, -c, 'echo $(date)']", shell), ("exec: [sh, -c, '$(ls -l)']", shell),
        ("exec: [sh, -c, '$(date +%s)']", shell), ("exec: [sh, -c, '$(pwd)']", shell),
        ("get: /\n    expect: { $.a: { matches: '^a$(?!b)' } }", pattern),
        ("get: /\n    expect: { $.a: { matches: '^a$(b|c)' } }", pattern),
        ("get: /\n    expect: { $.a: { not_matches: '$(b)' } }", pattern),
        ("get: /\n    expect: { json: { a: '<matches a$(b)>' } }", pattern),
        ("get: /\n    capture: { x: { regex: 'a$(b)' } }", pattern),
    ])
    func `a mistake in it says how the characters are written`(_ step: String, _ advice: String) throws {
        let result = Loading.load("steps:\n  - \(step)")
        let first = try #require(result.diagnostics.first)
        #expect(first.severity == .error && first.code.hasPrefix("expression."))
        #expect(first.help?.text.hasSuffix(advice) == true, "\(first.help ?? "none")")
        let mended = Loading.load("steps:\n  - \(step.replacing("$(", with: "$$("))")
        #expect(mended.workflow != nil && mended.diagnostics.filter { $0.code.hasPrefix("expression.") }.isEmpty)
    }

    @Test func `the advice is given once in an argument`() {
        let result = Loading.load("steps:\n  - exec: [sh, -c, '$(ls -l)']")
        #expect(result.diagnostics.filter { $0.help?.text.contains(Self.shell) == true }.count == 1)
    }

    @Test func `a text that is sent gets no such advice`() {
        let result = Loading.load("steps:\n  - post: /\n    text: $(date)")
        #expect(result.diagnostics.map { $0.help?.text.contains("$$(") } == [false])
    }
}
