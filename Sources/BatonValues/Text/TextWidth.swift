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
