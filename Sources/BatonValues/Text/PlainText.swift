/// Fast tests for text that is nearly always printable ASCII, eight bytes at a time.
package enum PlainText {
    /// Whether each byte is printable ASCII (0x20–0x7E) and not special in XML: `<`, `>`, `&` or `"`. Such text needs
    /// no escapes in a page, an attribute or a terminal's line.
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

    /// Whether the text has none of `:`, `#`, `[`, `_`, `+`, `-`, `~` and `^`: every command of a build service that
    /// `EscapedCICommands` escapes contains one of them.
    package static func lacksCommandSigns(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        allWords(of: bytes) { word in
            zeros(in: word ^ repeated(":")) | zeros(in: word ^ repeated("#")) | zeros(in: word ^ repeated("["))
                | zeros(in: word ^ repeated("_")) | zeros(in: word ^ repeated("+")) | zeros(in: word ^ repeated("-"))
                | zeros(in: word ^ repeated("~")) | zeros(in: word ^ repeated("^"))
        }
    }

    /// Whether `marks` sets no high bit for any word of eight bytes. A text of less than eight bytes is filled with
    /// spaces.
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
            // The last eight bytes; some of them may be tested twice.
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

    /// The result has a high bit set if, and only if, a byte of the word is below 0x20, or is 0x7F or above. It does
    /// not tell which byte, because differences borrow from their neighbours.
    @inline(__always)
    private static func strangers(in word: UInt64) -> UInt64 {
        word | (word &+ 0x0101_0101_0101_0101) | (word &- 0x2020_2020_2020_2020)
    }

    /// The result has a high bit set if, and only if, a byte of the word is zero.
    @inline(__always)
    private static func zeros(in word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }
}
