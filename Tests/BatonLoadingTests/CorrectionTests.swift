import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLoading

/// A corrected line that is shown must load once it is put in the file's place.
@Suite struct CorrectionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var file: String
        var code: String
        /// The corrected lines, as shown.
        var lines: [String]

        init(_ file: String, _ code: String, _ lines: String...) {
            self.file = file
            self.code = code
            self.lines = lines
        }

        var testDescription: String { file }
    }

    private static let template = "yaml.unquoted-text"
    private static let text = "yaml.unquoted-text"
    private static let vars = "vars: { x: 1, a: [1], b: text }\nsteps:\n"

    static let quoting = [
        Case("  - set: { y: $(math.greatest(x, 2)) }", template, #"  - set: { y: "$(math.greatest(x, 2))" }"#),
        Case("  - set: { y: $(x == 1 ? a : b) }", template, #"  - set: { y: "$(x == 1 ? a : b)" }"#),
        Case("  - set:\n      y: $(x == 1 ? a : b)", template, #"      y: "$(x == 1 ? a : b)""#),
        Case("  - set:\n      y: $(b + \" # 1\")", template, #"      y: '$(b + " # 1")'"#),
        Case("  - set: { y: $(b + \" # 1\") }", template, #"  - set: { y: '$(b + " # 1")' }"#),
        Case(
            "  - get: http://a/\n    expect: { $.items[0].id: 42 }", text, #"    expect: { "$.items[0].id": 42 }"#),
        Case(
            "  - get: http://a/\n    expect: { body: { matches: ^\\d{3}$ } }", text,
            #"    expect: { body: { matches: '^\d{3}$' } }"#),
        Case("  - that: !has(vars.x)", "yaml.unquoted-text", #"  - that: "!has(vars.x)""#),
        Case("  - that: \"text\" == b", text, #"  - that: '"text" == b'"#),
        Case("  - that: 'text' == \"text\"", text, #"  - that: "'text' == \"text\"""#),
        Case("  - that: [1,2].size() == 2", text, #"  - that: "[1,2].size() == 2""#),
        Case("  - that: {'x': 1}.x == 1", text, #"  - that: "{'x': 1}.x == 1""#),
        Case("  - get: http://a/\n    expect:\n      $.a: `x`", text, "      $.a: \"`x`\""),
        Case("  - get: http://a/\n    expect: { $.a: { eq: @home } }", text, #"    expect: { $.a: { eq: "@home" } }"#),
        Case("  - get: http://a/\n    expect:\n      $.a: % 2", text, #"      $.a: "% 2""#),
        Case("  - get: http://a/\n    expect:\n      $.a: | x", text, #"      $.a: "| x""#),
        Case("  - get: http://a/\n    expect:\n      $.a: & x", text, #"      $.a: "& x""#),
        Case("  - get: http://a/\n    expect:\n      $.a: *x == 3", text, #"      $.a: "*x == 3""#),
        Case(
            "  - get: http://a/\n    expect:\n      $.a:\n        in:\n          - *x == 3", text,
            #"          - "*x == 3""#),
        Case(
            "  - get: http://a/\n    expect: { body: { matches: \"^\\d+$\" } }", "yaml.quotes",
            #"    expect: { body: { matches: '^\d+$' } }"#),
    ]

    static let others = [
        Case("  - get:http://a/\n    name:x", "yaml.syntax", "  - get: http://a/", "    name: x"),
        Case("  - get: http://a/\n    expect:\n      status:200", "yaml.syntax", "      status: 200"),
        Case(
            "  - get:http://a/\n    name:& /items", "yaml.syntax", "  - get: http://a/",
            #"    name: "& /items""#),
        Case("  - get:http://a/\n    name:*a b", "yaml.syntax", "  - get: http://a/", #"    name: "*a b""#),
        Case("  - get:http://a/\n    name:!x", "yaml.syntax", "  - get: http://a/", #"    name: "!x""#),
        Case("  - get:http://a/\n    name:'x'", "yaml.syntax", "  - get: http://a/", "    name: 'x'"),
        Case("  - get: \"http://a/\n    name: x", "yaml.quotes", #"  - get: "http://a/""#),
        Case("  - get: http://a/\n    name: 'x\n    id: 'y'", "yaml.quotes", "    name: 'x'"),
        Case("\t- get: http://a/\n\t  name: x", "yaml.tab", "  - get: http://a/", "    name: x"),
        Case("\t- get: http://a/\n\t\tname: x", "yaml.tab", "  - get: http://a/", "    name: x"),
        Case("  - get: http://a\n  -get: http://b", "yaml.syntax", "  - get: http://b"),
        Case(
            "  - get: http://a/\n    expect: { $.a: [1, 2\n    name: x", "yaml.open-bracket",
            "    expect: { $.a: [1, 2] }"),
        Case("  - get: http://a/\n  expect:\n    status: 200", "yaml.indentation", "    expect:", "      status: 200"),
        Case(
            "  - get: http://a/\n     expect:\n       status: 200", "yaml.indentation", "    expect:",
            "      status: 200"),
    ]

    private static let shallowCode = "yaml.shallow-indentation"

    static let shallow = [
        Case("  - get: http://a/\n    expect:\n    status: 200", shallowCode, "      status: 200"),
        Case(
            "  - get: http://a/\n    expect:\n    headers: { a: b }\n    $.a: 1\n    id: y", shallowCode,
            "      headers: { a: b }", "      $.a: 1"),
        Case(
            "  - get: http://a/\n    headers: { a: b }\n    expect:\n    status: 200\n    headers: { a: b }\n    $.a: 1",
            shallowCode, "      status: 200", "      headers: { a: b }", "      $.a: 1"),
        Case(
            "  - get: http://a/\n    capture:\n    token: $.t\n    expect:\n      status: 200", shallowCode,
            "      token: $.t"),
        Case("  - get: http://a/\n    headers:\n    x-a: 1\n    id: y", shallowCode, "      x-a: 1"),
        Case(
            "  - post: http://a/\n    json:\n    name: Ada\n    list:\n      - 1\n\n      - 2", shallowCode,
            "      name: Ada", "      list:", "        - 1", "        - 2"),
        Case(
            "  - get: http://a/\n    expect:\n      headers:\n      x-a: 1\n      status: 200", shallowCode,
            "        x-a: 1"),
    ]

    @Test(arguments: quoting + others + shallow)
    func `what is shown as correct loads`(_ item: Case) throws {
        let file = SourceFile(path: "w.yaml", text: Self.vars + item.file + "\n")
        let diagnostics = Loading.load(Self.vars + item.file + "\n").diagnostics
        #expect(diagnostics.map(\.code) == [item.code], "\(diagnostics.map(\.message))")
        let correction = try #require(diagnostics.first?.correction)
        #expect(correction.lines.map(\.text) == item.lines)
        let ours = try #require(Correction(file, correction.edits))
        let corrected = String(decoding: Correction.applying([ours], to: file), as: UTF8.self)
        // A text that is no condition is the next mistake, not one of YAML.
        let rest = Loading.load(corrected).diagnostics.filter { !$0.code.hasPrefix("expression.") }
        #expect(rest.map(\.message) == [], "\(corrected)")
    }

    @Test(arguments: [
        ("      $.a:*x == 3", #"      $.a: "*x == 3""#),
        ("      $.a:[1, 2", "      $.a: [1, 2]"), ("      $.a:'x", "      $.a: 'x'"),
    ])
    func `of a line with two mistakes each correction mends both`(_ line: String, _ corrected: String) {
        let diagnostics = Loading.load(
            Self.vars + "  - get: http://a/\n    expect:\n\(line)\n      status: 200\n"
        ).diagnostics
        #expect(diagnostics.count == 2)
        #expect(diagnostics.map { $0.correction?.lines.map(\.text) } == [[corrected], [corrected]])
    }

    @Test func `a quote that is never closed is not shown with a space before it`() {
        let diagnostics = Loading.load(Self.vars + "  - get:'http://a/\n").diagnostics
        #expect(diagnostics.map(\.code) == ["yaml.syntax"])
        #expect(diagnostics.first?.correction == nil)
    }

    @Test func `two keys without contents are told one by one`() {
        let yaml = Self.vars + "  - get: http://a/\n    expect:\n    status: 200\n    capture:\n    token: $.t\n"
        let result = Loading.load(yaml + "  - get: http://a/$(token)\n")
        #expect(
            result.diagnostics.map(\.message) == [
                "`expect` is empty: what follows is not indented deeper than it is",
                "`capture` is empty: what follows is not indented deeper than it is",
            ])
    }

    @Test func `mistakes within a block that is not indented are told as well`() {
        let result = Loading.load(Self.vars + "  - get: http://a/\n    expect:\n    status: 20\n    $.a: { foo: 1 }\n")
        #expect(
            result.diagnostics.map(\.code) == [
                Self.shallowCode, "workflow.wrong-value", "workflow.unknown-operator",
            ])
    }

    @Test(arguments: [
        ("steps:", "`steps` has no value", "write `steps: [{ get: /items }]`"),
        (
            "steps:\n  - get: http://a/\n    expect:", "`expect` has no value",
            "write `expect: { status: 200 }`"
        ),
        ("steps:\n  - get:", "`get` has no value", "write `get: /items`"),
        (
            "steps:\n  - wait:", "`wait` has no value",
            "write `wait: 1s`"
        ),
        ("steps:\n  - that:", "`that` has no value", "write `that: 1 < 2`"),
        ("steps:\n  - post: http://a/\n    json:", "`json` has no value", "write `json: { name: Ada }`"),
    ])
    func `a key without a value is told once, with what it wants`(_ yaml: String, _ message: String, _ help: String) {
        let result = Loading.load(yaml + "\n")
        #expect(result.diagnostics.map(\.message.text) == [message])
        #expect(result.diagnostics.first?.help?.text == help)
    }
}
