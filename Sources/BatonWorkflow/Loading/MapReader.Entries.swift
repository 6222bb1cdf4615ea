import BatonDiagnostics
import BatonYAML

extension MapReader {
    /// The known entries of a map, in its order.
    ///
    /// What is not there costs nothing: whether a map has a key, or one of many, is told by its bits.
    struct Entries: RandomAccessCollection {
        private let pairs: Pairs
        /// Of each entry, as the language numbers them.
        let numbers: [Language.Word?]
        let words: Language.Words

        private enum Pairs {
            case whole(YAMLEntries)
            /// What is left of a map with mistakes.
            case chosen([YAMLEntry])
        }

        init(_ pairs: YAMLEntries, _ numbers: [Language.Word?], _ words: Language.Words) {
            self.pairs = .whole(pairs)
            self.numbers = numbers
            self.words = words
        }

        init(_ entries: [Entry] = []) {
            pairs = .chosen(entries.map(\.pair))
            numbers = entries.map(\.word)
            var words = Language.Words()
            for case let word? in numbers { words.insert(word) }
            self.words = words
        }

        var startIndex: Int { 0 }
        var endIndex: Int { numbers.count }

        subscript(index: Int) -> Entry {
            switch pairs {
            case .whole(let pairs): Entry(pairs[index], numbers[index])
            case .chosen(let pairs): Entry(pairs[index], numbers[index])
            }
        }

        /// The first entry of this key.
        subscript(word: Language.Word) -> Entry? {
            guard words.contains(word), let index = numbers.firstIndex(of: word) else { return nil }
            return self[index]
        }

        func contains(_ word: Language.Word) -> Bool { words.contains(word) }
    }
}
