/// A quoted part of a text, whose quotes may stand behind backslashes or doubled: in a quoted value of YAML they do.
struct QuotedPart {
    let content: Range<Int>
    /// The index behind the closing quote, or the end of the text where no quote closes.
    let end: Int
    let isClosed: Bool

    private static let mostBackslashes = 7

    /// Nil where no quote begins.
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
                // Of `\"…\\\"…\"` the one in the middle is a part of the text.
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

    /// The same part, or where its quote may have been closed too early, as in `'it's'`, all up to the last such quote.
    ///
    /// - Parameter isExpression: whether a word behind a space cannot follow either.
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
        // One more of these quotes, where another text would need two.
        let isPlain = content.upperBound == end - 1 && text[content.lowerBound - 1] == text[end - 1]
        let quotes = text[next..<limit].count { $0 == text[end - 1] }
        return isPlain && isExpression && quotes % 2 == 1 && next < limit && text[next] != text[end - 1]
    }
}
