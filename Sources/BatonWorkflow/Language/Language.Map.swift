import BatonYAML

extension Language {
    /// The keys that may stand together in one map; there is one object of each such map.
    package final class Map: Sendable, Equatable {
        /// What the map is, for messages: "a step", "`expect`".
        package let title: String
        package let keys: [Key]
        /// Keys that the language has and this version does not: an error of their own, never ignored.
        package let planned: Set<String>
        /// Words of other tools and what they are called here.
        package let foreign: [String: String]
        /// Words of other tools that need a sentence to be translated, in lower case with `_` for `-`.
        let advice: [String: String]
        /// What its keys want of each other.
        let rules: [Rule]
        /// Keys that no table can list.
        let openKeys: [OpenKey]
        /// Whether only a map may stand for it; otherwise it has a short form, such as a path for `{ path, offset }`.
        let isAlwaysMap: Bool
        private let byName: [String: Key]

        /// What the keys of a map want of each other: the readers say it in words, schemas for editors in these.
        enum Rule: Sendable {
            case all([Key])
            case exactlyOne([Key])
            case atMostOne([Key])
            /// An empty map says nothing.
            case notEmpty
        }

        /// Keys of the user's own, such as paths, told by a pattern.
        struct OpenKey: Sendable {
            /// A regular expression as JSON Schema has them (ECMA-262).
            let pattern: String
            let content: OpenContent

            enum OpenContent: Sendable {
                case anything, scalar
                case map(Content)
            }
        }

        /// - Parameter foreign: words of other tools for what is no key of this map.
        init(
            _ title: String, _ keys: [Key], rules: [Rule] = [], openKeys: [OpenKey] = [], isAlwaysMap: Bool = false,
            planned: Set<String> = [], foreign: [String: String] = [:], advice: [String: String] = [:]
        ) {
            self.title = title
            self.keys = keys
            self.rules = rules
            self.openKeys = openKeys
            self.isAlwaysMap = isAlwaysMap
            self.planned = planned
            self.advice = advice
            var names = foreign
            for key in keys {
                for word in key.foreign { names[word] = key.name }
            }
            self.foreign = names
            byName = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
        }

        package static func == (left: Map, right: Map) -> Bool { left === right }

        package subscript(name: String) -> Key? { byName[name] }
    }
}
