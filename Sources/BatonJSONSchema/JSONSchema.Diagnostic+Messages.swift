import BatonJSON

extension JSONSchema.Diagnostic {
    static func noSchema(_ value: JSONValue?, at place: JSONSchema.Place) -> Self {
        Self(
            .shape, "a schema is a map of keywords, `true` or `false`, this is \(described(value))", at: place)
    }

    static func wrongShape(
        _ keyword: String, wanted: String, _ value: JSONValue, at place: JSONSchema.Place, help: String?
    ) -> Self {
        Self(.shape, "`\(keyword)` wants \(wanted), this is \(described(value))", at: place, help: help)
    }

    static func repeatedNames(_ keyword: String, at place: JSONSchema.Place) -> Self {
        Self(.shape, "`\(keyword)` names something twice", at: place)
    }

    static func unknownType(_ name: String, at place: JSONSchema.Place) -> Self {
        let known = JSONSchema.TypeSet.named.map(\.name)
        return Self(
            .shape, "`\(name)` is no type of JSON Schema", at: place,
            help: foreignTypes[name].map { "here it is called `\($0)`" }
                ?? "the types are " + known.map { "`\($0)`" }.joined(separator: ", "),
            guess: foreignTypes[name] == nil ? (name, known) : nil)
    }

    /// What programming languages call them.
    private static let foreignTypes = [
        "int": "integer", "long": "integer", "float": "number", "double": "number", "decimal": "number",
        "bool": "boolean", "str": "string", "text": "string", "list": "array", "map": "object", "dict": "object",
        "nil": "null", "none": "null",
    ]

    static func invalidPattern(
        _ text: String, _ reason: String, at place: JSONSchema.Place, isKey: Bool
    ) -> Self {
        Self(.pattern, "`\(text)` is no regular expression: \(reason)", at: place, isKey: isKey)
    }

    static func leadsNowhere(
        _ reference: String, at place: JSONSchema.Place, help: String? = nil,
        guess: (word: String, known: [String])? = nil
    ) -> Self {
        Self(
            .reference, "`\(reference)` leads nowhere", at: place,
            help: help ?? guess.map { "there is no `\($0.word)`" }, guess: guess)
    }

    static func cycle(at place: JSONSchema.Place) -> Self {
        Self(
            .cycle, "this reference leads back to itself without going deeper into the value", at: place,
            help: "what refers to itself does so inside `properties`, `items` or another keyword that goes deeper")
    }

    static func otherDraft(_ draft: String, at place: JSONSchema.Place) -> Self {
        Self(
            .dialect, "this schema is written for \(draft), and is read as draft 2020-12", at: place,
            isWarning: true, help: "if it says the same in draft 2020-12, write `\(JSONSchema.Metaschema.uri)`")
    }

    static func unknownVocabulary(_ uri: String, at place: JSONSchema.Place) -> Self {
        Self(.dialect, "this dialect wants the vocabulary `\(uri)`, which is not known", at: place)
    }

    /// A keyword that the draft does not know is legal; whether it is worth a word, only its spelling tells.
    static func unknownKeyword(_ name: String, at place: JSONSchema.Place) -> Self {
        Self(
            .keyword, "`\(name)` is no keyword of JSON Schema 2020-12 and checks nothing", at: place, isKey: true,
            isWarning: true, help: foreignKeywords[name],
            guess: silent.contains(name) || foreignKeywords[name] != nil
                ? nil : (name, JSONSchema.Keyword.all.map(\.name)))
    }

    /// A keyword that checks nothing of the types that the schema allows.
    static func keywordOfOtherType(
        _ name: String, _ type: String, _ types: [String], at place: JSONSchema.Place
    ) -> Self {
        let isOfElements = types.contains("array") && type != "array"
        return Self(
            .keyword, "`\(name)` checks nothing beside `type: \(types.joined(separator: ", "))`: it is for `\(type)`",
            at: place, isKey: true, isWarning: true,
            help: isOfElements ? "what the elements must be stands in `items`" : "correct one of the two")
    }

    /// A keyword of JSON Schema that OpenAPI 3.0 does not have.
    static func keywordOfOtherVersion(
        _ name: String, _ standard: JSONSchema.Standard, at place: JSONSchema.Place
    ) -> Self {
        let isKnown = JSONSchema.Keyword.byName[name] != nil
        let isSwagger = standard == .swagger20
        return Self(
            .keyword, "`\(name)` is no keyword of \(isSwagger ? "Swagger 2.0" : "OpenAPI 3.0") and checks nothing",
            at: place, isKey: true, isWarning: true,
            help: name == "const"
                ? "write `enum` with one value"
                : isSwagger && name == "nullable"
                    ? "write `x-nullable`" : isKnown ? isSwagger ? "OpenAPI 3 has it" : "OpenAPI 3.1 has it" : nil,
            guess: isKnown || silent.contains(name) ? nil : (name, JSONSchema.Keyword.all.map(\.name)))
    }

    /// - Parameter keyword: the one that seems to take null.
    static func unlistedNull(_ keyword: String, at place: JSONSchema.Place) -> Self {
        Self(
            .keyword, "`\(keyword)` lets no null through, because `enum` does not list it", at: place, isKey: true,
            isWarning: true, help: "add null to `enum`")
    }

    static func discriminatorWithoutName(
        _ value: JSONValue, _ standard: JSONSchema.Standard, at place: JSONSchema.Place
    ) -> Self {
        let isSwagger = standard == .swagger20
        return Self(
            .shape,
            "`discriminator` wants the name of a member\(isSwagger ? "" : " in `propertyName`"), this is \(described(value))",
            at: place, help: "write `discriminator: \(isSwagger ? "type" : "{ propertyName: type }")`")
    }

    /// Keywords of earlier drafts, of OpenAPI and of other languages of schemas, whose meaning is lost.
    private static let foreignKeywords = [
        "property": "write `properties`", "fields": "write `properties`", "props": "write `properties`",
        "additional_properties": "write `additionalProperties`", "allowExtra": "write `additionalProperties`",
        "patternProperty": "write `patternProperties`", "requires": "write `required`",
        "mandatory": "write `required`, a list of names", "optional": "what `required` does not list is optional",
        "elements": "write `items`", "element": "write `items`", "regex": "write `pattern`",
        "regexp": "write `pattern`", "match": "write `pattern`", "min": "write `minimum`, `minLength` or `minItems`",
        "max": "write `maximum`, `maxLength` or `maxItems`",
        "length": "write `minLength` and `maxLength`, or `minItems` and `maxItems`",
        "size": "write `minItems` and `maxItems`", "types": "write `type`, which may be a list",
        "values": "write `enum`", "options": "write `enum`", "oneof": "write `oneOf`", "anyof": "write `anyOf`",
        "allof": "write `allOf`", "unique": "write `uniqueItems`", "equals": "write `const`",
        "nullable": "write `type: [string, \"null\"]`", "additionalItems": "write `prefixItems` and `items`",
        "$recursiveRef": "write `$dynamicRef`", "$recursiveAnchor": "write `$dynamicAnchor`",
        "id": "write `$id`, if this is the schema's URI",
    ]

    /// Near to other words, and harmless.
    private static let silent: Set = ["example", "xml", "externalDocs", "discriminator", "name", "version", "info"]

    /// Formats of JSON Schema and OpenAPI that are not checked, and no misspelt ones either.
    private static let unchecked: Set = [
        "iri", "iri-reference", "idn-email", "idn-hostname", "uri-template", "int32", "int64", "float", "double",
        "byte",
        "binary", "password",
    ]

    static func uncheckedFormat(_ name: String, known: [String], at place: JSONSchema.Place) -> Self {
        Self(
            .keyword, "the format `\(name)` is not checked", at: place, isWarning: true,
            guess: unchecked.contains(name) ? nil : (name, known))
    }

    private static func described(_ value: JSONValue?) -> String {
        switch value {
        case .null?: "null"
        case .bool?: "a boolean"
        case .number(let number)?: number.text.utf8.count < 20 ? "the number \(number.text)" : "a number"
        case .string(let text)?: text.utf8.count < 40 ? "the text `\(text)`" : "a text"
        case .array?: "a list"
        case .object?: "a map"
        case nil: "nothing"
        }
    }
}
