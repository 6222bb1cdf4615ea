import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// `expect: { xml_schema: … }`: responses that do not fit, and schemas that are none, as users meet them.
@Suite struct XMLSchemaTests {
    private static let order = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
          <xs:include schemaLocation="parts/price.xsd"/>
          <xs:element name="order">
            <xs:complexType>
              <xs:sequence>
                <xs:element name="id" type="xs:integer"/>
                <xs:element name="price" type="price" maxOccurs="unbounded"/>
              </xs:sequence>
            </xs:complexType>
          </xs:element>
        </xs:schema>

        """
    private static let price = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
          <xs:simpleType name="price"><xs:restriction base="xs:decimal"><xs:minInclusive value="0"/></xs:restriction></xs:simpleType>
        </xs:schema>

        """

    private static func shop(
        _ body: String, type: String = "application/xml", order: String = order, price: String? = price
    ) throws -> Recording {
        let recording = try Recording { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        try recording.folder.write("schemas/order.xsd", order)
        if let price { try recording.folder.write("schemas/parts/price.xsd", price) }
        return recording
    }

    private static let workflow = "steps:\n  - get: /x\n    expect:\n      xml_schema: schemas/order.xsd\n"

    @Test(arguments: [
        "<order><id>1</id><price>2.50</price></order>",
        // A schema that the response names itself is not read.
        """
        <order xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://127.0.0.1:1/x.xsd">
        <id>1</id><price>2</price></order>
        """,
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><order><id>1</id><price>2.50</price></order>",
    ])
    func `a document that fits passes`(_ body: String) async throws {
        let result = try await Self.shop(body).run(Self.workflow)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `each violation is told with its line in the body`() async throws {
        let recording = try Self.shop("<order>\n  <id>x</id>\n  <price>-1</price>\n  <more/>\n</order>\n")
        let result = try await recording.run(Self.workflow, "--junit", "j.xml")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(
                "xml_schema: line 2: Element 'id': 'x' is not a valid value of the atomic type 'xs:integer'."
            ),
            "\(result.everything)")
        #expect(result.output.contains("line 3: Element 'price':"), "\(result.everything)")
        #expect(result.output.contains("line 4: Element 'more': This element is not expected."), "\(result.everything)")
        #expect(try recording.folder.read("j.xml").contains("line 4: Element"))
    }

    @Test func `what is no XML fails with that, and what is too large too`() async throws {
        let result = try await Self.shop("<order>").run(Self.workflow)
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("xml_schema: the body cannot be read as XML: line 1: "), "\(result.everything)")
        #expect(result.output.contains("[response.not_xml]"))
        let empty = try await Self.shop("").run(Self.workflow)
        #expect(empty.output.contains("xml_schema: the body is empty [response.not_xml]"), "\(empty.everything)")
        let large = try await Self.shop("<order>" + String(repeating: " ", count: 16_000_000) + "</order>")
            .run(Self.workflow)
        #expect(large.output.contains("at most 16 MB are held against a schema"), "\(large.everything)")
    }

    @Test func `a server cannot occupy the schema with attributes`() async throws {
        for name in ["a", "xmlns:a"] {
            let attributes = (0..<300).map { " \(name)\($0)=\"1\"" }.joined()
            let result = try await Self.shop("<order\(attributes)/>").run(Self.workflow)
            #expect(
                result.output.contains(
                    "an element of the body has 300 attributes, and at most 256 are held against a schema"),
                "\(result.everything)")
        }
    }

    @Test func `a page in HTML is no XML`() async throws {
        let result = try await Self.shop("<html></html>", type: "text/html").run(Self.workflow)
        let page =
            "xml_schema: the body is HTML (Content-Type text/html), perhaps a page that tells of an error or asks to log in"
        #expect(result.output.contains("\(page) [response.not_xml]"), "\(result.everything)")
        let wrong = try await Self.shop("<html><br></html>", type: "application/xml; charset=utf-8").run(Self.workflow)
        #expect(
            wrong.output.contains(
                "xml_schema: the body is HTML (Content-Type application/xml), perhaps a page that tells of an error or asks to log in: line 1: "
            ),
            "\(wrong.everything)")
    }

    @Test func `entities of a response are bounded, and load nothing`() async throws {
        let bomb = """
            <!DOCTYPE order [ <!ENTITY a "aaaaaaaaaaaaaaaaaaaa"> <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"> <!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">
            <!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"> <!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;">
            <!ENTITY g "&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;"> <!ENTITY h "&g;&g;&g;&g;&g;&g;&g;&g;&g;&g;"> ]>
            <order><id>&h;</id></order>
            """
        let result = try await Self.shop(bomb).run(Self.workflow)
        #expect(result.output.contains("[response.not_xml]"), "\(result.everything)")
        let outside = "<!DOCTYPE order [ <!ENTITY a SYSTEM \"/etc/hostname\"> ]><order><id>&a;</id></order>"
        #expect(try await Self.shop(outside).run(Self.workflow).exitCode == 1)
    }

    // MARK: - Mistakes in schemas

    private func check(_ recording: Recording, _ workflow: String = workflow) async throws -> String {
        try recording.folder.write("w.yaml", workflow)
        let result = try await Baton(folder: recording.folder)("check", "w.yaml")
        #expect(result.exitCode == 2)
        return result.everything
    }

    @Test func `a schema with a URL is an error, at its place, before anything runs`() async throws {
        let order = Self.order.replacing("parts/price.xsd", with: "http://127.0.0.1:1/price.xsd")
        let text = try await check(Self.shop("", order: order))
        #expect(
            text.contains(
                "`http://127.0.0.1:1/price.xsd` is no file, and nothing is fetched to check a response [schema.unknown-reference]"
            ), "\(text)")
        #expect(text.contains("schemas/order.xsd:2:31"), "\(text)")
        #expect(
            text.contains(
                "name a file for it in baton.yaml: `schemas: { \"http://127.0.0.1:1/price.xsd\": schemas/price.xsd }`"),
            "\(text)")
        #expect(text.contains("used here") && text.contains("w.yaml:4:19"), "\(text)")
    }

    @Test func `a URL that baton.yaml maps to a file is that file`() async throws {
        let order = Self.order.replacing("parts/price.xsd", with: "http://example.com/xsd/price.xsd")
        let recording = try Self.shop("<order><id>1</id><price>2</price></order>", order: order)
        try recording.folder.write("baton.yaml", "schemas: { http://example.com/xsd/: schemas/parts/ }\n")
        let result = try await recording.run(Self.workflow, "--no-history")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test(arguments: [
        ("parts/none.xsd", "does not exist"), ("../../../../../../../../etc/hostname", "outside the file root"),
        ("file:///etc/hostname", "outside the file root"),
    ])
    func `a schema includes only files of the project`(_ path: String, _ words: String) async throws {
        let text = try await check(Self.shop("", order: Self.order.replacing("parts/price.xsd", with: path)))
        #expect(text.contains(words) && text.contains("[schema.unknown-reference]"), "\(text)")
        #expect(text.contains("schemas/order.xsd:2:31"), "\(text)")
    }

    @Test func `what is no schema is told with its line`() async throws {
        let wrong = Self.order.replacing("type=\"xs:integer\"", with: "type=\"xs:intger\"")
        let text = try await check(Self.shop("", order: wrong))
        #expect(text.contains("this is no XML Schema: ") && text.contains("[schema.invalid]"), "\(text)")
        #expect(text.contains("schemas/order.xsd:6:"), "\(text)")
        let inner = Self.price.replacing("xs:decimal", with: "xs:decmal")
        let other = try await check(Self.shop("", price: inner))
        #expect(other.contains("schemas/parts/price.xsd:2:"), "\(other)")
        let none = try await check(Self.shop("", order: "<a>"))
        #expect(none.contains("this is no XML Schema: "), "\(none)")
    }

    @Test func `mistakes in the key are errors of the file`() async throws {
        let recording = try Self.shop("")
        #expect(
            try await check(recording, Self.workflow.replacing("order.xsd", with: "none.xsd"))
                .contains("`schemas/none.xsd` does not exist [file.unreadable]"))
        #expect(
            try await check(recording, Self.workflow.replacing("order.xsd", with: "$(run.id).xsd"))
                .contains("the file of an XML Schema must be known before the file runs [workflow.computed]"))
        #expect(
            try await check(
                recording, "steps:\n  - get: /x\n    save: a.xml\n    expect: { xml_schema: schemas/order.xsd }\n"
            ).contains("`xml_schema` needs the body, which `save` streams into a file"))
    }
}
