import BatonJSON
import BatonJSONSchema

extension Measurement {
    /// Time to validate a list of items, about 100 bytes each, against a schema with constraints on every member;
    /// parsing both is not included.
    static let schemas = Measurement(name: "schema", usage: "ITEMS") { arguments in
        guard let count = arguments.first.flatMap({ Int($0) }), count > 0, arguments.count == 1 else {
            throw BenchError("schema needs the number of items")
        }
        let (compiled, issues) = JSONSchema.compile(try JSONParser.parse(schema), from: "bench:schema") { uri in
            .refused("there is no \(uri)", help: nil)
        }
        guard let compiled else { throw BenchError(issues.first?.message ?? "the schema does not compile") }
        let items = (1...count).map { number in
            #"{"id":\#(number),"name":"item number \#(number)","price":\#(number).25,"tags":["alpha","beta"],"#
                + #""active":true,"kind":"b"}"#
        }
        let document = try JSONParser.parse(#"{"items":[\#(items.joined(separator: ","))]}"#)
        var fits = false
        let elapsed = try ProcessorTime.measure { fits = try compiled.accepts(document) }
        guard fits else { throw BenchError("the document does not fit") }
        return elapsed
    }

    private static let schema = ##"""
        {
          "type": "object",
          "required": ["items"],
          "properties": { "items": { "type": "array", "items": { "$ref": "#/$defs/item" } } },
          "$defs": {
            "item": {
              "type": "object",
              "required": ["id", "name", "price", "tags", "active"],
              "properties": {
                "id": { "type": "integer", "minimum": 1 },
                "name": { "type": "string", "minLength": 1, "maxLength": 100 },
                "price": { "type": "number", "multipleOf": 0.01 },
                "tags": {
                  "type": "array",
                  "items": { "type": "string", "pattern": "^[a-z]+$" },
                  "uniqueItems": true
                },
                "active": { "type": "boolean" },
                "kind": { "enum": ["a", "b", "c"] }
              },
              "additionalProperties": false
            }
          }
        }
        """##
}
