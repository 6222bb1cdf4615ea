extension JSONSchema {
    /// The parts that draft 2020-12 is made of.
    enum Vocabulary: String, Sendable, CaseIterable {
        case core, applicator, unevaluated, validation, content
        case metaData = "meta-data"
        case formatAnnotation = "format-annotation"
        case formatAssertion = "format-assertion"

        var uri: String { Self.base + "vocab/" + rawValue }
        var metaschema: String { Self.base + "meta/" + rawValue }

        static let base = "https://json-schema.org/draft/2020-12/"

        init?(uri: String) {
            guard uri.hasPrefix(Self.base + "vocab/") else { return nil }
            self.init(rawValue: String(uri.dropFirst(Self.base.count + 6)))
        }
    }

    /// What may stand behind a keyword.
    enum Shape: Sendable, Equatable {
        case any, text, flag, list, number, positiveNumber
        /// A whole number that is not negative.
        case count
        /// Texts that differ from each other.
        case names
        case namesByName
        case types
        case schema
        /// At least one.
        case schemas
        case schemasByName
        case schemasByPattern
        /// Schemas or lists of names, by name.
        case dependencies
        case pattern
        case reference
        /// A reference without a fragment.
        case identifier
        case anchor
        case flagsByURI
    }

    struct Keyword: Sendable {
        let name: String
        let vocabulary: Vocabulary
        let shape: Shape

        static let all: [Keyword] = table.flatMap { vocabulary, keywords in
            keywords.map { Keyword(name: $0.0, vocabulary: vocabulary, shape: $0.1) }
        }

        static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

        /// Every keyword of the draft, and the two of earlier ones that it still allows.
        private static let table: [(Vocabulary, [(String, Shape)])] = [
            (
                .core,
                [
                    ("$id", .identifier), ("$schema", .reference), ("$ref", .reference), ("$anchor", .anchor),
                    ("$dynamicRef", .reference), ("$dynamicAnchor", .anchor), ("$vocabulary", .flagsByURI),
                    ("$comment", .text), ("$defs", .schemasByName), ("definitions", .schemasByName),
                ]
            ),
            (
                .applicator,
                [
                    ("prefixItems", .schemas), ("items", .schema), ("contains", .schema),
                    ("additionalProperties", .schema), ("properties", .schemasByName),
                    ("patternProperties", .schemasByPattern), ("dependentSchemas", .schemasByName),
                    ("dependencies", .dependencies), ("propertyNames", .schema), ("if", .schema), ("then", .schema),
                    ("else", .schema), ("allOf", .schemas), ("anyOf", .schemas), ("oneOf", .schemas),
                    ("not", .schema),
                ]
            ),
            (.unevaluated, [("unevaluatedItems", .schema), ("unevaluatedProperties", .schema)]),
            (
                .validation,
                [
                    ("type", .types), ("const", .any), ("enum", .list), ("multipleOf", .positiveNumber),
                    ("maximum", .number), ("exclusiveMaximum", .number), ("minimum", .number),
                    ("exclusiveMinimum", .number), ("maxLength", .count), ("minLength", .count), ("pattern", .pattern),
                    ("maxItems", .count), ("minItems", .count), ("uniqueItems", .flag), ("maxContains", .count),
                    ("minContains", .count), ("maxProperties", .count), ("minProperties", .count),
                    ("required", .names), ("dependentRequired", .namesByName),
                ]
            ),
            (
                .metaData,
                [
                    ("title", .text), ("description", .text), ("default", .any), ("deprecated", .flag),
                    ("readOnly", .flag), ("writeOnly", .flag), ("examples", .list),
                ]
            ),
            (.formatAnnotation, [("format", .text)]),
            (.formatAssertion, [("format", .text)]),
            (.content, [("contentEncoding", .text), ("contentMediaType", .text), ("contentSchema", .schema)]),
        ]
    }
}
