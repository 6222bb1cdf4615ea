/// Finds the end of a terminal's escape sequence (ECMA-48).
enum EscapeSequence {
    /// The longest control string, such as a title; an opening without an end within this length is not treated as one.
    private static let longestString = 4096

    /// The index behind the sequence that begins at `start`; nil if none begins there, or if it is incomplete.
    static func end(in text: [Unicode.Scalar], from start: Int) -> Int? {
        var index = start + 1
        switch text[start] {
        case "\u{1B}":
            guard index < text.count else { return nil }
            let second = text[index]
            index += 1
            switch second {
            case "[": return controlEnd(in: text, from: index)
            case "]", "P", "X", "^", "_": return stringEnd(in: text, from: index)
            case "\u{20}"..."\u{2F}":
                // A character set designation or similar: intermediate characters, then one final character.
                while index < text.count, "\u{20}"..."\u{2F}" ~= text[index] { index += 1 }
                return index < text.count && "\u{30}"..."\u{7E}" ~= text[index] ? index + 1 : nil
            case "\u{30}"..."\u{7E}": return index
            default: return nil
            }
        case "\u{9B}": return controlEnd(in: text, from: index)
        case "\u{90}", "\u{98}", "\u{9D}", "\u{9E}", "\u{9F}": return stringEnd(in: text, from: index)
        default: return nil
        }
    }

    /// The index behind parameters, intermediate characters and a final character.
    private static func controlEnd(in text: [Unicode.Scalar], from start: Int) -> Int? {
        var index = start
        while index < text.count, "\u{30}"..."\u{3F}" ~= text[index] { index += 1 }
        while index < text.count, "\u{20}"..."\u{2F}" ~= text[index] { index += 1 }
        return index < text.count && "\u{40}"..."\u{7E}" ~= text[index] ? index + 1 : nil
    }

    /// The index behind BEL or the string terminator; nil if another control character comes first, because the text is
    /// then not a control string. So no part of a text is read from many starts.
    private static func stringEnd(in text: [Unicode.Scalar], from start: Int) -> Int? {
        let limit = min(text.count, start + longestString)
        var index = start
        while index < limit {
            switch text[index] {
            case "\u{07}", "\u{9C}": return index + 1
            case "\u{1B}": return index + 1 < text.count && text[index + 1] == "\\" ? index + 2 : nil
            case "\u{00}"..."\u{1F}", "\u{80}"..."\u{9F}": return nil
            default: index += 1
            }
        }
        return nil
    }
}
