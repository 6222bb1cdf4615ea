import Testing

/// `$(name)` inside the quotes of an expression, which is literal text there.
@Suite struct TemplatesInLiteralsTests {
    private static func load(_ step: String) -> Loading.Result {
        Loading.load("vars: { token: abc, id: 7 }\nsteps:\n  - \(step)")
    }

    @Test(arguments: [
        (#"'token != "$(token)"'"#, "token", "write `token` without quotes"),
        (#"'$(token != "$(token)")'"#, "token", "write `token` without quotes"),
        (#"'token == r"$(vars.token)"'"#, "vars.token", "write `vars.token` without quotes"),
        (#"'response.body.contains("a-$(id + 1)")'"#, "id + 1", #"join the parts: `"…" + string(id + 1)`"#),
    ])
    func `in a condition it is an error with what to write`(_ condition: String, _ inner: String, _ help: String) throws
    {
        let result = Self.load("get: /\n    expect: { that: [\(condition)] }")
        let found = try #require(result.diagnostics.first)
        #expect(result.diagnostics.count == 1, "\(result.diagnostics.map(\.message))")
        #expect(found.severity == .error && found.code == "expression.template-in-literal")
        #expect(found.message == "`$(\(inner))` in the quotes of an expression is literal text")
        #expect(found.help == #"\#(help); where these characters are meant, write `"$" + "(\#(inner))"`"#)
        #expect(found.range?.text == "$(\(inner))")
    }

    @Test(arguments: [
        #"get: /\#n    if: 'token != "$(token)"'"#,
        #"get: /\#n    expect: { that: ['true ? token != "$(id)" : true'] }"#,
        #"post: /\#n    json: { a: '$(id == 7 ? "$(token)" : "")' }"#,
        #"get: '/$("$(id)")'"#, #"set: { x: '$("$(token)")' }"#,
        #"get: /\#n    until: 'token != "$(token)"'"#,
    ])
    func `wherever an expression stands it is an error`(_ step: String) {
        let codes = Self.load(step).diagnostics.map(\.code)
        #expect(codes == ["expression.template-in-literal"])
    }

    @Test(arguments: [
        #"'token != "$(other)"'"#, #"'token != "$" + "(token)"'"#, #"'token != "$()"'"#, #"'token != "$("'"#,
        #"'token != "(token)"'"#, #"'token.matches("^$(a|b)")'"#,
        #"'token.matches(r"^\$(id)$")'"#, #"'token.matches("^\\$(id)$")'"#, #"'token == "costs $(5)"'"#,
    ])
    func `characters that would have no value are meant`(_ condition: String) {
        #expect(Self.load("get: /\n    expect: { that: [\(condition)] }").diagnostics.map(\.message) == [])
    }
}
