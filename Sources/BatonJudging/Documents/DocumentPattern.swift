package import BatonJSON
package import BatonLanguage

/// The operand of `json` and `json_includes`; only wildcards that are written in the file are recognised.
package indirect enum DocumentPattern: Sendable {
    /// A value without wildcards in it.
    case literal(JSONValue)
    /// A value with `$(…)` in it; a computed text is data, even when it looks like a wildcard.
    case template(Template)
    case wildcard(Wildcard)
    case list([DocumentPattern])
    case object([Member])

    package struct Member: Sendable {
        package let name: TextTemplate
        package let value: DocumentPattern

        package init(name: TextTemplate, value: DocumentPattern) {
            self.name = name
            self.value = value
        }
    }

    /// The members of an object that the pattern must describe.
    package enum Extent: Sendable {
        /// Every member.
        case whole
        /// The written members at every depth, for `json_includes`; lists are always compared whole.
        case subset
    }

    /// `<uuid>`, `<any>`, `<matches ^a>`.
    package enum Wildcard: Sendable {
        case any
        /// The member must not be there.
        case absent
        case type(String)
        case format(ValueFormat)
        case matches(PatternTemplate)
    }
}

extension DocumentPattern.Wildcard {
    /// The words between `<` and `>`, except `matches`.
    package static let words = ["any"] + typeWords + formatWords.map(\.rawValue) + ["absent"]

    private static let typeWords = ["string", "integer", "number", "boolean", "array", "object", "null"]
    private static let formatWords: [ValueFormat] = [.uuid, .date, .datetime, .email, .uri]

    package init?(word: String) {
        switch word {
        case "any": self = .any
        case "absent": self = .absent
        default:
            if Self.typeWords.contains(word) {
                self = .type(word)
            } else if let format = Self.formatWords.first(where: { $0.rawValue == word }) {
                self = .format(format)
            } else {
                return nil
            }
        }
    }

    /// The expected value, in the words of a message.
    func shown(_ wording: Wording) -> String {
        switch self {
        case .any: "any value"
        case .absent: "nothing"
        case .type(let name): Wording.article(name)
        case .format(let format): format.described
        case .matches(let pattern): "a text that matches \(pattern.written)"
        }
    }
}
