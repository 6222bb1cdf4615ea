/// Splits an expression into tokens, one at a time.
struct CELLexer {
    let bytes: [UInt8]
    private var cursor = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() throws(CELDiagnostic) -> CELToken {
        skipBlanks()
        let start = cursor
        guard start < bytes.count else { return CELToken(kind: .end, range: start..<start) }
        let byte = bytes[start]
        if CELName.isStart(byte) {
            if let string = try string(from: start) { return string }
            while cursor < bytes.count, CELName.isInside(bytes[cursor]) { cursor += 1 }
            return CELToken(kind: .name, range: start..<cursor)
        }
        if Self.isDigit(byte) || byte == UInt8(ascii: ".") && Self.isDigit(peek(1)) {
            return number(from: start)
        }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            if let string = try string(from: start) { return string }
        }
        if byte == UInt8(ascii: "`") { return try quotedName(from: start) }
        return try sign(byte, from: start)
    }

    private func peek(_ distance: Int) -> UInt8 {
        cursor + distance < bytes.count ? bytes[cursor + distance] : 0
    }

    private mutating func skipBlanks() {
        while cursor < bytes.count {
            switch bytes[cursor] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C: cursor += 1
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                while cursor < bytes.count, bytes[cursor] != UInt8(ascii: "\n") { cursor += 1 }
            default: return
            }
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte >= 0x61 && byte <= 0x66 || byte >= 0x41 && byte <= 0x46
    }

    private mutating func number(from start: Int) -> CELToken {
        if bytes[start] == UInt8(ascii: "0"), peek(1) | 0x20 == UInt8(ascii: "x"), Self.isHexDigit(peek(2)) {
            cursor += 2
            while Self.isHexDigit(peek(0)) { cursor += 1 }
        } else {
            while Self.isDigit(peek(0)) { cursor += 1 }
            if peek(0) == UInt8(ascii: "."), Self.isDigit(peek(1)) {
                cursor += 1
                while Self.isDigit(peek(0)) { cursor += 1 }
            }
            if peek(0) | 0x20 == UInt8(ascii: "e") {
                let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 2 : 1
                if Self.isDigit(peek(sign)) {
                    cursor += sign
                    while Self.isDigit(peek(0)) { cursor += 1 }
                }
            }
        }
        if peek(0) | 0x20 == UInt8(ascii: "u") { cursor += 1 }
        return CELToken(kind: .number, range: start..<cursor)
    }

    /// Reads a literal with its prefix; nil for a name that only begins like a prefix.
    private mutating func string(from start: Int) throws(CELDiagnostic) -> CELToken? {
        guard let end = try CELStringLiteral.end(in: bytes, from: start) else { return nil }
        cursor = end
        return CELToken(kind: .string, range: start..<end)
    }

    private mutating func quotedName(from start: Int) throws(CELDiagnostic) -> CELToken {
        cursor += 1
        while cursor < bytes.count, bytes[cursor] != UInt8(ascii: "`"), bytes[cursor] != UInt8(ascii: "\n") {
            cursor += 1
        }
        guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: "`"), cursor > start + 1 else {
            throw CELDiagnostic("expression.syntax", "this backtick does not enclose a name", start..<start + 1)
        }
        cursor += 1
        return CELToken(kind: .quotedName, range: start..<cursor)
    }

    private mutating func sign(_ byte: UInt8, from start: Int) throws(CELDiagnostic) -> CELToken {
        let second = peek(1)
        let (sign, length): (CELToken.Sign, Int)
        switch (byte, second) {
        case (UInt8(ascii: "|"), UInt8(ascii: "|")): (sign, length) = (.or, 2)
        case (UInt8(ascii: "&"), UInt8(ascii: "&")): (sign, length) = (.and, 2)
        case (UInt8(ascii: "="), UInt8(ascii: "=")): (sign, length) = (.equal, 2)
        case (UInt8(ascii: "!"), UInt8(ascii: "=")): (sign, length) = (.unequal, 2)
        case (UInt8(ascii: "<"), UInt8(ascii: "=")): (sign, length) = (.lessOrEqual, 2)
        case (UInt8(ascii: ">"), UInt8(ascii: "=")): (sign, length) = (.greaterOrEqual, 2)
        case (UInt8(ascii: "<"), _): (sign, length) = (.less, 1)
        case (UInt8(ascii: ">"), _): (sign, length) = (.greater, 1)
        case (UInt8(ascii: "+"), _): (sign, length) = (.plus, 1)
        case (UInt8(ascii: "-"), _): (sign, length) = (.minus, 1)
        case (UInt8(ascii: "*"), _): (sign, length) = (.times, 1)
        case (UInt8(ascii: "/"), _): (sign, length) = (.divided, 1)
        case (UInt8(ascii: "%"), _): (sign, length) = (.modulo, 1)
        case (UInt8(ascii: "!"), _): (sign, length) = (.not, 1)
        case (UInt8(ascii: "?"), _): (sign, length) = (.question, 1)
        case (UInt8(ascii: ":"), _): (sign, length) = (.colon, 1)
        case (UInt8(ascii: ","), _): (sign, length) = (.comma, 1)
        case (UInt8(ascii: "."), _): (sign, length) = (.dot, 1)
        case (UInt8(ascii: "("), _): (sign, length) = (.openParenthesis, 1)
        case (UInt8(ascii: ")"), _): (sign, length) = (.closeParenthesis, 1)
        case (UInt8(ascii: "["), _): (sign, length) = (.openBracket, 1)
        case (UInt8(ascii: "]"), _): (sign, length) = (.closeBracket, 1)
        case (UInt8(ascii: "{"), _): (sign, length) = (.openBrace, 1)
        case (UInt8(ascii: "}"), _): (sign, length) = (.closeBrace, 1)
        default: throw UnknownSigns.unknownSign(byte, second: second, in: bytes, at: start)
        }
        if length == 2, peek(2) == UInt8(ascii: "="), sign == .equal || sign == .unequal {
            throw UnknownSigns.tripleEquals(sign, at: start)
        }
        cursor += length
        return CELToken(kind: .sign(sign), range: start..<cursor)
    }
}

/// One token of an expression.
struct CELToken {
    enum Kind: Equatable {
        case name
        /// A name between backticks, allowed only after a dot.
        case quotedName
        case number
        case string
        case sign(Sign)
        case end
    }

    enum Sign: UInt8 {
        case or, and, equal, unequal, less, lessOrEqual, greater, greaterOrEqual
        case plus, minus, times, divided, modulo, not
        case question, colon, comma, dot
        case openParenthesis, closeParenthesis, openBracket, closeBracket, openBrace, closeBrace
    }

    var kind: Kind
    var range: Range<Int>
}

/// A mistake in an expression, found at compile time.
package struct CELDiagnostic: Error, Sendable, Equatable {
    /// Stable dotted name, for example `expression.unknown-name`.
    package var code: String
    /// One sentence without a full stop.
    package var message: String
    /// The range of the mistake, in UTF-8 offsets of the compiled text.
    package var range: Range<Int>
    package var help: String?

    package init(_ code: String, _ message: String, _ range: Range<Int>, help: String? = nil) {
        self.code = code
        self.message = message
        self.range = range
        self.help = help
    }
}
