import BatonDiagnostics
import BatonYAML

/// The declarative table of everything that may be written in a workflow, API or project file.
///
/// A key is declared once, in the enum of its map: `Language.Retry.attempts`. Readers refer to this declaration;
/// messages, suggestions, the tables of the reference, schemas and completions are made from it.
package enum Language {
    /// The top-level maps of files.
    package static let roots = [WorkflowFile.map, Project.map, APIFile.map]

    /// Every map of the language that can be reached from the top of a file.
    package static let maps: [Map] = {
        var found: [Map] = []
        func visit(_ map: Map) {
            guard !found.contains(map) else { return }
            found.append(map)
            for key in map.keys {
                for content in key.contents { visit(content.map) }
            }
        }
        for root in roots { visit(root) }
        return found
    }()

    /// The names of all keys of all maps.
    package static let words = Set(maps.flatMap { $0.keys.map(\.name) })

    /// The tree of a file of the language.
    static func compose(_ file: SourceFile, into sink: DiagnosticSink) -> YAMLNode? {
        YAMLComposer.compose(file, into: sink)
    }
}

extension Language {
    /// A map of the language: the keys that may stand together. Each map has exactly one object.
    package final class Map: Sendable, Equatable {
        /// What the map is, for messages: "a step", "`expect`".
        package let title: String
        package let keys: [Key]
        /// The rules about which keys must or may stand together.
        package let rules: [Rule]
        /// Patterns of keys that the table cannot list.
        let openKeys: [OpenKey]
        /// Whether the value must be a map; otherwise it has a short form, such as a path for `{ path, offset }`.
        let isAlwaysMap: Bool
        /// What else may stand in the map, for the message about an unknown key.
        let note: String?
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
        struct OpenKey: Sendable {
            /// A regular expression in the syntax of JSON Schema (ECMA-262).
            let pattern: String
            let content: OpenContent

            enum OpenContent: Sendable {
                case anything, scalar
                case map(Content)
            }
        }

        init(
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
    struct Values: Sendable {
        /// A word that is a number or null in YAML counts as that too.
        let words: [String]
        /// A regular expression in the syntax of JSON Schema (ECMA-262) of further texts.
        var pattern: String?
        /// Further whole numbers.
        var numbers: ClosedRange<Int>?
        /// Whether every other text is a value as well: the words are the usual ones.
        var isOpen = false
        /// Whether a list of such values is one too.
        var takesList = false
        /// Whether a map is a value as well, of which the key says more.
        var takesMap = false
        /// Whether a text with `$(…)` is a value as well.
        var takesExpression = false

        init(
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
        static func all<Word: CaseIterable & RawRepresentable<String>>(
            of type: Word.Type, takesList: Bool = false, takesMap: Bool = false
        ) -> Values {
            Values(type.allCases.map(\.rawValue), takesList: takesList, takesMap: takesMap)
        }
    }
}
