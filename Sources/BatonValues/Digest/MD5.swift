/// MD5 (RFC 1321), for APIs that require it; it is not secure, and Baton does not use it for security.
package enum MD5 {
    /// The digest in 16 bytes.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
        DigestBlocks.forEach(of: bytes, .littleEndian) { absorb($0, &state) }
        return state.flatMap { word in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
    }

    /// Processes one block of 64 bytes (section 3.4).
    private static func absorb(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
        let words = (0..<16).map { index in
            (0..<4).reduce(UInt32(0)) { word, part in
                word | UInt32(block[block.startIndex + index * 4 + part]) << UInt32(8 * part)
            }
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for step in 0..<64 {
            let (mix, index): (UInt32, Int) =
                switch step / 16 {
                case 0: ((b & c) | (~b & d), step)
                case 1: ((b & d) | (c & ~d), (5 * step + 1) % 16)
                case 2: (b ^ c ^ d, (3 * step + 5) % 16)
                default: (c ^ (b | ~d), 7 * step % 16)
                }
            let sum = a &+ mix &+ constants[step] &+ words[index]
            (a, d, c, b) = (d, c, b, b &+ sum.rotatedLeft(shifts[step / 16 * 4 + step % 4]))
        }
        for (index, word) in [a, b, c, d].enumerated() { state[index] &+= word }
    }

    private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

    /// The table T of section 3.4: `floor(2^32 * |sin(i)|)`, i from 1 to 64.
    private static let constants: [UInt32] = [
        0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
        0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
        0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
        0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
        0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
        0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
        0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
        0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
    ]
}

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
