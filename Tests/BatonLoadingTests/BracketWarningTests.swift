import Testing

/// A bracket behind `$(…)` that nothing opens.
@Suite struct BracketWarningTests {
    @Test(arguments: ["get: /$(sha256(\"a\")))", "post: /\n    json: { x: \"$(1)) b\" }"])
    func `a bracket too many gets a warning`(_ step: String) {
        let result = Loading.load("steps:\n  - \(step)")
        #expect(result.workflow != nil)
        #expect(result.diagnostics.map(\.severity) == [.warning])
        #expect(result.diagnostics.map(\.message) == ["this `)` behind `$(…)` is text, and nothing opens it"])
        #expect(result.diagnostics.map(\.help) == ["take it out; where it is meant, write `$(\")\")`"])
        #expect(result.diagnostics.first?.range?.text == ")")
    }

    @Test(arguments: ["f($(1))", "a ) $(1)", "$(1) )", "(a, $(1)) b", "$(1)$(\")\")"])
    func `a bracket that may be meant gets none`(_ text: String) {
        #expect(Loading.load("steps:\n  - post: /\n    text: '\(text)'").diagnostics.map(\.message) == [])
    }
}
