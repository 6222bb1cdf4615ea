import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonSources
@testable import BatonWorkflow

/// What is wrong with a capture before anything runs: `⟦…⟧` marks the place.
@Suite struct CaptureDiagnosticsTests {
    typealias Case = ExpectedDiagnostic

    private static func capture(_ text: String) -> String { "steps:\n  - get: /x\n    capture:\n      v: \(text)\n" }

    static let cases: [Case] = [
        Case(
            capture("⟦{ optional: true }⟧"), "workflow.missing-key",
            "a capture wants one of `path`, `header`, `cookie`, `regex`, `xpath` and `value`",
            help: "write for example `path: $.id`"),
        Case(
            capture("⟦{ group: 1 }⟧"), "workflow.missing-key",
            "a capture wants one of `path`, `header`, `cookie`, `regex`, `xpath` and `value`"),
        Case(
            capture("{ path: $.a, ⟦header⟧: b }"), "workflow.exclusive-keys",
            "a capture takes one of `path` and `header`, not both"),
        Case(
            capture("{ path: $.a, ⟦group⟧: 1 }"), "workflow.needs-key",
            "`group` needs `regex`, which is not there"),
        Case(
            capture("{ header: a, ⟦in⟧: body }"), "workflow.needs-key",
            "`in` needs `regex`, which is not there"),
        Case(
            capture("{ ⟦extract⟧: $.a }"), "workflow.unknown-key", "unknown key `extract` in a capture"),
        Case(
            capture("{ path: $.a, ⟦type⟧: integer }"), "workflow.unknown-key", "unknown key `type` in a capture",
            help: "write `as: integer`"),
        Case(
            capture("{ xpath: \"//a[⟦]⟧\" }"), "workflow.invalid-path",
            "the XPath `//a[]` is not valid: expected a condition or a position, found `]`"),
        Case(
            capture("{ xpath: ⟦$(a)⟧ }") + "vars: { a: b }", "workflow.computed",
            "an XPath is written out here, so that no value can change what it means",
            help: "a computed one is `that: xpath(response.body, …) == …`, or `value: $(xpath(response.body, …))`"),
        Case(
            capture("⟦[$.a]⟧"), "workflow.wrong-type", "a capture wants a path, `$(…)` or a map, this is a list"),
        Case(capture("⟦null⟧"), "workflow.wrong-type", "a capture wants a path, `$(…)` or a map, this is null"),
        Case(
            capture("a.⟦.⟧b"), "workflow.invalid-path", "`a..b` is no path: a key is missing in this path",
            help: "write a JSONPath such as `$.token`, or keys with dots such as `user.name`"),
        Case(
            capture("{ header: ⟦a b⟧ }"), "request.invalid-header", "`a b` cannot be the name of a header"),
        Case(
            capture("{ cookie: ⟦\"@path\"⟧ }"), "workflow.wrong-value", "`@path` is the name of no cookie",
            help: "write the name before the attribute: `sid@path`"),
        Case(
            capture("{ cookie: ⟦a=b⟧ }"), "workflow.wrong-value", "`a=b` is the name of no cookie",
            help: "a cookie's name has no spaces at its ends, no `=` and no `;`"),
        Case(
            capture("{ cookie: ⟦sid@pth⟧ }"), "workflow.wrong-value", "a cookie has no `@pth`",
            help: "did you mean `@path`?"),
        Case(
            capture("{ value: ⟦$.a⟧ }"), "workflow.wrong-value", "`value` wants one `$(…)`",
            help: "for a path write `path: $.a`"),
        Case(
            capture("{ value: ⟦response.status⟧ }"), "workflow.wrong-value", "`value` wants one `$(…)`",
            help: "write `value: $(response.status)`"),
        Case(
            capture("{ path: ⟦$(\"$.a\")⟧ }").replacing("\"", with: "'"), "workflow.wrong-value",
            "`path` wants a path, and this is an expression",
            help:
                "for its value write `value: $('$.a')`; a path is written out, with `$(…)` where a literal stands"
        ),
        // Patterns
        Case(
            capture("{ regex: '(⟦a⟧' }"), "workflow.invalid-pattern",
            "the regular expression is not valid: missing closing parenthesis"),
        Case(
            capture("{ regex: '(a)(b)', group: ⟦3⟧ }"), "workflow.wrong-value", "the pattern has no group 3",
            help: "it has the groups 1 to 2; `0` is the whole match"),
        Case(
            capture("{ regex: '(a)', group: ⟦2⟧ }"), "workflow.wrong-value", "the pattern has no group 2",
            help: "it has one group, `1`; `0` is the whole match"),
        Case(
            capture("{ regex: 'a', group: ⟦1⟧ }"), "workflow.wrong-value", "the pattern has no group 1",
            help: "it has no groups; `0` is the whole match"),
        Case(
            capture("{ regex: '(a)', group: ⟦user⟧ }"), "workflow.wrong-value",
            "the pattern has no group named `user`", help: "name a group with `(?<user>…)`"),
        Case(
            capture("{ regex: 'a', group: ⟦-1⟧ }"), "workflow.wrong-type",
            "`group` wants the number or the name of a group, this is a number"),
        Case(
            capture("{ regex: 'a', in: ⟦headers⟧ }"), "workflow.wrong-value", "`in` does not know `headers`",
            help: "name the header: `in: { header: Location }`"),
        Case(
            capture("{ regex: 'a', in: ⟦user.name⟧ }"), "workflow.wrong-value", "`in` does not know `user.name`",
            help: "for a path write `in: { path: user.name }`"),
        Case(
            capture("{ regex: 'a', in: { header: a, ⟦path⟧: $.b } }"), "workflow.exclusive-keys",
            "`in` takes one of `header` and `path`, not both"),
        Case(
            capture("{ regex: 'a', in: { ⟦regex⟧: b } }"), "workflow.unknown-key", "unknown key `regex` in `in`"),
        // `as` and `format`
        Case(
            capture("{ path: $.a, as: ⟦integr⟧ }"), "workflow.wrong-value", "`integr` is no type",
            help: "did you mean `integer`?"),
        Case(
            capture("{ path: $.a, as: ⟦int⟧ }"), "workflow.wrong-value", "`int` is no type",
            help: "here it is called `integer`"),
        Case(
            capture("{ path: $.a, as: [⟦Bool⟧] }"), "workflow.wrong-value", "`Bool` is no type",
            help: "here it is called `boolean`"),
        Case(
            capture("{ path: $.a, as: ⟦Pizza⟧ }"), "workflow.wrong-value", "`Pizza` is no type",
            help:
                "types of your own come from API files: `use: { api: apis/api.yaml }` and `as: api.Pizza`; the types are `string`, `integer`, `number`, `boolean`, `date`, `url`, `json`, `any`"
        ),
        Case(
            capture("{ path: $.a, as: ⟦[integer, string]⟧ }"), "workflow.wrong-type",
            "`as` wants one type, such as `integer` or `[integer]`, this is a list"),
        Case(
            capture("{ path: $.a, as: ⟦{ type: integer }⟧ }"), "workflow.wrong-type",
            "`as` wants a type, such as `integer` or `[integer]`, this is a map"),
        Case(
            capture("{ path: $.a, ⟦format⟧: unix }"), "workflow.key-does-not-fit",
            "`format` says how a date is written, and there is no `as: date`", help: "add `as: date`"),
        Case(
            capture("{ path: $.a, as: integer, ⟦format⟧: unix }"), "workflow.key-does-not-fit",
            "`format` says how a date is written, and this is `as: integer`",
            help: "take it out, or write `as: date`"),
        Case(
            capture("{ path: $.a, as: date, format: yyyy-⟦j⟧ }"), "workflow.wrong-value",
            "`yyyy-j` is no date format: `j` means nothing in a date format",
            help: "write Unicode's letters, such as `yyyy-MM-dd HH:mm:ss`, text in single quotes, or `unix`, `unix_ms`"),
        Case(
            capture("{ path: $.a, as: date, format: ⟦'--'⟧ }"), "workflow.wrong-value",
            "`--` is no date format: it names no part of a date"),
        Case(
            capture("{ header: link, as: ⟦[string]⟧ }"), "workflow.wrong-value",
            "a list is wanted, and this source gives one text",
            help: "all headers of that name: `$(response.headers.values(\"link\"))`"),
        Case(
            capture("{ path: '$.items[*].id', as: ⟦integer⟧ }"), "workflow.wrong-value",
            "this path gives a list of what it finds, and `integer` is wanted",
            help: "write `as: [integer]`, or a path with one place"),
        // Where nothing is found
        Case(
            capture("{ path: $.a, optional: true, ⟦default⟧: 5 }"), "workflow.exclusive-keys",
            "`optional` gives null where nothing is found, `default` a value: write one"),
        Case(
            capture("{ path: $.a, as: integer, default: ⟦many⟧ }"), "workflow.wrong-value",
            "the default must be an integer, this is \"many\""),
        Case(
            capture("{ path: $.a, as: date, default: ⟦1700000000⟧ }"), "workflow.wrong-value",
            "the default must be a date of RFC 3339, this is 1700000000",
            help: "if it counts seconds, write `format: unix`"),
    ]

    @Test(arguments: cases)
    func `the loader explains a mistake in a capture`(_ item: Case) {
        let diagnostics = item.check(in: item.text)
        #expect(diagnostics.count == 1, "\(diagnostics.map(\.message))")
    }

    @Test func `a mistake in an expression is told once, and not as a path`() {
        let diagnostics = Loading.load(Self.capture("$(json.status)")).diagnostics
        #expect(diagnostics.map(\.message) == ["nothing here is named `json`"])
    }

    @Test func `an expression without its marker gets a warning`() {
        let result = Loading.load(Self.capture("response.json.token"))
        #expect(result.workflow != nil)
        #expect(result.diagnostics.map(\.severity) == [.warning])
        #expect(result.diagnostics.map(\.message) == ["this looks for the key `response` in the body"])
        #expect(
            result.diagnostics.map(\.help) == [
                "write `$(response.json.token)` for the response itself, `$.response.json.token` for the key"
            ])
    }

    @Test(arguments: ["response.items", "$.response.status", "reply.status"])
    func `a key that is called response is no mistake`(_ path: String) {
        #expect(Loading.load(Self.capture(path)).diagnostics.map(\.message) == [])
    }
}
