import BatonDiagnostics
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

/// Keys whose text stands as it is.
@Suite struct PlainTextTests {
    @Test(arguments: [
        ("name: ⟦Read $(run.id)⟧\nsteps: [ get: /x ]", "name"),
        ("steps:\n  - get: /x\n    name: ⟦\"$(run.id)\"⟧", "name"),
        ("description: ⟦of $(run.id)⟧\nsteps: [ get: /x ]", "description"),
    ])
    func `an expression in it gets a warning`(_ file: String, _ key: String) {
        let (text, range) = Loading.marked(file)
        let result = Loading.load(text)
        #expect(result.workflow != nil)
        #expect(result.diagnostics.map(\.severity) == [.warning])
        #expect(result.diagnostics.map(\.message) == ["`\(key)` is plain text: `$(…)` stays in it as written"])
        #expect(result.diagnostics.first?.range.map { $0.lower..<$0.upper } == range)
    }

    @Test(arguments: ["What $(…) means", "costs $5", "ends in $("])
    func `a dollar sign gets none`(_ name: String) {
        #expect(Loading.load("name: \(name)\nsteps: [ get: /x ]").diagnostics.map(\.message) == [])
    }
}
