import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// What cannot hold, or checks nothing, is an error of the file: `⟦…⟧` is the place.
@Suite struct CheckDiagnosticsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let check: String
        let code: String
        let message: String
        let help: String?
        var testDescription: String { message }

        init(_ check: String, _ code: String, _ message: String, help: String? = nil) {
            self.check = check
            self.code = "workflow." + code
            self.message = message
            self.help = help
        }
    }

    static let cases: [Case] = [
        // Status
        Case("status: ⟦20x⟧", "wrong-value", "`20x` is no status", help: "a class is written `2xx`"),
        Case("status: [200, ⟦6xx⟧]", "wrong-value", "`6xx` is no status"),
        Case("status: { in: [⟦2x⟧] }", "wrong-value", "`2x` is no status"),
        Case("status: ⟦{}⟧", "checks-nothing", "`status` checks nothing"),
        Case(
            "⟦jsonpath⟧: $.total", "unknown-key", "unknown key `jsonpath` in `expect`",
            help: "a value in the JSON is checked by its path: `$.name: Ada`"),
        // What no response decides
        Case(
            "$.a: ⟦{ gt: 5, lt: 3 }⟧", "cannot-hold", "no value of `$.a` meets this: it is any JSON value"),
        Case(
            "status: ⟦{ contains: 2 }⟧", "cannot-hold",
            "no value of `status` meets this: it is a whole number from 100 to 599"),
        Case(
            "status: ⟦999⟧", "cannot-hold", "`status` is a whole number from 100 to 599, and never `999`"),
        Case(
            "status: ⟦{ lt: 600 }⟧", "checks-nothing", "a test that every value of `status` meets checks nothing",
            help: "`status` is a whole number from 100 to 599"),
        Case("status: ⟦[]⟧", "cannot-hold", "no value of `status` meets this: it is a whole number from 100 to 599"),
        Case(
            "$.a[*]: ⟦Ada⟧", "cannot-hold",
            "`$.a[*]` is a list, because it may find several values, and never `\"Ada\"`",
            help:
                "write a list, or look at its elements: `{ each: … }`, `{ any: … }`, `{ none: … }`, `{ contains: … }`"),
        Case(
            "$.a: { length: ⟦-1⟧ }", "cannot-hold", "`length` is a whole number from 0, and never `-1`"),
        Case("body: ⟦null⟧", "cannot-hold", "`body` is a text, and never `null`"),
        Case(
            "outcome: ⟦network.dsn⟧", "cannot-hold", "`network.dsn` is no value of `outcome`",
            help: "did you mean `network.dns`?"),
        Case(
            "sha256: ⟦abc⟧", "cannot-hold", "`sha256` is 64 hexadecimal digits, and never `\"abc\"`",
            help: "`sha256sum FILE` prints them"),
        Case(
            "duration: ⟦{ contains: 1s }⟧", "cannot-hold", "no value of `duration` meets this: it is a duration from 0",
            help: "write `duration: { lt: 500ms }`"),
        // Order
        Case("$.a: { lt: ⟦null⟧ }", "wrong-type", "`lt` wants a number or a text, this is null"),
        Case("$.a: { lt: ⟦[1]⟧ }", "wrong-type", "`lt` wants a number or a text, this is a list"),
        // Length
        Case("$.a: { length: ⟦[1]⟧ }", "wrong-type", "`length` wants a whole number or operators, this is a list"),
        // Content
        Case(
            "$.a: { matches: 'a⟦[⟧b' }".replacing("a⟦[⟧b", with: "a[⟦b⟧"), "invalid-pattern",
            "the regular expression is not valid: missing terminating ] for character class",
            help: "brackets, `.`, `?`, `*`, `+`, `^`, `$`, `|` have a meaning; a `\\` before them takes it away"),
        Case(
            "$.a: { matches: 'ab(c⟦)⟧)' }".replacing("ab(c⟦)⟧)", with: "ab(c)⟦)⟧"), "invalid-pattern",
            "the regular expression is not valid: unmatched closing parenthesis"),
        Case(
            "json: { a: '<matches x⟦)⟧>' }", "invalid-pattern",
            "the regular expression is not valid: unmatched closing parenthesis"),
        // Types and forms
        Case(
            "$.a: { type: ⟦strng⟧ }", "wrong-value",
            "`type` is `string`, `integer`, `number`, `boolean`, `object`, `array` or `null`, not `strng`",
            help: "did you mean `string`?"),
        Case(
            "$.a: { is: ⟦[]⟧ }", "cannot-hold", "`is: []` names no format, so no text meets it",
            help: "write `is: uuid`"),
        Case("$.a: { is: ⟦uid⟧ }", "wrong-value", "`is` does not know `uid`", help: "did you mean `uuid`?"),
        Case(
            "$.a: { is: ⟦phone⟧ }", "wrong-value", "`is` does not know `phone`",
            help: "it is `uuid`, `date`, `datetime`, `email`, `ipv4`, `ipv6`, `uri`, `base64`, `json` or `jwt`"),
        Case(
            "headers: { ⟦a b⟧: c }", "invalid-header", "`a b` cannot be the name of a header"),
        Case(
            "cookies: { ⟦sid@htpp_only⟧: true }", "wrong-value", "a cookie has no `@htpp_only`",
            help: "did you mean `@http_only`?"),
        Case(
            "duration: ⟦null⟧", "wrong-type", "`duration` wants an operator", help: "write `duration: { lt: 500ms }`"),
        // Lists
        Case(
            "$.a: { sorted: ⟦up⟧ }", "wrong-value", "`sorted` is `asc` or `desc`, not `up`"),
        Case(
            "$.a: { close_to: ⟦{ value: 5 }⟧ }", "missing-key", "`close_to` has no `tolerance`",
            help: "write `tolerance: 0.1`"),
        Case(
            "$.a: { close_to: { value: 5, ⟦within⟧: 1 } }", "unknown-key", "unknown key `within` in `close_to`",
            help: "`close_to` may hold `value` `tolerance`"),
        Case("$.a: { close_to: { value: 5, tolerance: ⟦-1⟧ } }", "cannot-hold", "a negative `tolerance` is never met"),
        Case("$.a: { close_to: { value: ⟦a⟧, tolerance: 1 } }", "wrong-type", "`value` wants a number, this is a text"),
        Case("$.a: { close_to: ⟦5⟧ }", "wrong-type", "`close_to` wants a map, this is a number"),
        Case("$.a: { not: ⟦{}⟧ }", "checks-nothing", "`not` checks nothing"),
        Case("$.a: { each: ⟦{}⟧ }", "checks-nothing", "`each` checks nothing"),
        // Documents
        Case(
            "json: { a: ⟦<uid>⟧ }", "wrong-value", "`<uid>` is no wildcard",
            help: "did you mean `<uuid>`?; for this very text write `$(\"<uid>\")`"),
        Case(
            "json: [ ⟦<int>⟧ ]", "wrong-value", "`<int>` is no wildcard",
            help: "did you mean `<integer>`?; for this very text write `$(\"<int>\")`"),
        Case(
            "json: ⟦<matches>⟧", "wrong-value", "`<matches>` needs a regular expression",
            help: "write `<matches ^[A-Z]+$>`"),
        Case(
            "json: [ ⟦<absent>⟧ ]", "cannot-hold", "`<absent>` stands for a member of an object",
            help: "write it as `name: <absent>` in a map"),
        Case("json_includes: ⟦<absent>⟧", "cannot-hold", "`<absent>` stands for a member of an object"),
        // Bytes and addresses
        Case(
            "cookies: { ⟦$(name)⟧: { exists: false } }", "wrong-value", "`$(name)` is the name of no cookie",
            help: "names of cookies stand here as they are; capture `{ cookie: $(name) }` and check that"),
        Case(
            "cookies: { ⟦\"@path\"⟧: / }", "wrong-value", "`@path` is the name of no cookie",
            help: "write the name before the attribute: `sid@path`"),
        Case(
            "cookies: { ⟦\"a=b\"⟧: { exists: false } }", "wrong-value", "`a=b` is the name of no cookie",
            help: "a cookie's name has no spaces at its ends, no `=` and no `;`"),
        Case("cookies: { ⟦\" a\"⟧: { exists: false } }", "wrong-value", "` a` is the name of no cookie"),
        Case(
            "starts_with_hex: ⟦89504⟧", "cannot-hold", "`starts_with_hex` wants two hexadecimal digits for each byte",
            help: "write `89504e47`, or with spaces `89 50 4e 47`"),
        // Operators
        Case(
            "$.a: { ⟦uniqe⟧: true }", "unknown-operator", "unknown operator `uniqe` in a check",
            help: "did you mean `unique`?"),
    ]

    @Test(arguments: cases)
    func `what cannot hold is an error of the file`(_ test: Case) {
        let (text, range) = Loading.marked("steps:\n  - get: /x\n    expect:\n      \(test.check)\n")
        let result = Loading.load(text)
        #expect(result.workflow == nil)
        let code = test.code == "workflow.invalid-header" ? "request.invalid-header" : test.code
        let found = result.diagnostics.first { $0.code == code }
        #expect(found?.message.text == test.message, "\(result.diagnostics.map { "\($0.code): \($0.message)" })")
        #expect(result.diagnostics.count == 1)
        if let help = test.help { #expect(found?.help?.text == help) }
        if let place = found?.range { #expect(place.lower..<place.upper == range, "\(place.text)") }
    }

    @Test(arguments: ["in", "not_in"])
    func `what is wrong inside a list is told once`(_ word: String) {
        let found = Loading.load("steps:\n  - get: /x\n    expect: { $.a: { \(word): [1, $(nobody)] } }\n")
        #expect(found.diagnostics.map(\.message) == ["nothing here is named `nobody`"])
    }

    @Test(arguments: [
        "{ ne: success }", "{ in: [network.connect, http.not_found] }", "$('network.dns')",
        "{ in: [network.connect, \"$('success')\"] }", "{ not: { starts_with: network. } }", "{ matches: ^network }",
    ])
    func `where there may be a response, it is checked`(_ outcome: String) {
        let found = Loading.load(
            "steps:\n  - get: /x\n    expect:\n      outcome: \(outcome)\n      $.a: 1\n")
        #expect(found.diagnostics.map(\.message) == [])
    }

    @Test(arguments: [
        "json: { '$.id': 1, $id: 2 }", "json: { a: { $.id: 1 } }",
        "$.a: { gte: 2024-01-01 }", "$.a: { gt: 2026-08-21T10:00:00Z }", "$.a: { gt: 'abc' }", "$.a: { gt: $(1) }",
        "$.a: { type: [integer, string], contains: x }", "$.a: { length: $(2) }", "$.a[*]: { length: { gte: 1 } }",
        "$.a[*]: { exists: false, empty: true }", "headers: { x-a: { gt: 5, type: string } }", "json_includes: []",
        "json: { a: '<p class=\"x\">' }", "$.a: { eq: <any> }", "$.a: { gt: 5, lt: 6 }", "$.a: { gte: 5, lte: 5 }",
        "outcome: { starts_with: network. }", "outcome: $('success')", "sha256: $('a')", "$.a: { not: { not: 5 } }",
        "$.a: { not: { eq: 37, gt: 100 } }",
        "status: { not: { lt: 300, gt: 400 } }",
        "status: { gte: 200, lt: 300 }", "$.a: { is: [ipv4, ipv6] }", "json: <object>", "redirects: 2",
    ])
    func `what may hold is loaded`(_ check: String) {
        let result = Loading.load("steps:\n  - get: /x\n    expect:\n      \(check)\n")
        #expect(result.diagnostics.map(\.message) == [])
    }
}
