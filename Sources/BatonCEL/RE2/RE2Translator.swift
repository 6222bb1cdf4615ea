import BatonRegex

/// Translates a pattern from RE2's syntax to PCRE2's, with the same meaning.
///
/// The code follows the grammar: a pattern is a sequence of items, and an item may be repeated once. Groups need no
/// recursion, because only their number is needed.
struct RE2Translator {
    /// The kind of the last item, which decides whether a repetition may follow.
    private enum Last {
        /// Nothing to repeat: the start of the pattern, of a group or of an alternative.
        case nothing
        /// An item that may be repeated.
        case item
        /// An item that is repeated already.
        case repetition
    }

    let bytes: [UInt8]
    var cursor = 0
    var result: [UInt8] = []
    /// The offsets of the groups that are still open.
    private var openGroups: [Int] = []
    private var names: Set<String> = []
    private var last = Last.nothing

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func translate() throws(PatternError) -> String {
        while let byte = peek() { try readItem(byte) }
        if let start = openGroups.last { throw fail("the `(` has no `)`", at: start) }
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func readItem(_ byte: UInt8) throws(PatternError) {
        switch byte {
        case UInt8(ascii: "("): try openGroup()
        case UInt8(ascii: ")"): try closeGroup()
        case UInt8(ascii: "|"):
            copy()
            last = .nothing
        case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
            let operation = cursor
            cursor += 1
            try repeatLast(operation)
        case UInt8(ascii: "{"):
            let operation = cursor
            if try readCount() {
                try repeatLast(operation)
            } else {
                cursor += 1
                appendLiteral(byte)
                last = .item
            }
        case UInt8(ascii: "^"), UInt8(ascii: "$"):
            cursor += 1
            // In a group, because PCRE2 does not repeat a bare assertion.
            result += Array("(?:".utf8) + [byte, UInt8(ascii: ")")]
            last = .item
        case UInt8(ascii: "."):
            copy()
            last = .item
        case UInt8(ascii: "["):
            try readClass()
            last = .item
        case UInt8(ascii: "\\"):
            if peek(1) == UInt8(ascii: "Q") {
                readQuotation()
            } else {
                try readEscape()
                last = .item
            }
        default:
            readLiteral()
            last = .item
        }
    }

    // MARK: Repetitions

    /// Applies the operator just read to the last item, with a lazy `?` if there is one.
    private mutating func repeatLast(_ operation: Int) throws(PatternError) {
        switch last {
        case .nothing: throw fail("there is nothing to repeat before `\(written(operation))`", at: operation)
        case .repetition:
            throw fail(
                "`\(written(operation))` repeats what is repeated already; possessive quantifiers are not part of "
                    + "RE2's syntax", at: operation)
        case .item: break
        }
        if peek() == UInt8(ascii: "?") { cursor += 1 }
        result += bytes[operation..<cursor]
        last = .repetition
    }

    /// Reads `{2}`, `{2,}` or `{2,3}`; false for other text, where the brace is literal.
    private mutating func readCount() throws(PatternError) -> Bool {
        let start = cursor
        var position = cursor + 1
        guard let least = number(&position) else { return false }
        var most: Int? = least
        if peekAbsolute(position) == UInt8(ascii: ",") {
            position += 1
            most = nil
            if peekAbsolute(position) != UInt8(ascii: "}") {
                guard let number = number(&position) else { return false }
                most = number
            }
        }
        guard peekAbsolute(position) == UInt8(ascii: "}") else { return false }
        cursor = position + 1
        if max(least, most ?? 0) > 1000 { throw fail("`\(written(start))` repeats more than 1000 times", at: start) }
        if let most, most < least { throw fail("`\(written(start))` has its numbers the wrong way round", at: start) }
        return true
    }

    /// Reads a number, cut to 1,000,000, which is too large for any count; nil without digits and for leading zeros.
    private func number(_ position: inout Int) -> Int? {
        let start = position
        var value = 0
        while let digit = peekAbsolute(position), digit >= 0x30, digit <= 0x39 {
            value = min(value * 10 + Int(digit - 0x30), 1_000_000)
            position += 1
        }
        let length = position - start
        return length == 0 || length > 1 && bytes[start] == UInt8(ascii: "0") ? nil : value
    }

    // MARK: Groups

    private mutating func openGroup() throws(PatternError) {
        let start = cursor
        copy()
        last = .nothing
        if peek() == UInt8(ascii: "*") { throw fail("there is nothing to repeat before `*`", at: cursor) }
        if peek() == UInt8(ascii: "?") {
            cursor += 1
            if peek() == UInt8(ascii: "P"), peek(1) == UInt8(ascii: "<") {
                cursor += 2
                try readName(start)
            } else if peek() == UInt8(ascii: "<"), peek(1) != UInt8(ascii: "="), peek(1) != UInt8(ascii: "!") {
                cursor += 1
                try readName(start)
            } else if try !readFlags(start) {
                // `(?i)` applies to the rest of the enclosing group and does not open one.
                return
            }
        }
        openGroups.append(start)
    }

    private mutating func closeGroup() throws(PatternError) {
        guard openGroups.popLast() != nil else { throw fail("the `)` has no `(`", at: cursor) }
        copy()
        last = .item
    }

    /// Reads a name of letters, digits and `_` up to `>`. The name is dropped.
    private mutating func readName(_ group: Int) throws(PatternError) {
        let start = cursor
        while let byte = peek(), Self.isWord(byte) { cursor += 1 }
        guard cursor > start, peek() == UInt8(ascii: ">") else {
            throw fail("the name of a group has letters, digits and `_`, and `>` behind it", at: group)
        }
        let name = String(decoding: bytes[start..<cursor], as: UTF8.self)
        guard names.insert(name).inserted else { throw fail("two groups are named `\(name)`", at: start) }
        cursor += 1
    }

    /// Reads flags; true if they open a group: `(?i:` does, `(?i)` does not.
    private mutating func readFlags(_ group: Int) throws(PatternError) -> Bool {
        result.append(UInt8(ascii: "?"))
        var isNegative = false
        var hasNegated = false
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "i"), UInt8(ascii: "m"), UInt8(ascii: "s"), UInt8(ascii: "U"): hasNegated = isNegative
            case UInt8(ascii: "-") where !isNegative: isNegative = true
            case UInt8(ascii: ":") where isNegative == hasNegated:
                copy()
                return true
            case UInt8(ascii: ")") where isNegative == hasNegated:
                copy()
                return false
            default: throw fail(Self.groupMessage(bytes[group...]), at: group)
            }
            copy()
        }
        throw fail("the `(` has no `)`", at: group)
    }

    private static func groupMessage(_ rest: ArraySlice<UInt8>) -> String {
        for opening in ["(?=", "(?!", "(?<=", "(?<!"] where rest.starts(with: opening.utf8) {
            return "look-around (`\(opening)`) is not part of RE2's syntax"
        }
        return
            "a group that begins with `\(String(decoding: rest.prefix(3), as: UTF8.self))` is not part of RE2's syntax"
    }

    // MARK: Texts

    /// Reads `\Q…\E`, whose content is literal; without `\E` it extends to the end.
    private mutating func readQuotation() {
        cursor += 2
        while let byte = peek() {
            if byte == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "E") {
                cursor += 2
                return
            }
            last = .item
            readLiteral()
        }
    }

    /// Reads one literal character.
    private mutating func readLiteral() {
        guard let byte = peek() else { return }
        cursor += 1
        appendLiteral(byte)
        while byte >= 0xC0, let next = peek(), next & 0xC0 == 0x80 { copy() }
    }
}

extension RE2Translator {
    func peek(_ distance: Int = 0) -> UInt8? { peekAbsolute(cursor + distance) }

    func peekAbsolute(_ position: Int) -> UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The text read since an offset, for messages.
    func written(_ start: Int) -> String { String(decoding: bytes[start..<max(start, cursor)], as: UTF8.self) }

    func fail(_ message: String, at offset: Int) -> PatternError {
        PatternError(code: .syntax, message: message, offset: offset)
    }

    /// Copies one byte to the result.
    mutating func copy() {
        result.append(bytes[cursor])
        cursor += 1
    }

    /// Appends a byte of a literal character, escaped if needed.
    mutating func appendLiteral(_ byte: UInt8) {
        switch byte {
        case 0x00...0x20, 0x7F: appendCode(UInt32(byte))
        case _ where byte < 0x80 && !Self.isWord(byte): result += [UInt8(ascii: "\\"), byte]
        default: result.append(byte)
        }
    }

    mutating func appendCode(_ code: UInt32) {
        result += Array("\\x{\(String(code, radix: 16))}".utf8)
    }

    static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39 || byte >= 0x41 && byte <= 0x5A || byte >= 0x61 && byte <= 0x7A || byte == 0x5F
    }
}
