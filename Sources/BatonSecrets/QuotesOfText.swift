/// Tells the quotes that open or close a text from those in the middle of a word, as in `it's`.
struct QuotesOfText {
    private let text: [UInt8]
    /// The index of the first opening quote of each kind.
    private var firstOpening: [UInt8: Int] = [:]

    init(_ text: [UInt8]) {
        self.text = text
        for index in text.indices where Self.isQuote(text[index]) && firstOpening[text[index]] == nil && opens(index) {
            firstOpening[text[index]] = index
        }
    }

    static func isQuote(_ byte: UInt8) -> Bool { "\"'`".utf8.contains(byte) }

    /// Whether the quote at this index opens a text: before it stands a space, a bracket or the like. A colon counts
    /// only behind a quoted key, because `user:'password'` has one too.
    func opens(_ index: Int) -> Bool {
        guard Self.isQuote(text[index]) else { return false }
        guard index > 0 else { return true }
        let before = text[index - 1]
        if before == UInt8(ascii: ":") { return index > 1 && Self.isQuote(text[index - 2]) }
        return " \t[{(,=\\\"'`".utf8.contains(before)
    }

    /// Whether the quote at this index closes a text: no text of a word follows. Neither quote of `it''s` does.
    func closes(_ index: Int) -> Bool {
        var next = index + 1
        while next < text.count, text[next] == text[index] { next += 1 }
        return next == text.count || " \t\"'`,)]}\\\r\n:;>".utf8.contains(text[next])
    }

    func closes(_ index: Int, openedBefore start: Int) -> Bool {
        guard let first = firstOpening[text[index]] else { return false }
        return first < start && closes(index)
    }
}
