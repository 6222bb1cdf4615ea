/// Text as it may be shown: whatever could steer a terminal, or reorder what is read, becomes a visible sign.
package enum VisibleText {
    /// The text with control characters as U+2400 pictures and text-direction controls and what is no
    /// character as U+FFFD.
    ///
    /// Returns the same string where there is nothing to replace. Line breaks and tabs are replaced as well.
    package static func of(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { replacement(for: $0) != nil }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            result.unicodeScalars.append(replacement(for: scalar) ?? scalar)
        }
        return result
    }

    /// What is shown instead of a code point; nil where it is harmless.
    package static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        let value = scalar.value
        switch value {
        case 0x20...0x7E: return nil
        case 0x00...0x1F: return Unicode.Scalar(0x2400 + value)
        case 0x7F: return "\u{2421}"
        case 0x80...0x9F: return "\u{FFFD}"
        case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: return "\u{FFFD}"
        case 0xFEFF, 0xFFFE, 0xFFFF: return "\u{FFFD}"
        default: return nil
        }
    }
}
