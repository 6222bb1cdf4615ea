/// Reads one string of a JSON text, whose opening quote has been read, up to and including the closing one.
struct JSONStringReader {
    /// The start of the whole text; faults count offsets from here.
    private let start: UnsafePointer<UInt8>
    private let first: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    private(set) var cursor: UnsafePointer<UInt8>
    /// The UTF-8 bytes of a string with escapes resolved.
    private var unescaped: [UInt8] = []

    typealias SyntaxError = JSONReader.SyntaxError

    init(_ start: UnsafePointer<UInt8>, behind quote: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
        self.start = start
        first = quote
        cursor = quote
        self.end = end
    }

    /// The characters of a string that was validated before; nil if it is malformed.
    mutating func text() -> String? {
        guard let hasEscapes = try? read() else { return nil }
        if hasEscapes { return String(decoding: unescaped, as: UTF8.self) }
        return String(decoding: UnsafeBufferPointer(start: first, count: cursor - 1 - first), as: UTF8.self)
    }

    /// Reads the string. Returns whether it has escapes, so that its bytes in the text are not its characters.
    mutating func read() throws(SyntaxError) -> Bool {
        var hasEscapes = false
        var runStart = first
        while true {
            cursor = Self.skipPlainCharacters(from: cursor, to: end)
            guard cursor < end else { throw syntaxError(.openString) }
            let byte = cursor.pointee
            if byte >= 0x80 {
                try skipMultibyteCharacter()
                continue
            }
            let run = UnsafeBufferPointer(start: runStart, count: cursor - runStart)
            if byte == UInt8(ascii: "\"") {
                if hasEscapes { unescaped.append(contentsOf: run) }
                cursor += 1
                return hasEscapes
            } else if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                unescaped.append(contentsOf: run)
                try escape()
                runStart = cursor
            } else {
                throw syntaxError(.controlCharacter)
            }
        }
    }

    private func syntaxError(_ reason: SyntaxError.Reason) -> SyntaxError { SyntaxError(reason, at: cursor - start) }

    private mutating func escape() throws(SyntaxError) {
        let start = cursor
        cursor += 1
        guard cursor < end else { throw syntaxError(.openString) }
        let byte = cursor.pointee
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(byte)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"):
            cursor += 1
            try unicodeEscape(from: start)
            return
        default: throw syntaxError(.unknownEscape)
        }
        cursor += 1
    }

    private mutating func unicodeEscape(from start: UnsafePointer<UInt8>) throws(SyntaxError) {
        var code = try hexadecimal(from: start)
        if code & 0xFC00 == 0xD800 {
            guard end - cursor >= 2, cursor[0] == UInt8(ascii: "\\"), cursor[1] == UInt8(ascii: "u") else {
                throw SyntaxError(.loneSurrogate, at: start - self.start)
            }
            let second = cursor
            cursor += 2
            let low = try hexadecimal(from: second)
            guard low & 0xFC00 == 0xDC00 else { throw SyntaxError(.loneSurrogate, at: start - self.start) }
            code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
        }
        guard let scalar = Unicode.Scalar(code) else { throw SyntaxError(.loneSurrogate, at: start - self.start) }
        unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func hexadecimal(from start: UnsafePointer<UInt8>) throws(SyntaxError) -> UInt32 {
        guard end - cursor >= 4 else { throw SyntaxError(.malformedEscape, at: start - self.start) }
        var code: UInt32 = 0
        for _ in 0..<4 {
            let byte = cursor.pointee
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw SyntaxError(.malformedEscape, at: start - self.start)
            }
            code = code << 4 | UInt32(digit)
            cursor += 1
        }
        return code
    }

    /// The position of the next quote, backslash, control character or byte outside of ASCII; compares eight bytes at a
    /// time.
    @inline(__always)
    static func skipPlainCharacters(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8> {
        var cursor = start
        let ones: UInt64 = 0x0101_0101_0101_0101
        while end - cursor >= 8 {
            let word = UInt64(littleEndian: UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self))
            let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
            let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
            // A subtraction sets a byte's top bit if the byte is smaller. It may also borrow from the byte above, so
            // only the lowest hit is exact.
            let hits =
                ((word &- (ones &* 0x20)) | (quote &- ones) | (backslash &- ones) | word) & (ones &* 0x80)
            if hits != 0 { return cursor + hits.trailingZeroBitCount / 8 }
            cursor += 8
        }
        while cursor < end {
            let byte = cursor.pointee
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x80 { break }
            cursor += 1
        }
        return cursor
    }

    /// Checks one character of two to four bytes by the table of RFC 3629.
    private mutating func skipMultibyteCharacter() throws(SyntaxError) {
        let lead = cursor.pointee
        var second: ClosedRange<UInt8> = 0x80...0xBF
        let length: Int
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        case 0xF1...0xF3: length = 4
        default: throw syntaxError(.invalidUTF8)
        }
        guard end - cursor >= length, second.contains(cursor[1]) else { throw syntaxError(.invalidUTF8) }
        for position in 2..<max(length, 2) where cursor[position] & 0xC0 != 0x80 { throw syntaxError(.invalidUTF8) }
        cursor += length
    }
}
