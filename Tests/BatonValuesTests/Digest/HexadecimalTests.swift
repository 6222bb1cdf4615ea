import BatonValues
import Testing

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
