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

/// Lines of help and explanations.
@Suite struct LineWrapTests {
    @Test(
        arguments: [
            ("", []), ("one", ["one"]), ("one two", ["one two"]), ("three words here", ["three", "words here"]),
            ("extraordinarily long", ["extraordinarily", "long"]), ("abc `b c d` e", ["abc", "`b c d` e"]),
            ("a `b c d e f g h` i", ["a", "`b c d e f g h`", "i"]), ("open `quote to end", ["open", "`quote to end"]),
        ])
    func `lines break at spaces, but not inside of code`(_ text: String, _ lines: [String]) {
        #expect(LineWrap.lines(of: text, width: 10) == lines)
    }
}

struct SpellingTests {
    private let words = ["expect", "capture", "headers", "status", "follow_redirects", "if", "in", "set"]

    @Test(arguments: [
        ("expct", "expect"), ("captrue", "capture"), ("Headers", "headers"), ("header", "headers"),
        ("follow-redirects", "follow_redirects"), ("statsu", "status"), ("fi", "if"), ("sett", "set"),
    ])
    func `a slip finds the word that was meant`(_ word: String, _ meant: String) {
        #expect(Spelling.nearest(to: word, in: words) == meant)
    }

    @Test(arguments: ["", "x", "banana", "captivate", "zz", "expect", String(repeating: "a", count: 1000)])
    func `nothing is suggested for what is far from all words`(_ word: String) {
        #expect(Spelling.nearest(to: word, in: words.filter { $0 != word }) == nil)
    }

    @Test func `the nearest wins and ties go to the first`() {
        #expect(Spelling.nearest(to: "pach", in: ["path", "patch"]) == "path")
        #expect(Spelling.nearest(to: "patcj", in: ["path", "patch"]) == "patch")
    }

    @Test func `on a tie the one with the same capitals wins`() {
        #expect(Spelling.nearest(to: "smok", in: ["Smoke", "smoke"]) == "smoke")
        #expect(Spelling.nearest(to: "Smok", in: ["smoke", "Smoke"]) == "Smoke")
        #expect(Spelling.nearest(to: "SMOKE", in: ["Smoke", "smoke"]) == "Smoke")
    }

    @Test func `a word is no suggestion for itself`() {
        #expect(Spelling.nearest(to: "set", in: ["set", "sat"]) == "sat")
    }
}
