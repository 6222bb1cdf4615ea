/// The bytes that no header value may have (RFC 9110 section 5.5): control characters except the tab.
enum ControlBytes {
    static func first(in text: String) -> UInt8? {
        var text = text
        return text.withUTF8 { first(in: $0) }
    }

    /// Tests eight bytes at a time; only a group that may have a control character is tested byte by byte.
    static func first(in bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index + 8 <= raw.count {
            if mayHold(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)),
                let found = bytes[index..<index + 8].first(where: isControl)
            {
                return found
            }
            index += 8
        }
        return bytes[index...].first(where: isControl)
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

    /// Whether one of eight bytes may be below 0x20 or equal to 0x7F; true for a tab too.
    private static func mayHold(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let delete = word ^ (ones &* 0x7F)
        return ((word &- (ones &* 0x20)) & ~word | (delete &- ones) & ~delete) & (ones &* 0x80) != 0
    }
}
