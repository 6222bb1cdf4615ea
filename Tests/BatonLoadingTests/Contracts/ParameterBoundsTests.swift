import BatonHTTP
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// A text of a URL, a header or a form is read once, by all that its schema says: a bound holds wherever it stands.
@Suite struct ParameterBoundsTests {
    /// Bounds of numbers, each with a text that it lets pass and one that it does not.
    private static let bounds = [
        ("maximum: 100", "100", "5000"), ("minimum: 3", "3", "2"), ("exclusiveMaximum: 100", "99", "100"),
        ("exclusiveMinimum: 3", "4", "3"), ("multipleOf: 5", "10", "12"), ("const: 2", "2", "3"),
        ("enum: [2, 3]", "3", "4"), ("not: { const: 7 }", "8", "7"),
    ]

    /// Where a bound can stand beside the type that it belongs to. `B` is the bound.
    static let schemas = [
        "{ type: integer, B }", "{ type: [integer], B }", "{ type: number, B }", "{ type: [integer, 'null'], B }",
        "{ $ref: '#/components/schemas/Count', B }", "{ $ref: '#/components/schemas/Again', B }",
        "{ allOf: [ { type: integer }, { B } ] }", "{ allOf: [ { $ref: '#/components/schemas/Count' } ], B }",
        "{ anyOf: [ { type: integer } ], B }", "{ anyOf: [ { type: integer }, { type: 'null' } ], B }",
        "{ oneOf: [ { type: boolean }, { type: integer, B } ] }",
        "{ oneOf: [ { type: integer }, { type: boolean } ], B }",
        "{ type: integer, if: { minimum: -100 }, then: { B } }", "{ type: integer, if: { type: string }, else: { B } }",
        "{ if: { type: integer }, then: { B } }", "{ type: integer, not: { not: { B } } }", "{ B }",
        "{ type: integer, allOf: [ { anyOf: [ { B }, { type: boolean } ] } ] }",
        "{ type: integer, $dynamicRef: '#bound', $defs: { b: { $dynamicAnchor: bound, B } } }",
    ]

    /// Places of a schema `S` in a document, each with the exchange that has a text there.
    private static var places: [(document: String, told: (ContractExchange, String) throws -> [ContractViolation])] {
        let ok = "responses: { 200: { description: d } }"
        func parameter(_ text: String, _ path: String = "/a") -> String {
            "paths: { '\(path)': { get: { parameters: [ \(text) ], \(ok) } } }"
        }
        func body(_ type: String, _ schema: String) -> String {
            "paths: { /a: { get: { requestBody: { content: { \(type): { schema: \(schema) } } }, \(ok) } } }"
        }
        let form = "application/x-www-form-urlencoded"
        return [
            (parameter("{ name: n, in: query, schema: S }"), { try $0.told("GET", "/a?n=\($1)") }),
            (parameter("{ name: n, in: path, schema: S }", "/a/{n}"), { try $0.told("GET", "/a/\($1)") }),
            (parameter("{ name: n, in: header, schema: S }"), { try $0.told("GET", "/a", [("N", $1)]) }),
            (parameter("{ name: n, in: cookie, schema: S }"), { try $0.told("GET", "/a", [("Cookie", "n=\($1)")]) }),
            (
                parameter("{ name: n, in: query, schema: { type: array, items: S } }"),
                { try $0.told("GET", "/a?n=\($1)&n=\($1)") }
            ),
            (
                parameter("{ name: n, in: query, explode: false, schema: { prefixItems: [ true, S ] } }"),
                { try $0.told("GET", "/a?n=x,\($1)") }
            ),
            (
                parameter("{ name: n, in: query, style: deepObject, schema: { additionalProperties: S } }"),
                { try $0.told("GET", "/a?n[m]=\($1)") }
            ),
            (
                body(form, "{ type: object, properties: { n: S } }"),
                { try $0.told("GET", "/a", [], .bytes(Array("m=1&n=\($1)".utf8), contentType: form)) }
            ),
            (
                body("multipart/form-data", "{ type: object, properties: { n: S } }"),
                { try $0.told("GET", "/a", [], .multipart([MultipartPart("n", .bytes(Array($1.utf8)))])) }
            ),
            (
                body("text/plain", "S"),
                { try $0.told("GET", "/a", [], .bytes(Array($1.utf8), contentType: "text/plain")) }
            ),
            (
                "paths: { /a: { get: { responses: { 200: { description: d, headers: { N: { schema: S } } } } } } }",
                { try $0.told(of: "/a", [("N", $1)]) }
            ),
        ]
    }

    private static let components = """
        components: { schemas: { Count: { type: integer }, Again: { allOf: [ { $ref: '#/components/schemas/Count' } ] } } }
        """

    @Test(arguments: schemas)
    func `a bound of numbers holds wherever it stands, in every place of a request`(_ schema: String) throws {
        for (bound, right, wrong) in Self.bounds {
            let schema = schema.replacing("B", with: bound)
            for (document, told) in Self.places {
                let exchange = try ContractExchange(
                    ContractLoading.document("\(Self.components)\n\(document.replacing("S", with: schema))"))
                let good = try told(exchange, right).map(\.message)
                #expect(good.isEmpty, "\(document): \(schema): \(right)")
                #expect(try !told(exchange, wrong).isEmpty, "\(document): \(schema): \(wrong)")
            }
        }
    }

    /// Schemas with texts that they let pass and texts that they do not.
    static let readings: [(schema: String, right: [String], wrong: [String])] = [
        ("{ minLength: 3 }", ["123", "abc"], ["12", "ab"]), ("{ type: string, pattern: '^1' }", ["1", "1x"], ["2"]),
        ("{ format: date }", ["2024-01-01"], ["2024"]), ("{ enum: ['1', '2'] }", ["1"], ["3", "1.0"]),
        ("{ const: '2' }", ["2"], ["3"]), ("{ type: string, enum: [true] }", [], ["true"]),
        ("{ type: boolean }", ["true", "false"], ["1", "True", ""]), ("{ type: 'null' }", ["null"], ["", "x"]),
        ("{ type: integer }", ["7", "-0", "7.0", "1e3"], ["07", "+7", " 7", "7.5", "0x7", "", "seven"]),
        ("{ type: [string, integer], maximum: 100 }", ["x", "5", "5000"], []),
        ("{ oneOf: [ { type: string }, { type: integer } ] }", ["x", "5"], []),
        ("{ oneOf: [ { type: string, maxLength: 2 }, { type: integer, maximum: 100 } ] }", ["x", "100"], ["5000"]),
        ("{ not: { type: string } }", ["5", "true"], ["x"]), ("true", ["5", "x", ""], []), ("false", [], ["5", "x"]),
        ("{ type: string, not: { const: 5 } }", ["5"], []),
    ]

    @Test(arguments: readings)
    func `a text is a number, a boolean or null only where its schema speaks of them`(
        _ test: (schema: String, right: [String], wrong: [String])
    ) throws {
        for (document, told) in Self.places where document.contains("in: query, schema: S") {
            let exchange = try ContractExchange(
                ContractLoading.document(document.replacing("S", with: test.schema)))
            for text in test.right {
                let found = try told(exchange, PercentEncoding.component(text))
                #expect(found.isEmpty, "\(text): \(found.map(\.message))")
            }
            for text in test.wrong {
                #expect(try !told(exchange, PercentEncoding.component(text)).isEmpty, "\(text)")
            }
        }
    }

    /// Schemas of which several shapes are right, with queries that are and that are not.
    static let alternatives: [(parameter: String, right: [String], wrong: [String])] = [
        (
            "explode: false, schema: { oneOf: [ { type: array, items: { type: integer, maximum: 9 } }, { enum: [all] } ] }",
            ["n=all", "n=1,2", "n=5"], ["n=none", "n=1,10", "n=1,all", "n=1&n=2"]
        ),
        (
            "schema: { anyOf: [ { type: array, items: { enum: [a, b] } }, { type: integer } ] }",
            ["n=a&n=b", "n=a", "n=7"], ["n=c", "n=a&n=7", "n=a,b"]
        ),
        (
            "explode: false, schema: { anyOf: [ { type: object, required: [x], properties: { x: { type: integer } } }, { type: string, maxLength: 2 } ] }",
            ["n=x,1", "n=ab"], ["n=x,y", "n=abc"]
        ),
        (
            "schema: { oneOf: [ { type: object, required: [x], properties: { x: { type: integer } } }, { type: boolean } ] }",
            ["x=1", "n=true"], ["x=y", "n=maybe"]
        ),
        (
            "schema: { type: array, items: { anyOf: [ { type: integer, maximum: 9 }, { type: string, pattern: '^a' } ] } }",
            [(0..<20).map { "n=\($0 % 10)" }.joined(separator: "&"), "n=a&n=1", "n=a1&n=a2"], ["n=1&n=10", "n=b"]
        ),
        ("schema: { type: array, items: { type: integer }, uniqueItems: true }", ["n=1&n=2"], ["n=1&n=1.0"]),
        ("schema: { type: array, minItems: 1, items: { minLength: 1 } }", ["n=a"], ["n="]),
        ("schema: { type: array, maxItems: 0 }", ["n=", ""], ["n=a"]),
        ("schema: { enum: [ [1, 2], [3] ] }", ["n=1&n=2", "n=3"], ["n=1", "n=1&n=3"]),
        ("allowEmptyValue: true, schema: { type: integer, minimum: 5 }", ["n=", "n", "n=5", ""], ["n=4", "n=x"]),
        ("schema: { type: integer, minimum: 5 }", ["n=5"], ["n=", "n", "n=4"]),
        ("content: { application/json: { schema: { type: integer } } }", ["n=5"], ["n=%225%22", "n=x", "n=5&n=5"]),
        ("content: { text/plain: { schema: { maxLength: 2 } } }", ["n=55"], ["n=555"]),
        ("content: { application/xml: { schema: { maxLength: 2 } } }", ["n=55", "n=555"], []),
    ]

    @Test(arguments: alternatives)
    func `a value is right in any shape that its schema has`(
        _ test: (parameter: String, right: [String], wrong: [String])
    ) throws {
        let exchange = try ContractExchange(
            ContractLoading.document(
                "paths: { /a: { get: { parameters: [ { name: n, in: query, \(test.parameter) } ], responses: { 200: { description: d } } } } }"
            ))
        for query in test.right {
            let found = try exchange.told("GET", "/a?\(query)").filter { $0.subject == .request }
            #expect(found.isEmpty, "\(query): \(found.map(\.message))")
        }
        for query in test.wrong {
            #expect(try exchange.told("GET", "/a?\(query)").contains { $0.subject == .request }, "\(query)")
        }
    }

    @Test func `two objects share a query by the members that they declare`() throws {
        func object(_ name: String, _ member: String) -> String {
            "{ name: \(name), in: query, schema: { type: object, additionalProperties: false, properties: { \(member): { type: integer } } } }"
        }
        let exchange = try ContractExchange(
            ContractLoading.document(
                "paths: { /a: { get: { parameters: [ \(object("page", "limit")), \(object("filter", "age")) ], responses: { 200: { description: d } } } } }"
            ))
        #expect(try exchange.told("GET", "/a?limit=1&age=2").isEmpty)
        #expect(try exchange.told("GET", "/a?limit=1&age=x").count == 1)
        #expect(try exchange.told("GET", "/a?limit=1&other=2").count == 2)
    }

    @Test(arguments: [
        ("form", "a%2Cb,c", ["a,b", "c"]), ("pipeDelimited", "a|b%2Cc", ["a", "b,c"]),
        ("spaceDelimited", "a%2Bb%20c+d", ["a+b", "c", "d"]), ("form", "a%252Cb", ["a%2Cb"]), ("form", "a+b", ["a b"]),
    ])
    func `a separator that is percent-encoded belongs to a value`(
        _ style: String, _ text: String, _ values: [String]
    ) throws {
        func exchange(_ values: [String]) throws -> ContractExchange {
            let list = values.map { "'\($0)'" }.joined(separator: ", ")
            return try ContractExchange(
                ContractLoading.document(
                    "paths: { /a: { get: { parameters: [ { name: n, in: query, style: \(style), explode: false, schema: { const: [ \(list) ] } } ], responses: { 200: { description: d } } } } }"
                ))
        }
        #expect(try exchange(values).told("GET", "/a?n=\(text)").isEmpty)
        #expect(try !exchange(values + ["x"]).told("GET", "/a?n=\(text)").isEmpty)
    }

    @Test func `an encoded comma in a list that is wrong is told how to be written`() throws {
        let exchange = try ContractExchange(
            ContractLoading.document(
                "paths: { /a: { get: { parameters: [ { name: n, in: query, explode: false, schema: { type: array, items: { type: integer } } } ], responses: { 200: { description: d } } } } }"
            ))
        let encoded = try exchange.told("GET", "/a?n=1%2c2")
        #expect(encoded.map(\.message) == [#"request query.n[0]: expected an integer, got "1,2""#])
        #expect(
            encoded.first?.hint
                == "a comma between values is written as it is, in the URL itself: `%2C` belongs to a value")
        #expect(try exchange.told("GET", "/a?n=x").first?.hint == nil)
    }

    @Test(arguments: [
        ("label", "5", "request path.n: expected a text that begins with `.`, got \"5\""),
        ("matrix", "5", "request path.n: expected a text that begins with `;n=`, got \"5\""),
        ("matrix", ";m=5", "request path.n: expected a text that begins with `;n=`, got \";m=5\""),
        ("label", ".5", nil), ("matrix", ";n=5", nil), ("form", "5", nil),
    ])
    func `a path is written as its style begins`(_ style: String, _ text: String, _ message: String?) throws {
        let exchange = try ContractExchange(
            ContractLoading.document(
                "paths: { '/a/{n}': { get: { parameters: [ { name: n, in: path, required: true, style: \(style), schema: { type: integer } } ], responses: { 200: { description: d } } } } }"
            ))
        #expect(try exchange.told("GET", "/a/\(text)").map(\.message) == (message.map { [$0] } ?? []))
    }
}
