import BatonJSON
import BatonSecrets
import BatonWorkflow

/// A name with its values, as query, form, headers and cookies have them.
struct NamedValues {
    var name: String
    var values: [String]
    /// The strongest place that says something about the name.
    var layer: RequestLayer
    var isSecret: Bool

    /// Whether it proves who the sender is: by its name, or because a secret is in it.
    var isCredential: Bool { isSecret || Credential.isNamedSo(name) }

    /// Joins maps from the weakest to the strongest: a later one replaces the same name, null takes it away.
    struct Merger {
        let ignoringCase: Bool
        /// What was taken away stands here without values.
        private(set) var entries: [NamedValues] = []

        init(ignoringCase: Bool) {
            self.ignoringCase = ignoringCase
        }

        /// Those that have values.
        var present: [NamedValues] { entries.filter { !$0.values.isEmpty } }

        subscript(_ name: String) -> NamedValues? {
            entries.first { isSame($0.name, name) }
        }

        mutating func add(
            _ map: MapTemplate, in layer: RequestLayer = .step, from scope: any TemplateScope
        ) throws(TemplateFailure) {
            switch map {
            case .entries(let items):
                for item in items {
                    let key = try item.key.fill(from: scope)
                    let filled = try item.value.filled(from: scope)
                    guard let values = Self.texts(filled.value) else {
                        throw TemplateFailure("`\(key.text)` wants a text, a number or a list of these", at: item.range)
                    }
                    put(NamedValues(name: key.text, values: values, layer: layer, isSecret: filled.isSecret))
                }
            case .expression(let expression):
                let filled = try Template.expression(expression).filled(from: scope)
                guard case .object(let object) = filled.value else {
                    throw TemplateFailure("`\(expression.text)` is no map", at: expression.range)
                }
                for member in object.members {
                    guard let values = Self.texts(member.value) else {
                        throw TemplateFailure(
                            "`\(member.name)` wants a text, a number or a list of these", at: expression.range)
                    }
                    put(NamedValues(name: member.name, values: values, layer: layer, isSecret: filled.isSecret))
                }
            }
        }

        mutating func put(_ entry: NamedValues) {
            if let index = entries.firstIndex(where: { isSame($0.name, entry.name) }) {
                entries[index] = entry
            } else {
                entries.append(entry)
            }
        }

        mutating func remove(_ name: String) {
            let ignoringCase = ignoringCase
            entries.removeAll { Self.isSame($0.name, name, ignoringCase) }
        }

        mutating func removeAll(where isUnwanted: (NamedValues) -> Bool) {
            entries.removeAll(where: isUnwanted)
        }

        private func isSame(_ one: String, _ other: String) -> Bool { Self.isSame(one, other, ignoringCase) }

        private static func isSame(_ one: String, _ other: String, _ ignoringCase: Bool) -> Bool {
            ignoringCase ? one.isEqualIgnoringCase(to: other) : one == other
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

/// What proves who the sender is.
enum Credential {
    /// `Authorization`, `Proxy-Authorization`, `Cookie`, and every name with a word such as `token` or `key` in it.
    static func isNamedSo(_ name: String) -> Bool {
        SecretNames.isSecretHeader(name) || SecretNames.isSecretVariable(name)
    }
}

extension String {
    /// ASCII letters only: header names have no others.
    func isEqualIgnoringCase(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return zip(utf8, other.utf8).allSatisfy { left, right in
            left == right || (left | 0x20 == right | 0x20 && (97...122).contains(left | 0x20))
        }
    }
}
