/// SHA-1 (FIPS 180-4), for APIs that require it; it is not secure, and Baton does not use it for security.
package enum SHA1 {
    /// The digest in 20 bytes.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        var schedule = [UInt32](repeating: 0, count: 80)
        DigestBlocks.forEach(of: bytes, .bigEndian) { absorb($0, &schedule, &state) }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
    }

    /// Processes one block of 64 bytes (section 6.1.2).
    private static func absorb(_ block: ArraySlice<UInt8>, _ schedule: inout [UInt32], _ state: inout [UInt32]) {
        var position = block.startIndex
        for index in 0..<16 {
            var word: UInt32 = 0
            for _ in 0..<4 {
                word = word << 8 | UInt32(block[position])
                position += 1
            }
            schedule[index] = word
        }
        for index in 16..<80 {
            let word = schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16]
            schedule[index] = word.rotatedLeft(1)
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<80 {
            let (mix, constant): (UInt32, UInt32) =
                switch index / 20 {
                case 0: ((b & c) ^ (~b & d), 0x5a82_7999)
                case 1: (b ^ c ^ d, 0x6ed9_eba1)
                case 2: ((b & c) ^ (b & d) ^ (c & d), 0x8f1b_bcdc)
                default: (b ^ c ^ d, 0xca62_c1d6)
                }
            let next = a.rotatedLeft(5) &+ mix &+ e &+ constant &+ schedule[index]
            (e, d, c, b, a) = (d, c, b.rotatedLeft(30), a, next)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }
}
