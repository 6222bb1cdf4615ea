import BatonDiagnostics
import BatonJSON
import BatonYAML

extension YAMLNode {
    var isNull: Bool {
        if case .null? = scalar?.value { true } else { false }
    }

    var bool: Bool? {
        if case .bool(let flag)? = scalar?.value { flag } else { nil }
    }

    /// What a diagnostic calls it: "this is a list".
    var kindName: String {
        switch kind {
        case .mapping: "a map"
        case .sequence: "a list"
        case .scalar(let scalar):
            switch scalar.value {
            case .null: "null"
            case .bool: "a boolean"
            case .number: "a number"
            case .string: "a text"
            }
        }
    }
}

extension YAMLNode {
    /// The value as JSON, every text as it is written.
    var json: JSONValue {
        switch kind {
        case .scalar(let scalar): scalar.json
        case .sequence(let items): .array(items.map(\.json))
        case .mapping(let entries): .object(JSONObject(entries.map { ($0.keyText, $0.value.json) }))
        }
    }
}

extension YAMLScalar {
    /// The scalar as JSON; a number keeps the digits as written.
    var json: JSONValue {
        switch value {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .number: JSONNumber(text: text).map(JSONValue.number) ?? .string(text)
        case .string: .string(text)
        }
    }
}
