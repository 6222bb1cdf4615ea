extension JSONSchema {
    /// The value of a keyword, for readers of a schema whose values are not all known yet.
    package enum Part: Sendable {
        /// A value that may be computed: it changes what fits, and never what the schema is made of.
        case value
        /// Part of what the schema is: a reference, an identifier, a type.
        case fixed
        case schema
        case schemas
        case schemasByName

        /// What no keyword is means nothing, so that its value may be anything.
        package static func behind(_ keyword: String) -> Part {
            switch Keyword.byName[keyword]?.shape {
            case .schema: .schema
            case .schemas: .schemas
            case .schemasByName, .schemasByPattern, .dependencies: .schemasByName
            case .types, .reference, .identifier, .anchor, .flagsByURI: .fixed
            case .any, .text, .flag, .list, .number, .positiveNumber, .count, .names, .namesByName, .pattern, nil:
                .value
            }
        }
    }
}
