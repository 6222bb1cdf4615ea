import BatonValues
import Testing

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
