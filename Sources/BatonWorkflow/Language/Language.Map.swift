import BatonYAML

extension Language {
    /// A map of the language: the keys that may stand together. Each map has exactly one object.
    package final class Map: Sendable, Equatable {
        /// What the map is, for messages: "a step", "`expect`".
        package let title: String
        package let keys: [Key]
        /// The rules about which keys must or may stand together.
        let rules: [Rule]
        /// Patterns of keys that the table cannot list.
        let openKeys: [OpenKey]
        /// Whether the value must be a map; otherwise it has a short form, such as a path for `{ path, offset }`.
        let isAlwaysMap: Bool
        /// What else may stand in the map, for the message about an unknown key.
        let note: String?
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
