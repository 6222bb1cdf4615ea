package import BatonJSON

/// The language as JSON Schemas (draft 2020-12), for editors: made from the table, so that a key is in both or in neither.
///
/// It says what can be said of keys and kinds of values. What expressions mean, which names there are, and that nothing
/// is written behind a key stays the loader's to say: whatever the loader takes, the schema takes too.
package struct LanguageSchema: Sendable {
    /// Which files a schema is for.
    package enum Kind: String, CaseIterable, Sendable {
        case workflow, api, project

        var context: Language.Context {
            switch self {
            case .workflow: Language.file
            case .api: Language.api
            case .project: Language.project
            }
        }
    }

    private let kind: Kind

    package init(_ kind: Kind) {
        self.kind = kind
    }

    /// The document as it is written to files: two blanks a level, a line break at the end.
    package var text: String { JSONWriter.pretty(document) + "\n" }

    package var document: JSONValue {
        var definitions: [(String, JSONValue)] = []
        var known: Set<String> = [kind.context.title]
        var pending = [kind.context]
        var position = 0
        while position < pending.count {
            let context = pending[position]
            position += 1
            definitions.append((Self.name(of: context), Self.map(context)))
            for key in context.keys {
                guard let inner = Language.content(of: key.name, in: context)?.context else { continue }
                let others = [inner] + Self.variants(of: key, in: context).map(\.content.context)
                for next in others + Self.within(inner) where known.insert(next.title).inserted {
                    pending.append(next)
                }
            }
        }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": .string("Baton: \(kind.context.title)"),
            "$comment": .string("Written by `baton schema \(kind.rawValue)`; do not change it by hand."),
            "$ref": Self.reference(kind.context),
            "$defs": .object(JSONObject(definitions)),
        ]
    }

    /// Maps that a short spelling of a map leads to.
    private static func within(_ context: Language.Context) -> [Language.Context] {
        context.title == Language.recordType.title ? [Language.field] : []
    }

    private static func name(of context: Language.Context) -> String {
        let words = context.title.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        return words.joined(separator: "-")
    }

    private static func reference(_ context: Language.Context) -> JSONValue {
        .string("#/$defs/\(name(of: context))")
    }

    // MARK: Maps

    private static func map(_ context: Language.Context) -> JSONValue {
        var schema: [(String, JSONValue)] = [
            ("type", "object"),
            ("properties", .object(JSONObject(context.keys.map { ($0.name, property($0, in: context)) }))),
        ]
        let patterns = patterns(of: context)
        if !patterns.isEmpty { schema.append(("patternProperties", .object(JSONObject(patterns)))) }
        schema.append(("additionalProperties", false))
        var conditions: [JSONValue] = []
        for rule in Language.rules(of: context) {
            switch rule {
            case .all(let names): schema.append(("required", .array(names.map { .string($0) })))
            case .exactlyOne(let names): conditions.append(["oneOf": .array(names.map(required))])
            case .atMostOne(let names):
                conditions.append(
                    ["oneOf": .array([["not": anyOf(names)]] + names.map(required))])
            case .notEmpty: schema.append(("minProperties", 1))
            }
        }
        for key in context.keys {
            let variants = variants(of: key, in: context)
            guard let usual = Language.content(of: key.name, in: context), !variants.isEmpty else { continue }
            conditions += variants.map { variant in
                ["if": required(variant.other), "then": property(key, holds: variant.content)]
            }
            conditions.append(["if": ["not": anyOf(variants.map(\.other))], "then": property(key, holds: usual)])
        }
        if context.title == Language.step.title { conditions += StepRules.conditions }
        if context.title == Language.endpoint.title { conditions.append(StepRules.oneMethod) }
        if !conditions.isEmpty { schema.append(("allOf", .array(conditions))) }
        return .object(JSONObject(schema))
    }

    private static func required(_ name: String) -> JSONValue { ["required": .array([.string(name)])] }

    private static func anyOf(_ names: [String]) -> JSONValue { ["anyOf": .array(names.map(required))] }

    /// Keys beside which another one holds another map: `expect` beside `exec`.
    private static func variants(
        of key: Language.Key, in context: Language.Context
    ) -> [(other: String, content: Language.Content)] {
        guard let usual = Language.content(of: key.name, in: context) else { return [] }
        return context.keys.compactMap { other in
            guard let content = Language.content(of: key.name, in: context, beside: [other.name]),
                content.context.title != usual.context.title
            else { return nil }
            return (other.name, content)
        }
    }

    private static func property(_ key: Language.Key, holds content: Language.Content) -> JSONValue {
        ["properties": .object(JSONObject([(key.name, value(content))]))]
    }

    /// Keys that no table can list.
    private static func patterns(of context: Language.Context) -> [(String, JSONValue)] {
        switch context.title {
        case Language.file.title, Language.api.title, Language.project.title: [("^x-", true)]
        case Language.step.title, Language.endpoint.title: [(StepRules.customMethod, scalar)]
        case Language.expect.title, Language.execExpect.title, Language.workflowExpect.title:
            [("^\\$", value(.one(Language.operators)))]
        default: []
        }
    }

    // MARK: Values

    private static func property(_ key: Language.Key, in context: Language.Context) -> JSONValue {
        var schema: [(String, JSONValue)] = [("description", .string(key.doc))] + members(of: shape(key))
        if variants(of: key, in: context).isEmpty, let content = Language.content(of: key.name, in: context) {
            schema += members(of: value(content))
        }
        if key.shape == .any, let kinds = Language.kinds(of: key.name) { schema += members(of: kinds) }
        // Nothing is done by an empty list.
        if key.shape == .list, StepReader.actions.contains(key.word) { schema.append(("minItems", 1)) }
        return .object(JSONObject(schema))
    }

    private static func members(of schema: JSONValue) -> [(String, JSONValue)] {
        guard case .object(let object) = schema else { return [] }
        return object.members.map { ($0.name, $0.value) }
    }

    private static func value(_ content: Language.Content) -> JSONValue {
        switch content {
        case .one(let context): inner(context)
        case .each(let context): whereMap(["additionalProperties": inner(context)])
        case .list(let context): ["items": inner(context)]
        }
    }

    /// A value that is a map of the language, or something shorter where that is possible.
    private static func inner(_ context: Language.Context) -> JSONValue {
        if context.title == Language.recordType.title { return recordType }
        if context.title == Language.multipartPart.title {
            // Several parts of one name are a list.
            let part = whereMap(["$ref": reference(context)])
            return .object(JSONObject(members(of: part) + [("items", part)]))
        }
        guard Language.hasShortForm(context) else { return ["$ref": reference(context)] }
        return whereMap(["$ref": reference(context)])
    }

    private static func whereMap(_ schema: JSONValue) -> JSONValue {
        ["if": ["type": "object"], "then": schema]
    }

    /// A type is its fields, or `fields` beside what holds for all of them.
    private static var recordType: JSONValue {
        let long: JSONValue = [
            "type": "object", "required": ["fields"],
            "properties": [
                "fields": ["type": "object", "not": ["required": ["path"]]]
            ],
        ]
        return [
            "type": "object", "if": long, "then": ["$ref": reference(Language.recordType)],
            "else": ["additionalProperties": inner(Language.field)],
        ]
    }

    private static let scalar: JSONValue = ["type": ["string", "number", "boolean"]]

    private static func shape(_ key: Language.Key) -> JSONValue {
        let plain = shape(key.shape)
        guard key.isRemovable, case .object(let object) = plain, let type = object["type"] else { return plain }
        var types: [JSONValue] = ["null"]
        if case .array(let several) = type { types = several + types } else { types.insert(type, at: 0) }
        return .object(JSONObject(object.members.map { ($0.name, $0.name == "type" ? .array(types) : $0.value) }))
    }

    /// What `MapReader` takes for a shape.
    private static func shape(_ shape: Language.Shape) -> JSONValue {
        switch shape {
        case .text, .plainText, .expression: scalar
        case .duration: ["type": "string"]
        case .boolean: ["type": "boolean"]
        case .wholeNumber: ["type": "integer", "minimum": 0]
        case .conditions: ["type": ["string", "number", "boolean", "array"]]
        case .list: ["type": "array"]
        case .listOrExpression: ["type": ["array", "string"], "pattern": "^\\$\\("]
        case .textList: ["type": "array", "items": scalar]
        case .map: ["type": "object"]
        case .mapOrExpression: ["type": ["object", "string"], "pattern": "^\\$\\("]
        case .any: [:]
        }
    }
}
