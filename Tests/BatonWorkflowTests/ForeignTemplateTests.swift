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

    @Test(arguments: ["{{mustache}}", "Dear {{first_name}},", "${first_name}", "{{user.name}}", "{{name | upper}}"])
    func `a body with a template of a name that is unknown is told too`(_ text: String) {
        let result = Self.load("post: /\n    json: { a: \"\(text)\" }\n  - post: /\n    text: '\(text)'")
        #expect(result.diagnostics.map(\.severity) == [.warning, .warning])
        #expect(result.diagnostics.map(\.code) == Array(repeating: "expression.foreign-template", count: 2))
    }

    @Test(arguments: [
        ("exec: [sh, -c, \"X\"]", "${HOME}", nil), ("exec: [sh, -c, \"X\"]", "${other}", nil),
        ("exec: [docker, ps, \"X\"]", "{{other}}", nil), ("exec: [sh, -c, \"X\"]", "${id}", "id"),
        ("exec: [sh, -c, \"X\"]", "{{$guid}}", "uuid()"),
    ])
    func `an argument of a program is told only of names that are known here`(
        _ step: String, _ written: String, _ name: String?
    ) {
        let result = Self.load(step.replacing("X", with: written))
        #expect(result.diagnostics.map(\.help?.first) == (name == nil ? [] : ["w"]))
        #expect(result.diagnostics.allSatisfy { $0.help?.hasPrefix("write `$(\(name ?? "none"))`") == true })
    }

    @Test(arguments: [
        ("{{base_url}}", "env.base_url"), ("{{baseUrl}}", "env.base_url"), ("${HOME}", "process.env.HOME"),
        ("${{ env.HOME }}", "process.env.HOME"), ("${{ steps.login.outputs.token }}", "steps.login.token"),
        ("{{needs.login.outputs.token}}", "needs.login.token"), ("${{ env.base_url }}", "env.base_url"),
        ("${HOME:-none}", "process.env.HOME"), ("{{token | upper}}", "token"),
    ])
    func `a name of another tool leads to the name here, with quotes and without`(_ written: String, _ name: String) {
        let quoted = Self.load("post: /\n    text: \"a \(written)\"")
        #expect(quoted.diagnostics.map { $0.help?.hasPrefix("write `$(\(name))`;") } == [true], "\(quoted.diagnostics)")
        let plain = Self.load("post: /\n    text: a \(written)")
        #expect(plain.diagnostics.map { $0.correction?.lines.last?.text } == ["    text: a $(\(name))"])
    }

    @Test func `a variable of the name goes before what the name means in other tools`() {
        let result = Loading.load("vars: { base_url: x }\nsteps:\n  - post: /\n    text: \"{{base_url}}\"")
        #expect(result.diagnostics.map { $0.help?.hasPrefix("write `$(base_url)`;") } == [true])
    }

    @Test(arguments: ["get: /users/X", "get: \"/users/X\"", "get: /users?q=X"])
    func `a name in single braces is told in a URL`(_ step: String) {
        for name in ["id", "other"] {
            let result = Self.load(step.replacing("X", with: "{\(name)}"))
            #expect(result.diagnostics.map(\.message) == ["`{\(name)}` is literal text; Baton writes `$(\(name))`"])
        }
        #expect(Self.load(step.replacing("X", with: "{{id}}")).diagnostics.count == 1)
    }

    @Test(arguments: [
        ("get: /\n    headers: { A-B: \"a X\" }", "{id}"), ("get: /\n    query: { a: \"X\" }", "$id"),
        ("post: /\n    json: { a: [ \"X\" ] }", "{token}"), ("post: /\n    text: a X b", "$token"),
        ("get: /\n    expect: { $.a: { ne: \"X\" } }", "{id}"), ("log: \"X\"", "{id}"),
        ("get: /a/X.json", "$id"), ("get: /a/X/b", ":id"), ("get: \"/a/X\"", ":id"),
    ])
    func `a name with one sign is told where there is a variable of that name`(_ step: String, _ written: String) {
        let name = written.filter { !"{}$:".contains($0) }
        let result = Self.load(step.replacing("X", with: written))
        #expect(result.diagnostics.map(\.message) == ["`\(written)` is literal text; Baton writes `$(\(name))`"])
        let unknown = Self.load(step.replacing("X", with: written.replacing(name, with: "zzz")))
        #expect(unknown.diagnostics.map(\.message) == [])
    }

    @Test(arguments: [
        "post: /\n    graphql: { query: 'query($id: ID!) { user(id: $id) { id token } }' }",
        "post: /\n    json: { query: 'query($id: ID!) {user(id: $id) {id}}' }", "post: /\n    text: '{ id }'",
        "post: /\n    text: 'a{id:b}'", "post: /\n    text: '\\frac{id}{token}'", "set: { a: '^x{id}$ ^{id}' }",
        "get: /items?$expand=sub($id=name)", "get: /items?$id=5&$token=x", "get: /\n    query: { $id: 5 }",
    ])
    func `GraphQL and OData have such signs of their own`(_ step: String) {
        #expect(Self.load(step).diagnostics.map(\.message) == [])
    }

    @Test(arguments: ["exec: [sh, -c, 'echo $id {id}']", "get: /\n    expect: { $.a: { matches: '^x$id{id}' } }"])
    func `a shell and a regular expression have such signs of their own`(_ step: String) {
        #expect(Self.load(step).diagnostics.map(\.message) == [])
    }

    private static let path = "workflow.path-like-expression"

    @Test(arguments: [
        ("get: /\n    expect: { $.a: { ne: $.tag } }", "response.json.tag"),
        ("get: /\n    expect: { $.a: { ne: response.json.x } }", "response.json.x"),
        ("get: /\n    expect: { $.a: '$.b[0].c' }", "response.json.b[0].c"),
        ("get: /\n    expect: { $.a: { not_in: [ '$[?@.b]' ] } }", "jsonpath(response.json, '$[?@.b]')"),
        ("set: { a: response.json.a }", "response.json.a"),
        ("set: { a: 'current.res.body[0].id' }", "response.json[0].id"),
        ("set: { a: res.body.id }", "response.json.id"), ("set: { a: steps.login.token }", "steps.login.token"),
        ("set: { a: process.env.HOME }", "process.env.HOME"), ("set: { a: response.status }", "response.status"),
    ])
    func `a text that reads like the place of a value is told`(_ step: String, _ expression: String) {
        let result = Self.load(step)
        #expect(result.diagnostics.map(\.code) == [Self.path], "\(result.diagnostics.map(\.message))")
        #expect(result.diagnostics.map { $0.help?.hasPrefix("write `$(\(expression))` for the value") } == [true])
        #expect(result.diagnostics.map(\.severity) == [.warning])
    }

    @Test(arguments: ["response.json", "$5.00", "steps.yaml", "json.dumps", "a $.b", "$.", "response", "1.2.3"])
    func `other texts with dots are texts`(_ text: String) {
        let result = Self.load("set: { a: '\(text)' }\n  - get: /\n    expect: { $.a: { ne: '\(text)' } }")
        #expect(result.diagnostics.map(\.message) == [])
    }

    @Test func `a template that is a whole condition is corrected, a part of one is told`() {
        let whole = Self.load("get: /\n    if: ${{ id > 5 }}").diagnostics
        #expect(whole.map { $0.correction?.lines.last?.text } == ["    if: $(id > 5)"])
        let part = Self.load("get: /\n    if: ${{ id }} > 5").diagnostics
        #expect(part.map(\.message) == ["`${{ id }}` stands inside a condition"])
        #expect(part.map(\.correction?.lines.count) == [nil])
    }

    /// Texts that are no template of a name.
    @Test(arguments: [
        "{{#token}}",
        "{{token}", "{other}", "${token", "$other", "$5.00", ":token", "$$token",
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

    private static let before = "the base URL of the environment stands before it"

    @Test(arguments: [
        ("http://{{host}}/x", "a value stands in `$(…)` here: `$(host)`"),
        ("{{token}}/x", "a value stands in `$(…)` here: `$(token)`"),
        ("${{ steps.a.outputs.b }}", "a value stands in `$(…)` here: `$(steps.a.b)`"),
        ("{{base_url}}/x", "write `/x`: \(before)"), ("{{host}}/x?a=b", "write `/x?a=b`: \(before)"),
        ("${base_url}", "write `/`: \(before)"), ("{host}/x", "write `/x`: \(before)"),
        ("{{host}}:80/x", "a value stands in `$(…)` here: `$(host)`"),
    ])
    func `a URL that is none gets one message, with what to write`(_ url: String, _ help: String) {
        let result = Self.load("get: \"\(url)\"")
        #expect(result.diagnostics.map(\.code) == ["request.invalid-url"])
        #expect(result.diagnostics.map(\.help) == [help])
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
