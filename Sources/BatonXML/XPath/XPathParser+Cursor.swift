extension XPathParser {
    /// The length of the name at an offset; with `isInside`, digits and similar characters may come first.
    func nameLength(at place: Int, isInside: Bool = false) -> Int {
        let length = XMLBytes.nameLength(in: bytes, at: place)
        guard length == 0, isInside, place < bytes.count else { return length }
        let byte = bytes[place]
        return XMLBytes.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") ? 1 : 0
    }

    /// Enters one level of nesting; the caller leaves it.
    mutating func enter() throws(XPathError) {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw failure("it is nested too deeply", at: position..<characterEnd(position))
        }
    }

    /// The offset after the character that begins at `start`.
    func characterEnd(_ start: Int) -> Int {
        var end = min(start + 1, bytes.count)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    func failure(_ message: String, at range: Range<Int>) -> XPathError {
        XPathError(message: message, range: range)
    }

    func unexpected(expected: String, hint: String = "") -> XPathError {
        failure("expected \(expected), found \(found)\(hint)", at: position..<characterEnd(position))
    }

    func unexpected(after what: String, hint: String = "") -> XPathError {
        failure("found \(found) after \(what)\(hint)", at: position..<characterEnd(position))
    }

    private var found: String {
        guard position < bytes.count else { return "the end of the XPath" }
        switch bytes[position] {
        case 0x20: return "a space"
        case ..<0x20: return "a control character"
        default: return "`" + String(decoding: bytes[position..<characterEnd(position)], as: UTF8.self) + "`"
        }
    }

    /// A hint where an operator is expected: operators of other languages.
    var operatorHint: String {
        if follows("==") { return "; equality is written with one `=`" }
        if follows("&&") { return "; `and` is written in letters" }
        if follows("||") { return "; `or` is written in letters" }
        if follows("#") { return "; an element by its id is `//*[@id='name']`" }
        if follows("%") { return "; the remainder is written `mod`" }
        return ""
    }

    /// A hint where a step is expected.
    var stepHint: String {
        if follows("#") { return "; an element by its id is `//*[@id='name']`" }
        if follows("!") { return "; a condition is negated by `not(…)`" }
        if follows("[") { return "; before a predicate stands a name or `*`" }
        return ""
    }
}
