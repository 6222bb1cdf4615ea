import BatonDiagnostics
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// What a reader learns from a value that does not fit a schema.
@Suite struct SchemaMessageTests {
    /// A schema, a body, and what is told: path, wanted, found, rule.
    struct Case: Sendable, CustomTestStringConvertible {
        var schema: String
        var body: String
        var told: [String]
        var testDescription: String { "\(schema) ← \(body)" }

        init(_ schema: String, _ body: String, _ told: String...) {
            self.schema = schema
            self.body = body
            self.told = told
        }
    }

    static let cases: [Case] = [
        Case("{ type: object }", "[1]", "$: expected an object, got [1] (#/type)"),
        Case("{ type: [string, \"null\"] }", "5", "$: expected a string or null, got 5 (#/type)"),
        Case("{ type: integer }", "1.5", "$: expected an integer, got 1.5 (#/type)"),
        Case("{ const: 5 }", "6", "$: expected 5, got 6 (#/const)"),
        Case("{ enum: [a, b] }", "\"c\"", "$: expected one of \"a\", \"b\", got \"c\" (#/enum)"),
        Case("{ enum: [a] }", "\"c\"", "$: expected \"a\", got \"c\" (#/enum)"),
        Case("{ minimum: 5 }", "4", "$: expected at least 5, got 4 (#/minimum)"),
        Case("{ maximum: 5 }", "6", "$: expected at most 5, got 6 (#/maximum)"),
        Case("{ exclusiveMinimum: 5 }", "5", "$: expected more than 5, got 5 (#/exclusiveMinimum)"),
        Case("{ exclusiveMaximum: 5 }", "5", "$: expected less than 5, got 5 (#/exclusiveMaximum)"),
        Case("{ multipleOf: 0.01 }", "1.005", "$: expected a multiple of 0.01, got 1.005 (#/multipleOf)"),
        Case(
            "{ minLength: 3 }", "\"ab\"", "$: expected at least 3 characters, got \"ab\" (2 characters) (#/minLength)"),
        Case("{ maxLength: 1 }", "\"ab\"", "$: expected at most 1 character, got \"ab\" (2 characters) (#/maxLength)"),
        Case("{ minItems: 2 }", "[1]", "$: expected at least 2 elements, got [1] (1 element) (#/minItems)"),
        Case("{ maxItems: 0 }", "[1]", "$: expected at most 0 elements, got [1] (1 element) (#/maxItems)"),
        Case("{ minProperties: 1 }", "{}", "$: expected at least 1 member, got {} (0 members) (#/minProperties)"),
        Case(
            "{ maxProperties: 0 }", "{\"a\":1}",
            "$: expected at most 0 members, got {\"a\":1} (1 member) (#/maxProperties)"),
        Case("{ pattern: ^a }", "\"b\"", "$: expected a text that matches ^a, got \"b\" (#/pattern)"),
        Case("{ format: email }", "\"b\"", "$: expected an e-mail address, got \"b\" (#/format)"),
        Case("{ format: duration }", "\"b\"", "$: expected a duration such as P4DT12H, got \"b\" (#/format)"),
        Case(
            "{ uniqueItems: true }", "[1, 2, 1.0]",
            "$: expected elements that differ from each other, got 1 as element 0 and element 2 (#/uniqueItems)"),
        Case(
            "{ required: [id, name] }", "{\"id\":1}", "$.name: expected a value, got nothing (#/required)"),
        Case(
            "{ dependentRequired: { card: [address] } }", "{\"card\":1}",
            "$.address: expected a value, because there is \"card\", got nothing (#/dependentRequired)"),
        Case(
            "{ properties: { a: true }, additionalProperties: false }", "{\"a\":1,\"b c\":2}",
            "$['b c']: expected nothing, got 2 (#/additionalProperties)"),
        Case(
            "{ additionalProperties: { type: string } }", "{\"a\":1}",
            "$.a: expected a string, got 1 (#/additionalProperties/type)"),
        Case(
            "{ patternProperties: { \"^x/\": { type: string } } }", "{\"x/\":1}",
            "$['x/']: expected a string, got 1 (#/patternProperties/^x~1/type)"),
        Case(
            "{ propertyNames: { maxLength: 1 } }", "{\"ab\":1}",
            "$.ab: expected the name to be at most 1 character, got \"ab\" (2 characters) (#/propertyNames/maxLength)"),
        Case("{ prefixItems: [{ type: string }] }", "[1]", "$[0]: expected a string, got 1 (#/prefixItems/0/type)"),
        Case("{ prefixItems: [true], items: false }", "[1, 2]", "$[1]: expected nothing, got 2 (#/items)"),
        Case(
            "{ contains: { const: 1 } }", "[2, 3]",
            "$: expected an element that fits `contains`, got none in [2,3] (#/contains)"),
        Case(
            "{ contains: { const: 1 }, minContains: 2 }", "[1, 3]",
            "$: expected at least 2 elements that fit `contains`, got 1 in [1,3] (#/minContains)"),
        Case(
            "{ contains: { const: 1 }, maxContains: 1 }", "[1, 1]",
            "$: expected at most 1 element that fit `contains`, got 2 in [1,1] (#/maxContains)"),
        Case("{ not: { type: string } }", "\"a\"", "$: expected anything but what `not` describes, got \"a\" (#/not)"),
        Case(
            "{ if: { type: string }, then: { minLength: 2 } }", "\"a\"",
            "$: expected at least 2 characters, got \"a\" (1 character) (#/then/minLength)"),
        Case(
            "{ oneOf: [{ type: number }, { minimum: 1 }] }", "5",
            "$: expected exactly one of 2 alternatives, got 5, which fits oneOf/0 and oneOf/1 (#/oneOf)"),
        Case(
            "{ anyOf: [{ type: string }, { type: object, required: [id] }] }", "{}",
            "$: expected one of 2 alternatives, got {}, which is nearest to anyOf/1 (#/anyOf)",
            "$.id: expected a value, got nothing (#/anyOf/1/required)"),
        Case(
            "{ properties: { a: { $ref: \"#/$defs/A\" } }, $defs: { A: { type: string } } }", "{\"a\":1}",
            "$.a: expected a string, got 1 (#/$defs/A/type)"),
        Case(
            "{ allOf: [{ properties: { a: true } }], unevaluatedProperties: false }", "{\"a\":1,\"b\":2}",
            "$.b: expected nothing, got 2 (#/unevaluatedProperties)"),
        Case(
            "{ prefixItems: [true], unevaluatedItems: { type: string } }", "[1, 2]",
            "$[1]: expected a string, got 2 (#/unevaluatedItems/type)"),
        Case(
            "{ properties: { a: { type: string }, b: { type: string } } }", "{\"a\":1,\"b\":2}",
            "$.a: expected a string, got 1 (#/properties/a/type)", "$.b: expected a string, got 2 (#/properties/b/type)"
        ),
    ]

    @Test(arguments: cases)
    func `every keyword says where, what and why`(_ test: Case) throws {
        let failure = try #require(try SchemaLoading.failures("schema: \(test.schema)", body: test.body).first)
        let told = failure.differences.map {
            "\($0.path): expected \($0.expected), got \($0.actual) (\($0.rule ?? ""))"
        }
        #expect(told == test.told)
        #expect(failure.kind == .check)
        #expect(failure.comparison == "schema")
        #expect(failure.expected == "a value that fits the schema")
    }

    @Test func `the message tells the first and counts the others`() throws {
        let failures = try SchemaLoading.failures(
            "schema: item.json", body: #"{"id": "x", "tags": [1]}"#,
            files: [
                "/p/item.json":
                    #"{"properties": {"id": {"type": "integer"}, "tags": {"items": {"type": "string"}}}, "required": ["name"]}"#
            ])
        #expect(failures.map(\.message) == ["schema: $.name: expected a value, got nothing (and 2 more)"])
        #expect(failures[0].expected == "a value that fits item.json")
        #expect(
            failures[0].differences.map(\.rule) == [
                "item.json#/required", "item.json#/properties/id/type", "item.json#/properties/tags/items/type",
            ])
    }

    @Test func `an alternative is told by the member that tells them apart`() throws {
        let schema = """
            { oneOf: [{ properties: { kind: { const: cat }, lives: { type: integer } }, required: [kind, lives, name] },
                      { properties: { kind: { const: dog } }, required: [kind] }] }
            """
        let failures = try SchemaLoading.failures(
            "schema: " + schema.split(separator: "\n").joined(), body: #"{"kind": "cat", "lives": "nine"}"#)
        #expect(
            failures[0].differences.map(\.rule) == [
                "#/oneOf", "#/oneOf/0/required", "#/oneOf/0/properties/lives/type",
            ])
        #expect(
            failures[0].message
                == "schema: $ fits none of 2 alternatives; the nearest is oneOf/0: $.name: expected a value, got nothing"
                + " (and 1 more)")
    }

    @Test func `of alternatives within alternatives the innermost fault is told`() throws {
        let schema =
            "{ anyOf: [{ type: integer }, { properties: { a: { oneOf: [{ type: 'null' }, { maxLength: 2 }] } } }] }"
        let failures = try SchemaLoading.failures("schema: \(schema)", body: #"{"a": "abc"}"#)
        #expect(
            failures[0].message
                == "schema: $ fits none of 2 alternatives; the nearest is anyOf/1: $.a fits none of 2 alternatives;"
                + #" the nearest is oneOf/1: $.a: expected at most 2 characters, got "abc" (3 characters)"#)
    }

    @Test func `of an element the path leads from the root of the document`() throws {
        let failures = try SchemaLoading.failures(
            "$.items: { each: { schema: { required: [id] } } }", body: #"{"items": [{"id": 1}, {}, {}]}"#)
        #expect(
            failures.map(\.message) == [
                "$.items[1].id: expected a value, got nothing; 1 more of 3 elements do not fit"
            ])
        #expect(failures[0].differences.map(\.path) == ["$.items[1].id"])
    }

    static let elsewhere: [(check: String, body: String, message: String?)] = [
        ("$.a: { schema: { type: string } }", #"{"a": 5}"#, "$.a: expected a string, got 5"),
        (
            "$.a: { schema: { type: string } }", "{}",
            "$.a: expected a value that fits the schema, but there is nothing at this path"
        ),
        ("$.a: { not: { schema: { type: string } } }", #"{"a": 5}"#, nil),
        (
            "$.a: { not: { schema: { type: integer } } }", #"{"a": 5}"#,
            "$.a: expected not a value that fits the schema, got 5"
        ),
        (
            "$.a[*]: { schema: { maxItems: 1 } }", #"{"a": [1, 2]}"#,
            "$.a[*]: matches: expected at most 1 element, got [1,2] (2 elements)"
        ),
        (
            "headers: { x-count: { schema: { maxLength: 1 } } }", "{}",
            "headers.x-count: $: expected at most 1 character, got \"12\" (2 characters)"
        ),
        ("schema: { type: object }", "<html>", "schema: the body is not JSON: "),
        ("schema: { const: $(response.status) }", "200", nil),
        ("schema: { properties: { a: { enum: [$(response.status), 5] } } }", #"{"a": 200}"#, nil),
        (
            "schema: { properties: { a: { minimum: $(response.status) } } }", #"{"a": 5}"#,
            "schema: $.a: expected at least 200, got 5"
        ),
    ]

    @Test(arguments: elsewhere)
    func `schemas are an operator like any other`(_ check: String, _ body: String, _ message: String?) throws {
        let found = try SchemaLoading.failures(check, body: body).first?.message
        if let message {
            #expect(found?.hasPrefix(message) == true, "\(found ?? "passed")")
        } else {
            #expect(found == nil)
        }
    }

    @Test func `what a response gives is data in a schema, whatever it looks like`() throws {
        let failures = try SchemaLoading.failures(
            "schema: { properties: { a: { const: $(response.json.b) } } }", body: #"{"a": 1, "b": {"type": "integer"}}"#
        )
        #expect(failures.map(\.message) == [#"schema: $.a: expected {"type":"integer"}, got 1"#])
    }

    @Test func `secrets are masked in paths, values and rules`() throws {
        let failures = try SchemaLoading.failures(
            "schema: { additionalProperties: { const: 1 }, propertyNames: { pattern: ^tok }, required: [hush] }",
            body: #"{"a-hush": "hush"}"#, mask: { $0.replacing("hush", with: "***") })
        let text = failures.map { "\($0)" }.joined()
        #expect(!failures[0].differences.isEmpty)
        #expect(!failures[0].differences.contains { "\($0)".contains("hush") })
        #expect(!failures[0].message.contains("hush"), "\(text)")
    }

    @Test func `a document that cannot be judged fails, under not as well`() throws {
        let schema = "{ pattern: \"^(a+)+$\" }"
        let body = "\"\(String(repeating: "a", count: 40))!\""
        for check in ["schema: \(schema)", "$: { not: { schema: \(schema) } }"] {
            let failures = try SchemaLoading.failures(check, body: body)
            #expect(failures.count == 1)
            #expect(failures[0].message.contains("cannot be held against the schema: `^(a+)+$`: "))
        }
    }
}
