extension EscapeReader {
    /// The longest control string, such as a title; an opening without an end within this many bytes is not treated as
    /// one.
    private static let longestString = 4096 * 4

    /// Characters that readers do not see: C1 controls, and Unicode characters without a width or that only change the
    /// text direction.
    mutating func invisible(at index: Int) -> Escape? {
        guard index + 1 < text.count else { return nil }
        let second = text[index + 1]
        let third = index + 2 < text.count ? text[index + 2] : 0
        func nothing(_ length: Int) -> Escape { Escape(end: index + length, meaning: .nothing) }
        switch (text[index], second, third) {
        case (0xC2, 0x80...0x9F, _): return Escape(end: controlEnd(at: index) ?? index + 2, meaning: .nothing)
        case (0xC2, 0xAD, _), (0xCD, 0x8F, _), (0xD8, 0x9C, _): return nothing(2)
        case (0xE1, 0x85, 0x9F...0xA0), (0xE1, 0x9E, 0xB4...0xB5), (0xE1, 0xA0, 0x8B...0x8F): return nothing(3)
        case (0xE2, 0x80, 0x8B...0x8F), (0xE2, 0x80, 0xA8...0xAE), (0xE2, 0x81, 0xA0...0xAF): return nothing(3)
        case (0xE3, 0x85, 0xA4): return nothing(3)
        case (0xEF, 0xB8, 0x80...0x8F), (0xEF, 0xBB, 0xBF), (0xEF, 0xBE, 0xA0), (0xEF, 0xBF, 0xB9...0xBB),
            (0xEF, 0xBF, 0xBE...0xBF):
            return nothing(3)
        case (0xF3, 0xA0, _): return index + 3 < text.count ? nothing(4) : nil
        default: return nil
        }
    }

    /// The index behind a terminal's control sequence (ECMA-48); nil if none begins here, or if it is incomplete.
    mutating func controlEnd(at start: Int) -> Int? {
        let isLong = text[start] == 0xC2
        guard isLong || text[start] == 0x1B, start + 1 < text.count else { return nil }
        let second = text[start + 1]
        switch (isLong, second) {
        case (false, UInt8(ascii: "[")), (true, 0x9B): return sequenceEnd(from: start + 2)
        case (false, UInt8(ascii: "]")), (false, UInt8(ascii: "P")), (false, UInt8(ascii: "X")),
            (false, UInt8(ascii: "^")), (false, UInt8(ascii: "_")),
            (true, 0x90), (true, 0x98), (true, 0x9D...0x9F):
            guard !keepsStrings, let end = stringEnd(from: start + 2) else { return nil }
            hasLeftOutStrings = true
            return end
        case (false, 0x20...0x2F):
            // A character set designation or similar: intermediate bytes, then one final byte.
            let index = end(of: 0x20...0x2F, from: start + 2)
            return index < text.count && 0x30...0x7E ~= text[index] ? index + 1 : nil
        case (false, 0x30...0x7E):
            guard !keepsStrings else { return nil }
            hasLeftOutStrings = true
            return start + 2
        default: return nil
        }
    }

    /// The index behind parameter bytes, intermediate bytes and a final byte.
    private func sequenceEnd(from start: Int) -> Int? {
        let index = end(of: 0x20...0x2F, from: end(of: 0x30...0x3F, from: start))
        return index < text.count && 0x40...0x7E ~= text[index] ? index + 1 : nil
    }

    private func end(of bytes: ClosedRange<UInt8>, from start: Int) -> Int {
        var index = start
        while index < text.count, bytes ~= text[index] { index += 1 }
        return index
    }

    /// The index behind BEL or the string terminator; nil if another control character comes first, because the text is
    /// then not a control string.
    private func stringEnd(from start: Int) -> Int? {
        let limit = min(text.count, start + Self.longestString)
        var index = start
        while index < limit {
            switch text[index] {
            case 0x07: return index + 1
            case 0x1B: return index + 1 < text.count && text[index + 1] == UInt8(ascii: "\\") ? index + 2 : nil
            case 0x00..<0x20: return nil
            case 0xC2 where index + 1 < text.count && 0x80...0x9F ~= text[index + 1]:
                return text[index + 1] == 0x9C ? index + 2 : nil
            default: index += 1
            }
        }
        return nil
    }
}
