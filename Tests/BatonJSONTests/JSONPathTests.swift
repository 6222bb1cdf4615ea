import Testing

@testable import BatonJSON

struct JSONPathTests {
    /// A path in which `‹` and `›` mark what an error must point at.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let marked: String
        let message: String
        var testDescription: String { marked }

        init(_ marked: String, _ message: String) { (self.marked, self.message) = (marked, message) }

        var path: String { marked.filter { $0 != "‹" && $0 != "›" } }

        var range: Range<Int>? {
            let parts = marked.split(separator: "‹", omittingEmptySubsequences: false)
            guard parts.count == 2, let end = parts[1].firstIndex(of: "›") else { return nil }
            let start = parts[0].utf8.count
            return start..<start + parts[1][..<end].utf8.count
        }
    }

    static let mistakes = [
        Mistake("‹u›sers", "a JSONPath begins with `$`"),
        Mistake("‹›", "a JSONPath begins with `$`"),
        Mistake("$.‹›", "expected a member name or `*` after the dot, found the end of the path"),
        Mistake(
            "$.ä.‹0›",
            "expected a member name or `*` after the dot, found `0`; an index is written in brackets, as in [0]"),
        Mistake(
            "$.user‹-›name",
            "found `-` after the path; a name with other characters than letters, digits and `_` is written in "
                + "brackets, as in ['a-b']"),
        Mistake("$‹ ›", "found a space after the path"),
        Mistake("$[‹a›]", "expected a name in quotes, an index, a slice, `*` or a filter, found `a`"),
        Mistake("$[0‹›", "expected `]` to close the selection, found the end of the path"),
        Mistake("$[‹01›]", "an index must not have a leading zero"),
        Mistake("$[‹99999999999999999999›]", "this integer is beyond the range of JSONPath (53 bits)"),
        Mistake("$[‹'abc›", "the string is not closed"),
        Mistake("$['‹\\x›']", "unknown escape in a string; a backslash itself is written `\\\\`"),
        Mistake("$[?‹true›]", "a literal alone is no condition; compare it with something"),
        Mistake("$[?‹length(@.a)›]", "this function gives a value; compare it with something"),
        Mistake("$[?‹match(@.a, 'x')› == true]", "this function gives true or false and cannot be compared"),
        Mistake(
            "$[?‹@.*› == 1]",
            "this query may find several values; only a path of names and indices can be used here"),
        Mistake("$[?‹size›(@.a) > 1]", "unknown function `size`; there are length, count, match, search and value"),
        Mistake("$[?‹length(@.a, 1)› > 1]", "`length` takes one argument, not 2"),
        Mistake("$[?count(‹1›) > 1]", "`count` takes a query"),
        Mistake("$[?@.a == ‹ada›]", "unknown word `ada`; text is written in quotes"),
        Mistake("$[?@.a == ‹1.]›", "this is not a JSON number"),
        Mistake(
            "$[?search(@.a, 'é\\u0041‹\\\\d›+')]",
            "this is not a regular expression of JSONPath (I-Regexp, RFC 9485): there is no `\\d`; write [0-9]"),
        Mistake("$[?(@.a‹]›", "expected `)` to close the parenthesis, found `]`"),
        Mistake("$[?@.a ‹=› 1]", "expected `]` to close the selection, found `=`; equality is written `==`"),
        Mistake(
            "$[?@.a ‹=›~ /x/]",
            "expected `]` to close the selection, found `=`; a regular expression is tried by match(@.a, 'x') or "
                + "search(@.a, 'x')"),
        Mistake(
            "$[?@.a == 1 ‹a›nd @.b]", "expected `]` to close the selection, found `a`; `and` is written `&&`"),
        Mistake("$[?(@.a ‹o›r @.b)]", "expected `)` to close the parenthesis, found `o`; `or` is written `||`"),
        Mistake(
            "$.items[‹(›@.length-1)]",
            "expected a name in quotes, an index, a slice, `*` or a filter, found `(`; nothing is computed here, the "
                + "last element is [-1]"),
        Mistake(
            "$.items.length‹(›)",
            "found `(` after the path; functions stand only in filters, as in [?length(@.name) > 1]"),
        Mistake("$[‹-0›]", "an index must not have a negative zero or a leading zero"),
        Mistake("$[1:‹-01›]", "an index must not have a negative zero or a leading zero"),
        Mistake("$[-‹]›", "expected a digit, found `]`"),
        Mistake("$[‹9007199254740992›]", "this integer is beyond the range of JSONPath (53 bits)"),
        Mistake("$['a‹\n›b']", "a control character in a string must be escaped"),
        Mistake("$['‹\\ud83d›x']", "this escape is half of a surrogate pair, which is no character"),
        Mistake("$['‹\\ud83d\\u0041›']", "this escape is half of a surrogate pair, which is no character"),
        Mistake("$['‹\\ude00›']", "this escape is half of a surrogate pair, which is no character"),
        Mistake("$['‹\\u12›g4']", "`\\u` needs four hexadecimal digits"),
        Mistake("$['‹\\\"›']", "unknown escape in a string; a backslash itself is written `\\\\`"),
        Mistake("$[?‹]›", "expected a query (`@`, `$`), a literal or a function, found `]`"),
        Mistake("$[?@.a == ‹]›", "expected a query (`@`, `$`), a literal or a function, found `]`"),
        Mistake("$[?@.a && ‹›", "expected a query (`@`, `$`), a literal or a function, found the end of the path"),
        Mistake("$[?‹match(@.a)›]", "`match` takes two arguments, not 1"),
        Mistake("$[?‹count()› > 1]", "`count` takes one argument, not 0"),
        Mistake("$[?match(@.a, ‹)›]", "expected an argument after the comma, found `)`"),
        Mistake("$[?match(@.a‹]›", "expected `)` to close the call of `match`, found `]`"),
        Mistake("$[?count(‹value(@.a)›) > 1]", "`count` takes a query"),
        Mistake(
            "$[?length(‹@.*›) > 1]",
            "this query may find several values; only a path of names and indices can be used here"),
        Mistake("$[?length(‹match(@, 'a')›) > 1]", "this function gives true or false and cannot be compared"),
        Mistake("$[?!‹'a'›]", "a literal alone is no condition; compare it with something"),
        Mistake("$[?@ == ‹1e1234567890123456789]›", "this is not a JSON number"),
        Mistake("$.a‹ ›\t", "found a space after the path"),
        Mistake("$.a‹\t›", "found a control character after the path"),
        Mistake(
            "$[?match(@, 'a‹\\u007b›')]",
            "this is not a regular expression of JSONPath (I-Regexp, RFC 9485): a count is written {2}, {2,} or {2,5}"),
        Mistake(
            "$[?match(@, '‹(›a')]",
            "this is not a regular expression of JSONPath (I-Regexp, RFC 9485): this `(` is not closed"),
        Mistake("$[?match(@, ‹'((a{1,1000}){1,1000}){1,1000}'›)]", "this regular expression is too large"),
    ]

    @Test(arguments: mistakes)
    func `a mistake in a path is named with its place`(_ mistake: Mistake) {
        let error = #expect(throws: JSONPathError.self) { try JSONPath.parse(mistake.path) }
        #expect(error?.message == mistake.message)
        #expect(error?.range == mistake.range)
    }

    @Test(arguments: [("$", true), ("$.a['b'][-1]", true), ("$.*", false), ("$..a", false), ("$['a','b']", false)])
    func `a path of names and indices is singular`(_ path: String, _ isSingular: Bool) throws {
        #expect(try JSONPath.parse(path).isSingular == isSingular)
    }

    @Test(arguments: ["it's", "say \"hi\"", "\\", "a\nb\u{1}", "ö😀", "'] | $["])
    func `a literal stands for exactly its text`(_ text: String) throws {
        let root: JSONValue = [["id": .string(text), "n": 1], ["id": "other", "n": 2]]
        let path = try JSONPath.parse("$[?@.id == \(JSONPath.literal(.string(text)))].n")
        #expect(try path.query(root) == [1])
        let named = try JSONPath.parse("$[\(JSONPath.literal(.string(text)))]")
        #expect(named.singularValue(in: .object(JSONObject([(text, 7)]))) == 7)
    }

    @Test(arguments: [JSONValue.null, true, -0.5, 12_345_678_901])
    func `every scalar has a literal`(_ value: JSONValue) throws {
        let path = try JSONPath.parse("$[?@ == \(JSONPath.literal(value))]")
        #expect(try path.query([value, "x"]) == [value])
    }

    @Test func `numbers are compared exactly`() throws {
        let root = try JSONParser.parse("[9007199254740992, 9007199254740993, 9007199254740993.0]")
        #expect(try JSONPath.parse("$[?@ == 9007199254740993]").query(root).count == 2)
        #expect(try JSONPath.parse("$[?@ > 9007199254740992]").query(root).count == 2)
    }

    @Test func `a pattern of the document that runs away ends the query`() throws {
        let root: JSONValue = ["p": "(a+)+$", "t": [.string(String(repeating: "a", count: 64) + "!")]]
        let path = try JSONPath.parse("$.t[?search(@, $.p)]")
        #expect(throws: JSONPathEvaluationError.self) { try path.query(root) }
    }

    @Test func `a pattern of the document that is none matches nothing`() throws {
        let path = try JSONPath.parse("$.t[?search(@, $.p)]")
        #expect(try path.query(["p": "(", "t": ["a"]]) == [])
        #expect(try path.query(["p": "a", "t": ["ba", 1]]) == ["ba"])
    }
}
