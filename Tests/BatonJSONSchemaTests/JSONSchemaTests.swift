import BatonJSON
import Testing

@testable import BatonJSONSchema

struct JSONSchemaTests {
    // MARK: - Numbers

    static let multiples: [(value: String, divisor: String, fits: Bool)] = [
        ("4.35", "0.01", true), ("4.355", "0.01", false), ("0.3", "0.1", true), ("1e400", "3", false),
        ("3e400", "3", true), ("1e1000000", "7", false), ("0", "0.001", true), ("-7.5", "2.5", true),
        ("9007199254740993", "3", true), ("9007199254740993", "2", false), ("1e-5", "1", false),
        ("123456789012345678901234567891", "12345678901234567890123456789", false),
        ("24691357802469135780246913578", "12345678901234567890123456789", true),
        ("12345678901234567890123456789000", "12345678901234567890123456789", true), ("5", "-1", true),
    ]

    @Test(arguments: multiples)
    func `multiples are exact whatever the digits`(_ value: String, _ divisor: String, _ fits: Bool) throws {
        let divisor = JSONSchema.Divisor(try #require(JSONNumber(text: divisor)))
        #expect(divisor.divides(try #require(JSONNumber(text: value))) == fits)
    }

    @Test func `a multiple of a number with thousands of digits is given up in place of working for hours`() throws {
        let long = JSONSchema.Divisor(try #require(JSONNumber(text: String(repeating: "7", count: 5000))))
        #expect(long.divides(try #require(JSONNumber(text: "1e100000"))) == nil)
    }

    // MARK: - Limits

    static let tree = """
        {"anyOf": [
          {"properties": {"next": {"$ref": "#"}}, "required": ["next"]},
          {"properties": {"next": {"$ref": "#"}}, "required": ["next", "x"]}]}
        """

    private func nested(_ depth: Int) -> JSONValue {
        (0..<depth).reduce(1) { inner, _ in ["next": inner] }
    }

    @Test func `a document that costs more work than allowed is neither accepted nor refused`() throws {
        let schema = try Compiling.schema(
            ##"{"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {"properties": {"next": {"$ref": "#"}}}}}"##
        )
        let limits = JSONSchema.Limits(work: 10_000)
        let error = #expect(throws: JSONSchema.Undecided.self) { try schema.accepts(nested(100), limits: limits) }
        #expect(error?.message == "the schema is too much work on this document")
        #expect(try schema.accepts(nested(5), limits: limits))
    }

    @Test func `a document that is nested too deeply is neither accepted nor refused`() throws {
        let schema = try Compiling.schema(##"{"properties": {"next": {"$ref": "#"}}}"##)
        let error = #expect(throws: JSONSchema.Undecided.self) { try schema.accepts(nested(500)) }
        #expect(error?.message == "the document and the schema are nested too deeply to be judged")
        #expect(try schema.accepts(nested(300)))
    }

    @Test func `a dynamic reference without an end is given up`() throws {
        let schema = try Compiling.schema(##"{"$dynamicAnchor": "a", "$dynamicRef": "#a"}"##)
        #expect(throws: JSONSchema.Undecided.self) { try schema.accepts(1) }
    }

    @Test func `telling what is wrong is bounded, too`() throws {
        let schema = try Compiling.schema(Self.tree)
        let found = schema.violations(of: nested(200), limits: .init(work: 20_000))
        #expect(found.found.count <= 20)
    }

    @Test func `more violations than anyone reads are counted`() throws {
        let schema = try Compiling.schema(#"{"additionalProperties": {"type": "string"}}"#)
        let members = JSONObject((0..<100).map { ("name \($0)", 1) })
        let (found, more) = schema.violations(of: .object(members))
        #expect(found.count == 20)
        #expect(more == 80)
    }

    @Test func `what is wrong with many elements is told once`() throws {
        let schema = try Compiling.schema(
            #"{"items": {"properties": {"tags": {"items": {"type": "string"}}}, "required": ["id"]}}"#)
        let value: JSONValue = [["tags": [1, "a"]], ["id": 1, "tags": [2, 3]], ["tags": []]]
        let (found, more) = schema.violations(of: value)
        #expect(more == 0)
        #expect(found.map(\.repeats) == [1, 2])
        #expect(found.map(\.way) == [[.index(0), .name("id")], [.index(0), .name("tags"), .index(0)]])
    }

    @Test func `a regular expression that backtracks without end leaves open whether a text fits`() throws {
        let schema = try Compiling.schema(#"{"not": {"pattern": "^(a+)+$"}}"#)
        let text = String(repeating: "a", count: 40) + "!"
        #expect(throws: JSONSchema.Undecided.self) { try schema.accepts(.string(text)) }
    }

    // MARK: - References

    static let references: [(reference: String, base: String, target: String)] = [
        ("g", "http://a/b/c/d;p?q", "http://a/b/c/g"), ("./g", "http://a/b/c/d;p?q", "http://a/b/c/g"),
        ("g/", "http://a/b/c/d;p?q", "http://a/b/c/g/"), ("/g", "http://a/b/c/d;p?q", "http://a/g"),
        ("//g", "http://a/b/c/d;p?q", "http://g"), ("?y", "http://a/b/c/d;p?q", "http://a/b/c/d;p?y"),
        ("#s", "http://a/b/c/d;p?q", "http://a/b/c/d;p?q#s"), ("", "http://a/b/c/d;p?q", "http://a/b/c/d;p?q"),
        ("../../../g", "http://a/b/c/d;p?q", "http://a/g"), ("../..", "http://a/b/c/d;p?q", "http://a/"),
        ("g:h", "http://a/b/c/d;p?q", "g:h"), ("./g:h", "http://a/b/c/d;p?q", "http://a/b/c/g:h"),
        ("../x.json", "file:///a/b/c.json", "file:///a/x.json"), ("#x", "urn:uuid:1", "urn:uuid:1#x"),
    ]

    @Test(arguments: references)
    func `references are resolved as RFC 3986 says`(_ reference: String, _ base: String, _ target: String) {
        #expect(URIReference(reference).resolved(against: URIReference(base)).text == target)
    }

    @Test func `a path with spaces and special characters survives as a URI`() {
        let path = "/a b/ü#%/c.json"
        #expect(URIReference(file: path).text == "file:///a%20b/%C3%BC%23%25/c.json")
        #expect(URIReference(URIReference(file: path).text).filePath == path)
    }

    @Test func `another document is loaded once and may refer back`() throws {
        let schema = try Compiling.schema(
            ##"{"$ref": "b.json#/$defs/list", "$defs": {"leaf": {"type": "integer"}}}"##,
            documents: [
                "file:///a/b.json":
                    ##"{"$defs": {"list": {"items": {"$ref": "schema.json#/$defs/leaf"}, "$ref": "#all"}, "x": {"$anchor": "all", "minItems": 1}}}"##
            ])
        #expect(try schema.accepts([1, 2]))
        #expect(try !schema.accepts([]))
        #expect(try !schema.accepts(["a"]))
    }

    @Test func `only a part of a larger document is compiled`() throws {
        let text =
            ##"{"openapi": "3.1.0", "type": 5, "components": {"schemas": {"A": {"$ref": "#/components/schemas/B"}, "B": {"type": "null"}}}}"##
        let (schema, diagnostics) = try Compiling.compile(text, at: "/components/schemas/A")
        #expect(diagnostics.isEmpty)
        #expect(try schema?.accepts(.null) == true)
        #expect(try schema?.accepts(1) == false)
    }
}

/// Compiles schemas that are written as JSON texts.
enum Compiling {
    static func schema(
        _ text: String, options: JSONSchema.Options = .init(), documents: [String: String] = [:]
    ) throws -> JSONSchema {
        let (schema, diagnostics) = try compile(text, options: options, documents: documents)
        return try #require(schema, "\(diagnostics.map(\.message))")
    }

    static func compile(
        _ text: String, options: JSONSchema.Options = .init(), documents: [String: String] = [:],
        at fragment: String = ""
    ) throws -> (schema: JSONSchema?, diagnostics: [JSONSchema.Diagnostic]) {
        JSONSchema.compile(
            try JSONParser.parse(text), from: "file:///a/schema.json", at: fragment, options: options
        ) { uri in
            documents[uri].flatMap { try? JSONParser.parse($0) }.map(JSONSchema.Found.document)
                ?? .refused("there is no \(uri)", help: nil)
        }
    }
}
