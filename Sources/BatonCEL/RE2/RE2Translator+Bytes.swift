import BatonRegex

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
