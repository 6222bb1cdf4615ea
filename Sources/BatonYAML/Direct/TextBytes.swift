/// The bytes of a checked text by offset; behind its end stand zeros, which such a text has nowhere else.
///
/// Looking one or two bytes ahead needs no care for the end then, and no offset reads outside of the text. It is a
/// pointer, not an array, because arrays count references and look for other owners at each access; so it must not
/// outlive the closure that lends it.
struct TextBytes {
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }

    subscript(offset: Int) -> UInt8 {
        // An offset below zero is beyond every end, too.
        UInt(bitPattern: offset) < UInt(bitPattern: bytes.count) ? bytes[offset] : 0
    }

    /// A stretch; what lies outside of the text is left out.
    subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)])
    }
}
