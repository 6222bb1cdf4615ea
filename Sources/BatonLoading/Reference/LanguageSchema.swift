package import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow

/// The language as JSON Schemas (draft 2020-12) for editors, made from the table, so that a key is in both or in
/// neither.
///
/// A schema covers keys, kinds of values, and values that can be listed. The loader alone checks expressions, names, and keys
/// without a value:
/// every file that the loader accepts fits the schema, too.
package struct LanguageSchema: Sendable {
    /// The kind of files that a schema describes.
    package enum Kind: String, CaseIterable, Sendable {
        case workflow, api, project

        var map: Language.Map {
            switch self {
            case .workflow: Language.WorkflowFile.map
            case .api: Language.APIFile.map
            case .project: Language.Project.map
            }
        }
    }

    private let kind: Kind

    package init(_ kind: Kind) {
        self.kind = kind
    }

    /// The document as it is written to files: two spaces per level, a line break at the end.
    package var text: String { JSONWriter.pretty(document) + "\n" }

    package var document: JSONValue {
        var definitions: [(String, JSONValue)] = []
        var pending = [kind.map]
        var position = 0
        while position < pending.count {
            let map = pending[position]
            position += 1
            definitions.append((Self.name(of: map), Self.schema(of: map)))
            for key in map.keys {
                for content in key.contents {
                    for next in [content.map] + Self.within(content.map) where !pending.contains(next) {
                        pending.append(next)
                    }
                }
            }
        }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": .string("Baton: \(kind.map.title)"),
            "$comment": .string("Written by `baton schema \(kind.rawValue)`; do not change it by hand."),
            "$ref": Self.reference(kind.map),
            "$defs": .object(JSONObject(definitions)),
        ]
    }

    /// Maps that only the short form of a map refers to.
    private static func within(_ map: Language.Map) -> [Language.Map] {
        map == Language.RecordType.map ? [Language.Field.map] : []
    }

    private static func name(of map: Language.Map) -> String {
        let words = map.title.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        return words.joined(separator: "-")
    }

    private static func reference(_ map: Language.Map) -> JSONValue {
        .string("#/$defs/\(name(of: map))")
    }

    // MARK: Maps

    private static func schema(of map: Language.Map) -> JSONValue {
        var schema: [(String, JSONValue)] = [
            ("type", "object"),
            ("properties", .object(JSONObject(map.keys.map { ($0.name, property($0)) }))),
        ]
        if !map.openKeys.isEmpty {
            let patterns = map.openKeys.map { ($0.pattern, value($0.content)) }
            schema.append(("patternProperties", .object(JSONObject(patterns))))
        }
        schema.append(("additionalProperties", false))
        var conditions: [JSONValue] = []
        var owners: [(String, JSONValue)] = []
        for rule in map.rules {
            switch rule {
            case .all(let keys): schema.append(("required", .array(keys.map { .string($0.name) })))
            case .exactlyOne(let keys): conditions.append(["oneOf": .array(keys.map(required))])
            case .atMostOne(let keys):
                conditions.append(
                    ["oneOf": .array([["not": anyOf(keys)]] + keys.map(required))])
            case .needs(let keys, let owner): owners += keys.map { ($0.name, .array([.string(owner.name)])) }
            case .notEmpty: schema.append(("minProperties", 1))
            }
        }
        if !owners.isEmpty { schema.append(("dependentRequired", .object(JSONObject(owners)))) }
        for key in map.keys {
            let variants = key.contentVariants
            guard let usual = key.content(), !variants.isEmpty else { continue }
            conditions += variants.map { variant in
                ["if": required(variant.sibling), "then": property(key, holds: variant.content)]
            }
            conditions.append(["if": ["not": anyOf(variants.map(\.sibling))], "then": property(key, holds: usual)])
        }
        if map == Language.Step.map { conditions += StepRules.conditions }
        if map == Language.Endpoint.map { conditions.append(StepRules.oneMethod) }
        if !conditions.isEmpty { schema.append(("allOf", .array(conditions))) }
        return .object(JSONObject(schema))
    }

    private static func required(_ key: Language.Key) -> JSONValue { ["required": .array([.string(key.name)])] }

    private static func anyOf(_ keys: [Language.Key]) -> JSONValue { ["anyOf": .array(keys.map(required))] }

    private static func property(_ key: Language.Key, holds content: Language.Content) -> JSONValue {
        ["properties": .object(JSONObject([(key.name, value(content))]))]
    }

    // MARK: Values

    private static func property(_ key: Language.Key) -> JSONValue {
        var schema: [(String, JSONValue)] = [("description", .string(key.description))] + members(of: shape(key))
        if key.contentVariants.isEmpty, let content = key.content() { schema += members(of: value(content)) }
        if !key.kinds.isEmpty { schema.append(("type", kinds(key.kinds))) }
        if let values = key.values { schema += members(of: self.values(values, isRemovable: key.isRemovable)) }
        if Self.neverEmpty.contains(key) { schema.append(("minItems", 1)) }
        return .object(JSONObject(schema))
    }

    /// Lists that must not be empty, because an empty one would do nothing.
    private static let neverEmpty = [
        Language.WorkflowFile.steps, Language.Step.steps, Language.Step.parallel, Language.Step.exec,
    ]

    private static func kinds(_ kinds: [Language.Kind]) -> JSONValue {
        kinds.count == 1 ? .string(kinds[0].rawValue) : .array(kinds.map { .string($0.rawValue) })
    }

    private static func values(_ values: Language.Values, isRemovable: Bool) -> JSONValue {
        let words = values.words.map { JSONValue.string($0) }
        let read = values.words.compactMap { try? JSONParser.parse($0) }
        var single: [JSONValue] = [["enum": .array(words + read)]]
        if let pattern = values.pattern { single.append(["type": "string", "pattern": .string(pattern)]) }
        if let numbers = values.numbers {
            single.append(
                [
                    "type": "integer", "minimum": .integer(numbers.lowerBound),
                    "maximum": .integer(numbers.upperBound),
                ])
        }
        if values.takesExpression { single.append(["type": "string", "pattern": .string(expression)]) }
        if values.isOpen { single.append(["type": "string"]) }
        var all = single
        if values.takesList {
            all.append(["type": "array", "items": single.count == 1 ? single[0] : ["anyOf": .array(single)]])
        }
        if values.takesMap { all.append(["type": "object"]) }
        if isRemovable { all.append(["type": "null"]) }
        return all.count == 1 ? all[0] : ["anyOf": .array(all)]
    }

    /// The pattern of a text that holds `$(…)`.
    private static let expression = "\\$\\("
    /// What `DurationText` reads, or an expression.
    private static let duration =
        "^[-+]?(([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h|d))+$|" + expression

    private static func members(of schema: JSONValue) -> [(String, JSONValue)] {
        guard case .object(let object) = schema else { return [] }
        return object.members.map { ($0.name, $0.value) }
    }

    private static func value(_ content: Language.Content) -> JSONValue {
        switch content {
        case .one(let map): inner(map)
        case .each(let map): whereMap(["additionalProperties": inner(map)])
        case .list(let map): ["items": inner(map)]
        }
    }

    private static func value(_ content: Language.Map.OpenKey.OpenContent) -> JSONValue {
        switch content {
        case .anything: true
        case .scalar: scalar
        case .map(let content): value(content)
        }
    }

    /// The schema of a value that is a map of the language, or its short form.
    private static func inner(_ map: Language.Map) -> JSONValue {
        if map == Language.RecordType.map { return recordType }
        if map == Language.MultipartPart.map {
            // Several parts with the same name are a list.
            let part = whereMap(["$ref": reference(map)])
            return .object(JSONObject(members(of: part) + [("items", part)]))
        }
        return map.isAlwaysMap ? ["$ref": reference(map)] : whereMap(["$ref": reference(map)])
    }

    private static func whereMap(_ schema: JSONValue) -> JSONValue {
        ["if": ["type": "object"], "then": schema]
    }

    /// A record type is a map of its fields, or has `fields` beside keys for all of them.
    private static var recordType: JSONValue {
        let long: JSONValue = [
            "type": "object", "required": ["fields"],
            "properties": [
                "fields": ["type": "object", "not": ["required": ["path"]]]
            ],
        ]
        return [
            "type": "object", "if": long, "then": ["$ref": reference(Language.RecordType.map)],
            "else": ["additionalProperties": inner(Language.Field.map)],
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

    /// The schema of the values that `MapReader` accepts for a shape.
    private static func shape(_ shape: Language.Shape) -> JSONValue {
        switch shape {
        case .text, .plainText, .expression: scalar
        case .duration: ["type": "string", "pattern": .string(duration)]
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
