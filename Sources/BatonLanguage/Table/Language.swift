import BatonValues

/// The declarative table of everything that may be written in a workflow, API or project file.
///
/// A key is declared once, in the enum of its map: `Language.Retry.attempts`. Readers refer to this declaration;
/// messages, suggestions, the tables of the reference, schemas and completions are made from it.
package enum Language {
    /// A map of the language: the keys that may stand together. Each map has exactly one object.
    package final class Map: Sendable, Equatable {
        /// What the map is, for messages: "a step", "`expect`".
        package let title: String
        package let keys: [Key]
        /// The rules about which keys must or may stand together.
        package let rules: [Rule]
        /// Patterns of keys that the table cannot list.
        package let openKeys: [OpenKey]
        /// Whether the value must be a map; otherwise it has a short form, such as a path for `{ path, offset }`.
        package let isAlwaysMap: Bool
        /// What else may stand in the map, for the message about an unknown key.
        package let note: String?
        private let byName: [String: Key]

        /// A rule about which keys must or may stand together, for schemas and the reference; the readers have their own
        /// messages.
        package enum Rule: Sendable {
            case all([Key])
            case exactlyOne([Key])
            case atMostOne([Key])
            /// At least one key.
            case notEmpty
        }

        /// Keys of the user, such as paths, recognised by a pattern.
        package struct OpenKey: Sendable {
            /// A regular expression in the syntax of JSON Schema (ECMA-262).
            package let pattern: String
            package let content: OpenContent

            package init(pattern: String, content: OpenContent) {
                self.pattern = pattern
                self.content = content
            }

            package enum OpenContent: Sendable {
                case anything, scalar
                case map(Content)
            }
        }

        package init(
            _ title: String, _ keys: [Key], rules: [Rule] = [], openKeys: [OpenKey] = [], isAlwaysMap: Bool = false,
            note: String? = nil
        ) {
            self.title = title
            self.keys = keys
            self.rules = rules
            self.openKeys = openKeys
            self.isAlwaysMap = isAlwaysMap
            self.note = note
            byName = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
        }

        package static func == (left: Map, right: Map) -> Bool { left === right }

        package subscript(name: String) -> Key? { byName[name] }
    }
}

extension Language {
    /// The values of a key, for editors, which complete words and mark what is none of the values. The loader has its own
    /// checks.
    package struct Values: Sendable {
        /// A word that is a number or null in YAML counts as that too.
        package let words: [String]
        /// A regular expression in the syntax of JSON Schema (ECMA-262) of further texts.
        package var pattern: String?
        /// Further whole numbers.
        package var numbers: ClosedRange<Int>?
        /// Whether every other text is a value as well: the words are the usual ones.
        package var isOpen = false
        /// Whether a list of such values is one too.
        package var takesList = false
        /// Whether a map is a value as well, of which the key says more.
        package var takesMap = false
        /// Whether a text with `$(…)` is a value as well.
        package var takesExpression = false

        package init(
            _ words: [String], pattern: String? = nil, numbers: ClosedRange<Int>? = nil, isOpen: Bool = false,
            takesList: Bool = false, takesMap: Bool = false, takesExpression: Bool = false
        ) {
            self.words = words
            self.pattern = pattern
            self.numbers = numbers
            self.isOpen = isOpen
            self.takesList = takesList
            self.takesMap = takesMap
            self.takesExpression = takesExpression
        }

        /// Whether a word is one of the listed values.
        func holds(_ word: String) -> Bool {
            words.contains(word) || Int(word).flatMap { numbers?.contains($0) } ?? false
        }

        /// The words of an enumeration.
        package static func all<Word: CaseIterable & RawRepresentable<String>>(
            of type: Word.Type, takesList: Bool = false, takesMap: Bool = false
        ) -> Values {
            Values(type.allCases.map(\.rawValue), takesList: takesList, takesMap: takesMap)
        }
    }
}

extension Language {
    /// Whether an expression can refer to a name: letters, digits and `_`, no digit first.
    package static func isIdentifier(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            guard let first = bytes.first, first.isInName, !first.isDigit else { return false }
            return bytes.allSatisfy(\.isInName)
        }
    }
}
