/// The declarative table of everything that may be written in a workflow or project file.
///
/// The loader, its suggestions and the reference read it; a key that is not in it does not exist.
package enum Language {
    /// What may stand after a key, as far as it can be told without knowing the key's meaning.
    package enum Shape: Sendable, Equatable {
        /// Text on one line or more; numbers and booleans count as their characters.
        case text
        /// Text that is used as it stands: no `$(…)`.
        case plainText
        case boolean
        case wholeNumber
        /// A number with a unit, or `$(…)`.
        case duration
        /// A CEL expression, bare or as one whole `$(…)`.
        case expression
        /// One expression, a list of them, or a block with one a line.
        case conditions
        case list
        /// A list, or one `$(…)` that gives a list.
        case listOrExpression
        case textList
        case map
        /// A map, or one `$(…)` that gives a map.
        case mapOrExpression
        case any

        /// How a diagnostic describes it: "`tags` wants a list of texts".
        package var description: String {
            switch self {
            case .text, .plainText: "a text"
            case .boolean: "`true` or `false`"
            case .wholeNumber: "a whole number"
            case .duration: "a duration with its unit, such as `500ms` or `30s`"
            case .expression: "an expression"
            case .conditions: "an expression or a list of expressions"
            case .list: "a list"
            case .listOrExpression: "a list or `$(…)`"
            case .textList: "a list of texts"
            case .map: "a map"
            case .mapOrExpression: "a map or `$(…)`"
            case .any: "a value"
            }
        }
    }

    /// One key, or one operator, of the language; there is one object of each.
    package final class Key: Sendable {
        package let name: String
        /// Its number in the language; nil for keys that users name, such as paths.
        let word: Word?
        package let shape: Shape
        /// One sentence for the reference.
        package let doc: String
        /// Whether `null` takes away what a weaker place says.
        package let isRemovable: Bool
        /// What other tools call the key.
        package let foreign: [String]

        package init(
            _ name: String, _ shape: Shape, _ doc: String, isRemovable: Bool = false, foreign: [String] = []
        ) {
            self.name = name
            word = Word(name)
            self.shape = shape
            self.doc = doc
            self.isRemovable = isRemovable
            self.foreign = foreign
        }
    }

    /// The keys that may stand together in one map; there is one object of each such map.
    package final class Context: Sendable {
        /// What the map is, for messages: "a step", "`expect`".
        package let title: String
        package let keys: [Key]
        /// Keys that the language has and this version does not: an error of their own, never ignored.
        package let planned: Set<String>
        /// Words of other tools and what they are called here.
        package let foreign: [String: String]
        /// For each word of the language one more than the number of its key, or 0.
        private let numbers: [UInt8]
        /// For each word of the language what may stand behind it; nil where it may not stand here itself.
        private let shapes: [Shape?]

        package init(_ title: String, _ keys: [Key], planned: Set<String> = [], foreign: [String: String] = [:]) {
            self.title = title
            self.keys = keys
            self.planned = planned
            var foreign = foreign
            for key in keys {
                for word in key.foreign { foreign[word] = key.name }
            }
            self.foreign = foreign
            var numbers = [UInt8](repeating: 0, count: Word.allCases.count)
            var shapes = [Shape?](repeating: nil, count: numbers.count)
            for (number, key) in keys.enumerated().reversed() {
                guard let word = key.word else { continue }
                numbers[word.number] = UInt8(number + 1)
                shapes[word.number] = key.shape
            }
            self.numbers = numbers
            self.shapes = shapes
        }

        package subscript(name: String) -> Key? { Word(name).flatMap { self[$0] } }

        /// The key of a word, where it may stand here.
        subscript(word: Word) -> Key? {
            let number = Int(numbers[word.number])
            return number == 0 ? nil : keys[number - 1]
        }

        /// What may stand behind a word; nil for one that may not stand here.
        func shape(of word: Word) -> Shape? { shapes[word.number] }
    }
}
