import Testing

@testable import BatonXML

/// What a server may send instead of a document: each ends soon, in a tree or in a sentence.
@Suite struct HostileDocumentTests {
    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    /// Entities each of which stands for ten of the one before.
    private static func bomb(of text: String, levels: Int) -> String {
        "<!DOCTYPE a [<!ENTITY e0 '\(text)'>"
            + (1...levels).map { "<!ENTITY e\($0) '\(repeated("&e\($0 - 1);", 10))'>" }.joined() + "]>"
    }

    static let refused: [(String, String, String)] = [
        ("nesting", repeated("<a>", 1_000), "elements stand inside each other deeper than 512"),
        ("nesting of HTML", "<html>" + repeated("<div>", 1_000), "elements stand inside each other deeper than 512"),
        (
            "attributes", "<a " + (0..<10_001).map { "a\($0)=''" }.joined(separator: " ") + "/>",
            "an element has more than 10000 attributes"
        ),
        (
            "attributes of HTML", "<html><a " + (0..<10_001).map { "a\($0)" }.joined(separator: " ") + ">",
            "an element has more than 10000 attributes"
        ),
        (
            "namespaces", "<a " + (0..<10_001).map { "xmlns:a\($0)='u'" }.joined(separator: " ") + "/>",
            "an element has more than 10000 attributes"
        ),
        ("a name", "<" + repeated("a", 1_001) + "/>", "a name is longer than 1000 bytes"),
        ("a namespace", "<a xmlns='" + repeated("a", 1_001) + "'/>", "a namespace is longer than 1000 bytes"),
        (
            "a bomb of entities", bomb(of: "aaaaaaaaaa", levels: 9) + "<a>&e9;</a>",
            "its entities stand for more than 10000000 bytes"
        ),
        (
            "a bomb in an attribute", bomb(of: "aaaaaaaaaa", levels: 9) + "<a b='&e9;'/>",
            "its entities stand for more than 10000000 bytes"
        ),
        (
            "a bomb of nothing", bomb(of: "", levels: 9) + "<a>&e9;</a>",
            "its entities stand for more than 10000000 bytes"
        ),
        (
            "a large entity, often",
            "<!DOCTYPE a [<!ENTITY e '" + repeated("x", 100_000) + "'>]><a>" + repeated("&e;", 101) + "</a>",
            "its entities stand for more than 10000000 bytes"
        ),
        (
            "a chain of entities",
            "<!DOCTYPE a [<!ENTITY e0 'x'>" + (1...50).map { "<!ENTITY e\($0) '&e\($0 - 1);'>" }.joined()
                + "]><a>&e50;</a>",
            "more than 40 entities stand within each other"
        ),
        (
            "an entity from a file", "<!DOCTYPE a [<!ENTITY a SYSTEM 'file:///etc/hostname'>]><a>&a;</a>",
            "the entity `&a;` stands in another file, and no document makes Baton read one"
        ),
    ]

    @Test(arguments: refused) func `too much of something is refused`(_ what: String, _ text: String, _ message: String)
    {
        let error = #expect(throws: XMLError.self) { try XMLDocument(text) }
        #expect(error?.message == message, "\(what)")
    }

    @Test(arguments: ["<a>", "<!DOCTYPE html><a>"])
    func `nodes and bytes are counted`(_ start: String) {
        #expect(XMLTree.Limits().nodes == 2_000_000 && XMLTree.Limits().bytes == 64_000_000)
        let nodes = #expect(throws: XMLError.self) {
            try XMLDocument(start + Self.repeated("<b x=''/>", 60) + "</a>", limits: XMLTree.Limits(nodes: 100))
        }
        #expect(nodes?.message == "it has more than 100 nodes")
        let bytes = #expect(throws: XMLError.self) {
            try XMLDocument(start + Self.repeated("x", 100) + "</a>", limits: XMLTree.Limits(bytes: 100))
        }
        #expect(bytes?.message == "it is larger than 100 bytes")
    }

    /// Each is what makes some reader look at the same bytes again and again.
    static let endured: [(String, String, String)] = [
        ("end tags of nothing", "<html>" + repeated("<div>", 500) + repeated("</x>", 5_000), "count(//div)"),
        (
            "end tags that are out of reach",
            "<html><x><table><td>" + repeated("<div>", 500) + repeated("</x>", 5_000), "count(//div)"
        ),
        ("comments in comments", "<html>" + repeated("<!--", 20_000), "500"),
        ("scripts that nearly end", "<html><script>" + repeated("</scrip", 20_000), "500"),
        ("signs of tags", "<html>" + repeated("<", 50_000), "500"),
        ("entities that are none", "<html>" + repeated("&aaaaaaaa;", 10_000), "500"),
        ("attributes of one name", "<html><p " + repeated("a ", 9_000) + ">", "500"),
        ("names", "<a>" + (0..<5_000).map { "<b\($0)/>" }.joined() + "</a>", "500"),
        ("external document type", "<!DOCTYPE a PUBLIC '-//x' 'http://127.0.0.1:9/a.dtd'><a/>", "500"),
    ]

    @Test(.timeLimit(.minutes(1)), arguments: endured)
    func `what would occupy a careless reader is read`(_ what: String, _ text: String, _ path: String) throws {
        #expect(try XPath.parse(path).evaluate(in: XMLDocument(text)) == .number(500), "\(what)")
    }
}
