/// Values by words that are fixed when the program is built.
///
/// A file of a few lines looks up hundreds of words. A `Dictionary` guards against words that were chosen to collide,
/// which takes it most of its time; here the words of the table are our own, and a word from a file passes at most the
/// neighbours of its place.
struct WordTable<Value: Sendable>: Sendable {
    /// Every word at the first free place from its own on; at least half of the places are free.
    private var places: [(word: String, value: Value)?]

    /// The first of several values of one word stays.
    init(_ values: [(word: String, value: Value)]) {
        var size = 4
        while size < values.count * 2 + 1 { size *= 2 }
        places = Array(repeating: nil, count: size)
        for value in values where self[value.word] == nil {
            var place = place(of: value.word)
            while places[place] != nil { place = next(place) }
            places[place] = value
        }
    }

    subscript(word: String) -> Value? {
        var place = place(of: word)
        while let found = places[place] {
            if found.word == word { return found.value }
            place = next(place)
        }
        return nil
    }

    private func next(_ place: Int) -> Int { (place + 1) & (places.count - 1) }

    private func place(of word: String) -> Int {
        var sum = 0
        for byte in word.utf8.prefix(Self.counted) { sum = sum &* 31 &+ Int(byte) }
        return (sum ^ (sum >> 7)) & (places.count - 1)
    }

    /// So many bytes of a word decide on its place.
    private static var counted: Int { 24 }
}

/// A set of words that is fixed when the program is built.
struct WordSet: Sendable, ExpressibleByArrayLiteral {
    /// In the order given.
    let words: [String]
    private let table: WordTable<Bool>

    init(_ words: [String]) {
        self.words = words
        table = WordTable(words.map { ($0, true) })
    }

    init(arrayLiteral words: String...) { self.init(words) }

    func contains(_ word: String) -> Bool { table[word] != nil }
}
