package import BatonJSON

extension YAMLNode {
    /// The value as JSON, every text as it is written.
    package var json: JSONValue {
        switch kind {
        case .scalar(let scalar): scalar.json
        case .sequence(let items): .array(items.map(\.json))
        case .mapping(let entries): .object(JSONObject(entries.map { ($0.keyText, $0.value.json) }))
        }
    }
}

extension YAMLScalar {
    /// The scalar as JSON; a number keeps the digits as written.
    package var json: JSONValue {
        switch type {
        case .null: .null
        case .true: .bool(true)
        case .false: .bool(false)
        case .number: JSONNumber(text: text).map(JSONValue.number) ?? .string(text)
        case .string: .string(text)
        }
    }
}
