import BatonHTTP
import BatonJSON
import BatonRegex
import Testing

@testable import BatonJudging
@testable import BatonWorkflow

/// The operators, each against every kind of value.
@Suite struct OperatorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var check: String
        var body: String
        var passes: Bool

        init(_ check: String, _ body: String, _ passes: Bool) {
            self.check = check
            self.body = body
            self.passes = passes
        }

        var testDescription: String { "\(check) on \(body) \(passes ? "passes" : "fails")" }
    }

    /// Checks of `$.v`; the body is the value.
    static let cases: [Case] = [
        Case("5", "5", true), Case("5", "5.0", true), Case("5", "\"5\"", false), Case("\"5\"", "5", false),
        Case("1.10", "1.1", true), Case("9007199254740993", "9007199254740992", false),
        Case("true", "true", true), Case("\"true\"", "true", false), Case("null", "null", true),
        Case("null", "0", false), Case("[1, 2]", "[1, 2]", true), Case("[1, 2]", "[2, 1]", false),
        Case("{ eq: { a: 1, b: 2 } }", "{\"b\": 2, \"a\": 1}", true),
        Case("{ ne: 5 }", "6", true), Case("{ ne: 5 }", "5", false),
        Case("{ gt: 5 }", "6", true), Case("{ gt: 5 }", "5", false), Case("{ gt: 5 }", "\"6\"", false),
        Case("{ gte: 5 }", "5", true), Case("{ lt: 1e3 }", "999.5", true), Case("{ lte: 5 }", "6", false),
        Case("{ gt: \"a\" }", "\"b\"", true), Case("{ gt: \"a\" }", "null", false), Case("{ lt: 5 }", "[1]", false),
        Case("{ in: [1, 2] }", "2", true), Case("{ in: [1, 2] }", "3", false), Case("{ in: [a] }", "\"a\"", true),
        Case("{ not_in: [1, 2] }", "3", true), Case("{ not_in: [1, 2] }", "1", false),
        Case("{ contains: bc }", "\"abcd\"", true), Case("{ contains: x }", "\"abcd\"", false),
        Case("{ contains: 2 }", "[1, 2]", true), Case("{ contains: [2, 1] }", "[1, 2]", true),
        Case("{ contains: [2, 3] }", "[1, 2]", false), Case("{ contains: a }", "{\"a\": 1}", true),
        Case("{ contains: a }", "5", false), Case("{ not_contains: a }", "5", false),
        Case("{ not_contains: 3 }", "[1, 2]", true), Case("{ contains: \"é\" }", "\"café\"", true),
        Case("{ starts_with: ab }", "\"abc\"", true), Case("{ starts_with: b }", "\"abc\"", false),
        Case("{ starts_with: a }", "[\"a\"]", false), Case("{ ends_with: bc }", "\"abc\"", true),
        Case("{ matches: '^a.c$' }", "\"abc\"", true), Case("{ matches: b }", "\"abc\"", true),
        Case("{ matches: '^b' }", "\"abc\"", false), Case("{ matches: a }", "5", false),
        Case("{ not_matches: x }", "\"abc\"", true), Case("{ not_matches: x }", "5", false),
        Case("{ length: 3 }", "\"añ😀\"", true), Case("{ length: 2 }", "[1, 2]", true),
        Case("{ length: 1 }", "{\"a\": 1}", true), Case("{ length: { gt: 1 } }", "[1, 2]", true),
        Case("{ length: 1 }", "5", false), Case("{ length: { lt: 2 } }", "[1, 2]", false),
        Case("{ empty: true }", "[]", true), Case("{ empty: true }", "\"\"", true), Case("{ empty: true }", "{}", true),
        Case("{ empty: true }", "[1]", false), Case("{ empty: false }", "[1]", true),
        Case("{ empty: true }", "null", false),
        Case("{ exists: true }", "null", true), Case("{ exists: false }", "null", false),
        Case("{ type: integer }", "1.0", true), Case("{ type: integer }", "1.5", false),
        Case("{ type: number }", "1.5", true), Case("{ type: string }", "1", false),
        Case("{ type: [string, null] }", "null", true), Case("{ type: array }", "[]", true),
        Case("{ type: object }", "{}", true), Case("{ type: boolean }", "false", true),
        Case("{ not: { each: 5 } }", "[]", false), Case("{ not: { each: 5 } }", "[4]", true),
        Case("{ not: { sorted: asc } }", "[]", false), Case("{ not: { sorted: asc } }", "[2, 1]", true),
        Case("{ not: { unique: true } }", "[]", false), Case("{ not: { unique: true } }", "[1, 1]", true),
        Case("{ not: { any: 5 } }", "[]", false), Case("{ none: 5 }", "[]", true),
        Case("{ none: { each: 5 } }", "[[]]", false), Case("{ any: { each: 5 } }", "[[], [5]]", true),
        Case("{ gt: 1, lt: 3 }", "2", true), Case("{ gt: 1, lt: 3 }", "3", false),
    ]

    @Test(arguments: cases)
    func `a check holds or not`(_ item: Case) throws {
        let failures = try Checking.failures(of: "$.v: \(item.check)", body: "{\"v\": \(item.body)}")
        #expect(failures.isEmpty == item.passes, "\(failures.map(\.message))")
    }

    static let texts: [Case] = [
        Case("body: abc", "abc", true), Case("body: { contains: b }", "abc", true), Case("body: 5", "5.0", true),
        Case("body: { gt: 5 }", "6", true), Case("body: { gt: 5 }", "x", false), Case("size: 3", "abc", true),
        Case("headers: { x-count: 12 }", "", true), Case("headers: { X-COUNT: { gte: 12 } }", "", true),
        Case("headers: { x-none: { exists: false } }", "", true), Case("headers: { x-none: a }", "", false),
        Case("cookies: { sid: abc }", "", true), Case("cookies: { sid@path: /a }", "", true),
        Case("cookies: { sid@http_only: true }", "", true), Case("cookies: { none: x }", "", false),
        Case("status: 200", "", true), Case("status: [201, 2xx]", "", true), Case("status: 4xx", "", false),
        Case("status: { lt: 300 }", "", true), Case("http_version: '1.1'", "", true),
        Case("$.missing: 1", "{}", false), Case("$.missing: { exists: false }", "{}", true),
        Case("$.missing: { ne: 1 }", "{}", false), Case("$.missing: { not_contains: x }", "{}", false),
        Case("$.nope[*]: { not_contains: 1 }", "{}", false), Case("$.nope[*]: { not: { contains: 1 } }", "{}", false),
        Case("$[*].id: { not_contains: 1 }", "[]", true), Case("$[*].id: { not_contains: 1 }", "[{\"id\": 2}]", true),
        Case("$.list: { not_contains: 1 }", "{\"list\": []}", true),
        Case("$.nope[*]: { none: 1 }", "{}", false), Case("$.nope[*]: { exists: false }", "{}", true),
        Case("$.nope[*]: { empty: true }", "{}", false), Case("$.nope[*]: { not: { any: 1 } }", "{}", false),
        Case("$.nope[*]: { ne: [1] }", "{}", false),
        Case("$.list[*]: { none: 1 }", "{\"list\": []}", true),
        Case("$.list[*]: { none: 1 }", "{\"list\": 5}", true),
        Case("$[*].idd: { none: 1 }", "[{\"id\": 1}]", true), Case("$[*].idd: { none: 1 }", "[]", true),
        Case("$[?@.a].b: { none: 1 }", "[{\"b\": 1}]", true), Case("$..b: { none: 1 }", "{}", true),
        Case("$..b: []", "[]", true), Case("$..b: []", "{\"items\": []}", true), Case("$..b: []", "[1, []]", true),
        Case("$[?@.a == null]: []", "[{\"a\": 1}]", true),
        Case("$[?@.a == 2]: []", "[{\"a\": 1}, {\"a\": \"x\"}]", true), Case("$[?@.a]: []", "[{\"b\": 1}]", true),
        Case("$[?@.k == 'b' && @.v == 'on']: []", "[{\"k\": \"a\", \"v\": 1}]", true),
        Case("$.list[1:].a: { none: 1 }", "{\"list\": [1]}", true),
        Case("$[*].id: []", "[]", true), Case("$[*].id: { empty: true }", "[]", true),
        Case("$[*].id: [1, 2]", "[{\"id\": 1}, {\"id\": 2}]", true),
        Case("$[?@.id > 1].id: [2]", "[{\"id\": 1}, {\"id\": 2}]", true),
        Case("$.a: 1", "no json", false), Case("$.a: { exists: false }", "no json", false),
        Case("$.a: { exists: false }", "", false), Case("duration: { lt: 1s }", "", true),
        Case("duration: { gt: 1s }", "", false), Case("cookies: { sid@max_age: 60 }", "", true),
        Case("status: { in: [2xx, 404] }", "", true), Case("status: { ne: 4xx }", "", true),
        Case("status: { not: [200, 201] }", "", false), Case("status: $(200)", "", true),
        Case("status: [404, $(100 + 100)]", "", true),
        Case("status: '$(\"200\")'", "", true), Case("status: { ne: '$(\"200\")' }", "", false),
        Case("status: { not: '$(\"200\")' }", "", false),
        Case("status: { not_in: '$([\"404\", \"200\"])' }", "", false),
        Case("status: { not_in: '$([\"404\", 500])' }", "", true), Case("status: { in: '$([200, 404])' }", "", true),
        Case("redirects: []", "", true), Case("redirects: 0", "", true), Case("redirects: { length: 0 }", "", true),
        Case("outcome: success", "", true), Case("outcome: { ne: http.not_found }", "", true),
        Case("outcome: { in: [network.tls, success] }", "", true),
        Case("http_version: 1.1", "", true), Case("http_version: 2", "", false),
        Case("starts_with_hex: 61 62", "abc", true), Case("starts_with_hex: 6161", "abc", false),
        Case("starts_with_hex: 61626364", "abc", false), Case("starts_with_hex: $(\"6162\")", "abc", true),
        Case(
            "sha256: BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD", "abc", true),
        Case("sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ae'", "abc", false),
        Case("sha256: { eq: BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD }", "abc", true),
        Case("sha256: { in: [BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD] }", "abc", true),
        Case("sha256: { ne: BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD }", "abc", false),
        Case(
            "sha256: { not: { eq: BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD } }", "abc", false),
        Case("sha256: $(sha256('abc').upperAscii())", "abc", true),
        Case("sha256: { ne: $(sha256('abc').upperAscii()) }", "abc", false),
        Case("sha256: { starts_with: ba7816bf }", "abc", true), Case("sha256: { starts_with: BA7816BF }", "abc", true),
        Case("body: { length: 3 }", "añb", true),
        Case("body: \"cafe\\u0301\"", "caf\u{E9}", false), Case("headers: { x-count: { gt: '9' } }", "", true),
        Case("headers: { x-count: 12.0 }", "", true), Case("headers: { x-count: { in: [11, 12] } }", "", true),
        Case("headers: { x-count: { close_to: { value: 13, tolerance: 1 } } }", "", true),
        Case("$[*].id: { exists: false }", "[]", true), Case("$[*].id: { exists: true }", "[]", false),
        Case("$[*].id: { length: 0 }", "[]", true), Case("$[*].id: { none: 5 }", "[]", true),
        Case("$[*].id: { each: 5 }", "[]", false), Case("$[*].id: { any: 5 }", "[]", false),
        Case("$[*].id: { not: { exists: true } }", "[]", true),
        Case("$.a: { not: { eq: 5 } }", "{}", false), Case("$.a: { not: { exists: true } }", "{}", true),
        Case("that: response.status == 200", "", true),
        Case("that: response.json.a == 2", "{\"a\": 1}", false),
    ]

    @Test(arguments: texts)
    func `a check of a response holds or not`(_ item: Case) throws {
        let failures = try Checking.failures(of: item.check, body: item.body)
        #expect(failures.isEmpty == item.passes, "\(failures.map(\.message))")
    }
}
