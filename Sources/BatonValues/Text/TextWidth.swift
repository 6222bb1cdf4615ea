/// The number of columns that text has on a terminal, and functions that fit text into columns.
package enum TextWidth {
    package static func of(_ text: String) -> Int {
        let ascii = text.withUTF8Bytes { bytes in PlainText.isASCII(bytes) ? bytes.count : nil }
        return ascii ?? text.reduce(0) { $0 + of($1) }
    }

    /// The text, or its beginning with `…`, in at most `width` columns.
    package static func fitting(_ text: String, _ width: Int) -> String {
        guard of(text) > width else { return text }
        guard width > 0 else { return "" }
        var result = ""
        var used = 1
        for character in text {
            let columns = of(character)
            if used + columns > width { break }
            used += columns
            result.append(character)
        }
        return result + "…"
    }

    /// The text with spaces behind it, up to `width` columns.
    package static func padded(_ text: String, _ width: Int) -> String {
        let missing = width - of(text)
        return missing > 0 ? text + String(repeating: " ", count: missing) : text
    }

    /// The text with spaces before it, up to `width` columns.
    package static func aligned(_ text: String, _ width: Int) -> String {
        let missing = width - of(text)
        return missing > 0 ? String(repeating: " ", count: missing) + text : text
    }

    private static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if character.unicodeScalars.contains(DisplayWidth.emojiStyle) { return 2 }
        return DisplayWidth.of(first)
    }
}

/// The number of columns of a code point on a terminal: 0, 1 or 2.
///
/// Follows UAX #11 (wide and fullwidth characters have two) and the general categories of combining and format
/// characters.
package enum DisplayWidth {
    package static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return value == 0xAD ? 0 : 1 }
        if isJoining(scalar) { return 0 }
        return isWide(value) ? 2 : 1
    }

    /// Whether the code point is drawn together with the one before it.
    package static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 0x300 { return false }
        // Hangul vowels and finals join the leading consonant; skin tones join the emoji before them.
        if 0x1160...0x11FF ~= value || 0x1F3FB...0x1F3FF ~= value { return true }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return true
        default: return false
        }
    }

    package static let joiner: Unicode.Scalar = "\u{200D}"
    package static let emojiStyle: Unicode.Scalar = "\u{FE0F}"

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = wide.count
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].contains(value)
    }

    /// East Asian Width W and F; ranges are merged across unassigned code points.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
        0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1,
        0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
        0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
        0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
        0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E,
        0x3040...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE10...0xFE1F, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB,
        0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F1E6...0x1F1FF,
        0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA,
        0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440,
        0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A,
        0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC,
        0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EF, 0x1F6F4...0x1F6FF, 0x1F7E0...0x1F7EB,
        0x1F7F0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF,
        0x20000...0x3FFFD,
    ]
}

/// Wraps a text into lines at its spaces.
package enum LineWrap {
    /// Lines of at most `width` characters; text between backticks is not split, and a longer word has a line to
    /// itself.
    package static func lines(of text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in words(of: text) {
            if line.isEmpty {
                line = word
            } else if line.count + 1 + word.count <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = word
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var isQuoted = false
        for word in text.split(separator: " ") {
            if isQuoted, let last = words.popLast() {
                words.append("\(last) \(word)")
            } else {
                words.append(String(word))
            }
            if word.count(where: { $0 == "`" }) % 2 == 1 { isQuoted.toggle() }
        }
        return words
    }
}

/// Cuts text to a maximum length, between code points and with a mark where text is missing.
package enum CutText {
    /// The beginning, in at most `limit` bytes of UTF-8, with `…` if text is missing.
    package static func head(_ text: String, _ limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        return prefix(text, max(0, limit - 3)) + "…"
    }

    /// The beginning, in at most `limit` bytes of UTF-8, without a mark.
    package static func beginning(_ text: String, _ limit: Int) -> String {
        text.utf8.count > limit ? prefix(text, limit) : text
    }

    /// Two thirds of the limit from the beginning and one third from the end, and between them the size of the missing
    /// part.
    package static func headAndTail(_ text: String, _ limit: Int) -> String {
        let count = text.utf8.count
        guard count > limit else { return text }
        let room = max(0, limit - 64)
        let head = prefix(text, room * 2 / 3)
        let tail = suffix(text, room - room * 2 / 3)
        return "\(head)\n… \(count - head.utf8.count - tail.utf8.count) bytes left out …\n\(tail)"
    }

    private static func prefix(_ text: String, _ length: Int) -> String {
        let bytes = text.utf8
        var end = bytes.index(bytes.startIndex, offsetBy: length)
        while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end = bytes.index(before: end) }
        return String(text[..<end])
    }

    private static func suffix(_ text: String, _ length: Int) -> String {
        let bytes = text.utf8
        var start = bytes.index(bytes.endIndex, offsetBy: -length)
        while start < bytes.endIndex, bytes[start] & 0xC0 == 0x80 { start = bytes.index(after: start) }
        return String(text[start...])
    }
}
