/// Generates random identifiers: UUIDs (RFC 9562), and bytes from the system's generator.
package enum Identifiers {
    /// A UUID that sorts by time: 48 bits of milliseconds; all other bits are random.
    package static func uuid7(
        wallMicroseconds: Int64, using random: inout some RandomNumberGenerator
    ) -> String {
        let milliseconds = UInt64(max(wallMicroseconds, 0) / 1000) & 0xFFFF_FFFF_FFFF
        let high: UInt64 = milliseconds << 16 | 0x7000 | random.next() & 0x0FFF
        return text(high, variant(random.next()))
    }

    package static func uuid4(using random: inout some RandomNumberGenerator) -> String {
        let high: UInt64 = random.next() & ~0xF000 | 0x4000
        return text(high, variant(random.next()))
    }

    /// Unpredictable bytes, fit for keys.
    package static func randomBytes(_ count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<max(count, 0)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }

    package static func randomHex(bytes count: Int) -> String {
        hex(randomBytes(count))
    }

    private static func variant(_ low: UInt64) -> UInt64 {
        low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }

    private static func text(_ high: UInt64, _ low: UInt64) -> String {
        let bytes = [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
        return [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10..<16]]
            .map(hex).joined(separator: "-")
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
