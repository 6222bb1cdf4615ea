/// A quoted part of a text. Its quotes may be escaped by backslashes or doubled, as they are inside a quoted YAML
/// value.
struct QuotedPart {
    let content: Range<Int>
    /// The index behind the closing quote, or the end of the text if the quote is not closed.
    let end: Int
    let isClosed: Bool

    private static let mostBackslashes = 7

    /// Nil if no quote begins here.
    init?(in text: [UInt8], at start: Int, before limit: Int) {
        var index = start
        while index < limit, index - start < Self.mostBackslashes, text[index] == UInt8(ascii: "\\") { index += 1 }
        let depth = index - start
        guard index < limit, text[index] == UInt8(ascii: "'") || text[index] == UInt8(ascii: "\"") else { return nil }
        let quote = text[index]
        let isDoubled =
            depth == 0 && index + 2 < limit && text[index + 1] == quote && !",}] )".utf8.contains(text[index + 2])
        let first = index + (isDoubled ? 2 : 1)
        index = first
        var backslashes = 0
        while index < limit {
            if text[index] == UInt8(ascii: "\\") {
                backslashes += 1
            } else {
                // In `\"…\\\"…\"` the quote in the middle belongs to the content.
                if text[index] == quote, backslashes % (2 * (depth + 1)) == depth {
                    if !isDoubled {
                        (content, end, isClosed) = (first..<max(first, index - depth), index + 1, true)
                        return
                    }
                    if index + 1 < limit, text[index + 1] == quote {
                        (content, end, isClosed) = (first..<index, index + 2, true)
                        return
                    }
                }
                backslashes = 0
            }
            index += 1
        }
        (content, end, isClosed) = (min(first, limit)..<limit, limit, false)
    }

    private init(content: Range<Int>, end: Int, isClosed: Bool) {
        (self.content, self.end, self.isClosed) = (content, end, isClosed)
    }

    /// The part that the user meant: if the quote may have been closed too early, as in `'it's'`, the text up to the
    /// last such quote.
    ///
    /// - Parameter isExpression: true in an expression, where a word cannot follow the part even after a space.
    func asMeant(in text: [UInt8], before limit: Int, isExpression: Bool) -> QuotedPart {
        guard isClosed, isDoubtful(in: text, before: limit, isExpression) else { return self }
        let quote = text[end - 1]
        let last = text[end..<limit].lastIndex(of: quote)
        return QuotedPart(
            content: content.lowerBound..<(last ?? limit), end: last.map { $0 + 1 } ?? limit, isClosed: last != nil)
    }

    private func isDoubtful(in text: [UInt8], before limit: Int, _ isExpression: Bool) -> Bool {
        func isWord(_ index: Int) -> Bool {
            index < limit && (SecretNames.isNameByte(text[index]) || text[index] >= 0x80)
        }
        if isWord(end) { return true }
        let next = text[end..<limit].firstIndex { $0 != 0x20 } ?? limit
        if isExpression, isWord(next), !text[next..<limit].starts(with: "in ".utf8) { return true }
        // An odd number of such quotes follows, although each further text would have two.
        let isPlain = content.upperBound == end - 1 && text[content.lowerBound - 1] == text[end - 1]
        let quotes = text[next..<limit].count { $0 == text[end - 1] }
        return isPlain && isExpression && quotes % 2 == 1 && next < limit && text[next] != text[end - 1]
    }
}
