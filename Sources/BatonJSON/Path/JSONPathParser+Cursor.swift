extension JSONPathParser {
    func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    func peek(at offset: Int) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    mutating func skipBlanks() {
        while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    /// Reads the byte if it comes next.
    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    mutating func expect(_ byte: Unicode.Scalar, to purpose: String, hint: String = "") throws(JSONPathError) {
        guard take(byte) else { throw unexpected(expected: "`\(byte)` \(purpose)", hint: hint) }
    }

    /// The offset behind the character that begins at `start`.
    func characterEnd(_ start: Int) -> Int {
        var end = min(start + 1, bytes.count)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    func failure(_ message: String, at range: Range<Int>) -> JSONPathError {
        JSONPathError(message: message, range: range)
    }

    func unexpected(expected: String, hint: String = "") -> JSONPathError {
        failure("expected \(expected), found \(found)\(hint)", at: position..<characterEnd(position))
    }

    func unexpected(after what: String, hint: String = "") -> JSONPathError {
        failure("found \(found) after \(what)\(hint)", at: position..<characterEnd(position))
    }

    private var found: String {
        if let standIn = standIns.first(where: { $0.range.contains(position) }) { return "`\(standIn.written)`" }
        guard position < bytes.count else { return "the end of the path" }
        switch bytes[position] {
        case 0x20: return "a space"
        case ..<0x20: return "a control character"
        default: return "`" + String(decoding: bytes[position..<characterEnd(position)], as: UTF8.self) + "`"
        }
    }

    /// Counts one level of nesting in; the caller counts it out.
    mutating func enter() throws(JSONPathError) {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw failure("the path is nested too deeply", at: position..<characterEnd(position))
        }
    }
}
