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
