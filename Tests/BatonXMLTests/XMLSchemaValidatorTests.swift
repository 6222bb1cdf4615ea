import BatonXML
import Testing

struct XMLSchemaValidatorTests {
    private static let schema = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
          <xs:element name="a"><xs:complexType>
            <xs:attribute name="n" type="xs:integer" use="required"/>
          </xs:complexType></xs:element>
        </xs:schema>
        """

    @Test(arguments: [
        ("<a n='1'/>", []),
        ("<a/>", ["required"]),
        ("<a\n n='x'/>", ["xs:integer"]),
        ("<b/>", ["No matching global declaration"]),
    ])
    func `a document is measured by its schema`(_ document: String, _ words: [String]) throws {
        let validator = try XMLSchemaValidator(schema: Array(Self.schema.utf8))
        let violations = try validator.violations(in: Array(document.utf8))
        #expect(violations.isEmpty == words.isEmpty)
        for word in words { #expect(violations.contains { $0.message.contains(word) }) }
    }

    @Test func `what is not XML is an error with its line`() throws {
        let validator = try XMLSchemaValidator(schema: Array(Self.schema.utf8))
        let error = #expect(throws: XMLError.self) { try validator.violations(in: Array("<a>\n<b>".utf8)) }
        #expect(error?.line == 2)
        #expect(throws: XMLError.self) { try validator.violations(in: []) }
    }

    @Test func `what is no schema is an error`() {
        #expect(throws: XMLError.self) { try XMLSchemaValidator(schema: Array("<a/>".utf8)) }
    }

    @Test func `nothing is fetched from outside`() throws {
        let validator = try XMLSchemaValidator(schema: Array(Self.schema.utf8))
        let document = """
            <!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a n='1'>&x;</a>
            """
        let violations = try? validator.violations(in: Array(document.utf8))
        #expect(violations != [])
    }
}
