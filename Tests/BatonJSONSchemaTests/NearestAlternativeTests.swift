import BatonJSON
import BatonJSONSchema
import Testing

/// Which of several alternatives that all fail is told as the nearest.
@Suite struct NearestAlternativeTests {
    /// Alternatives, a value that fits none of them, and the position of the nearest.
    static let cases: [(alternatives: [String], value: String, nearest: Int)] = [
        ([#"{"type": "string"}"#, #"{"type": "integer", "minimum": 10}"#], "5", 1),
        ([#"{"type": "integer", "minimum": 10}"#, #"{"type": "string"}"#], "5", 0),
        ([#"{"type": "object"}"#, #"{"type": "array", "minItems": 3}"#, #"{"type": "null"}"#], "[1]", 1),
        (
            [
                #"{"properties": {"kind": {"const": "a"}}, "required": ["x"]}"#,
                #"{"properties": {"kind": {"const": "b"}}, "required": ["y", "z", "w"]}"#,
            ], #"{"kind": "b"}"#, 1
        ),
        (
            [
                #"{"properties": {"kind": {"const": "a"}, "n": {"type": "integer"}}}"#,
                #"{"properties": {"kind": {"const": "b"}, "n": {"type": "string", "maxLength": 1}}}"#,
            ], #"{"kind": "a", "n": "xyz"}"#, 0
        ),
        ([#"{"required": ["a", "b"]}"#, #"{"required": ["a"]}"#], "{}", 1),
        (
            [
                #"{"type": "array", "items": {"type": "string"}}"#,
                #"{"type": "array", "items": {"type": "integer", "maximum": 3}}"#,
            ], "[1, 2, 5]", 1
        ),
        ([#"{"enum": ["a", "b"]}"#, #"{"type": "string", "maxLength": 2}"#], #""abc""#, 1),
    ]

    /// Puts a schema and a value around others, one step deeper.
    private static let wrappings: [@Sendable (_ schema: String, _ value: String) -> (schema: String, value: String)] = [
        { (#"{"type": "object", "required": ["in"], "properties": {"in": \#($0)}}"#, #"{"in": \#($1)}"#) },
        { (#"{"type": "array", "items": \#($0)}"#, "[\($1)]") },
        { (#"{"additionalProperties": \#($0), "minProperties": 1}"#, #"{"any": \#($1)}"#) },
        { (#"{"allOf": [{"prefixItems": [{"type": "integer"}, \#($0)]}]}"#, "[1, \($1)]") },
    ]

    @Test(arguments: cases)
    func `the nearest alternative is the same however deep in the value the alternatives differ`(
        _ test: (alternatives: [String], value: String, nearest: Int)
    ) throws {
        // Every way to wrap the alternatives up to three times.
        var rows: [(alternatives: [String], value: String)] = [(test.alternatives, test.value)]
        for depth in 0...3 {
            for row in rows {
                for keyword in ["anyOf", "oneOf"] {
                    let schema = #"{"\#(keyword)": [\#(row.alternatives.joined(separator: ", "))]}"#
                    let found = try Self.nearest(schema, row.value)
                    #expect(found == test.nearest, "\(schema) \(row.value)")
                }
            }
            if depth == 3 { break }
            rows = rows.flatMap { row in
                Self.wrappings.map { wrap in
                    (row.alternatives.map { wrap($0, row.value).schema }, wrap("", row.value).value)
                }
            }
        }
    }

    private static func nearest(_ schema: String, _ value: String) throws -> Int? {
        let (compiled, _) = JSONSchema.compile(try JSONParser.parse(schema), from: "file:///s.json") {
            .refused("`\($0)` is not there", help: nil)
        }
        let schema = try #require(compiled)
        let value = try JSONParser.parse(value)
        #expect(try !schema.accepts(value))
        guard case .none(_, let nearest)? = schema.violations(of: value).found.first?.finding else { return nil }
        return nearest
    }
}
