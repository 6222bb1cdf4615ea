import BatonValues
import Testing

/// What is looked at eight bytes at a time has the same response wherever the one byte stands that matters.
struct PlainTextTests {
    private static func isPlain(_ text: [UInt8]) -> (printable: Bool, markup: Bool, ascii: Bool, uncommanding: Bool) {
        text.withUnsafeBufferPointer {
            (
                PlainText.isPrintable($0), PlainText.isPlainMarkup($0), PlainText.isASCII($0),
                PlainText.lacksCommandSigns($0)
            )
        }
    }

    @Test(arguments: UInt8.min...UInt8.max)
    func `each byte counts, at each place of texts of each length`(_ byte: UInt8) {
        let isPrintable = 0x20...0x7E ~= byte
        let isMarkup = "<>&\"".utf8.contains(byte)
        let signs = ":#[_+-~^".utf8
        for length in 1...26 {
            for place in 0..<length {
                for filler in [UInt8(ascii: " "), UInt8(ascii: "a"), UInt8(ascii: "~")] {
                    var text = [UInt8](repeating: filler, count: length)
                    text[place] = byte
                    let found = Self.isPlain(text)
                    let isSign = text.contains { signs.contains($0) }
                    let isPlain = found.printable == isPrintable && found.markup == (isPrintable && !isMarkup)
                    if !isPlain || found.ascii != (byte < 0x80) || found.uncommanding == isSign {
                        Issue.record("byte \(byte) at \(place) of \(length)")
                    }
                }
            }
        }
    }

    @Test func `an empty text is plain`() {
        #expect(Self.isPlain([]) == (true, true, true, true))
    }
}
