import BatonValues
import Testing

@Suite struct SHA256Tests {
    /// The examples of FIPS 180-4 and of NIST's test vectors.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func `a text has its digest`(_ text: String, _ digest: String) {
        #expect(SHA256.hex(of: Array(text.utf8)) == digest)
    }

    @Test func `a million letters have their digest`() {
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(SHA256.hex(of: bytes) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// Around the block's end the padding needs a block of its own.
    @Test(arguments: 50..<70)
    func `lengths around a block differ from each other`(_ count: Int) {
        let one = SHA256.hex(of: [UInt8](repeating: 7, count: count))
        let other = SHA256.hex(of: [UInt8](repeating: 7, count: count + 1))
        #expect(one.utf8.count == 64)
        #expect(one != other)
    }
}

@Suite struct StreamedSHA256Tests {
    @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 127, 128, 1000])
    func `pieces of any size give the digest of the whole`(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let whole = SHA256.hex(of: bytes)
        for size in [1, 7, 64, 1000] {
            var hash = StreamedSHA256()
            for start in stride(from: 0, to: count, by: size) {
                Array(bytes[start..<min(start + size, count)]).withUnsafeBytes { hash.update($0) }
            }
            #expect(hash.hex == whole, "\(count) bytes in pieces of \(size)")
            #expect(hash.hex == whole, "asking changes nothing")
        }
    }
}

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

@Suite struct MD5Tests {
    /// The test suite of RFC 1321, appendix A.5.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
        ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ])
    func `a text has its digest`(_ text: String, _ digest: String) {
        #expect(Hexadecimal.encode(MD5.digest(of: Array(text.utf8))) == digest)
    }
}

@Suite struct HMACTests {
    private static func bytes(_ byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }

    /// RFC 4231, section 4, with RFC 2202's digests of the same cases; case 5 tests a cut digest, which nothing here
    /// makes.
    static let cases: [(key: [UInt8], message: [UInt8], sha256: String)] = [
        (
            bytes(0x0b, 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            bytes(0xaa, 20), bytes(0xdd, 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(1...25), bytes(0xcd, 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            bytes(0xaa, 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            bytes(0xaa, 131),
            Array(
                "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."
                    .utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test(arguments: cases.indices)
    func `a message has its digest under a key`(_ position: Int) {
        let test = Self.cases[position]
        #expect(Hexadecimal.encode(HMAC.sha256(key: test.key, test.message)) == test.sha256)
    }

    /// RFC 2202, cases 1, 2 and 6.
    @Test(arguments: [
        (bytes(0x0b, 20), "Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"),
        (Array("Jefe".utf8), "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        (
            bytes(0xaa, 80), "Test Using Larger Than Block-Size Key - Hash Key First",
            "aa4ae5e15272d00e95705637ce8a3b55ed402112"
        ),
    ])
    func `a message has its HMAC with SHA-1`(_ key: [UInt8], _ message: String, _ digest: String) {
        #expect(Hexadecimal.encode(HMAC.sha1(key: key, Array(message.utf8))) == digest)
    }

    /// RFC 2202, cases 1, 2 and 6.
    @Test(arguments: [
        (bytes(0x0b, 16), "Hi There", "9294727a3638bb1c13f48ef8158bfc9d"),
        (Array("Jefe".utf8), "what do ya want for nothing?", "750c783e6ab0b503eaa86e310a5db738"),
        (
            bytes(0xaa, 80), "Test Using Larger Than Block-Size Key - Hash Key First",
            "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd"
        ),
    ])
    func `a message has its HMAC with MD5`(_ key: [UInt8], _ message: String, _ digest: String) {
        #expect(Hexadecimal.encode(HMAC.md5(key: key, Array(message.utf8))) == digest)
    }
}

@Suite struct HexadecimalTests {
    @Test func `bytes come back from their digits, in either case`() {
        let bytes: [UInt8] = [0, 1, 0x7f, 0x80, 0xab, 0xff]
        #expect(Hexadecimal.encode(bytes) == "00017f80abff")
        #expect(Hexadecimal.decode("00017f80abff") == bytes)
        #expect(Hexadecimal.decode("00017F80ABFF") == bytes)
        #expect(Hexadecimal.decode("") == [])
    }

    @Test(arguments: ["0", "0g", "0x", " 0", "é", "00 11"])
    func `anything else is nothing`(_ text: String) { #expect(Hexadecimal.decode(text) == nil) }
}
