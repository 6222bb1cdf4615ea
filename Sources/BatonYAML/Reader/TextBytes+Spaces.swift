import BatonValues

/// Spaces of another kind than those of YAML, which only separates with U+0020 and tabs.
extension TextBytes {
    /// The run of such spaces that begins at an offset; empty if none does.
    func otherSpaces(from start: Int) -> Range<Int> {
        var end = start
        while let next = otherSpace(from: end) { end = next }
        return start..<end
    }

    /// The run of such spaces that ends at an offset; empty if none does.
    func otherSpaces(upTo end: Int) -> Range<Int> {
        var start = end
        while let previous = [2, 3].lazy.map({ start - $0 }).first(where: { otherSpace(from: $0) == start }) {
            start = previous
        }
        return start..<end
    }

    /// The end of the space of another kind that begins at an offset. All of them have two or three bytes.
    private func otherSpace(from start: Int) -> Int? {
        let first = UInt32(self[start])
        let (length, value): (Int, UInt32)
        switch first {
        case 0xC2...0xDF: (length, value) = (2, first & 0x1F)
        case 0xE0...0xEF: (length, value) = (3, first & 0x0F)
        default: return nil
        }
        let whole = (1..<length).reduce(value) { $0 << 6 | UInt32(self[start + $1] & 0x3F) }
        return Unicode.Scalar(whole).map(\.isOtherSpace) ?? false ? start + length : nil
    }
}
