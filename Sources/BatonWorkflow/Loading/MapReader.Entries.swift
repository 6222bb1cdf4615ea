extension MapReader {
    /// The known entries of a map, in its order.
    struct Entries: RandomAccessCollection {
        private let entries: [Entry]

        init(_ entries: [Entry] = []) {
            self.entries = entries
        }

        var startIndex: Int { 0 }
        var endIndex: Int { entries.count }

        subscript(index: Int) -> Entry { entries[index] }

        /// The first entry of this key.
        subscript(key: Language.Key) -> Entry? { entries.first { $0.key == key } }

        /// Those that the language knows.
        var keys: [Language.Key] { entries.compactMap(\.key) }

        func contains(_ key: Language.Key) -> Bool { entries.contains { $0.key == key } }

        func contains(anyOf keys: [Language.Key]) -> Bool { entries.contains { keys.contains($0.key) } }
    }
}
