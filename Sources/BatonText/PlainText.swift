/// A quick look at text that nearly always is printable ASCII, eight bytes at a time.
package enum PlainText {
    /// Whether each byte is printable ASCII (0x20–0x7E) and none of the signs that mean something in XML: `<`, `>`, `&`
    /// and `"`. Such text stands in a page, an attribute or a terminal's line as it is.
    package static func isPlainMarkup(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        allWords(of: bytes) { word in
            strangers(in: word) | zeros(in: word ^ repeated("<")) | zeros(in: word ^ repeated(">"))
                | zeros(in: word ^ repeated("&")) | zeros(in: word ^ repeated("\""))
        }
    }

    /// Whether each byte is printable ASCII (0x20–0x7E).
    package static func isPrintable(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        allWords(of: bytes) { strangers(in: $0) }
    }

    package static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { allWords(of: bytes) { $0 } }

    /// Whether there is none of `:`, `#`, `[`, `_`, `+`, `-`, `~` and `^`: one of them is in every command of a build service that
    /// `EscapedCICommands` knows, whatever stands inside of it.
    package static func lacksCommandSigns(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        allWords(of: bytes) { word in
            zeros(in: word ^ repeated(":")) | zeros(in: word ^ repeated("#")) | zeros(in: word ^ repeated("["))
                | zeros(in: word ^ repeated("_")) | zeros(in: word ^ repeated("+")) | zeros(in: word ^ repeated("-"))
                | zeros(in: word ^ repeated("~")) | zeros(in: word ^ repeated("^"))
        }
    }

    /// Whether no word has a high bit in what `marks` makes of it. Blanks stand for what is missing of a short text.
    @inline(__always)
    private static func allWords(of bytes: UnsafeBufferPointer<UInt8>, _ marks: (UInt64) -> UInt64) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var found: UInt64 = 0
        if raw.count >= 8 {
            var offset = 0
            while offset <= raw.count - 8 {
                found |= marks(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset += 8
            }
            // The last bytes, some of them for the second time.
            found |= marks(raw.loadUnaligned(fromByteOffset: raw.count - 8, as: UInt64.self))
        } else {
            var word = repeated(" ")
            for byte in raw { word = word << 8 | UInt64(byte) }
            found = marks(word)
        }
        return found & highBits == 0
    }

    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    @inline(__always)
    private static func repeated(_ sign: Unicode.Scalar) -> UInt64 { UInt64(sign.value) &* 0x0101_0101_0101_0101 }

    /// A high bit is set in it if, and only if, a byte of the word is below 0x20, 0x7F, or above. Which one cannot be
    /// told: differences borrow from their neighbours.
    @inline(__always)
    private static func strangers(in word: UInt64) -> UInt64 {
        word | (word &+ 0x0101_0101_0101_0101) | (word &- 0x2020_2020_2020_2020)
    }

    /// A high bit is set in it if, and only if, a byte of the word is zero.
    @inline(__always)
    private static func zeros(in word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }
}
