extension Language {
    /// A set of words, one bit each.
    struct Words: Sendable, ExpressibleByArrayLiteral {
        private var low: UInt128 = 0
        private var high: UInt128 = 0

        init() {}

        init(arrayLiteral words: Word...) {
            for word in words { insert(word) }
        }

        /// The words of some keys.
        init(of keys: [Key]) {
            for case let word? in keys.map(\.word) { insert(word) }
        }

        @inline(__always)
        private static func bit(_ number: Int) -> UInt128 { 1 &<< UInt128(truncatingIfNeeded: number) }

        @inline(__always)
        func contains(_ word: Word) -> Bool {
            let number = word.number
            return (number < 128 ? low : high) & Self.bit(number) != 0
        }

        @inline(__always)
        func contains(_ word: Word?) -> Bool {
            if let word { contains(word) } else { false }
        }

        mutating func insert(_ word: Word) {
            if word.number < 128 { low |= Self.bit(word.number) } else { high |= Self.bit(word.number) }
        }

        /// Whether they have a word in common.
        func meets(_ other: Words) -> Bool { low & other.low | high & other.high != 0 }

        func union(_ other: Words) -> Words {
            var words = self
            words.low |= other.low
            words.high |= other.high
            return words
        }
    }
}
