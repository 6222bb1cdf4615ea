import BatonXML
import Testing

struct XMLWriterTests {
    @Test func `elements, attributes and text come out as they went in`() {
        let writer = XMLWriter()
        writer.startDocument()
        writer.start("list")
        writer.attribute("name", "a \"b\" <c> & d")
        writer.attribute("count", 2)
        writer.start("item")
        writer.text("1 < 2 & 3 > 2")
        writer.end()
        writer.start("empty")
        writer.end()
        writer.end()
        let expected =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<list name=\"a &quot;b&quot; &lt;c&gt; &amp; d\" count=\"2\"><item>1 &lt; 2 &amp; 3 &gt; 2</item>"
            + "<empty/></list>"
        #expect(text(writer.takeBytes()) == expected)
    }

    @Test func `parts that were encoded one by one can be put together later`() {
        let parts = XMLWriter()
        parts.start("a")
        parts.end()
        let first = parts.takeBytes()
        parts.start("b")
        parts.text("Grüße 🦆")
        parts.end()
        let second = parts.takeBytes()
        #expect(text(first) == "<a/>")

        let whole = XMLWriter()
        whole.start("all")
        whole.raw("\n")
        whole.raw(second)
        whole.raw(first)
        whole.end()
        #expect(text(whole.takeBytes()) == "<all>\n<b>Grüße 🦆</b><a/></all>")
        #expect(whole.takeBytes().isEmpty)
    }

    @Test func `a large text is written in full`() {
        let writer = XMLWriter()
        writer.start("a")
        writer.text(String(repeating: "0123456789", count: 100_000))
        writer.end()
        #expect(writer.takeBytes().count == 1_000_007)
    }

    @Test func `elements with attributes stand in one another and beside one another`() throws {
        let writer = XMLWriter()
        writer.start("suites")
        writer.attribute("name", "\" x=\"1")
        writer.start("suite")
        writer.attribute("first", "1 < 2")
        writer.attribute("second", "</suite>")
        writer.raw("\n  ")
        writer.start("case")
        writer.attribute("name", "one")
        writer.attribute("note", "a\nb\tc\u{1}")
        writer.end()
        writer.start("case")
        writer.start("failure")
        writer.attribute("message", "]]>")
        writer.text("]]> & more")
        writer.end()
        writer.end()
        writer.end()
        writer.end()
        let bytes = writer.takeBytes()
        #expect(
            text(bytes)
                == "<suites name=\"&quot; x=&quot;1\"><suite first=\"1 &lt; 2\" second=\"&lt;/suite&gt;\">\n  "
                + "<case name=\"one\" note=\"a&#10;b&#9;c#x01\"/><case><failure message=\"]]&gt;\">]]&gt; &amp; more"
                + "</failure></case></suite></suites>")
        _ = try XMLDocument(text(bytes))
    }

    @Test func `an element whose text is empty holds nothing`() {
        let writer = XMLWriter()
        writer.start("a")
        writer.text("")
        writer.end()
        #expect(text(writer.takeBytes()) == "<a/>")
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
