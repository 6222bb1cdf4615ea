import BatonJSON

extension JSONSchema {
    /// The schemas that describe schemas, made of the table of keywords: `$ref` finds them without a network.
    enum Metaschema {
        static let uri = Vocabulary.base + "schema"

        /// Nil for a URI that is none of them.
        static func document(_ uri: String) -> JSONValue? {
            if uri == self.uri { return whole }
            return Vocabulary.allCases.first { $0.metaschema == uri }.map(part)
        }

        private static let whole: JSONValue = {
            let parts = Vocabulary.allCases.filter { $0 != .formatAssertion }
            return head(
                uri, parts,
                [
                    ("title", "A schema of draft 2020-12"),
                    ("allOf", .array(parts.map { .object(["$ref": .string($0.metaschema)]) })),
                ])
        }()

        private static func part(_ vocabulary: Vocabulary) -> JSONValue {
            let keywords = Keyword.all.filter { $0.vocabulary == vocabulary }
            let properties = JSONObject(keywords.map { ($0.name, shape($0.shape)) })
            return head(
                vocabulary.metaschema, [vocabulary],
                [
                    ("title", .string("Keywords of the vocabulary \(vocabulary.rawValue)")),
                    ("properties", .object(properties)),
                ])
        }

        private static func head(
            _ uri: String, _ vocabularies: [Vocabulary], _ members: [(String, JSONValue)]
        ) -> JSONValue {
            .object(
                JSONObject(
                    [
                        ("$schema", .string(self.uri)), ("$id", .string(uri)),
                        ("$vocabulary", .object(JSONObject(vocabularies.map { ($0.uri, true) }))),
                        ("$dynamicAnchor", "meta"), ("type", ["object", "boolean"]),
                    ] + members))
        }

        private static func shape(_ shape: Shape) -> JSONValue {
            let schema: JSONValue = ["$dynamicRef": "#meta"]
            let names: JSONValue = ["type": "array", "items": ["type": "string"], "uniqueItems": true]
            switch shape {
            case .any: return true
            case .text: return ["type": "string"]
            case .flag: return ["type": "boolean"]
            case .list: return ["type": "array"]
            case .number: return ["type": "number"]
            case .positiveNumber: return ["type": "number", "exclusiveMinimum": 0]
            case .count: return ["type": "integer", "minimum": 0]
            case .names: return names
            case .namesByName: return ["type": "object", "additionalProperties": names]
            case .types:
                let words: JSONValue = ["enum": .array(TypeSet.named.map { .string($0.name) })]
                return [
                    "anyOf": [words, ["type": "array", "items": words, "minItems": 1, "uniqueItems": true]]
                ]
            case .schema: return schema
            case .schemas: return ["type": "array", "minItems": 1, "items": schema]
            case .schemasByName: return ["type": "object", "additionalProperties": schema]
            case .schemasByPattern:
                return [
                    "type": "object", "additionalProperties": schema, "propertyNames": ["format": "regex"],
                ]
            case .dependencies: return ["type": "object", "additionalProperties": ["anyOf": [schema, names]]]
            case .pattern: return ["type": "string", "format": "regex"]
            case .reference: return ["type": "string", "format": "uri-reference"]
            case .identifier: return ["type": "string", "format": "uri-reference", "pattern": "^[^#]*#?$"]
            case .anchor: return ["type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9._]*$"]
            case .flagsByURI:
                return [
                    "type": "object", "propertyNames": ["type": "string", "format": "uri"],
                    "additionalProperties": ["type": "boolean"],
                ]
            }
        }
    }
}
