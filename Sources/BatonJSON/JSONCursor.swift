/// A position in a JSON text, and functions that read the token there.
///
/// Every function that moves the cursor is inlined, because a call would force the cursor out of its register into
/// memory.
struct JSONCursor {
    let start: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    private var place: UnsafePointer<UInt8>

    typealias SyntaxError = JSONReader.SyntaxError

    init(_ start: UnsafePointer<UInt8>, count: Int) {
        self.start = start
        end = start + count
        place = start
    }

    @inline(__always) var offset: Int { place - start }
    @inline(__always) var isAtEnd: Bool { place >= end }
    /// The byte at the cursor. Must not be read at the end of the text.
    @inline(__always) var byte: UInt8 { place.pointee }

    @inline(__always) func isAt(_ byte: UInt8) -> Bool { place < end && place.pointee == byte }

    @inline(__always) mutating func skipByte() { place += 1 }

    @inline(__always)
    mutating func skipBlanks() {
        while place < end {
            let byte = place.pointee
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            place += 1
        }
    }

    /// Skips a UTF-8 byte order mark; throws for a UTF-16 one.
    @inline(__always)
    mutating func skipSignature() throws(SyntaxError) {
        if end - place >= 3, place[0] == 0xEF, place[1] == 0xBB, place[2] == 0xBF { place += 3 }
        if end - place >= 2, place[0] ^ place[1] == 0x01, min(place[0], place[1]) == 0xFE { throw syntaxError(.utf16) }
    }

    func syntaxError(_ reason: SyntaxError.Reason) -> SyntaxError { SyntaxError(reason, at: offset) }

    /// Reads a member's name and the colon; the cursor then stands at the value.
    @inline(__always)
    mutating func name() throws(SyntaxError) -> JSONOutline.Node {
        guard isAt(UInt8(ascii: "\"")) else { throw syntaxError(.expectedName) }
        let name = try string()
        skipBlanks()
        guard isAt(UInt8(ascii: ":")) else { throw syntaxError(.expectedColon) }
        place += 1
        skipBlanks()
        return name
    }

    /// Reads a value that is no list and no object.
    @inline(__always)
    mutating func scalar() throws(SyntaxError) -> JSONOutline.Node {
        switch byte {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"): try word("true", .true)
        case UInt8(ascii: "f"): try word("false", .false)
        case UInt8(ascii: "n"): try word("null", .null)
        default: throw syntaxError(.unexpectedByte)
        }
    }

    /// Reads a string; the cursor must stand at its opening quote.
    @inline(__always)
    mutating func string() throws(SyntaxError) -> JSONOutline.Node {
        let first = place + 1
        place = JSONStringReader.skipPlainCharacters(from: first, to: end)
        var hasEscapes = false
        if place < end, place.pointee == UInt8(ascii: "\"") {
            place += 1
        } else {
            (place, hasEscapes) = try Self.unusualString(start, behind: first, end: end)
        }
        return JSONOutline.Node(hasEscapes ? .escapedString : .string, start: first - start, end: place - 1 - start)
    }

    /// Reads a string with escapes or characters outside of ASCII. Returns the position behind it and whether it has
    /// escapes.
    @inline(never)
    private static func unusualString(
        _ start: UnsafePointer<UInt8>, behind quote: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
    ) throws(SyntaxError) -> (UnsafePointer<UInt8>, Bool) {
        var reader = JSONStringReader(start, behind: quote, end: end)
        let hasEscapes = try reader.read()
        return (reader.cursor, hasEscapes)
    }

    /// Reads a number; the cursor must stand at a minus sign or a digit.
    @inline(__always)
    mutating func number() throws(SyntaxError) -> JSONOutline.Node {
        let first = offset
        if let next = plainNumberEnd() { place = next } else { place = try Self.unusualNumber(place, start, end: end) }
        return JSONOutline.Node(.number, start: first, end: offset)
    }

    /// The position behind a number that consists of digits only; nil for any other number, malformed ones included.
    @inline(__always)
    private func plainNumberEnd() -> UnsafePointer<UInt8>? {
        var next = place
        while next < end, next.pointee &- UInt8(ascii: "0") < 10 { next += 1 }
        guard next > place, next == place + 1 || place.pointee != UInt8(ascii: "0") else { return nil }
        if next < end, next.pointee == UInt8(ascii: ".") || next.pointee | 0x20 == UInt8(ascii: "e") { return nil }
        return next
    }

    /// Reads a number with a sign, fraction or exponent. Returns the position behind it.
    @inline(never)
    private static func unusualNumber(
        _ place: UnsafePointer<UInt8>, _ start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
    ) throws(SyntaxError) -> UnsafePointer<UInt8> {
        var scanner = JSONNumberScanner(place, end: end)
        switch scanner.scan() {
        case .number: return scanner.cursor
        case .malformed: throw SyntaxError(.malformedNumber, at: scanner.cursor - start)
        case .exponentTooLarge: throw SyntaxError(.hugeExponent, at: place - start)
        }
    }

    /// Reads `true`, `false` or `null`, whose first byte has been seen.
    @inline(__always)
    mutating func word(_ word: StaticString, _ kind: JSONOutline.Node.Kind) throws(SyntaxError) -> JSONOutline.Node {
        let first = offset
        for position in 0..<word.utf8CodeUnitCount {
            guard place + position < end, place[position] == word.utf8Start[position] else {
                throw syntaxError(place + position < end ? .unexpectedByte : .unexpectedEnd)
            }
        }
        place += word.utf8CodeUnitCount
        return JSONOutline.Node(kind, start: first, end: offset)
    }
}
