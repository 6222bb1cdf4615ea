import BatonXML
import Testing

struct XMLTextTests {
    @Test(arguments: [
        ("plain", "plain"),
        ("a\u{1}b", "a#x01b"),
        ("\u{0}\u{1B}[31m", "#x00#x1B[31m"),
        ("\u{FFFE}\u{FFFF}\u{FFFD}", "#xFFFE#xFFFF\u{FFFD}"),
        ("line\nbreak\ttab\r\n", "line\nbreak\ttab&#13;\n"),
        ("]]>", "]]&gt;"),
        ("Grüße 🦆 \u{FEFF}", "Grüße 🦆 \u{FEFF}"),
        ("", ""),
    ])
    func `content is escaped and what XML cannot hold is made visible`(_ text: String, _ expected: String) {
        #expect(XMLText.escaped(text, for: .content) == expected)
    }

    @Test func `line breaks of attributes survive a parser`() {
        #expect(XMLText.escaped("a\nb\tc\rd\"e'", for: .attribute) == "a&#10;b&#9;c&#13;d&quot;e'")
    }

    @Test func `every code point of the first planes gives well-formed XML`() throws {
        let schema = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"><xs:complexType>
            <xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="b" type="xs:string"/>
            </xs:extension></xs:simpleContent></xs:complexType></xs:element></xs:schema>
            """
        let validator = try XMLSchemaValidator(schema: Array(schema.utf8))
        var text = ""
        for value in UInt32(0)...0x1_0FFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            text.unicodeScalars.append(scalar)
        }
        let writer = XMLWriter()
        writer.start("a")
        writer.attribute("b", text)
        writer.text(text)
        writer.end()
        #expect(try validator.violations(in: writer.takeBytes()).isEmpty)
    }
}
