import BatonJSON

extension JSONSchema.Compiler {
    /// Warns of keywords for another type than `type` says: `properties` beside `type: array` checks nothing.
    mutating func tellOfOtherTypes(_ object: JSONObject, _ place: Place) {
        guard !isOpenAPI, let type = object["type"] else { return }
        let types = type.stringValue.map { [$0] } ?? type.arrayValue?.compactMap(\.stringValue) ?? []
        guard !types.isEmpty else { return }
        for member in object.members {
            guard let wanted = Self.typeOfKeyword[member.name],
                !types.contains(wanted), wanted != "number" || !types.contains("integer")
            else { continue }
            report(.keywordOfOtherType(member.name, wanted, types, at: place.appending(member.name)))
        }
    }

    /// The only type of which a keyword checks something.
    private static let typeOfKeyword: [String: String] = {
        let keywords = [
            "object": [
                "properties", "patternProperties", "additionalProperties", "propertyNames", "required",
                "minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties",
            ],
            "array": [
                "items", "prefixItems", "contains", "minContains", "maxContains", "minItems", "maxItems",
                "uniqueItems", "unevaluatedItems",
            ],
            "string": ["minLength", "maxLength", "pattern"],
            "number": ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
        ]
        var types: [String: String] = [:]
        for (type, names) in keywords { for name in names { types[name] = type } }
        return types
    }()
}
