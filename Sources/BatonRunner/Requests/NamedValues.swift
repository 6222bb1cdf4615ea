import BatonJSON
import BatonWorkflow

/// A name with its values, as query, form, headers and cookies have them.
struct NamedValues {
    var name: String
    var values: [String]

    /// Joins maps from the weakest to the strongest: a later one replaces the same name, null takes it away.
    struct Merger {
        let ignoringCase: Bool
        private(set) var entries: [NamedValues] = []

        init(ignoringCase: Bool) {
            self.ignoringCase = ignoringCase
        }

        mutating func add(_ map: MapTemplate, from scope: any TemplateScope) throws(TemplateFailure) {
            switch map {
            case .entries(let items):
                for item in items {
                    let name = try item.key.text(from: scope)
                    let value = try item.value.json(from: scope)
                    guard let values = Self.texts(value) else {
                        throw TemplateFailure("`\(name)` wants a text, a number or a list of these", at: item.range)
                    }
                    put(name, values)
                }
            case .expression(let expression):
                guard case .object(let object) = try Template.expression(expression).json(from: scope) else {
                    throw TemplateFailure("`\(expression.text)` is no map", at: expression.range)
                }
                for member in object.members {
                    guard let values = Self.texts(member.value) else {
                        throw TemplateFailure(
                            "`\(member.name)` wants a text, a number or a list of these", at: expression.range)
                    }
                    put(member.name, values)
                }
            }
        }

        private mutating func put(_ name: String, _ values: [String]) {
            let index = entries.firstIndex {
                ignoringCase ? $0.name.isEqualIgnoringCase(to: name) : $0.name == name
            }
            if let index {
                if values.isEmpty {
                    entries.remove(at: index)
                } else {
                    entries[index] = NamedValues(name: name, values: values)
                }
            } else if !values.isEmpty {
                entries.append(NamedValues(name: name, values: values))
            }
        }

        /// Null is no value, a list several; an object has no text.
        private static func texts(_ value: JSONValue) -> [String]? {
            switch value {
            case .null: return []
            case .bool(let flag): return [flag ? "true" : "false"]
            case .number(let number): return [number.text]
            case .string(let text): return [text]
            case .array(let items):
                var texts: [String] = []
                for item in items {
                    guard !item.isNull, let text = Self.texts(item), text.count == 1 else { return nil }
                    texts.append(text[0])
                }
                return texts
            case .object: return nil
            }
        }
    }
}
