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
        private let known: [Known]
        private let names: NameIndex
        /// What the rules ask of the keys of a map in a file.
        package let demands: Demands

        /// A rule about which keys must or may stand together. The loader enforces it, and schemas and the reference say
        /// it.
        package enum Rule: Sendable {
            case all([Key])
            case exactlyOne([Key])
            case atMostOne([Key])
            /// None of the keys stands without the second one.
            case needs([Key], Key)
            /// At least one key.
            case notEmpty
        }

        /// What every reader asks of a key, which is then not retained.
        package struct Known: Sendable {
            package let name: String
            package let identity: Key.Identity
            package let shape: Shape
            package let isOfWords: Bool
            /// The bits of the rules that name the key.
            package fileprivate(set) var bits: UInt64 = 0

            fileprivate init(_ key: Key) {
                name = key.name
                identity = key.identity
                shape = key.shape
                isOfWords = key.isOfWords
            }
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
            let names = NameIndex(keys.map(\.name))
            var known = keys.map { Known($0) }
            demands = Demands(rules) { key, bit in
                if let position = names[key.name] { known[position].bits |= bit }
            }
            self.known = known
            self.names = names
        }

        package static func == (left: Map, right: Map) -> Bool { left === right }

        package subscript(name: String) -> Key? { names[name].map { keys[$0] } }

        /// The key of a name that is given as bytes.
        package func known(_ name: UnsafeBufferPointer<UInt8>) -> Known? { names[name].map { known[$0] } }
    }
}

extension Language.Map {
    /// The rules of a map as bits, one for each set of keys that a rule names: a few comparisons tell that a map of a file
    /// keeps all rules, as nearly every map does.
    package struct Demands: Sendable {
        /// The sets of which a key must be written.
        private var needed: UInt64 = 0
        /// The sets of which one key at most may be written.
        private var single: UInt64 = 0
        /// The keys that stand only beside others.
        private var dependent: UInt64 = 0
        private var mayBeEmpty = true

        fileprivate init(_ rules: [Rule], give: (Language.Key, UInt64) -> Void) {
            var next: UInt64 = 1
            func bit(for keys: [Language.Key]) -> UInt64 {
                defer { next <<= 1 }
                for key in keys { give(key, next) }
                return next
            }
            for rule in rules {
                switch rule {
                case .all(let keys): for key in keys { needed |= bit(for: [key]) }
                case .exactlyOne(let keys):
                    let bit = bit(for: keys)
                    needed |= bit
                    single |= bit
                case .atMostOne(let keys): single |= bit(for: keys)
                case .needs(let keys, _): dependent |= bit(for: keys)
                case .notEmpty: mayBeEmpty = false
                }
            }
        }

        /// The bits of the keys that a map of a file has.
        package struct Written {
            private var once: UInt64 = 0
            private var again: UInt64 = 0

            package init() {}

            package mutating func add(_ bits: UInt64) {
                again |= once & bits
                once |= bits
            }

            /// Whether the rules are kept; false also where only the rules themselves can tell.
            package func meets(_ demands: Demands, isEmpty: Bool) -> Bool {
                once & demands.needed == demands.needed && again & demands.single == 0
                    && once & demands.dependent == 0 && (demands.mayBeEmpty || !isEmpty)
            }
        }
    }
}

extension Language {
    /// The values of a key. Where the words are all of them, the loader refuses any other; else the reader of the key knows
    /// the rest, and the words serve editors.
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

        /// Whether the words are all values.
        var isClosed: Bool { pattern == nil && numbers == nil && !isOpen && !takesExpression }

        /// Whether a word is one of the listed values.
        package func holds(_ word: String) -> Bool {
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
        name.withUTF8Bytes { bytes in
            guard let first = bytes.first, first.isInName, !first.isDigit else { return false }
            return bytes.allSatisfy(\.isInName)
        }
    }
}
