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
        #expect(!writer.hasFailed)
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

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
