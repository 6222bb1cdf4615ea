import Testing

/// `{{name}}`, by which other tools write what `$(name)` is here.
@Suite struct ForeignTemplateTests {
    private static func load(_ step: String) -> Loading.Result {
        Loading.load("vars: { token: abc, id: 7 }\nsteps:\n  - \(step)")
    }

    @Test(arguments: [
        ("get: \"/items/{{id}}\"", "{{id}}"), ("get: \"/items/{{ other }}\"", "{{ other }}"),
        ("get: \"/$(id)/{{other}}\"", "{{other}}"), ("get: /\n    query: { q: \"{{other}}\" }", "{{other}}"),
        ("get: /\n    query: { q: [a, \"{{other}}\"] }", "{{other}}"),
        ("get: /\n    headers: { X-Token: \"a {{token}}\" }", "{{token}}"),
        ("get: /\n    headers: { X-Token: \"a {{unknown}}\" }", "{{unknown}}"),
        ("get: /\n    headers: { X-Token: \"$(id) {{unknown}}\" }", "{{unknown}}"),
        ("post: /\n    json: { a: [ \"{{token}}\" ] }", "{{token}}"),
        ("post: /\n    text: \"$(id){{token}}\"", "{{token}}"),
        ("post: /\n    form: { a: \"{{unknown}}\" }", "{{unknown}}"),
        ("get: /\n    auth: { bearer: \"{{token}}\" }", "{{token}}"),
        ("post: /\n    json: { a: \"{{vars.token}}\" }", "{{vars.token}}"),
        ("get: \"/items/{{item.id}}\"", "{{item.id}}"),
    ])
    func `a template of another tool gets one warning at its place`(_ step: String, _ written: String) {
        let result = Self.load(step)
        let name = written.filter { !"{} ".contains($0) }
        #expect(result.workflow != nil)
        #expect(result.diagnostics.map(\.severity) == [.warning], "\(result.diagnostics.map(\.message))")
        #expect(result.diagnostics.map(\.code) == ["expression.foreign-template"])
        #expect(result.diagnostics.map(\.message) == ["`\(written)` is literal text; Baton writes `$(\(name))`"])
        #expect(
            result.diagnostics.map(\.help)
                == ["write `$(\(name))`; where the text is meant, write `'$(\"\(written)\")'`"])
        #expect(result.diagnostics.first?.range?.text == written)
    }

    /// Texts for a server that has templates of its own.
    @Test(arguments: [
        "{{mustache}}", "Dear {{first_name}},", "{{{token}}}", "{{token.value}}", "{{#token}}", "{{token}", "{token}",
        "{{}}", "{{ }}", "{{1token}}", "{{to ken}}", "{{{{token}}}}", "{{",
    ])
    func `a body that may be meant gets none`(_ text: String) {
        let result = Self.load("post: /\n    json: { a: \"\(text)\" }\n  - post: /\n    text: '\(text)'")
        #expect(result.diagnostics.map(\.message) == [])
    }

    @Test(arguments: [
        #"get: '/$("{{id}}")'"#, #"get: /\#n    headers: { X-A: '$("{{token}}")' }"#,
        #"post: /\#n    text: 'a $("{{token}}") b'"#,
    ])
    func `what is written as an expression is meant`(_ step: String) {
        #expect(Self.load(step).diagnostics.map(\.message) == [])
    }

    @Test(arguments: ["http://{{host}}/x", "{{token}}/x"])
    func `a URL that is none gets one message, with what to write`(_ url: String) {
        let result = Self.load("get: \"\(url)\"")
        #expect(result.diagnostics.map(\.code) == ["request.invalid-url"])
        #expect(result.diagnostics.map(\.help) == ["a value stands in `$(…)` here: `$(name)`"])
    }

    @Test(
        arguments: ["post: /\n    json: { a: \"X\" }", "get: \"/X\"", "get: /\n    query: { q: \"X\" }"],
        [
            ("$guid", "uuid()"), ("$timestamp", "int(now())"), ("$randomInt", "random_int(0, 1000)"),
            ("$randomCity", "uuid()"),
        ])
    func `a value that another tool would make leads to functions`(
        _ step: String, _ value: (name: String, here: String)
    ) {
        let written = "{{\(value.name)}}"
        let result = Self.load(step.replacing("X", with: written))
        #expect(result.diagnostics.map(\.severity) == [.warning], "\(result.diagnostics.map(\.message))")
        #expect(
            result.diagnostics.map(\.message) == ["`\(written)` is literal text; functions make such values here"])
        #expect(
            result.diagnostics.map(\.help) == [
                "write `$(\(value.here))` or another function; where the text is meant, write `'$(\"\(written)\")'`"
            ])
    }

    @Test(arguments: [
        ("'token != \"{{token}}\"'", "write `token` without quotes"),
        ("'token != \"{{vars.token}}\"'", "write `vars.token` without quotes"),
        ("'token != \"a {{token}}\"'", "join the parts: `\"…\" + string(token)`"),
    ])
    func `in the quotes of a condition it gets advice for conditions`(_ condition: String, _ help: String) throws {
        let result = Self.load("get: /\n    expect: { that: [\(condition)] }")
        let found = try #require(result.diagnostics.first)
        #expect(result.diagnostics.count == 1 && found.severity == .warning)
        #expect(found.code == "expression.foreign-template")
        #expect(
            found.message.hasSuffix(
                " is literal text; expressions write `\(condition.contains("vars.") ? "vars.token" : "token")`"))
        let name = condition.contains("vars.") ? "vars.token" : "token"
        #expect(
            found.help == "\(help); where the text is meant, write `\"{\" + \"{\(name)}}\"`")
        #expect(found.range?.text == "{{\(name)}}")
    }

    @Test(arguments: ["token != \"{{other}}\"", "token != \"{\" + \"{token}}\"", "token.matches(\"a{2}\")"])
    func `a condition with other texts gets none`(_ condition: String) {
        #expect(Self.load("get: /\n    expect: { that: ['\(condition)'] }").diagnostics.map(\.message) == [])
    }
}
