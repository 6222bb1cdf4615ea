import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonSources

/// Where in a file the mistake of a path is shown: at the character of the path, however YAML writes it.
@Suite struct PathPlaceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var lines: String
        var code = "workflow.invalid-path"
        var message: String
        var testDescription: String { lines }

        init(_ lines: String, _ message: String) { (self.lines, self.message) = (lines, message) }

        /// A path in an expression.
        static func expression(_ lines: String, _ message: String) -> Case {
            var test = Case(lines, message)
            test.code = "expression.argument"
            return test
        }

        /// Loads the lines where `frame` has a `…`.
        func check(in frame: String, indent: String) {
            let indented = lines.replacing("\n", with: "\n" + indent)
            ExpectedDiagnostic(lines, code, message).check(in: frame.replacing("…", with: indented))
        }
    }

    private static let selector = "expected a name in quotes, an index, a slice, `*` or a filter, found `x`"

    static let written: [Case] = [
        Case("$.a[⟦x⟧]: 1", "the path `$.a[x]` is not valid: \(selector)"),
        Case("'$[''a''][⟦x⟧]': 1", "the path `$['a'][x]` is not valid: \(selector)"),
        Case("\"$['\\u00e9\\x41'][⟦x⟧]\": 1", "the path `$['éA'][x]` is not valid: \(selector)"),
        Case(
            "$.é⟦-⟧name: 1",
            "the path `$.é-name` is not valid: found `-` after the path; a name with other characters than letters, "
                + "digits and `_` is written in brackets, as in ['a-b']"),
        Case(
            "$.a[?@.b ⟦=⟧ 1]: 1",
            "the path `$.a[?@.b = 1]` is not valid: expected `]` to close the selection, found `=`; equality is "
                + "written `==`"),
        Case(
            "$.a[0⟦⟧: 1",
            "the path `$.a[0` is not valid: expected `]` to close the selection, found the end of the path"),
        Case(
            "'$[?match(@, ''[⟦b-a⟧]'')]': 1",
            "the path `$[?match(@, '[b-a]')]` is not valid: this is not a regular expression of JSONPath (I-Regexp, "
                + "RFC 9485): the smaller character of a range comes first"),
        Case(
            "$.a[$(x)].⟦-⟧b: 1",
            "the path `$.a[$(x)].-b` is not valid with a literal in place of `$(…)`: expected a member name or `*` "
                + "after the dot, found `-`"),
        Case(
            "\"$.a[\\x24(x)].⟦-⟧b\": 1",
            "the path `$.a[$(x)].-b` is not valid with a literal in place of `$(…)`: expected a member name or `*` "
                + "after the dot, found `-`"),
        Case(
            "$.a.⟦$(x)⟧: 1",
            "the path `$.a.$(x)` is not valid with a literal in place of `$(…)`: expected a member name or `*` after "
                + "the dot, found `$(x)`"),
        Case(
            "$.a[?count(⟦$(x)⟧) > 1]: 1",
            "the path `$.a[?count($(x)) > 1]` is not valid with a literal in place of `$(…)`: `count` takes a query"),
        Case("$['$$('][⟦x⟧]: 1", "the path `$['$('][x]` is not valid: \(selector)"),
    ]

    @Test(arguments: written) func `a check points into its path`(_ test: Case) {
        test.check(in: "vars: { x: 1 }\nsteps:\n  - get: /x\n    expect:\n      …\n", indent: "      ")
    }

    static let captured: [Case] = [
        Case("$.a[⟦x⟧]", "the path `$.a[x]` is not valid: \(selector)"),
        Case("$.a[0]\n  [⟦x⟧]", "the path `$.a[0] [x]` is not valid: \(selector)"),
        Case("'$[''a''][⟦x⟧]'", "the path `$['a'][x]` is not valid: \(selector)"),
        Case("\"$[\\\"a\\\"]\\\n  [⟦x⟧]\"", "the path `$[\"a\"][x]` is not valid: \(selector)"),
        Case("|-\n  $.a\n    [⟦x⟧]", "the path `$.a\n  [x]` is not valid: \(selector)"),
        Case(">-\n  $.a\n  [0]\n  [⟦x⟧]", "the path `$.a [0] [x]` is not valid: \(selector)"),
        Case("{ path: '$[⟦x⟧]' }", "the path `$[x]` is not valid: \(selector)"),
        Case("user.⟦.⟧name", "`user..name` is no path: a key is missing in this path"),
        Case("'é.⟦⟧'", "`é.` is no path: a key is missing in this path"),
        Case(
            "$.a[$(x)][?@.b == $(y)][⟦x⟧]",
            "the path `$.a[$(x)][?@.b == $(y)][x]` is not valid with a literal in place of `$(…)`: \(selector)"),
    ]

    @Test(arguments: captured) func `a capture points into its path`(_ test: Case) {
        test.check(in: "vars: { x: 1, y: 2 }\nsteps:\n  - get: /x\n    capture:\n      a: …\n", indent: "      ")
    }

    static let called: [Case] = [
        .expression("$(jsonpath(response.json, \"$.a[⟦x⟧]\"))", "the path `$.a[x]` is not valid: \(selector)"),
        .expression(
            "'$(jsonpath(response.json, \"$[''a''][⟦x⟧]\"))'", "the path `$['a'][x]` is not valid: \(selector)"),
        .expression(
            "\"$(jsonpath(response.json, '$.\\u00e9[⟦x⟧]'))\"", "the path `$.é[x]` is not valid: \(selector)"),
        .expression(
            "|-\n  $(jsonpath(response.json,\n    '''$.a\n    [⟦x⟧]'''))",
            "the path `$.a\n  [x]` is not valid: \(selector)"),
        .expression(
            "$(jsonpath(response.json, '$[\\'a\\\\u00e9\\'][⟦x⟧]'))",
            "the path `$['a\\u00e9'][x]` is not valid: \(selector)"),
        .expression(
            "$(jsonpath(response.json, r'$[\"\\u00e9\"][⟦x⟧]'))",
            "the path `$[\"\\u00e9\"][x]` is not valid: \(selector)"),
        .expression(
            "$(jsonpath(response.json, '$[⟦\\x78⟧]'))", "the path `$[x]` is not valid: \(selector)"),
        .expression(
            "$(jsonpath(response.json, '$.a⟦[⟧'))",
            "the path `$.a[` is not valid: expected a name in quotes, an index, a slice, `*` or a filter, found the "
                + "end of the path"),
    ]

    @Test(arguments: called) func `a call of jsonpath points into its path`(_ test: Case) {
        test.check(in: "steps:\n  - get: /x\n    capture:\n      a: …\n", indent: "      ")
    }

    @Test func `a line of that points into its path`() {
        let frame = """
            steps:
              - get: /x
                expect:
                  that: |
                    response.status == 200
                    jsonpath(response.json, "$[⟦x⟧]") == 1

            """
        Case.expression("", "the path `$[x]` is not valid: \(Self.selector)").check(in: frame, indent: "")
    }
}
