import BatonDiagnostics
import BatonYAML

extension MapReader {
    /// The known entries of a map, in its order.
    ///
    /// What is not there costs nothing: whether a map has a key, or one of many, is told by its bits.
    struct Entries: RandomAccessCollection {
        private let pairs: [YAMLEntry]
        /// Of each entry, as the language numbers them.
        let numbers: [Language.Word?]
        let words: Language.Words

        init(_ pairs: [YAMLEntry], _ numbers: [Language.Word?], _ words: Language.Words) {
            self.pairs = pairs
            self.numbers = numbers
            self.words = words
        }

        init(_ entries: [Entry] = []) {
            pairs = entries.map(\.pair)
            numbers = entries.map(\.word)
            var words = Language.Words()
            for case let word? in numbers { words.insert(word) }
            self.words = words
        }

        var startIndex: Int { 0 }
        var endIndex: Int { pairs.count }

        subscript(index: Int) -> Entry { Entry(pairs[index], numbers[index]) }

        /// The first entry of this key.
        subscript(word: Language.Word) -> Entry? {
            guard words.contains(word), let index = numbers.firstIndex(of: word) else { return nil }
            return self[index]
        }

        func contains(_ word: Language.Word) -> Bool { words.contains(word) }
    }
}
