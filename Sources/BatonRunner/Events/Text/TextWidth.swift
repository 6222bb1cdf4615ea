/// How many columns text takes on a terminal, and how to make it fit.
package enum TextWidth {
    package static func of(_ text: String) -> Int {
        var text = text
        let ascii = text.withUTF8 { bytes in bytes.allSatisfy { $0 < 0x80 } ? bytes.count : nil }
        return ascii ?? text.reduce(0) { $0 + of($1) }
    }

    /// The text, or its beginning and `…`, in at most `width` columns.
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

    /// The text with blanks up to `width` columns.
    package static func padded(_ text: String, _ width: Int) -> String {
        let missing = width - of(text)
        return missing > 0 ? text + String(repeating: " ", count: missing) : text
    }

    /// The text with blanks before it up to `width` columns.
    package static func aligned(_ text: String, _ width: Int) -> String {
        let missing = width - of(text)
        return missing > 0 ? String(repeating: " ", count: missing) + text : text
    }

    private static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.isASCII { return 1 }
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(first.value) ? 2 : 1
        }
    }

    /// Blocks of East Asian Width W and F (UAX #11) and the emoji.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x2614...0x2615, 0x26A1, 0x2705, 0x274C, 0x274E,
            0x2753...0x2755, 0x2757, 0x2795...0x2797, 0x2B50, 0x2B55, 0x2E80...0x303E, 0x3041...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x1F004, 0x1F0CF, 0x1F18E...0x1F19A, 0x1F1E6...0x1F320, 0x1F32D...0x1F64F, 0x1F680...0x1F6FF,
            0x1F7E0...0x1F7EB, 0x1F90C...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
