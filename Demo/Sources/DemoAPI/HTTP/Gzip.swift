/// A gzip member (RFC 1952) of stored blocks: nothing is compressed, but a client must decode it.
enum Gzip {
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        // Magic, deflate, no flags, no time, no extra flags, unknown system.
        var member: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
        var start = 0
        repeat {
            let end = min(start + 0xffff, bytes.count)
            member.append(end == bytes.count ? 1 : 0)
            let length = UInt16(end - start)
            append(length, to: &member)
            append(~length, to: &member)
            member += bytes[start..<end]
            start = end
        } while start < bytes.count
        append(crc32(bytes), to: &member)
        append(UInt32(truncatingIfNeeded: bytes.count), to: &member)
        return member
    }

    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
        }
        return ~crc
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { crc, _ in
            crc & 1 == 0 ? crc >> 1 : 0xedb8_8320 ^ crc >> 1
        }
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }
}
