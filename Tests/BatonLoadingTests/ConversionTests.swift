import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// `as` × values: what an API may send for a type, and what it may not.
@Suite struct ConversionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var settings: String
        var json: String
        var shown: String

        init(_ settings: String, _ json: String, _ shown: String) {
            self.settings = settings
            self.json = json
            self.shown = shown
        }

        var testDescription: String { "\(settings) of \(json)" }
    }

    private static func type(_ wanted: String, _ got: String) -> String {
        "mapping.type v: expected \(wanted) at `$.v`, got \(got)"
    }

    private static func format(_ wanted: String, _ got: String) -> String {
        "mapping.format v: expected \(wanted) at `$.v`, got \(got)"
    }

    static let strings: [Case] = [
        Case("as: string", #""Ada""#, #""Ada""#),
        Case("as: string", #""""#, #""""#),
        Case("as: string", "5", #""5""#),
        Case("as: string", "1.10", #""1.10""#),
        Case("as: string", "12345678901234567890123", #""12345678901234567890123""#),
        Case("as: string", "true", #""true""#),
        Case("as: string", "null", type("a string", "null")),
        Case("as: string", "[1]", type("a string", "[1]")),
        Case("as: string", #"{"a": 1}"#, type("a string", #"{"a":1}"#)),
    ]

    static let integers: [Case] = [
        Case("as: integer", "5", "5"),
        Case("as: integer", "-5", "-5"),
        Case("as: integer", "1.0", "1"),
        Case("as: integer", "1e3", "1000"),
        Case("as: integer", "18446744073709551615", "18446744073709551615"),
        Case("as: integer", "123456789012345678901234567890", "123456789012345678901234567890"),
        Case("as: integer", #""42""#, "42"),
        Case("as: integer", #""007""#, "7"),
        Case("as: integer", #""+7""#, "7"),
        Case("as: integer", #""-0042""#, "-42"),
        Case("as: integer", #""5.0""#, "5"),
        Case("as: integer", "1.5", type("an integer", "1.5")),
        Case("as: integer", #""1.5""#, type("an integer", #""1.5""#)),
        Case("as: integer", #""abc""#, type("an integer", #""abc""#)),
        Case("as: integer", #""""#, type("an integer", #""""#)),
        Case("as: integer", #"" 5""#, type("an integer", #"" 5""#)),
        Case("as: integer", #""1,000""#, type("an integer", #""1,000""#)),
        Case("as: integer", #""0x1F""#, type("an integer", #""0x1F""#)),
        Case("as: integer", #""-""#, type("an integer", #""-""#)),
        Case("as: integer", "true", type("an integer", "true")),
        Case("as: integer", "null", type("an integer", "null")),
        Case("as: integer", "[]", type("an integer", "[]")),
    ]

    static let numbers: [Case] = [
        Case("as: number", "9.5", "9.5"),
        Case("as: number", "1.10", "1.10"),
        Case("as: number", #""9.50""#, "9.50"),
        Case("as: number", #""1e2""#, "1e2"),
        Case("as: number", "3", "3"),
        Case("as: number", #""NaN""#, type("a number", #""NaN""#)),
        Case("as: number", #"".5""#, type("a number", #"".5""#)),
        Case("as: number", "false", type("a number", "false")),
    ]

    static let booleans: [Case] = [
        Case("as: boolean", "true", "true"),
        Case("as: boolean", "false", "false"),
        Case("as: boolean", #""true""#, "true"),
        Case("as: boolean", #""False""#, "false"),
        Case("as: boolean", #""1""#, "true"),
        Case("as: boolean", #""0""#, "false"),
        Case("as: boolean", "1", "true"),
        Case("as: boolean", "0", "false"),
        Case("as: boolean", "1.0", "true"),
        Case("as: boolean", "2", type("a boolean", "2")),
        Case("as: boolean", #""yes""#, type("a boolean", #""yes""#)),
        Case("as: boolean", #""""#, type("a boolean", #""""#)),
        Case("as: boolean", "null", type("a boolean", "null")),
        Case("as: boolean", "{}", type("a boolean", "{}")),
    ]

    static let dates: [Case] = [
        Case("as: date", #""2026-08-21T10:00:00Z""#, #""2026-08-21T10:00:00Z""#),
        Case("as: date", #""2026-08-21T12:00:00.25+02:00""#, #""2026-08-21T10:00:00.25Z""#),
        Case("as: date", #""2026-08-21""#, #""2026-08-21T00:00:00Z""#),
        Case("as: date", #""2026-02-30""#, format("a date of RFC 3339", #""2026-02-30""#)),
        Case("as: date", #""2026-08-21 10:00:00""#, format("a date of RFC 3339", #""2026-08-21 10:00:00""#)),
        Case("as: date", "1700000000", type("a date of RFC 3339", "1700000000")),
        Case("as: date", "true", type("a date of RFC 3339", "true")),
        Case("as: date, format: unix", "1700000000", #""2023-11-14T22:13:20Z""#),
        Case("as: date, format: unix", #""1700000000""#, #""2023-11-14T22:13:20Z""#),
        Case("as: date, format: unix", "1700000000.5", #""2023-11-14T22:13:20.5Z""#),
        Case("as: date, format: unix", "-1", #""1969-12-31T23:59:59Z""#),
        Case("as: date, format: unix", "1e30", format("a date in Unix seconds", "1e30")),
        Case("as: date, format: unix", #""soon""#, format("a date in Unix seconds", #""soon""#)),
        Case("as: date, format: unix", "[1]", type("a date in Unix seconds", "[1]")),
        Case("as: date, format: unix_ms", "1700000000123", #""2023-11-14T22:13:20.123Z""#),
        Case("as: date, format: unix_ms", #""1700000000123""#, #""2023-11-14T22:13:20.123Z""#),
        Case("as: date, format: yyyy/MM/dd HH:mm:ss", #""2021/03/04 05:06:07""#, #""2021-03-04T05:06:07Z""#),
        Case("as: date, format: dd.MM.yyyy", #""04.03.2021""#, #""2021-03-04T00:00:00Z""#),
        Case("as: date, format: yyyyMMdd", "20210304", #""2021-03-04T00:00:00Z""#),
        Case(
            "as: date, format: yyyy/MM/dd", #""2021-03-04""#,
            format("a date in the format `yyyy/MM/dd`", #""2021-03-04""#)),
        Case("as: date, format: yyyy/MM/dd", "{}", type("a date in the format `yyyy/MM/dd`", "{}")),
    ]

    static let urls: [Case] = [
        Case("as: url", #""/items/5""#, #""http://api.test/items/5""#),
        Case("as: url", #""c?page=2""#, #""http://api.test/a/c?page=2""#),
        Case("as: url", #""?page=2""#, #""http://api.test/a/b?page=2""#),
        Case("as: url", #""//other.test/x""#, #""http://other.test/x""#),
        Case("as: url", #""https://other.test/x""#, #""https://other.test/x""#),
        Case("as: url", #""../up""#, #""http://api.test/up""#),
        Case("as: url", #""mailto:ada@example.com""#, format("a URL", #""mailto:ada@example.com""#)),
        Case("as: url", "5", type("a URL", "5")),
    ]

    static let documents: [Case] = [
        Case("as: json", #""{\"a\": [1, 2.50]}""#, #"{"a":[1,2.50]}"#),
        Case("as: json", #""5""#, "5"),
        Case("as: json", #"{"a": 1}"#, type("a text of JSON", #"{"a":1}"#)),
        Case("as: json", "null", type("a text of JSON", "null")),
        Case("as: json", #""{oops""#, format("a text of JSON", #""{oops""#)),
        Case("as: any", #"{"a": 1}"#, #"{"a":1}"#),
        Case("as: any", #""{oops""#, #""{oops""#),
        Case("as: any", "null", "null"),
        Case("as: [any]", #"[1, null, "a"]"#, #"[1,null,"a"]"#),
        Case("as: [any]", "5", type("a list", "5")),
    ]

    static let lists: [Case] = [
        Case("as: [integer]", #"["1", 2, 3.0]"#, "[1,2,3]"),
        Case(#"as: "[integer]""#, "[1]", "[1]"),
        Case("as: [string]", #"[1, "a", true]"#, #"["1","a","true"]"#),
        Case("as: [date], format: unix", "[0]", #"["1970-01-01T00:00:00Z"]"#),
        Case("as: [integer]", "[]", "[]"),
        Case("as: [integer]", "5", type("a list", "5")),
        Case("as: [integer]", #"{"0": 1}"#, type("a list", #"{"0":1}"#)),
        Case("as: [integer]", "[1, null]", "mapping.type v: expected an integer at `$.v[1]`, got null"),
        Case("as: [integer]", #"[1, 2, "x"]"#, #"mapping.type v: expected an integer at `$.v[2]`, got "x""#),
    ]

    @Test(arguments: strings + integers + numbers + booleans)
    func `a captured scalar is converted to the type asked for`(_ item: Case) throws {
        #expect(try Capturing.convert(item.json, item.settings).shown == item.shown)
    }

    @Test(arguments: dates + urls + documents + lists)
    func `a captured text is converted by its format`(_ item: Case) throws {
        #expect(try Capturing.convert(item.json, item.settings).shown == item.shown)
    }

    @Test func `a number that looks like a Unix date says so`() throws {
        #expect(
            try Capturing.convert("1700000000", "as: date").problem?.hint?.explanation
                == "if it counts seconds, write `format: unix`")
        #expect(
            try Capturing.convert(#""1700000000123""#, "as: date").problem?.hint?.explanation
                == "if it counts milliseconds, write `format: unix_ms`")
        #expect(
            try Capturing.convert(#""21.08.2026""#, "as: date").problem?.hint?.explanation
                == "say how the date is written, for example `format: yyyy-MM-dd HH:mm:ss`")
    }

    @Test func `of a long value the message shows the beginning`() throws {
        let problem = try Capturing.convert("\"\(String(repeating: "x", count: 3000))\"", "as: integer").problem
        let shown = "\"\(String(repeating: "x", count: 100))\"… (3000 bytes)"
        #expect(problem?.message == "v: expected an integer at `$.v`, got \(shown)")
        #expect(problem?.actual?.hasSuffix("… (3002 bytes)") == true, "\(problem?.actual ?? "")")
    }

    @Test func `null stands for nothing where a type is wanted`() throws {
        #expect(try Capturing.convert("null", "as: integer, optional: true").shown == "null")
        #expect(try Capturing.convert("null", #"as: integer, default: "7""#).shown == "7")
        #expect(
            try Capturing.convert("null", "as: integer").problem?.hint?.acceptance
                == "`optional: true` lets null through")
        #expect(try Capturing.convert("null", "optional: true").shown == "null")
        #expect(try Capturing.convert("null", "default: 7").shown == "null")
    }

    @Test func `a secret that does not convert is not shown`() throws {
        let problem = try Capturing.convert(#""hunter2""#, "as: integer, secret: true").problem
        #expect(problem?.message == "v: expected an integer at `$.v`, got ***")
        #expect(problem?.actual == "***")
    }
}
