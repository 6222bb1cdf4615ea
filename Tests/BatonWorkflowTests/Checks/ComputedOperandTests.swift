import Testing

@testable import BatonWorkflow

/// Operands that the response itself supplies: what would be refused when the file is loaded never passes here either.
@Suite struct ComputedOperandTests {
    private static let hint = "the operand is computed; look at what it was made of"
    private static let body = #"{"v": "abc", "list": [1], "empty": "", "none": [], "nothing": {}}"#

    static let cases: [(check: String, message: String)] = [
        ("$.v: { contains: $(response.json.empty) }", #"$.v: `contains` was given "", with which it checks nothing"#),
        (
            "$.v: { not_contains: $(response.json.empty) }",
            #"$.v: `not_contains` was given "", with which it checks nothing"#
        ),
        ("$.v: { contains: $(response.json.none) }", "$.v: `contains` was given [], with which it checks nothing"),
        (
            "$.list: { contains: $(response.json.none) }",
            "$.list: `contains` was given [], with which it checks nothing"
        ),
        (
            "$.list: { not_contains: $(response.json.none) }",
            "$.list: `not_contains` was given [], with which it checks nothing"
        ),
        (
            "$.v: { not: { contains: $(response.json.none) } }",
            "$.v: `contains` was given [], with which it checks nothing"
        ),
        (
            "$.v: { not: { not_contains: $(response.json.empty) } }",
            #"$.v: `not_contains` was given "", with which it checks nothing"#
        ),
        (
            "$.v: { starts_with: $(response.json.empty) }",
            #"$.v: `starts_with` was given "", with which it checks nothing"#
        ),
        ("$.v: { ends_with: $(response.json.empty) }", #"$.v: `ends_with` was given "", with which it checks nothing"#),
        ("$.v: { matches: $(response.json.empty) }", #"$.v: `matches` was given "", with which it checks nothing"#),
        (
            "$.v: { not: { not_matches: $(response.json.empty) } }",
            #"$.v: `not_matches` was given "", with which it checks nothing"#
        ),
        ("body: { contains: $(response.json.empty) }", #"body: `contains` was given "", with which it checks nothing"#),
        ("$.v: { in: $(response.json.none) }", "$.v: `in` was given [], with which it checks nothing"),
        ("$.v: { not_in: $(response.json.none) }", "$.v: `not_in` was given [], with which it checks nothing"),
        ("status: { not_in: $(response.json.none) }", "status: `not_in` was given [], with which it checks nothing"),
        (
            "starts_with_hex: $(response.json.empty)",
            "starts_with_hex: `starts_with_hex` was given no byte, with which it checks nothing"
        ),
        (
            "json_includes: $(response.json.nothing)",
            "json_includes: `json_includes` was given {}, with which it checks nothing"
        ),
    ]

    @Test(arguments: cases.indices)
    func `an operand that says nothing fails`(_ index: Int) throws {
        let failures = try Checking.failures(of: Self.cases[index].check, body: Self.body)
        #expect(failures.map(\.message) == [Self.cases[index].message])
        #expect(failures.map(\.hint) == [Self.hint])
    }

    @Test(arguments: [
        "$.list: { not_contains: $(response.json.empty) }", "$.nothing: { not_contains: $(response.json.empty) }",
        "$.v: { contains: $(response.json.v) }", "json_includes: { nothing: $(response.json.nothing) }",
        "$.v: { in: \"$([response.json.v, 'x'])\" }", "$.v: { not_in: $(response.json.list) }",
        "status: { in: \"$(response.json.list + [200])\" }", "$.v: { not: { in: $(response.json.list) } }",
        "$.empty: \"$(response.json.empty + '')\"", "$.none: \"$(response.json.none + [])\"",
    ])
    func `a computed operand that checks something is compared with the value`(_ check: String) throws {
        #expect(try Checking.failures(of: check, body: Self.body).map(\.message) == [])
    }

    @Test(arguments: [
        ("$.v: { in: $(response.json.v) }", "$.v: expected a list to compare with, got \"abc\""),
        ("$.v: { not_in: $(response.json.v) }", "$.v: expected a list to compare with, got \"abc\""),
        ("$.v: { not: { in: $(response.json.v) } }", "$.v: expected a list to compare with, got \"abc\""),
        (
            "$.list: { not: { in_any_order: $(response.json.v) } }",
            "$.list: expected a list to compare with, got \"abc\""
        ),
        ("status: { not_in: \"$([200, 201])\" }", "status: expected anything but [200,201], got 200"),
    ])
    func `a computed list must be one`(_ check: String, _ message: String) throws {
        #expect(try Checking.failures(of: check, body: Self.body).map(\.message) == [message])
    }

    @Test(arguments: [
        "$(response.json.v)", "$(response.json.nothing)", "$([200])", "$(200.5)", "$('20')", "$('2xx')", "$(true)",
    ])
    func `a computed status must be one`(_ status: String) throws {
        for check in ["status: \"\(status)\"", "status: { ne: \"\(status)\" }", "status: { not: \"\(status)\" }"] {
            let failure = #expect(throws: TemplateFailure.self) { try Checking.failures(of: check, body: Self.body) }
            #expect(
                failure?.message
                    == "`\(status.dropFirst(2).dropLast())` is no status such as 200; a class such as 2xx stands in the file itself"
            )
        }
    }
}
