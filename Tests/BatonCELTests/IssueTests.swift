import BatonCEL
import Testing

@Suite struct IssueTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let code: String
        let marked: String
        let help: String?

        init(_ text: String, _ code: String, _ marked: String, _ help: String? = nil) {
            self.text = text
            self.code = code
            self.marked = marked
            self.help = help
        }

        var testDescription: String { text }
    }

    static let cases: [Case] = [
        Case("tokn", "unknown-name", "tokn", "did you mean `token`?"),
        Case("1 + respons.status", "unknown-name", "respons", "did you mean `response`?"),
        Case("siz(name)", "unknown-function", "siz", "did you mean `size`?"),
        Case("name.startWith('a')", "unknown-function", "startWith", "did you mean `startsWith`?"),
        Case("math.cel(1.5)", "unknown-function", "cel", "did you mean `math.ceil`?"),
        Case("response.stauts", "unknown-member", "stauts", "did you mean `status`?"),
        Case("response[\"stauts\"]", "unknown-member", "\"stauts\"", "did you mean `status`?"),
        Case(
            "response.code == 200", "unknown-member", "code",
            "it has `status`, `json`, `body`, `duration`, `headers`, `certificate`"),
        Case(
            "response.statusCode", "unknown-member", "statusCode",
            "it has `status`, `json`, `body`, `duration`, `headers`, `certificate`"),
        Case("env.HOME", "unknown-member", "HOME", "it has `name`, `base_url`"),
        Case("steps.login.outputs.token", "unknown-member", "outputs", "it has `token`"),
        Case(
            "response.status == \"200\"", "wrong-type", "response.status == \"200\"", "write `200`, without quotes"),
        Case("response.duration < \"1s\"", "wrong-type", "response.duration < \"1s\"", "write `duration(\"1s\")`"),
        Case(
            "response.status in [\"200\"]", "wrong-type", "response.status in [\"200\"]",
            "write `200`, without quotes"),
        Case("name + 1", "wrong-type", "name + 1", "write `string(1)`"),
        Case("1 < count < 5", "wrong-type", "1 < count < 5", "join two comparisons by `&&`"),
        Case("name.contains(1)", "wrong-type", "1"),
        Case("size(1)", "wrong-type", "1"),
        Case("size()", "argument", "size"),
        Case("name.replace('a')", "argument", "replace"),
        Case("count && true", "wrong-type", "count"),
        Case("name.length", "wrong-type", "length", "write `size(…)`"),
        Case("count = 3", "syntax", "=", "to compare, write `==`"),
        Case("count === 3", "syntax", "===", "write `==`"),
        Case("count !== 3", "syntax", "!==", "write `!=`"),
        Case("true & false", "syntax", "&", "write `&&`"),
        Case("true and false", "syntax", "and", "write `&&`"),
        Case("true or false", "syntax", "or", "write `||`"),
        Case("not true", "syntax", "not", "write `!(…)`"),
        Case("not name", "syntax", "not", "write `!(…)`"),
        Case("$(count) + 1", "syntax", "$(", "names need no marker here: write `name`, not `$(name)`"),
        Case("True", "unknown-name", "True", nil),
        Case("status == 200", "unknown-name", "status", "for a text write \"status\", in quotes"),
        Case("for + 1", "syntax", "for"),
        Case("'abc", "syntax", "'"),
        Case("'\\d'", "syntax", "\\d", "double the backslash, or put `r` before the quote: `r\"\\d+\"`"),
        Case("(1 + 2", "syntax", ""),
        Case("", "syntax", ""),
        Case("99999999999999999999", "syntax", "99999999999999999999"),
        Case("name.matches('(')", "argument", "("),
        Case("has(count)", "wrong-type", "has(count)", "write `has(vars.count)`"),
        Case("json.items.all(1, true)", "syntax", "1"),
        Case("json.items.all(i)", "argument", "all"),
        Case("{1.5: 2}", "wrong-type", "1.5"),
        Case("-name", "wrong-type", "name"),
    ]

    @Test(arguments: cases)
    func `a mistake is found where it is, with what to write`(_ test: Case) throws {
        let issue = try #require(Sample.issues(test.text).first)
        #expect(issue.code == "expression." + test.code)
        #expect(String(decoding: Array(test.text.utf8)[issue.range], as: UTF8.self) == test.marked)
        if let help = test.help { #expect(issue.help == help) }
    }

    @Test func `all mistakes of an expression are found at once`() {
        let issues = Sample.issues("tokn == respons.status && siz(1) > 2")
        #expect(
            issues.map(\.code) == ["expression.unknown-name", "expression.unknown-name", "expression.unknown-function"])
    }

    @Test(arguments: ["(", "[", "!", "-", "{1:", "f(", "1+(", "true?", "a.b(", "x[", "1||("])
    func `an expression nested ten thousand deep is refused with a place`(piece: String) throws {
        let issue = try #require(Sample.issues(String(repeating: piece, count: 10_000)).first)
        #expect(issue.code == "expression.too-large" || issue.code == "expression.syntax")
        #expect(!issue.message.isEmpty)
    }

    @Test func `a sum of ten thousand terms is refused, a disjunction of as many is not`() {
        let sum = Array(repeating: "1", count: 10_000).joined(separator: " + ")
        #expect(Sample.issues(sum).map(\.code) == ["expression.too-large"])
        let any = Array(repeating: "count == 1", count: 10_000).joined(separator: " || ")
        #expect(Sample.issues(any).isEmpty)
    }

    @Test(arguments: [
        "count", "vars", "\u{0}", "🙂", "a🙂b", "'", "\"\"\"", "r'", "1.e", "0x", "1u2", "..", "?.", "[?", "{?", "`",
        "`a`", ".1.", "a.`", "\\",
    ])
    func `no input crashes the parser`(text: String) {
        _ = Sample.issues(text)
        _ = Sample.issues(text + text)
        _ = Sample.issues("(" + text + ")")
    }
}
