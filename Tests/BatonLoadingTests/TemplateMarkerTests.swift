import Testing

/// `{{name}}` and its like, by which other tools write what `$(name)` is here.
@Suite struct TemplateMarkerTests {
    private static func load(_ step: String) -> Loading.Result {
        Loading.load("vars: { token: abc, id: 7 }\nsteps:\n  - \(step)")
    }

    @Test(arguments: [
        "{{id}}", "{{ other }}", "{{vars.token}}", "{{token | upper}}", "{{$guid}}", "${token}", "${{ vars.token }}",
        "${HOME:-none}",
    ])
    func `a value of another tool is an error, with quotes and without`(_ written: String) {
        for place in [
            "get: /items/X", "get: /\n    query: { q: X }", "get: /\n    headers: { A: b X }",
            "post: /\n    json: { a: [X] }", "post: /\n    text: X", "get: /\n    auth: { bearer: X }",
            "get: /\n    expect: { $.a: { ne: X } }", "set: { a: X }",
        ] {
            for quote in ["\"", "'"] {
                let quoted = place.replacing(#/(b )?(\/items\/)?X/#) {
                    "\(quote)\($0.1 ?? "")\($0.2 ?? "")\(written)\(quote)"
                }
                let found = Self.load(quoted).diagnostics
                #expect(found.map(\.message) == ["`\(written)` is a template of another tool"], "\(quoted)")
                #expect(found.first?.severity == .error && found.first?.code == "yaml.foreign-template")
                #expect(found.first?.help?.text.hasPrefix("a value is written `$(name)` here") == true)
                #expect(found.first?.range?.text == written)
            }
            let plain = Self.load(place.replacing("X", with: written)).diagnostics
            #expect(plain.contains { $0.code == "yaml.foreign-template" && $0.severity == .error }, "\(place)")
        }
    }

    @Test(arguments: ["'X'", "|\n      X", "\"X\""])
    func `what is shown as the text itself loads`(_ value: String) throws {
        let step = "post: /\n    text: \(value)"
        let found = try #require(Self.load(step.replacing("X", with: "{{token}}")).diagnostics.first)
        let meant = try #require(found.help?.text.split(separator: "`").last)
        #expect(Self.load(step.replacing("X", with: String(meant))).diagnostics.map(\.message) == [])
    }

    @Test func `a name in single braces is one in the path of a URL`() {
        let found = Self.load("get: /users/{id}").diagnostics
        #expect(found.map(\.message) == ["`{id}` is a template of another tool"])
    }

    @Test(arguments: [
        "exec: [sh, -c, \"echo ${HOME} {{id}}\"]", "post: /\n    text: '{ id }'", "post: /\n    text: '{{#if x}}'",
        "post: /\n    graphql: { query: 'query($id: ID!) { user(id: $id) { id } }' }",
        "get: /graphql?query={items{id}}",
        "get: /\n    expect: { $.a: { matches: '^x{2}$' } }", "post: /\n    text: 'costs $5, {id}'",
    ])
    func `other braces are text`(_ step: String) {
        #expect(Self.load(step).diagnostics.map(\.message) == [])
    }

    @Test(arguments: [
        #"get: /\#n    expect: { that: ['token != "$(token)"'] }"#, #"get: /\#n    if: 'token != "$(token)"'"#,
        #"get: /\#n    expect: { that: ['response.body.contains("a-$(id + 1)")'] }"#,
        #"get: /\#n    expect: { that: ['token != "$$(token)"'] }"#, #"get: /\#n    until: 'token != "{{token}}"'"#,
        #"get: /\#n    expect: { that: ['token != "${other}"'] }"#, #"set: { z: '$(token == "{{token}}")' }"#,
        #"post: /\#n    json: { a: '$(id == 7 ? "$(token)" : "")' }"#, #"set: { x: '$("$(token)")' }"#,
    ])
    func `in the quotes of an expression it is an error`(_ step: String) throws {
        let found = Self.load(step).diagnostics
        #expect(found.map(\.code) == ["expression.template-in-literal"], "\(found.map(\.message))")
        #expect(found.first?.severity == .error)
    }

    @Test(arguments: [
        #"'token != "{" + "{token}}"'"#, #"'token.matches("a{2}")'"#, #"'token == "costs $(in total)"'"#,
        #"'token != "$()"'"#, #"'token.matches("^$(a|b)")'"#, #"'token.matches(r"^\$(id)$")'"#,
        #"'token == "costs $(5)"'"#,
    ])
    func `characters that would be no value are meant`(_ condition: String) {
        #expect(Self.load("get: /\n    expect: { that: [\(condition)] }").diagnostics.map(\.message) == [])
    }

    @Test func `in a path it is an error, in an XPath too`() {
        let path = Self.load("get: /\n    expect:\n      $.items[?@.sku == '{{token}}']: { length: 0 }")
        #expect(path.diagnostics.map(\.code) == ["yaml.foreign-template"])
        let xpath = Self.load("get: /\n    expect: { xpath: { \"//a[@id='{{token}}']\": b } }")
        #expect(xpath.diagnostics.first?.message.text.hasPrefix("an XPath is written out here") == true)
    }

    @Test(arguments: ["ne: $.tag", "ne: '$.b[0].c'", "not_in: [ '$[?@.b]' ]"])
    func `a JSONPath as a value gets a warning`(_ check: String) {
        let found = Self.load("get: /\n    expect: { $.a: { \(check) } }").diagnostics
        #expect(found.map(\.code) == ["workflow.misleading-text"])
        #expect(found.first?.help?.text.hasPrefix("a value of the response is written `$(response.json.name)`") == true)
    }
}
