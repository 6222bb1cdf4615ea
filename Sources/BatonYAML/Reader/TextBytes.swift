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
