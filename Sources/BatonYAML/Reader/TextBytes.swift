/// The bytes of a checked text by offset; behind its end stand zeros, which such a text has nowhere else.
///
/// Looking one or two bytes ahead needs no care for the end then, and no offset reads outside of the text. It is a
/// pointer, not an array, because arrays count references and look for other owners at each access; so it must not
/// outlive the closure that lends it.
struct TextBytes {
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }

    /// The text up to an offset, as if it ended there.
    func prefix(_ end: Int) -> TextBytes { TextBytes(UnsafeBufferPointer(rebasing: bytes[..<end])) }

    @inline(__always)
    subscript(offset: Int) -> UInt8 {
        // An offset below zero is beyond every end, too.
        UInt(bitPattern: offset) < UInt(bitPattern: bytes.count) ? bytes[offset] : 0
    }

    /// Whether a byte separates: a space, a line break, or the end of the file.
    func isBlank(_ offset: Int) -> Bool { self[offset] <= UInt8(ascii: " ") }

    /// A stretch; what lies outside of the text is left out.
    subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)])
    }

    /// How far letters, digits and `_-./` go from here, or less: eight bytes are looked at together, so that the last ones
    /// of a text may be left.
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

    /// The highest bit of each of eight bytes that is none of these.
    @inline(__always)
    private static func others(in bytes: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highest = ones &* 0x80
        // Below 0x80 no sum reaches the next byte; the highest bit then says which is at least what is asked.
        let low = bytes & ~highest
        func isAtLeast(_ byte: UInt64) -> UInt64 { low &+ ones &* (0x80 - byte) }
        // From `_` on, so that a backtick counts as a letter.
        let isSmall = isAtLeast(0x5F) & ~isAtLeast(0x7B)
        let isCapital = isAtLeast(0x41) & ~isAtLeast(0x5B)
        let isDigit = isAtLeast(0x2D) & ~isAtLeast(0x3A)
        return (~(isSmall | isCapital | isDigit) | bytes) & highest
    }
}
