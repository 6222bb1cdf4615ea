import Testing

@testable import BatonValues

struct TextBufferTests {
    private static func text(_ write: (inout TextBuffer) -> Void) -> String {
        var buffer = TextBuffer(capacity: 4)
        write(&buffer)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    @Test func `texts and spaces are appended in order, whatever capacity was reserved`() {
        let text = Self.text { buffer in
            buffer.append(text: "é")
            buffer.append(spaces: 3)
            buffer.append(text: String(repeating: "x", count: 20))
            buffer.append(spaces: 0)
            buffer.append(spaces: -7)
            buffer.append(text: "")
            buffer.append("|")
        }
        #expect(text == "é   xxxxxxxxxxxxxxxxxxxx|")
    }

    @Test(arguments: [("a  b  ", "a  b"), ("a\t ", "a\t"), ("   ", ""), ("", ""), ("a", "a")])
    func `only the spaces at the end are removed`(_ written: String, _ left: String) {
        let text = Self.text { buffer in
            buffer.append(text: written)
            buffer.removeTrailingBlanks()
        }
        #expect(text == left)
    }
}

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

struct NameIndexTests {
    private static let names = ["get", "post", "expect", "x-y", "", "tag", "gat"]

    @Test func `each name gives its position`() {
        let index = NameIndex(Self.names)
        for (position, name) in Self.names.enumerated() { #expect(index[name] == position) }
    }

    @Test(arguments: ["ge", "gets", "Get", "gét", "a name that is longer than all of them"])
    func `another name gives nothing`(_ name: String) {
        #expect(NameIndex(Self.names)[name] == nil)
    }

    @Test func `of equal names the first one counts`() {
        #expect(NameIndex(["a", "b", "a"])["a"] == 0)
    }

    @Test func `an empty list has no name`() {
        #expect(!NameIndex([]).contains(""))
    }

    @Test func `a thousand names are found`() {
        let names = (0..<1000).map { "name \($0)" }
        let index = NameIndex(names)
        #expect(names.indices.allSatisfy { index[names[$0]] == $0 })
        #expect(!index.contains("name 1000"))
    }
}
