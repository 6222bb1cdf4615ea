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
