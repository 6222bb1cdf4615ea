/// Values by words that are fixed when the program is built.
///
/// A file of a few lines looks up a hundred words. A `Dictionary` guards against words that were chosen to collide, which
/// takes it most of its time; here the words of the table are our own, and a word from a file passes at most the neighbours
/// of its place.
struct WordTable<Value: Sendable>: Sendable {
    /// For each place the number of its word, counted from 1, or 0: every word stands at the first free place from its own
    /// on, and at least three quarters of the places are free.
    private var places: [UInt16]
    private var signatures: [WordSignature] = []
    private var words: [String] = []
    private var values: [Value] = []

    /// The first of several values of one word stays.
    init(_ values: [(word: String, value: Value)]) {
        var size = 8
        while size < values.count * 4 { size *= 2 }
        places = Array(repeating: 0, count: size)
        for (word, value) in values where self[word] == nil {
            let signature = WordSignature(word)
            var place = signature.hash & (size - 1)
            while places[place] != 0 { place = (place + 1) & (size - 1) }
            signatures.append(signature)
            words.append(word)
            self.values.append(value)
            places[place] = UInt16(signatures.count)
        }
    }

    subscript(word: String) -> Value? {
        var word = word
        return word.withUTF8 { self[$0] }
    }

    /// The value of a word that is given by its bytes.
    subscript(word: UnsafeBufferPointer<UInt8>) -> Value? {
        let signature = WordSignature(UnsafeRawBufferPointer(word))
        var place = signature.hash & (places.count - 1)
        while true {
            let number = Int(places[place]) - 1
            if number < 0 { return nil }
            if signatures[number] == signature, signature.isWhole || words[number].utf8.elementsEqual(word) {
                return values[number]
            }
            place = (place + 1) & (places.count - 1)
        }
    }
}

/// A word in two numbers: its first and its last eight bytes, which is all of most words.
struct WordSignature: Sendable, Equatable {
    private let head: UInt64
    private let tail: UInt64
    private let count: Int

    init(_ word: String) {
        var word = word
        self = word.withUTF8 { WordSignature(UnsafeRawBufferPointer($0)) }
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        count = bytes.count
        switch bytes.count {
        case 8...:
            head = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
            tail = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
        case 4..<8:
            head = UInt64(bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
            tail = UInt64(bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self))
        default:
            head = bytes.reduce(0) { $0 << 8 | UInt64($1) }
            tail = 0
        }
    }

    /// Whether two words with this signature are the same in any case.
    var isWhole: Bool { count <= 16 }

    var hash: Int {
        let mixed = (head &+ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15 ^ tail &* 0xC2B2_AE3D_27D4_EB4F
        return Int(truncatingIfNeeded: mixed >> 40)
    }
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
