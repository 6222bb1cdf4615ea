import BatonDiagnostics

/// Quotes a text so that YAML reads it unchanged.
package enum Quoting {
    /// The text in double quotes if nothing in it needs an escape there, otherwise in single quotes; a text with both
    /// kinds of quotes is put in double quotes.
    static func quoted(_ text: String) -> String {
        if text.utf8.contains(UInt8(ascii: "\\")) { return singleQuoted(text) }
        guard text.utf8.contains(UInt8(ascii: "\"")) else { return "\"\(text)\"" }
        guard text.utf8.contains(UInt8(ascii: "'")) else { return "'\(text)'" }
        return "\"\(text.replacing("\"", with: "\\\""))\""
    }

    /// Rewrites a double-quoted scalar so that its backslashes are literal. The result has single quotes, or, if the
    /// scalar contains `\n`, `\t`, `\r` or a code point, which may be intended, double quotes with the unknown
    /// backslashes doubled.
    static func withoutUnknownEscapes(_ file: SourceFile, _ scalar: Range<Int>) -> String {
        let bytes = file.bytes
        var single: [UInt8] = []
        var double: [UInt8] = []
        var canBeSingle = true
        var at = scalar.lowerBound + 1
        let end = scalar.upperBound - 1
        while at < end {
            guard bytes[at] == UInt8(ascii: "\\") else {
                single.append(bytes[at])
                double.append(bytes[at])
                at += 1
                continue
            }
            let escape = DoubleQuotedEscape(bytes, at: at, before: end)
            switch bytes[at + 1] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
                single += escape.contents
            case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "u"), UInt8(ascii: "U"),
                UInt8(ascii: "x"):
                canBeSingle = canBeSingle && escape.length == 1
                single.append(bytes[at])
                if escape.length == 1 { double.append(bytes[at]) }
            default:
                single.append(bytes[at])
                double += bytes[at...at]
                double += bytes[at...at]
                at += 1
                continue
            }
            double += bytes[at..<at + escape.length]
            at += escape.length
        }
        return canBeSingle
            ? singleQuoted(String(decoding: single, as: UTF8.self)) : "\"\(String(decoding: double, as: UTF8.self))\""
    }

    /// A single-quoted text in which `\'` was meant as a quote, as YAML writes it: `'it''s'` for `'it\'s'`. Nil for other
    /// texts, and for one with further backslashes, which may mean more.
    static func withEscapedQuotes(_ file: SourceFile, _ extent: Range<Int>) -> String? {
        let bytes = file.bytes[extent]
        guard bytes.count > 3, bytes.first == UInt8(ascii: "'"), bytes.last == UInt8(ascii: "'") else { return nil }
        let inner = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
        let meant = inner.replacing("\\'", with: "'")
        guard meant != inner, !meant.utf8.contains(UInt8(ascii: "\\")), !meant.contains("''") else { return nil }
        return singleQuoted(meant)
    }

    static func singleQuoted(_ text: String) -> String {
        var result = "'"
        for character in text.unicodeScalars {
            if character == "'" { result += "'" }
            result.unicodeScalars.append(character)
        }
        return result + "'"
    }

    /// The text itself if it is a valid plain scalar, otherwise the quoted text.
    package static func quotedIfNeeded(_ text: String, isInFlow: Bool) -> String {
        isPlain(Array(text.utf8), isInFlow: isInFlow) ? text : quoted(text)
    }

    private static func isPlain(_ text: [UInt8], isInFlow: Bool) -> Bool {
        guard let first = text.first, let last = text.last, last != UInt8(ascii: ":") else { return false }
        if Array("!\"'[]{}>|&*%@`#,?:- \t".utf8).contains(first) { return false }
        for (at, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","):
                if isInFlow { return false }
            case UInt8(ascii: ":"):
                if text[at + 1] == UInt8(ascii: " ") { return false }
            case UInt8(ascii: "#"):
                if text[at - 1] == UInt8(ascii: " ") { return false }
            default: break
            }
        }
        return true
    }
}

/// A part in quotes of a value without quotes around it: `"a"` in `name != "a"`.
package enum QuotedPart {
    /// The offset behind the quoted part that begins at `start`; nil if none begins there. The quote of `it's` begins none.
    static func end(_ bytes: [UInt8], at start: Int, in range: Range<Int>) -> Int? {
        guard bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") else { return nil }
        if start > range.lowerBound {
            let before = bytes[start - 1]
            if before >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= before | 0x20 || 0x30...0x39 ~= before {
                return nil
            }
        }
        return bytes[start + 1..<range.upperBound].firstIndex(of: bytes[start]).map { $0 + 1 }
    }

    /// The parts of a range, in UTF-8, with their quotes.
    package static func all(in text: String, _ range: Range<Int>) -> [Range<Int>] {
        let bytes = Array(text.utf8)
        var found: [Range<Int>] = []
        var at = range.lowerBound
        while at < range.upperBound {
            guard let end = end(bytes, at: at, in: range) else {
                at += 1
                continue
            }
            found.append(at..<end)
            at = end
        }
        return found
    }
}
