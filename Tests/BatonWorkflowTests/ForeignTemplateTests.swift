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
        ("get: /\n    auth: { bearer: \"{{unknown}}\" }", "{{unknown}}"),
        ("get: /\n    auth: { api_key: { header: X-Key, value: \"{{unknown}}\" } }", "{{unknown}}"),
        ("get: /\n    auth: { basic: { username: u, password: \"{{unknown}}\" } }", "{{unknown}}"),
        ("get: /\n    query: { \"{{unknown}}\": 1 }", "{{unknown}}"),
        ("get: /\n    query: { \"{{token}}\": 1 }", "{{token}}"),
        ("post: /\n    json: { a: \"{{inputs.x}}\" }", "{{inputs.x}}"),
        ("post: /\n    json: { a: \"{{env.x}}\" }", "{{env.x}}"),
        ("post: /\n    json: { a: \"{{response.status}}\" }", "{{response.status}}"),
        ("post: /\n    json: { a: \"{{steps.a.b}}\" }", "{{steps.a.b}}"),
        ("post: /\n    json: { a: \"{{process.env.HOME}}\" }", "{{process.env.HOME}}"),
        ("post: /\n    json: { a: \"{{vars.zzz}}\" }", "{{vars.zzz}}"),
        ("post: /\n    json: { a: \"{{token.value}}\" }", "{{token.value}}"),
        ("post: /\n    json: { a: \"{{{token}}}\" }", "{{{token}}}"),
        ("post: /\n    json: { a: \"${token}\" }", "${token}"),
        ("post: /\n    json: { a: \"${{ token }}\" }", "${{ token }}"),
        ("get: \"/items/${unknown}\"", "${unknown}"),
        ("post: /\n    text: say \"{{token}}\"", "{{token}}"),
    ])
    func `a template of another tool gets one warning at its place`(_ step: String, _ written: String) {
        let result = Self.load(step)
        let name = written.filter { !"{} $".contains($0) }
        #expect(result.workflow != nil)
        #expect(result.diagnostics.map(\.severity) == [.warning], "\(result.diagnostics.map(\.message))")
        #expect(result.diagnostics.map(\.code) == ["expression.foreign-template"])
        #expect(result.diagnostics.map(\.message) == ["`\(written)` is literal text; Baton writes `$(\(name))`"])
        #expect(
            result.diagnostics.map(\.help)
                == ["write `$(\(name))`; where the text is meant, write `\(Self.meant(written, step))`"])
        #expect(result.diagnostics.first?.range?.text == written)
    }

    /// The text as its place needs it: in double quotes with escapes.
    private static func meant(_ written: String, _ step: String) -> String {
        step.contains("say") ? "$(\"\(written)\")" : "$(\\\"\(written)\\\")"
    }

    @Test(arguments: ["{{token | upper}}", "{{ token|default:'x' }}"])
    func `a filter leads to the value`(_ written: String) {
        let result = Self.load("post: /\n    text: \"\(written)\"")
        #expect(result.diagnostics.map(\.message) == ["`\(written)` is literal text; Baton writes `$(token)`"])
    }

    @Test(arguments: ["'X'", "|\n      X", ">\n      X", "\"X\""])
    func `what is shown as meant loads without a warning`(_ value: String) throws {
        let written = "{{token}}"
        let step = "post: /\n    text: \(value)"
        let found = try #require(Self.load(step.replacing("X", with: written)).diagnostics.first)
        let meant = try #require(found.help?.split(separator: "`").last)
        let result = Self.load(step.replacing("X", with: String(meant)))
        #expect(result.workflow != nil && result.diagnostics.map(\.message) == [])
    }

    /// Texts for a server that has templates of its own.
    @Test(arguments: [
        "{{mustache}}", "Dear {{first_name}},", "${first_name}", "{{user.name}}", "{{name | upper}}", "{{#token}}",
        "{{token}", "{token}", "${token", "$token",
        "{{}}", "{{ }}", "{{1token}}", "{{to ken}}", "{{{{token}}}}", "{{",
    ])
    func `a body that may be meant gets none`(_ text: String) {
        let result = Self.load("post: /\n    json: { a: \"\(text)\" }\n  - post: /\n    text: '\(text)'")
        #expect(result.diagnostics.map(\.message) == [])
    }

    @Test(arguments: [
        #"get: '/$("{{id}}")'"#, #"get: /\#n    headers: { X-A: '$("{{token}}")' }"#,
        #"post: /\#n    text: 'a $("{{token}}") b'"#, #"post: /\#n    text: $("{{token}}")"#,
        #"post: /\#n    text: $("a ${token} b") c"#,
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
                "write `$(\(value.here))` or another function; where the text is meant, write `\(Self.meant(written, step))`"
            ])
    }
}
