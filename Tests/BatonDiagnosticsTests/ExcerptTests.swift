import BatonDiagnostics
import Testing

struct ExcerptTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var source: String
        var text: String
        var underline: String

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "plain", source: "a «bc» d", text: "a bc d", underline: "  ^^"),
        Case(name: "empty range", source: "a «»bc", text: "a bc", underline: "  ^"),
        Case(name: "end of line", source: "a: «»\nb", text: "a: ", underline: "   ^"),
        Case(name: "end of file", source: "a:«»", text: "a:", underline: "  ^"),
        Case(name: "tab before", source: "\t\tk:\t«v»", text: "\t\tk:\tv", underline: "\t\t  \t^"),
        Case(name: "the tab itself", source: "«\t»k: v", text: "\tk: v", underline: "^"),
        Case(name: "tab inside", source: "«a\tb»", text: "a\tb", underline: "^^\t^"),
        Case(name: "wide before", source: "日本: «x»", text: "日本: x", underline: "      ^"),
        Case(name: "wide inside", source: "k: «日本»語", text: "k: 日本語", underline: "   ^^^^"),
        Case(name: "fullwidth", source: "ＡＢ«Ｃ»", text: "ＡＢＣ", underline: "    ^^"),
        Case(name: "Hangul", source: "한글«x»", text: "한글x", underline: "    ^"),
        Case(
            name: "Hangul in parts", source: "\u{1112}\u{1161}\u{11AB}«x»", text: "\u{1112}\u{1161}\u{11AB}x",
            underline: "  ^"),
        Case(name: "combining before", source: "e\u{301}e\u{301}«x»", text: "e\u{301}e\u{301}x", underline: "  ^"),
        Case(name: "combining inside", source: "«e\u{301}e\u{301}»x", text: "e\u{301}e\u{301}x", underline: "^^"),
        Case(name: "starts at a mark", source: "ae«\u{301}»x", text: "ae\u{301}x", underline: " ^"),
        Case(name: "zero width", source: "a\u{200B}b«x»", text: "a\u{200B}bx", underline: "  ^"),
        Case(name: "emoji", source: "👍«x»", text: "👍x", underline: "  ^"),
        Case(name: "joined emoji", source: "👩‍👩‍👧«x»", text: "👩‍👩‍👧x", underline: "  ^"),
        Case(name: "skin tone", source: "👍🏽«x»", text: "👍🏽x", underline: "  ^"),
        Case(name: "flag", source: "🇩🇪🇫🇷«x»", text: "🇩🇪🇫🇷x", underline: "    ^"),
        Case(name: "emoji style", source: "❤️«x»", text: "❤️x", underline: "  ^"),
        Case(name: "several lines", source: "a: «[1,\n  2]»\n", text: "a: [1,", underline: "   ^^^"),
        Case(name: "CR LF", source: "a\r\nb: «c»\r\nd", text: "b: c", underline: "   ^"),
        Case(name: "CR", source: "a\rb: «c»\rd", text: "b: c", underline: "   ^"),
        Case(name: "controls", source: "\u{0}\u{1B}«\u{7F}»", text: "␀␛␡", underline: "  ^"),
    ]

    @Test(arguments: cases)
    func `the caret stands exactly under the text`(_ sample: Case) {
        let excerpt = Excerpt(of: marked(sample.source))
        #expect(excerpt.text == sample.text)
        #expect(excerpt.underline == sample.underline)
    }

    @Test func `bytes that are no UTF-8 take a column each`() {
        let file = SourceFile(path: "a", bytes: [0xC3, 0x28, 0xFF, 0xE2, 0x82, 0x78, 0xED, 0xA0, 0x80, 0xC0, 0x80])
        let excerpt = Excerpt(of: SourceRange(file: file, 5..<6))
        #expect(excerpt.text == "�(���x�����")
        #expect(excerpt.underline == "     ^")
    }

    @Test(arguments: [0, 1, 9, 500, 980, 995, 999])
    func `a long line is cut around the caret`(_ place: Int) {
        let words = String((0..<1000).map { Character(Unicode.Scalar(97 + UInt8($0 % 26))) })
        let file = SourceFile(path: "a", text: words)
        let excerpt = Excerpt(of: SourceRange(file: file, place..<min(place + 3, 1000)), limit: 40)
        #expect(excerpt.text.count <= 40)
        #expect(excerpt.text.count >= 39)
        let covered = zip(excerpt.text, excerpt.underline).filter { $0.1 == "^" }.map { $0.0 }
        #expect(String(covered) == String(words.dropFirst(place).prefix(3)))
        #expect(excerpt.text.hasPrefix("…") == (place > 9))
        #expect(excerpt.text.hasSuffix("…") == (place < 980))
    }

    @Test func `a long range on a long line is underlined as far as it is shown`() {
        let file = SourceFile(path: "a", text: String(repeating: "日\t", count: 5000))
        let excerpt = Excerpt(of: SourceRange(file: file, 4000..<12_000), limit: 60)
        #expect(excerpt.underline.contains("^^^^^^"))
        #expect(!excerpt.text.contains("\t"))
        #expect(excerpt.text.hasPrefix("…") && excerpt.text.hasSuffix("…"))
    }

    @Test func `of a range that does not fit both ends are shown`() {
        let words = String(repeating: "lorem ipsum ", count: 30)
        let excerpt = Excerpt(of: marked("first: one, second: two, name: «\"\(words)\"», last: 1"), limit: 60)
        #expect(excerpt.text == "…o, name: \"lorem ipsum lorem … ipsum lorem ipsum \", last: 1")
        #expect(excerpt.underline == String(repeating: " ", count: 10) + String(repeating: "^", count: 40))
        #expect(excerpt.text.count <= 60)
    }

    @Test func `the end of a very long range is not looked for`() {
        let excerpt = Excerpt(of: marked("a: «\(String(repeating: "x", count: 5000))»"), limit: 60)
        #expect(excerpt.text.hasPrefix("a: xxx") && excerpt.text.hasSuffix("xxx…"))
    }

    @Test func `a line of many megabytes costs no more than what is shown`() {
        let file = SourceFile(path: "a", bytes: Array(repeating: 0x80, count: 4_000_000))
        let excerpt = Excerpt(of: SourceRange(file: file, 2_000_000..<2_000_001), limit: 40)
        #expect(excerpt.text.count == 40)
    }

    @Test func `a range past the end of the file is its end`() {
        let file = SourceFile(path: "a", text: "ab")
        let excerpt = Excerpt(of: SourceRange(file: file, 10..<20))
        #expect(excerpt.text == "ab")
        #expect(excerpt.underline == "  ^")
    }

    @Test func `the width of an excerpt is the number of columns underlined`() {
        #expect(Excerpt(of: marked("a «日b»")).width == 3)
    }
}
