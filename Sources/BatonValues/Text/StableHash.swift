/// A hash that is equal on every machine and in every version: for identities, not for security.
///
/// FNV-1a over the bytes, with the bits mixed at the end (the finaliser of SplitMix64).
package struct StableHash: Sendable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    package mutating func combine(_ text: String) {
        text.withUTF8Bytes { bytes in
            for byte in bytes { combine(byte: byte) }
        }
        // A byte that no text contains, so that the boundary between two texts counts.
        combine(byte: 0xFF)
    }

    package mutating func combine(_ number: UInt64) {
        for shift in stride(from: 0, to: 64 as UInt64, by: 8) {
            combine(byte: UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private mutating func combine(byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    package var value: UInt64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The hash in sixteen hexadecimal digits.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    package static func of(_ texts: String...) -> StableHash {
        var hash = StableHash()
        for text in texts { hash.combine(text) }
        return hash
    }
}
