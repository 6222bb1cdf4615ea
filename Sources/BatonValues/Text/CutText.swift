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
