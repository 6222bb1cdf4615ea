import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonSources

/// What a failed check says.
@Suite struct CheckMessageTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let check: String
        let body: String
        let message: String
        let hint: Hint?
        var testDescription: String { message }

        init(_ check: String, _ body: String, _ message: String, hint: Hint? = nil) {
            self.check = check
            self.body = body
            self.message = message
            self.hint = hint
        }
    }

    private static let nothing = "it may be misspelt; where nothing may be there, write `{ exists: false }`"

    static let cases: [Case] = [
        Case(
            "$: '5'", "5", #"$: expected "5", got 5"#,
            hint: .accepting(
                "write it without quotes", because: "the response has a number, the check has a text")),
        Case(
            "$: 5", #""5""#, #"$: expected 5, got "5""#,
            hint: .accepting("write it in quotes", because: "the response has a text, the check has a number")),
        Case(
            "$: 'true'", "true", #"$: expected "true", got true"#,
            hint: .accepting(
                "write it without quotes", because: "the response has a boolean, the check has a text")),
        Case(
            "$: a", #""a ""#, #"$: expected "a", got "a ""#,
            hint: "only white space at the beginning or the end differs"),
        Case("$: Ada", #""ADA""#, #"$: expected "Ada", got "ADA""#, hint: "only upper and lower case differ"),
        Case(
            #"$: "a\nb""#, #""a\r\nb""#, #"$: expected "a\nb", got "a\r\nb""#,
            hint: "only the line ends differ: one side has CR LF, the other LF"),
        Case(
            "$: a b", #""a\u00a0b""#, #"$: expected "a b", got "a\u00a0b""#,
            hint: "the first difference is code point 2: expected U+0020, got U+00A0"),
        Case(
            #"$: "caf\u00e9""#, #""cafe\u0301""#, #"$: expected "caf\u00e9", got "cafe\u0301""#,
            hint: .explaining(
                "the letters are the same, their code points are not (Unicode normalisation): "
                    + "the first difference is code point 4: expected U+00E9 `é`, got U+0065 `e`")),
        Case(
            "$: paypal", #""pаypal""#, #"$: expected "paypal", got "pаypal""#,
            hint: "the first difference is code point 2: expected U+0061 `a`, got U+0430 `а`"),
        Case("$: 1.10", "1.20", "$: expected 1.10, got 1.20"),
        Case("$: { ne: 5 }", "5.0", "$: expected anything but 5, got 5.0"),
        Case(
            "$.itemz[*].id: { none: 5 }", #"{"items":[]}"#,
            "$.itemz[*].id: expected no element to be 5, but there is nothing at this path; the body has items",
            hint: "did you mean `$.items`?"),
        Case(
            "$.items[*].idd: { not: { any: 5 } }", #"{"items":[{"id":5}]}"#,
            "$.items[*].idd: expected not any element to be 5, got an empty list",
            hint: "did you mean `$.items[*].id`?"),
        Case(
            "$.items: { contains: { id: 5 } }", #"{"items":[{"id":5,"n":1}]}"#,
            #"$.items: expected to contain {"id":5}, got [{"id":5,"n":1}]"#,
            hint:
                "an element has these members, and others: whole elements are compared; a part of them finds a path such as `$.items[?@.id == 1]`"
        ),
        Case(
            "$: { gt: 5 }", #""6""#, #"$: expected greater than 5, got "6", which is no number"#,
            hint: "the response has a text; JSON values never convert"),
        Case("$: { in: [1, 2] }", "3", "$: expected one of [1,2], got 3"),
        Case("$: { contains: [1, 4] }", "[1,2]", "$: expected to contain 4, got [1,2]"),
        Case(
            "$: { contains: ada }", #""Ada""#, #"$: expected to contain "ada", got "Ada""#,
            hint: "it is there in other letters: only upper and lower case differ"),
        Case("$: { starts_with: 5 }", "5", #"$: expected to start with "5", got 5, which is no text"#),
        Case("$: { matches: ^b }", #""abc""#, #"$: expected to match ^b, got "abc""#),
        Case("$: { length: 3 }", #""ab""#, #"$: expected length 3, got length 2: "ab""#),
        Case("$: { length: { gt: 3 } }", "[]", "$: expected length greater than 3, got length 0: []"),
        Case("$: { type: [string, 'null'] }", "5", "$: expected a string or null, got the integer 5"),
        Case("$: { is: uuid }", #""x""#, #"$: expected a UUID, got "x""#),
        Case("$: { close_to: { value: 1, tolerance: 0.1 } }", "2", "$: expected 1, give or take 0.1, got 2"),
        Case(
            "$: { each: { gt: 1 } }", "[2,1,0]",
            "$[1]: expected greater than 1, got 1 (and 1 more of 3)"),
        Case(
            "$.items: { each: { eq: { tag: x } } }", #"{"items":[{"tag":"x"},{"tag":"y"},{"tag":"z"}]}"#,
            #"$.items[1].tag: expected "x", got "y"; 1 more of 3 elements differ"#),
        Case(
            "$.items[*]: { each: { eq: { tag: x } } }", #"{"items":[{"tag":"x"},{"tag":"y"}]}"#,
            #"$.items[1].tag: expected "x", got "y""#),
        Case("$: { each: { each: { eq: [1] } } }", "[[[2]]]", "$[0][0][0]: expected 1, got 2"),
        Case("$: { each: 1 }", "[]", "$: expected each element to be 1, got an empty list"),
        Case("$: { any: { is: uuid } }", #"["a"]"#, #"$: expected any element to be a UUID, got ["a"]"#),
        Case("$: { none: 1 }", "[0,1]", "$: expected no element to be 1, but element 1 is 1"),
        Case(
            "$: { unique: true }", "[1,2,1.0]",
            "$: expected elements that differ from each other, but 1.0 is element 0 and element 2"),
        Case(
            "$: { sorted: asc }", "[1,3,2]",
            "$: expected elements in ascending order, but element 1 and the next are 3 before 2"),
        Case(
            "$: { in_any_order: [3, 1] }", "[1,2,1]", "$: expected [3,1] in any order, got [1,2,1]",
            hint: "missing: [3]; not expected: [2,1]"),
        Case(
            "$: { in_any_order: [a] }", "[]", #"$: expected ["a"] in any order, got []"#, hint: #"missing: ["a"]"#),
        Case(
            "$: { in_any_order: [a] }", #""a""#, #"$: expected ["a"] in any order, got "a", which is no list"#),
        Case("$: { not: { contains: a } }", #""abc""#, #"$: expected not something that contains "a", got "abc""#),
        Case(
            "$.nmae: Ada", #"{"name":"Ada"}"#,
            #"$.nmae: expected "Ada", but there is nothing at this path; the body has name"#,
            hint: "did you mean `$.name`?"),
        Case(
            "$.next: { exists: false }", #"{"next":null}"#, "$.next: expected nothing, got null",
            hint: .accepting("write `null`", because: "it is there, and is null")),
        Case("$.next: { exists: false }", #"{"next":5}"#, "$.next: expected nothing, got 5"),
        Case("$[*]: { exists: true }", "[]", "$[*]: expected a match, got none"),
        Case(
            "headers: { x-cuont: 5 }", "", "headers.x-cuont: expected 5, but the response has no header `x-cuont`",
            hint: "did you mean `X-Count`?"),
        Case(
            "cookies: { sdi: a }", "", #"cookies.sdi: expected "a", but the response sets no cookie `sdi`"#,
            hint: "did you mean `sid`?"),
        Case(
            "cookies: { sid@domain: a }", "",
            #"cookies.sid@domain: expected "a", but the cookie `sid` has no `domain`"#),
        Case(
            "cookies: { sid@same_site: Lax }", "",
            #"cookies.sid@same_site: expected "Lax", but the cookie `sid` has no `same_site`"#),
        Case("cookies: { sid@max_age: { gt: 60 } }", "", "cookies.sid@max_age: expected greater than 60, got 60"),
        Case("status: [201, 4xx]", "", "status: expected 201 or 4xx, got 200"),
        Case("status: { not: 2xx }", "", "status: expected not 2xx, got 200"),
        Case("status: { not_in: [2xx, 404] }", "", "status: expected anything but 2xx or 404, got 200"),
        Case("outcome: network.connect", "", #"outcome: expected "network.connect", got "success""#),
        Case("redirects: 1", "", "redirects: expected length 1, got length 0: []"),
        Case("starts_with_hex: 89 50", "abc", "starts_with_hex: expected 8950, got 6162"),
        Case("duration: { gt: 1s }", "", "duration: expected greater than 1s, got 1.5ms"),
    ]

    @Test(arguments: cases)
    func `a failed check explains itself`(_ test: Case) throws {
        let failures = try Checking.failures(of: test.check, body: test.body)
        #expect(failures.first?.message == test.message)
        #expect(failures.first?.hint == test.hint)
        #expect(failures.count == 1)
    }

    @Test func `every operator that fails is told, each at its own place`() throws {
        let failures = try Checking.failures(of: "$: { gt: 5, lt: 9, ne: 3 }", body: "3")
        #expect(failures.map(\.message) == ["$: expected greater than 5, got 3", "$: expected anything but 3, got 3"])
        #expect(failures.map(\.range.text) == ["gt: 5", "ne: 3"])
    }

    @Test func `beside a wrong type no operator advises to write the check for it`() throws {
        let failures = try Checking.failures(of: "$: { type: integer, eq: 5 }", body: #""5""#)
        #expect(failures.map(\.comparison) == ["type", "eq"])
        #expect(failures.map(\.hint) == [nil, nil])
    }

    @Test func `a secret is masked before its text is cut or written in another way`() throws {
        let secret = String(repeating: "s3cret\u{A0}", count: 40)
        let body = "{\"a\":\"" + String(repeating: "x", count: 490) + secret + "\"}"
        func mask(_ text: String) -> String { text.replacing(secret, with: "***") }
        for check in ["$.a: y", "json: { a: y }", "$.a: { length: 1 }", "body: y", "$: { length: 5 }"] {
            let failures = try Checking.failures(of: check, body: body, mask: mask)
            for text in failures.flatMap({ [$0.message, $0.expected ?? "", $0.actual ?? ""] }) {
                #expect(!text.contains("s3cret"), "\(check): \(text)")
            }
        }
    }

    @Test func `a hostile value is shown in part, whatever its size and depth`() throws {
        let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        let wide = "[" + Array(repeating: "\"\\u0000\"", count: 50_000).joined(separator: ",") + "]"
        for body in [deep, wide, "\"" + String(repeating: "e\\u0301", count: 50_000) + "\""] {
            for check in ["$: 5", "$: { type: integer }", "json: { a: 1 }"] {
                let failures = try Checking.failures(of: check, body: body)
                #expect(failures.count == 1)
                #expect(failures.allSatisfy { $0.message.utf8.count < 4000 })
            }
        }
    }
}
