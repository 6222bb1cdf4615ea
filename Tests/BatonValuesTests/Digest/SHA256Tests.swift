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
