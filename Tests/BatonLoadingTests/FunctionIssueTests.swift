import BatonCEL
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonSources

/// Mistakes in calls that are found when the file is loaded.
@Suite struct FunctionIssueTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var code: String
        var marked: String
        var message: String
        var help: String?

        init(_ text: String, _ code: String, _ marked: String, _ message: String, _ help: String? = nil) {
            self.text = text
            self.code = code
            self.marked = marked
            self.message = message
            self.help = help
        }

        var testDescription: String { text }
    }

    static let cases: [Case] = [
        Case(
            "xpath(\"<a/>\", \"//a[@b == 1]\")", "expression.argument", "=",
            "the XPath `//a[@b == 1]` is not valid: expected `]`, found `=`; equality is written with one `=`"),
        Case(
            "xpath(x, \"//a[\")", "expression.argument", "[",
            "the XPath `//a[` is not valid: expected a path or a value, found the end of the XPath"),
        Case(
            "xpath({\"a\": 1}, \"//a\")", "expression.wrong-type", "{\"a\": 1}",
            "`xpath` works on string or bytes, not map",
            "a text or bytes are queried, such as `response.body`; a value as JSON has it by `jsonpath`"),
        Case("uid()", "expression.unknown-function", "uid", "there is no function `uid`", "did you mean `uuid`?"),
        Case(
            "random_sting(3)", "expression.unknown-function", "random_sting", "there is no function `random_sting`",
            "did you mean `random_string`?"),
        Case(
            "base64(\"a\")", "expression.unknown-function", "base64", "there is no function `base64`",
            "write `base64.encode(text)`"),
        Case(
            "btoa(\"a\")", "expression.unknown-function", "btoa", "there is no function `btoa`",
            "write `base64.encode(text)`"),
        Case(
            "urlencode(\"a\")", "expression.unknown-function", "urlencode", "there is no function `urlencode`",
            "did you mean `url_encode`?"),
        Case(
            "encodeURIComponent(\"a\")", "expression.unknown-function", "encodeURIComponent",
            "there is no function `encodeURIComponent`", "write `url_encode(text)`"),
        Case(
            "toJson(x)", "expression.unknown-function", "toJson", "there is no function `toJson`",
            "did you mean `json`?"),
        Case(
            "JSON.stringify(x)", "expression.unknown-function", "JSON.stringify",
            "there is no function `JSON.stringify`", "write `json(value)`"),
        Case(
            "randomInt(1, 2)", "expression.unknown-function", "randomInt", "there is no function `randomInt`",
            "write `random_int(1, 10)`"),
        Case("uuidv4()", "expression.unknown-function", "uuidv4", "there is no function `uuidv4`", "write `uuid()`"),
        Case(
            "timestamp()", "expression.argument", "timestamp", "`timestamp` takes 1 argument, not 0",
            "call it as `timestamp(value)`"),
        Case(
            "today() + 1", "expression.wrong-type", "today() + 1", "`+` does not work on string and int",
            "write `string(1)`"),
        Case(
            "today() - duration(\"24h\")", "expression.wrong-type", "today() - duration(\"24h\")",
            "`-` does not work on string and duration",
            nil),
        Case(
            "now() + 1", "expression.wrong-type", "now() + 1", "`+` does not work on timestamp and int",
            "a time moves by a duration: `now() + duration(\"24h\")`"),
        Case(
            "now() - \"2h\"", "expression.wrong-type", "now() - \"2h\"", "`-` does not work on timestamp and string",
            "a time moves by a duration: `now() - duration(\"24h\")`"),
        Case(
            "today() < now()", "expression.wrong-type", "today() < now()", "`<` does not order string and timestamp",
            "a text becomes a time with `timestamp(\"2026-08-21T00:00:00Z\")`; the present moment is `now()`"),
        Case(
            "\"2024-01-01\" < now()", "expression.wrong-type", "\"2024-01-01\" < now()",
            "`<` does not order string and timestamp",
            "a text becomes a time with `timestamp(\"2026-08-21T00:00:00Z\")`; the present moment is `now()`"),
        Case(
            "math.min(1, 2)", "expression.unknown-function", "min", "there is no function `math.min`",
            "write `math.least(1, 2)`"),
        Case(
            "x.sha256()", "expression.unknown-function", "sha256", "there is no method `sha256`",
            "write `sha256(value…)`"),
        Case("uuid(1)", "expression.argument", "uuid", "`uuid` takes 0 arguments, not 1", "call it as `uuid()`"),
        Case(
            "random_int(1)", "expression.argument", "random_int", "`random_int` takes 2 arguments, not 1",
            "call it as `random_int(int, int)`"),
        Case(
            "format_date(now())", "expression.argument", "format_date",
            "`format_date` takes 2 or 3 arguments, not 1",
            "call it as `format_date(timestamp, string)` or `format_date(timestamp, string, string)`"),
        Case(
            "x.replace()", "expression.argument", "replace", "`replace` takes 2 or 3 arguments, not 0",
            "call it as `string.replace(string, string)` or `string.replace(string, string, int)`"),
        Case(
            "math.abs()", "expression.argument", "abs", "`abs` takes 1 argument, not 0",
            "call it as `math.abs(value)`"),
        Case(
            "url_encode([1])", "expression.wrong-type", "[1]",
            "`url_encode` works on string or bytes or int or uint or double or bool or timestamp, not list",
            nil),
        Case(
            "url_decode(size(x))", "expression.wrong-type", "size(x)", "`url_decode` works on string, not int",
            "write `string(size(x))`"),
        Case(
            "today().getFullYear()", "expression.wrong-type", "today()",
            "`getFullYear` works on timestamp, not string",
            "a text becomes a time with `timestamp(\"2026-08-21T00:00:00Z\")`; the present moment is `now()`"),
        Case(
            "parse_json(7)", "expression.wrong-type", "7", "`parse_json` works on string or bytes, not int",
            "write `\"7\"`, in quotes"),
        Case(
            "random_hex(uuid())", "expression.wrong-type", "uuid()", "`random_hex` works on int, not string",
            "write `int(uuid())`"),
        Case(
            "random_int(\"1\", 2)", "expression.wrong-type", "\"1\"", "`random_int` works on int, not string",
            "write `1`, without quotes"),
        Case(
            "random_int(5, 1)", "expression.argument", "1",
            "there is no number from 5 to 1: the smaller one comes first"),
        Case(
            "random_string(10000000)", "expression.argument", "10000000",
            "`random_string` makes at most 1000000 characters, not 10000000"),
        Case("random_hex(-1)", "expression.argument", "-1", "`random_hex` makes no text of -1 characters"),
        Case(
            "sha256({})", "expression.wrong-type", "{}", "`sha256` works on string or bytes, not map",
            "of a list or map take `sha256(json(value))`"),
        Case("unhex(\"xyz\")", "expression.argument", "\"xyz\"", "the text is not made of pairs of hexadecimal digits"),
        Case("parse_json(\"{a}\")", "expression.argument", "\"{a}\"", "the text is no JSON: "),
        Case(
            "jsonpath(x, \"a.b\")", "expression.argument", "a",
            "the path `a.b` is not valid: a JSONPath begins with `$`"),
        Case(
            "jsonpath(\"{}\", \"$\")", "expression.wrong-type", "\"{}\"",
            "`jsonpath` works on map or list, not string",
            "a text becomes a value with `parse_json(text)`; the body as a value is `response.json`"),
        Case(
            "jsonpath(x, \"$.a[?@.b == ]\")", "expression.argument", "]",
            "the path `$.a[?@.b == ]` is not valid: "),
        Case("regex(\"a\", \"(\")", "expression.argument", "(", "the pattern is not valid: "),
        Case("regex(\"a\", r'b[z-a]')", "expression.argument", "a", "the pattern is not valid: "),
        // With escapes a place in the text is no place in the source.
        Case("regex(\"a\", \"\\\\d(\")", "expression.argument", "(", "the pattern is not valid: "),
        Case(
            "matches(x, r'a(?=b)')", "expression.argument", "(",
            "the pattern is not valid: look-around (`(?=`) is not part of RE2's syntax",
            "`matches` has RE2's syntax; `regex(text, pattern) != null` knows PCRE2's, where this is valid"),
        Case(
            "x.matches(r\"(é)\\1\")", "expression.argument", "\\",
            "the pattern is not valid: backreferences (`\\1`) are not part of RE2's syntax",
            "`matches` has RE2's syntax; `regex(text, pattern) != null` knows PCRE2's, where this is valid"),
        Case(
            "x.matches('a++b')", "expression.argument", "+", "the pattern is not valid: `+` repeats what is repeated",
            "`matches` has RE2's syntax; `regex(text, pattern) != null` knows PCRE2's, where this is valid"),
        Case(
            "x.matches(\"\"\"[b-é\"\"\")", "expression.argument", "[", "the pattern is not valid: the `[` has no `]`"),
        Case(
            "format_date(now(), \"YYYY-MM-dd\")", "expression.argument", "YYYY",
            "`YYYY` means nothing in a date format", "the year is `yyyy`"),
        Case(
            "format_date(now(), \"yyyy\", \"Mars/Base\")", "expression.argument", "\"Mars/Base\"",
            "there is no time zone `Mars/Base`",
            "write a name such as `Europe/Berlin`, an offset such as `+02:00`, or `UTC`"),
        Case(
            "format_date(\"2026\", \"yyyy\")", "expression.wrong-type", "\"2026\"",
            "`format_date` works on timestamp, not string",
            "a text becomes a time with `timestamp(text)` or `parse_date(text, \"yyyy-MM-dd\")`"),
        Case(
            "parse_date(x, \"hh:mm\")", "expression.argument", "hh:mm",
            "hours up to 12 need the half of the day beside them",
            "add `a` for AM or PM, or write `HH` for hours up to 23"),
        Case(
            "timestamp(\"yesterday\")", "expression.argument", "\"yesterday\"",
            "\"yesterday\" is no RFC 3339 timestamp like `2026-08-21T10:00:00Z`"),
        Case(
            "duration(\"5 minutes\")", "expression.argument", "\"5 minutes\"",
            "\"5 minutes\" is no duration: write a number with a unit, like `1m30s`"),
        Case(
            "parse_date(x, \"yyyy-MM-dd oo\")", "expression.argument", "oo",
            "`oo` means nothing in a date format", "text is written in quotes: `'oo'`"),
        Case(
            "timestamp(x).getHours(\"Mars/Base\")", "expression.argument", "\"Mars/Base\"",
            "there is no time zone `Mars/Base`",
            "write a name such as `Europe/Berlin`, an offset such as `+02:00`, or `UTC`"),
        Case("int(\"12a\")", "expression.argument", "\"12a\"", "\"12a\" is no integer"),
        Case("uint(\"-1\")", "expression.argument", "\"-1\"", "\"-1\" is no unsigned integer"),
        Case("double(\"1,5\")", "expression.argument", "\"1,5\"", "\"1,5\" is no number"),
        Case("bool(\"yes\")", "expression.argument", "\"yes\"", "\"yes\" is neither true nor false"),
        Case("base64.decode(\"a*\")", "expression.argument", "\"a*\"", "the text is no base64"),
        Case("base64url.decode(\"a+b/\")", "expression.argument", "\"a+b/\"", "the text is no base64url"),
        Case("url_decode(\"%FF\")", "expression.argument", "\"%FF\"", "what the escapes stand for is no UTF-8"),
        Case("ip(\"10.0.0\")", "expression.argument", "\"10.0.0\"", "\"10.0.0\" is no IP address"),
        Case("cidr(\"10.0.0.0\")", "expression.argument", "\"10.0.0.0\"", "\"10.0.0.0\" is no block of addresses"),
        Case(
            "jwt_payload(\"a.b\")", "expression.argument", "\"a.b\"",
            "the text is no JSON Web Token: it has no three parts with dots between them"),
        Case("parse_csv(\"a,b\\n1\")", "expression.argument", "\"a,b\\n1\"", "the text is no CSV: "),
        Case("parse_yaml(\"[a\")", "expression.argument", "\"[a\"", "the text is no YAML: "),
        Case(
            "file(1)", "expression.wrong-type", "1", "`file` works on string, not int",
            "write `\"1\"`, in quotes"),
    ]

    @Test(arguments: cases)
    func `a wrong call is found where it is, with what to write`(_ test: Case) throws {
        let issue = try #require(Evaluating.issues(test.text).first)
        #expect(issue.code == test.code)
        #expect(String(decoding: Array(test.text.utf8)[issue.range], as: UTF8.self) == test.marked)
        #expect(issue.message.hasPrefix(test.message), "\(issue.message)")
        #expect(issue.help == test.help)
    }
}
