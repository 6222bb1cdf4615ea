extension JSONReader {
    /// An error inside the reader: a reason and an offset. The message and the line number are computed only when it
    /// leaves the parser.
    struct SyntaxError: Error {
        enum Reason {
            case nothing, unexpectedEnd, unexpectedByte, expectedName, expectedColon, expectedCommaInArray
            case expectedCommaInObject, trailingComma, trailingText, malformedNumber, hugeExponent, openString
            case controlCharacter, unknownEscape, malformedEscape, loneSurrogate, invalidUTF8, utf16, tooDeep,
                tooManyValues
        }

        let reason: Reason
        let offset: Int

        init(_ reason: Reason, at offset: Int) {
            self.reason = reason
            self.offset = offset
        }

        func error(in bytes: UnsafeRawBufferPointer) -> JSONParseError {
            let offset = min(offset, bytes.count)
            var line = 1
            var column = 1
            for byte in bytes[..<offset] {
                if byte == UInt8(ascii: "\n") {
                    line += 1
                    column = 1
                } else if byte & 0xC0 != 0x80 {
                    column += 1
                }
            }
            return JSONParseError(
                code: code, message: message(found: offset < bytes.count ? bytes[offset] : nil), offset: offset,
                line: line, column: column)
        }

        private var code: JSONParseError.Code {
            switch reason {
            case .loneSurrogate, .invalidUTF8, .utf16: .encoding
            case .tooDeep: .depth
            case .tooManyValues: .values
            default: .syntax
            }
        }

        private func message(found byte: UInt8?) -> String {
            let found = Self.describe(byte)
            return switch reason {
            case .nothing: "the text is empty, where a JSON value was expected"
            case .unexpectedEnd: "the text ends in the middle of a value"
            case .unexpectedByte: "expected a value, found \(found)"
            case .expectedName: "expected a member name in double quotes, found \(found)"
            case .expectedColon: "expected `:` after the member name, found \(found)"
            case .expectedCommaInArray: "expected `,` or `]` after the element, found \(found)"
            case .expectedCommaInObject: "expected `,` or `}` after the member, found \(found)"
            case .trailingComma: "a comma may not stand before \(found)"
            case .trailingText: "the value is complete, but the text goes on with \(found)"
            case .malformedNumber: "this is not a JSON number: found \(found) where a digit was expected"
            case .hugeExponent: "the exponent of this number has too many digits"
            case .openString: "the string is not closed"
            case .controlCharacter: "a control character inside a string must be escaped: \(found)"
            case .unknownEscape: "unknown escape in a string: `\\` followed by \(found)"
            case .malformedEscape: "`\\u` needs four hexadecimal digits"
            case .loneSurrogate: "this escape is half of a surrogate pair, which is no character"
            case .invalidUTF8: "the text is not valid UTF-8"
            case .utf16: "the text is UTF-16, and JSON is UTF-8"
            case .tooDeep: "lists and objects are nested too deeply"
            case .tooManyValues: "the text has too many values"
            }
        }

        private static func describe(_ byte: UInt8?) -> String {
            guard let byte else { return "the end of the text" }
            switch byte {
            case 0x21...0x7E: return "`\(Character(UnicodeScalar(byte)))`"
            case 0x20: return "a space"
            case 0x80...: return "a character outside of ASCII"
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                return "U+" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}
