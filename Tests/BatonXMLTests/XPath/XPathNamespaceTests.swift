import Testing

@testable import BatonXML

/// Prefixes whose meaning is given with the query.
@Suite struct XPathNamespaceTests {
    private static let document = """
        <p:a xmlns:p="urn:one" xmlns="urn:two" xmlns:q="urn:three">
          <p:b q:x="1">in one</p:b><b>in two</b><q:b xmlns:q="urn:one">in one, too</q:b>
        </p:a>
        """

    @Test(arguments: [
        ("//one:b", ["in one", "in one, too"]), ("//two:b", ["in two"]), ("//one:*/@three:*", ["1"]),
        ("//_:b", ["in two"]), ("//b", []), ("//one:b[@three:x]", ["in one"]), ("//p:b", ["in two"]),
    ])
    func `a prefix means what is given, whatever the document calls it`(_ path: String, _ texts: [String]) throws {
        let namespaces = ["one": "urn:one", "two": "urn:two", "three": "urn:three", "p": "urn:two"]
        let found = try XPath.parse(path, namespaces: namespaces).evaluate(in: try XMLDocument(Self.document))
        #expect(found == .texts(texts))
    }

    @Test(arguments: [
        ("//on:b", 2..<4, "`namespaces` has no prefix `on`; did you mean `one`?"),
        ("//one:b/@other:*", 9..<14, "`namespaces` has no prefix `other`; it has `one`, `two`"),
    ])
    func `a namespace prefix that is not declared is a mistake of the query`(
        _ path: String, _ range: Range<Int>, _ message: String
    ) {
        #expect(throws: XPathError(message: message, range: range)) {
            try XPath.parse(path, namespaces: ["one": "urn:one", "two": "urn:two"])
        }
    }

    @Test func `a namespace that the document does not have finds nothing`() throws {
        let path = try XPath.parse("//z:b", namespaces: ["z": "urn:z"])
        #expect(try path.evaluate(in: try XMLDocument(Self.document)) == .texts([]))
        #expect(try path.evaluate(in: try XMLDocument("<html><b>x</b></html>")) == .texts([]))
    }
}
