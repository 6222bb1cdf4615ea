/// Divides a message into blocks of 64 bytes, with the padding of MD5, SHA-1 and SHA-256: a one bit, zeros, and the
/// length in bits as 64 bits.
enum DigestBlocks {
    enum LengthOrder { case bigEndian, littleEndian }

    static func forEach(of bytes: [UInt8], _ order: LengthOrder, _ absorb: (ArraySlice<UInt8>) -> Void) {
        let whole = bytes.count / 64 * 64
        for start in stride(from: 0, to: whole, by: 64) { absorb(bytes[start..<start + 64]) }
        var tail = Array(bytes[whole...])
        tail.append(0x80)
        while tail.count % 64 != 56 { tail.append(0) }
        let bits = UInt64(bytes.count) &* 8
        let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
        tail += order == .littleEndian ? length : length.reversed()
        for start in stride(from: 0, to: tail.count, by: 64) { absorb(tail[start..<start + 64]) }
    }
}

extension UInt32 {
    func rotatedLeft(_ count: UInt32) -> UInt32 { self << count | self >> (32 - count) }
    func rotatedRight(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
