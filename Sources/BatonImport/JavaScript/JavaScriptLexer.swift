/// One token of a script. Whether `/` begins a regular expression, and where a template goes on, only the parser knows: it reads
/// both through ``JavaScriptLexer`` when it stands there.
struct JavaScriptToken {
    enum Kind: Equatable {
        /// An identifier or a reserved word.
        case name(String)
        /// A name with an escape in it, which is never a keyword.
        case escapedName(String)
        case sign(String)
        case number(Double)
        case string(String)
        case end
    }

    var kind: Kind
    var range: Range<Int>
    /// Whether a line ended between the token before it and this one.
    var followsLineBreak: Bool
}

/// What is wrong with a script, and where.
package struct JavaScriptError: Error, Equatable, Sendable {
    /// Counted from 1.
    package var line: Int
    /// Counted from 1, in Unicode scalars.
    package var column: Int
    package var message: String

    package init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }
}

/// Splits a script into tokens. ``position`` always is the end of the token that was read last.
struct JavaScriptLexer {
    let source: JavaScriptSource
    var position = 0

    init(_ source: JavaScriptSource) {
        self.source = source
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        if bytes[position...].starts(with: "#!".utf8) { skipLine() }
    }

    var bytes: [UInt8] { source.bytes }

    func error(_ message: String, at offset: Int) -> JavaScriptError {
        JavaScriptError(line: source.line(at: offset), column: source.column(at: offset), message: message)
    }

    /// The byte so many behind the position; 0 behind the end.
    func byte(_ distance: Int = 0) -> UInt8 {
        let index = position + distance
        return index < source.bytes.count ? source.bytes[index] : 0
    }

    var isAtEnd: Bool { position >= source.bytes.count }

    mutating func next() throws(JavaScriptError) -> JavaScriptToken {
        let isFirst = position == 0
        let followsLineBreak = try skipSpace()
        let start = position
        let kind = try kindHere()
        if case .sign("--") = kind, byte() == UInt8(ascii: ">"), followsLineBreak || isFirst {
            throw error("HTML-like comments are not read", at: start)
        }
        return JavaScriptToken(kind: kind, range: start..<position, followsLineBreak: followsLineBreak)
    }

    private mutating func kindHere() throws(JavaScriptError) -> JavaScriptToken.Kind {
        if isAtEnd { return .end }
        let first = byte()
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return .string(try string(until: first))
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try number())
        case UInt8(ascii: ".") where Self.isDigit(byte(1)):
            return .number(try number())
        default:
            break
        }
        let start = position
        if let name = try nameHere() {
            return name.isEscaped ? .escapedName(name.text) : .name(name.text)
        }
        for length in stride(from: min(4, bytes.count - start), to: 0, by: -1) {
            let text = String(decoding: bytes[start..<start + length], as: UTF8.self)
            guard Self.signs.contains(text) else { continue }
            if text == "?.", Self.isDigit(byte(2)) { continue }
            position += length
            return .sign(text)
        }
        if first == UInt8(ascii: "#") { throw error("private names and classes are not read", at: start) }
        throw error("no token begins with this character", at: start)
    }

    private static let signs: Set<String> = [
        "{", "}", "(", ")", "[", "]", ";", ",", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "?", ":",
        "=", ".", "`", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=",
        "&=", "|=", "^=", "<<", ">>", "**", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=",
        ">>>=",
    ]

    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    // MARK: White space

    /// Skips white space and comments; true if a line ends in them.
    private mutating func skipSpace() throws(JavaScriptError) -> Bool {
        var lineEnds = false
        while !isAtEnd {
            switch byte() {
            case 0x0A, 0x0D:
                lineEnds = true
                position += 1
            case 0x20, 0x09, 0x0B, 0x0C:
                position += 1
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
                skipLine()
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
                if try skipBlockComment() { lineEnds = true }
            case UInt8(ascii: "<") where bytes[position...].starts(with: "<!--".utf8):
                throw error("HTML-like comments are not read", at: position)
            case 0x80...:
                guard let scalar = scalarHere() else { return lineEnds }
                if Self.endsLine(scalar) {
                    lineEnds = true
                } else if scalar != "\u{FEFF}", scalar.properties.generalCategory != .spaceSeparator {
                    return lineEnds
                }
                position += UTF8.width(scalar)
            default:
                return lineEnds
            }
        }
        return lineEnds
    }

    private mutating func skipLine() {
        while !isAtEnd, !isAtLineEnd { position += 1 }
    }

    /// Whether a line terminator stands here: LF, CR, U+2028 or U+2029.
    var isAtLineEnd: Bool {
        switch byte() {
        case 0x0A, 0x0D: true
        case 0xE2: byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9)
        default: false
        }
    }

    static func endsLine(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{2028}" || scalar == "\u{2029}" }

    private mutating func skipBlockComment() throws(JavaScriptError) -> Bool {
        let start = position
        var lineEnds = false
        position += 2
        while !isAtEnd {
            if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                position += 2
                return lineEnds
            }
            if isAtLineEnd { lineEnds = true }
            position += 1
        }
        throw error("this comment has no `*/`", at: start)
    }

    // MARK: Names

    /// The scalar here; the source is valid UTF-8.
    func scalarHere() -> Unicode.Scalar? {
        let first = byte()
        if first < 0x80 { return isAtEnd ? nil : Unicode.Scalar(first) }
        let width = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        return String(decoding: bytes[position..<min(position + width, bytes.count)], as: UTF8.self).unicodeScalars
            .first
    }

    private mutating func nameHere() throws(JavaScriptError) -> (text: String, isEscaped: Bool)? {
        let start = position
        var text = String.UnicodeScalarView()
        var isEscaped = false
        while !isAtEnd {
            if byte() == UInt8(ascii: "\\") {
                let escape = position
                if !isEscaped { text = String(decoding: bytes[start..<position], as: UTF8.self).unicodeScalars }
                isEscaped = true
                position += 1
                guard byte() == UInt8(ascii: "u"), let scalar = Unicode.Scalar(try unicodeEscape(at: escape)),
                    Self.isNamePart(scalar, isFirst: escape == start)
                else { throw error("this escape is no part of a name", at: escape) }
                text.append(scalar)
            } else {
                guard let scalar = scalarHere(), Self.isNamePart(scalar, isFirst: position == start) else { break }
                if isEscaped { text.append(scalar) }
                position += UTF8.width(scalar)
            }
        }
        if position == start { return nil }
        return (isEscaped ? String(text) : String(decoding: bytes[start..<position], as: UTF8.self), isEscaped)
    }

    static func isNamePart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "$", "_": true
        case "0"..."9", "\u{200C}", "\u{200D}": !isFirst
        default:
            !scalar.isASCII && (isFirst ? scalar.properties.isIDStart : scalar.properties.isIDContinue)
        }
    }
}
