/// Small streams that decode to a large number of equal bytes.
package enum CompressionBomb {
    /// A zero, then copies of 258 bytes at distance 1, in deflate's fixed code (RFC 1951 section 3.2.6); without the
    /// checksum at the end.
    package static func gzip(decodedSize: Int) -> [UInt8] {
        var writer = BitWriter(bytes: Gzip.head)
        writer.append(0b011, 3)
        writer.append(0b0000_1100, 8)
        for _ in 0..<decodedSize / 258 { writer.append(0b1010_0011, 13) }
        writer.append(0, 7)
        writer.finish()
        return writer.bytes
    }

    /// Meta-blocks of 16 MB (RFC 7932 section 9.2): each has one literal and one copy at distance 1, in prefix codes of
    /// one symbol, which take no bits.
    package static func brotli(decodedSize: Int) -> [UInt8] {
        let length: UInt32 = 1 << 24
        var writer = BitWriter(bytes: [])
        writer.append(0, 1)
        for _ in 0..<max(1, decodedSize / Int(length)) {
            // Not the last block; a length in six nibbles; compressed.
            writer.append(0, 1)
            writer.append(2, 2)
            writer.append(length - 1, 24)
            writer.append(0, 1)
            // One type of block each, no postfix, no direct distances, context mode 0, one tree each.
            writer.append(0, 3)
            writer.append(0, 6)
            writer.append(0, 2)
            writer.append(0, 2)
            // Simple codes of one symbol: a zero, "insert 1 and copy 2118 or more", "distance 1 or 2".
            writer.append(1, 4)
            writer.append(0, 8)
            writer.append(1, 4)
            writer.append(399, 10)
            writer.append(1, 4)
            writer.append(16, 6)
            // The copy length minus 2118, and which of the two distances.
            writer.append(length - 1 - 2118, 24)
            writer.append(0, 1)
        }
        writer.append(0b11, 2)
        writer.finish()
        return writer.bytes
    }

    /// Blocks of 128 kB that repeat one byte (RFC 8878 section 3.1.1.2).
    package static func zstd(decodedSize: Int) -> [UInt8] {
        // Magic number, no checksum and no size, a window of 128 kB.
        var bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x38]
        let count = max(1, decodedSize / (1 << 17))
        for index in 1...count {
            let header = UInt32(1 << 17) << 3 | 1 << 1 | (index == count ? 1 : 0)
            bytes += [UInt8(truncatingIfNeeded: header), UInt8(truncatingIfNeeded: header >> 8)]
            bytes += [UInt8(truncatingIfNeeded: header >> 16), 0]
        }
        return bytes
    }

    private struct BitWriter {
        var bytes: [UInt8]
        private var bits: UInt64 = 0
        private var count: UInt64 = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func append(_ value: UInt32, _ width: UInt64) {
            bits |= UInt64(value) << count
            count += width
            while count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: bits))
                bits >>= 8
                count -= 8
            }
        }

        mutating func finish() {
            if count > 0 { append(0, 8 - count) }
        }
    }
}

/// gzip (RFC 1952) without compression.
package enum Gzip {
    static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

    /// The bytes unchanged, in stored blocks of 65,535.
    package static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result = head
        var start = 0
        repeat {
            let end = min(start + 65_535, bytes.count)
            let length = UInt16(end - start)
            result.append(end == bytes.count ? 1 : 0)
            for value in [length, ~length] { result += [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }
            result += bytes[start..<end]
            start = end
        } while start < bytes.count
        for value in [checksum(bytes), UInt32(truncatingIfNeeded: bytes.count)] {
            result += (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        return result
    }

    /// The CRC-32 of RFC 1952 section 8.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        }
        return ~value
    }
}
