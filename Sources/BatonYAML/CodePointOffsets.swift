/// Turns libyaml's counts of code points into byte offsets.
///
/// Marks come nearly in order, so a cursor that walks from the last answer to the next costs one walk through the
/// file in all. In a file of ASCII the two are the same.
struct CodePointOffsets {
    private let text: UnsafeBufferPointer<UInt8>
    private let isASCII: Bool
    private var index = 0
    private var offset = 0

    init(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        self.text = text
        self.isASCII = isASCII
    }

    mutating func offset(of target: Int) -> Int {
        if isASCII { return min(target, text.count) }
        while index < target, offset < text.count {
            offset += 1
            while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
            index += 1
        }
        while index > target, offset > 0 {
            offset -= 1
            while offset > 0, text[offset] & 0xC0 == 0x80 { offset -= 1 }
            index -= 1
        }
        return offset
    }
}
