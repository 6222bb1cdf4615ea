/// SHA-256 (FIPS 180-4), used to identify contents.
///
/// Implemented here because a package for it adds BoringSSL and FoundationEssentials: 30 MB to the program, 4 ms to
/// each start and minutes to each build, for a hash of the responses that failures leave in the history.
package struct SHA256: Sendable {
    private(set) var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var schedule = [UInt32](repeating: 0, count: 64)

    init() {}

    /// The digest in 64 lower-case hexadecimal digits.
    package static func hex(of bytes: [UInt8]) -> String {
        Hexadecimal.encode(digest(of: bytes))
    }

    /// The digest in 32 bytes.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        DigestBlocks.forEach(of: bytes, .bigEndian) { hash.absorb($0) }
        return hash.state.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    /// Processes one block of 64 bytes (section 6.2.2).
    mutating func absorb(_ block: ArraySlice<UInt8>) {
        var position = block.startIndex
        for index in 0..<16 {
            var word: UInt32 = 0
            for _ in 0..<4 {
                word = word << 8 | UInt32(block[position])
                position += 1
            }
            schedule[index] = word
        }
        for index in 16..<64 {
            let early = schedule[index - 15]
            let late = schedule[index - 2]
            let small = early.rotatedRight(7) ^ early.rotatedRight(18) ^ early >> 3
            let large = late.rotatedRight(17) ^ late.rotatedRight(19) ^ late >> 10
            schedule[index] = schedule[index - 16] &+ small &+ schedule[index - 7] &+ large
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let choice = (e & f) ^ (~e & g)
            let first =
                h &+ (e.rotatedRight(6) ^ e.rotatedRight(11) ^ e.rotatedRight(25)) &+ choice &+ Self.constants[index]
                &+ schedule[index]
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let second = (a.rotatedRight(2) ^ a.rotatedRight(13) ^ a.rotatedRight(22)) &+ majority
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2).
    private static let constants: [UInt32] = {
        var primes: [UInt32] = []
        var candidate: UInt32 = 2
        while primes.count < 64 {
            if !primes.contains(where: { candidate % $0 == 0 }) { primes.append(candidate) }
            candidate += 1
        }
        return primes.map { fractionOfCubeRoot(UInt64($0)) }
    }()

    /// The fractional part of `cbrt(n)` times 2^32, by bisection, because floating-point results could be rounded
    /// differently.
    private static func fractionOfCubeRoot(_ number: UInt64) -> UInt32 {
        var low: UInt64 = 0
        var high: UInt64 = 8 << 32
        while high - low > 1 {
            let middle = (low + high) / 2
            if isCubeAtMost(middle, number) { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    /// Whether `root` cubed is at most `number * 2^96`.
    private static func isCubeAtMost(_ root: UInt64, _ number: UInt64) -> Bool {
        let square = root.multipliedFullWidth(by: root)
        let low = square.low.multipliedFullWidth(by: root)
        let high = square.high.multipliedFullWidth(by: root)
        let (middle, carry) = low.high.addingReportingOverflow(high.low)
        let top = high.high + (carry ? 1 : 0)
        // The cube is top, middle, low.low in words of 64 bits; the bound is number << 32, 0 in the upper two.
        let bound = number << 32
        return top == 0 && (middle < bound || (middle == bound && low.low == 0))
    }
}

/// SHA-256 of a content that arrives in pieces, so that it need not be in memory as a whole.
package struct StreamedSHA256: Sendable {
    private var hash = SHA256()
    /// The bytes that do not fill a block yet.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    package init() {}

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        count &+= UInt64(bytes.count)
        rest.append(contentsOf: bytes)
        let whole = rest.count / 64 * 64
        for start in stride(from: 0, to: whole, by: 64) { hash.absorb(rest[start..<start + 64]) }
        rest.removeFirst(whole)
    }

    /// The digest of all bytes so far in 64 lower-case hexadecimal digits.
    package var hex: String {
        var last = hash
        // FIPS 180-4, section 5.1.1: a one bit, zeros, and the length in bits as 64 bits.
        var tail = rest
        tail.append(0x80)
        while tail.count % 64 != 56 { tail.append(0) }
        let bits = count &* 8
        for shift in stride(from: 56, through: 0, by: -8) { tail.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        for start in stride(from: 0, to: tail.count, by: 64) { last.absorb(tail[start..<start + 64]) }
        let digits = Array("0123456789abcdef".utf8)
        let text = last.state.flatMap { word in
            stride(from: 28, through: 0, by: -4).map { digits[Int(word >> UInt32($0) & 15)] }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Keyed digests (RFC 2104).
package enum HMAC {
    package static func sha256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        digest(key: key, message, SHA256.digest)
    }

    package static func sha1(key: [UInt8], _ message: [UInt8]) -> [UInt8] { digest(key: key, message, SHA1.digest) }

    package static func md5(key: [UInt8], _ message: [UInt8]) -> [UInt8] { digest(key: key, message, MD5.digest) }

    /// All hashes used here work on blocks of 64 bytes.
    private static func digest(key: [UInt8], _ message: [UInt8], _ hash: ([UInt8]) -> [UInt8]) -> [UInt8] {
        var block = key.count > 64 ? hash(key) : key
        block += [UInt8](repeating: 0, count: 64 - block.count)
        return hash(block.map { $0 ^ 0x5c } + hash(block.map { $0 ^ 0x36 } + message))
    }
}
