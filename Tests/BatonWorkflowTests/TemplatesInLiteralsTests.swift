import Testing

/// `$(name)` and its like inside the quotes of an expression, which are literal text there.
@Suite struct TemplatesInLiteralsTests {
    private static func load(_ step: String) -> Loading.Result {
        Loading.load("vars: { token: abc, id: 7 }\nsteps:\n  - \(step)")
    }

    @Test(arguments: [
        (#"'token != "$(token)"'"#, "token", "write `token` without quotes"),
        (#"'$(token != "$(token)")'"#, "token", "write `token` without quotes"),
        (#"'token == r"$(vars.token)"'"#, "vars.token", "write `vars.token` without quotes"),
        (#"'token != "$(unknown)"'"#, "unknown", "write `unknown` without quotes"),
        (
            #"'response.body.contains("a-$(id + 1)")'"#, "id + 1",
            #"join the parts: `"a-" + string(id + 1)`"#
        ),
        (#"'token != "$(id) b"'"#, "id", #"join the parts: `string(id) + " b"`"#),
        (#"'token != r"\d$(id)b"'"#, "id", #"join the parts: `"…" + string(id) + "b"`"#),
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
        ("token != \"$$(token)\"", "$$(token)", "token", "\"$$\" + \"(token)\""),
        ("token != \"{{token}}\"", "{{token}}", "token", "\"{\" + \"{token}}\""),
        ("$(token != \"{{token}}\")", "{{token}}", "token", "\"{\" + \"{token}}\""),
        ("token != \"{{vars.other}}\"", "{{vars.other}}", "vars.other", "\"{\" + \"{vars.other}}\""),
        ("token != \"{{inputs.name}}\"", "{{inputs.name}}", "inputs.name", "\"{\" + \"{inputs.name}}\""),
        ("token != \"{{{token}}}\"", "{{{token}}}", "token", "\"{{\" + \"{token}}}\""),
        ("token != \"${token}\"", "${token}", "token", "\"$\" + \"{token}\""),
        ("token != \"{{$guid}}\"", "{{$guid}}", "uuid()", "\"{{\" + \"$guid}}\""),
    ])
    func `other ways to write a value are an error too, however YAML quotes the condition`(
        _ condition: String, _ written: String, _ expression: String, _ meant: String
    ) throws {
        for that in ["['\(condition)']", "\n        - \(condition)", "|\n        \(condition)"] {
            let result = Self.load("get: /\n    expect:\n      that: \(that)")
            let found = try #require(result.diagnostics.first)
            #expect(result.diagnostics.count == 1, "\(result.diagnostics.map(\.message))")
            #expect(found.severity == .error && found.code == "expression.template-in-literal")
            #expect(found.message == "`\(written)` in the quotes of an expression is literal text")
            #expect(
                found.help
                    == "write `\(expression)` without quotes; where these characters are meant, write `\(meant)`")
            #expect(found.range?.text == written)
        }
        let shown = condition.replacing("\"\(written)\"", with: meant)
        #expect(Self.load("get: /\n    expect: { that: ['\(shown)'] }").diagnostics.map(\.message) == [])
    }

    @Test func `in double quotes of YAML the advice has its escapes`() throws {
        let condition = #""token != \"{{token}}\"""#
        let result = Loading.load("vars: { token: a }\nsteps:\n  - get: /\n    expect: { that: [\(condition)] }")
        let help = try #require(result.diagnostics.first?.help)
        #expect(help.hasSuffix(#"write `\"{\" + \"{token}}\"`"#), "\(help)")
        let meant = condition.replacing(#"\"{{token}}\""#, with: #"\"{\" + \"{token}}\""#)
        #expect(Self.load("get: /\n    expect: { that: [\(meant)] }").diagnostics.map(\.message) == [])
    }

    @Test func `a text with a method gets brackets`() {
        let result = Self.load("get: /\n    expect: { that: ['\"{{token}}\".size() == id'] }")
        #expect(result.diagnostics.last?.help?.hasSuffix(#"write `("{" + "{token}}")`"#) == true)
        let meant = Self.load("get: /\n    expect: { that: ['(\"{\" + \"{token}}\").size() == id'] }")
        #expect(!meant.diagnostics.map(\.code).contains("expression.template-in-literal"))
    }

    @Test(arguments: [
        #"set: { z: '$(token == "{{token}}")' }"#, #"set: { z: '$("{{token}}" + "")' }"#,
        #"post: /\#n    text: $(token == "${token}")"#, #"get: /\#n    expect: { that: 'token != "${token:-5}"' }"#,
        #"get: /\#n    expect: { that: 'token != "{{token[0]}}"' }"#,
    ])
    func `in a part of a value it is an error too`(_ step: String) {
        #expect(Self.load(step).diagnostics.map(\.code) == ["expression.template-in-literal"])
    }

    @Test(arguments: ["'{{token}}'", "'${token}'"])
    func `in the filter of a JSONPath it is an error`(_ quoted: String) throws {
        let step = "get: /\n    expect:\n      $.items[?@.sku == \(quoted)]: { length: 0 }"
        let found = try #require(Self.load(step).diagnostics.first)
        #expect(found.code == "workflow.invalid-path" && found.severity == .error)
        #expect(
            found.help == "write `$(token)` without quotes around it: the value enters as a literal that is escaped")
        let mended = Self.load(step.replacing(quoted, with: "$(token)"))
        #expect(mended.workflow != nil && mended.diagnostics.map(\.message) == [])
    }

    @Test func `in an XPath it leads to a computed one`() {
        let step = "get: /\n    expect: { xpath: { \"//a[@id='{{token}}']\": b } }"
        #expect(Self.load(step).diagnostics.map(\.code) == ["workflow.computed-xpath"])
    }

    @Test(arguments: ["{{other}}", "{{user.name}}", "${other}", "{{other | upper}}"])
    func `a template of another tool that names nothing known is a warning in a condition`(_ written: String) {
        let result = Self.load("get: /\n    expect: { that: ['token != \"\(written)\"'] }")
        #expect(result.workflow != nil)
        #expect(result.diagnostics.map(\.severity) == [.warning])
        #expect(result.diagnostics.map(\.code) == ["expression.template-in-literal"])
        #expect(
            result.diagnostics.map(\.message)
                == ["`\(written)` in the quotes of an expression is literal text"])
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
        #"'token != "{" + "{token}}"'"#, #"'token.matches("a{2}")'"#, #"'token == "costs $(in total)"'"#,
        #"'token != "$" + "(token)"'"#, #"'token != "$()"'"#, #"'token != "$("'"#,
        #"'token != "(token)"'"#, #"'token.matches("^$(a|b)")'"#,
        #"'token.matches(r"^\$(id)$")'"#, #"'token.matches("^\\$(id)$")'"#, #"'token == "costs $(5)"'"#,
    ])
    func `characters that would be no value are meant`(_ condition: String) {
        #expect(Self.load("get: /\n    expect: { that: [\(condition)] }").diagnostics.map(\.message) == [])
    }
}
