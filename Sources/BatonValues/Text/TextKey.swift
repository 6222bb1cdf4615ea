import BatonSystem

/// A text used as a key: equal to another only if the code points are equal.
///
/// For Swift's `String`, an `é` as one code point equals an `e` with a combining accent (Unicode's canonical
/// equivalence). For JSON (RFC 8259, section 8.3), XML, URIs and file systems they differ, so tables with keys from
/// there must distinguish them.
package struct TextKey: Sendable, Hashable, ExpressibleByStringLiteral {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(stringLiteral text: String) { self.text = text }

    package static func == (left: TextKey, right: TextKey) -> Bool {
        left.text.withUTF8Bytes { left in
            right.text.withUTF8Bytes { right in
                guard left.count == right.count else { return false }
                guard let one = left.baseAddress, let other = right.baseAddress else { return true }
                return memcmp(one, other, left.count) == 0
            }
        }
    }

    package func hash(into hasher: inout Hasher) {
        text.withUTF8Bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // As strings do, so that the boundary between two hashed keys counts.
        hasher.combine(0xFF as UInt8)
    }
}

extension TextKey: CustomStringConvertible {
    package var description: String { text }
}

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
