// How this folder works together: the text of a file, before any grammar. `TextBytes` looks at single bytes and
// `SourceLine` at one line. `ValueExtent` and `Parentheses` guess where a value ends that is not written as YAML wants it,
// and `DoubleQuotedEscape` reads one escape. None of them reports anything.

import BatonValues

/// The bytes of a checked text by offset. Offsets outside of the text yield zero, a byte that a checked text does not
/// contain.
///
/// So looking one or two bytes ahead needs no bounds check, and no offset reads outside of the text. The type is a
/// pointer and not an array, because arrays count references and check uniqueness at each access; so it must not
/// outlive the closure that it was passed to.
struct TextBytes {
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }

    /// The text up to an offset.
    func prefix(_ end: Int) -> TextBytes { TextBytes(UnsafeBufferPointer(rebasing: bytes[..<end])) }

    @inline(__always)
    subscript(offset: Int) -> UInt8 {
        // As an unsigned number, a negative offset is beyond the end, too.
        UInt(bitPattern: offset) < UInt(bitPattern: bytes.count) ? bytes[offset] : 0
    }

    /// Whether a byte is a separator: a space, a tab, a line break, or the end of the file.
    func isBlank(_ offset: Int) -> Bool { self[offset] <= UInt8(ascii: " ") }

    /// The bytes of a range, clamped to the text.
    subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)])
    }

    /// An offset up to which all bytes are letters, digits or `_-./`. It may be too low near the end of the text,
    /// because eight bytes are tested at once.
    @inline(__always)
    func endOfLetters(from start: Int) -> Int {
        var offset = start
        let raw = UnsafeRawBufferPointer(bytes)
        while offset >= 0, offset &+ 8 <= raw.count {
            let others = Self.others(in: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
            if others != 0 { return offset + others.trailingZeroBitCount / 8 }
            offset += 8
        }
        return offset
    }

    /// A mask with the highest bit of each byte that is not a letter, a digit or one of `_-./`.
    @inline(__always)
    private static func others(in bytes: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highest = ones &* 0x80
        // Bytes are below 0x80, so no sum carries into the next byte; its highest bit says whether the byte is at least
        // that large.
        let low = bytes & ~highest
        func isAtLeast(_ byte: UInt64) -> UInt64 { low &+ ones &* (0x80 - byte) }
        // The range begins at `_`, so a backtick counts as a letter.
        let isSmall = isAtLeast(0x5F) & ~isAtLeast(0x7B)
        let isCapital = isAtLeast(0x41) & ~isAtLeast(0x5B)
        let isDigit = isAtLeast(0x2D) & ~isAtLeast(0x3A)
        return (~(isSmall | isCapital | isDigit) | bytes) & highest
    }
}

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
