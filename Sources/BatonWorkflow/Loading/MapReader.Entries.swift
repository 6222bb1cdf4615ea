import BatonDiagnostics
import BatonYAML

extension MapReader {
    /// The known entries of a map, in its order.
    ///
    /// What is not there costs nothing: whether a map has a key, or one of many, is told by its bits.
    struct Entries: RandomAccessCollection {
        private let pairs: YAMLEntries
        /// What is left of a map with mistakes; nil for a whole one.
        private let chosen: [YAMLEntry]?
        let words: Language.Words

        init(_ pairs: YAMLEntries, _ words: Language.Words) {
            self.pairs = pairs
            chosen = nil
            self.words = words
        }

        init(_ entries: [Entry] = []) {
            pairs = []
            chosen = entries.map(\.pair)
            var words = Language.Words()
            for case let word? in entries.map(\.word) { words.insert(word) }
            self.words = words
        }

        var startIndex: Int { 0 }
        var endIndex: Int { chosen?.count ?? pairs.endIndex }

        subscript(index: Int) -> Entry { Entry(chosen?[index] ?? pairs[index]) }

        /// What the key of an entry is to the language, for those who may not want the entry.
        @inline(__always)
        func word(at index: Int) -> Language.Word? {
            if let chosen { Language.Word(chosen[index]) } else { Language.Word(keyOf: pairs, at: index) }
        }

        /// The first entry of this key.
        @inline(__always)
        subscript(word: Language.Word) -> Entry? { words.contains(word) ? first(word) : nil }

        private func first(_ word: Language.Word) -> Entry? {
            if chosen == nil {
                let number = word.keyNumber
                for index in 0..<pairs.endIndex where pairs.keyNumber(at: index) == number { return self[index] }
            }
            for index in 0..<endIndex where self.word(at: index) == word { return self[index] }
            return nil
        }

        func contains(_ word: Language.Word) -> Bool { words.contains(word) }
    }
}
