import BatonYAML

extension Language {
    /// A map of the language: the keys that may stand together. Each map has exactly one object.
    package final class Map: Sendable, Equatable {
        /// What the map is, for messages: "a step", "`expect`".
        package let title: String
        package let keys: [Key]
        /// Words of other tools, and the key that each corresponds to.
        package let foreign: [String: String]
        /// Advice for words of other tools without a corresponding key; the words are in lower case, with `_` for `-`.
        let advice: [String: String]
        /// The rules about which keys must or may stand together.
        let rules: [Rule]
        /// Patterns of keys that the table cannot list.
        let openKeys: [OpenKey]
        /// Whether the value must be a map; otherwise it has a short form, such as a path for `{ path, offset }`.
        let isAlwaysMap: Bool
        private let byName: [String: Key]

        /// A rule about which keys must or may stand together, for schemas of editors; the readers have their own
        /// messages.
        enum Rule: Sendable {
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

        /// - Parameter foreign: words of other tools, each with what is written instead, where that is no key of this
        ///   map.
        init(
            _ title: String, _ keys: [Key], rules: [Rule] = [], openKeys: [OpenKey] = [], isAlwaysMap: Bool = false,
            foreign: [String: String] = [:], advice: [String: String] = [:]
        ) {
            self.title = title
            self.keys = keys
            self.rules = rules
            self.openKeys = openKeys
            self.isAlwaysMap = isAlwaysMap
            self.advice = advice
            var names = foreign
            for key in keys {
                for word in key.foreign { names[word] = key.name }
            }
            self.foreign = names
            byName = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
        }

        /// The key that a word of another tool corresponds to; upper and lower case, `-` and `_` are not told apart where
        /// the word itself is unknown.
        package func word(ofForeign name: String) -> String? {
            if let word = foreign[name] { return word }
            let folded = Self.folded(name)
            guard !folded.isEmpty else { return nil }
            return keys.first { $0.foreign.contains { Self.folded($0) == folded } }?.name
        }

        private static func folded(_ word: String) -> String {
            word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
        }

        package static func == (left: Map, right: Map) -> Bool { left === right }

        package subscript(name: String) -> Key? { byName[name] }
    }
}
