import Testing

@testable import BatonValues

@Suite struct TextKeyTests {
    @Test(arguments: ["", "name", "\u{E9}", "e\u{301}", "a text of more than fifteen bytes"])
    func `A key is the same as itself`(text: String) {
        #expect(TextKey(text) == TextKey(String(decoding: Array(text.utf8), as: UTF8.self)))
        #expect(Set([TextKey(text), TextKey(text)]).count == 1)
    }

    @Test(arguments: [
        ("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), ("\u{AC00}", "\u{1100}\u{1161}"), ("a", "b"), ("a", ""),
    ])
    func `Keys of other code points are others, also where Unicode calls them equivalent`(one: String, other: String) {
        #expect(TextKey(one) != TextKey(other))
        #expect([TextKey(one): 1, TextKey(other): 2].count == 2)
    }

    @Test func `A key is shown as its text`() {
        #expect("\(TextKey("name"))" == "name")
        #expect(("name" as TextKey).text == "name")
    }
}
