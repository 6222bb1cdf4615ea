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
    /// Which words of the language are keys of a map; none for what is no map.
    var keyWords: Language.Words {
        var words: Language.Words = []
        for entry in entries ?? [] {
            if let word = Language.Word(entry.keyText) { words.insert(word) }
        }
        return words
    }

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
