import BatonValues
import Testing

@Suite struct SHA1Tests {
    /// The examples of FIPS 180 and of NIST's test vectors.
    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "a49b2446a02c645bf419f995b67091253a04a259"
        ),
    ])
    func `a text has its digest`(_ text: String, _ digest: String) {
        #expect(Hexadecimal.encode(SHA1.digest(of: Array(text.utf8))) == digest)
    }

    @Test func `a million letters have their digest`() {
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(Hexadecimal.encode(SHA1.digest(of: bytes)) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
    }
}
