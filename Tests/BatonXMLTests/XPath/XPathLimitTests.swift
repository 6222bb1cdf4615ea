import Testing

@testable import BatonXML

/// What a query may ask for, and what a document may make of it.
@Suite struct XPathLimitTests {
    private static let tooMuch = XPathEvaluationError(message: "it is too much work on this document")

    @Test(arguments: [("(", ")"), ("a[", "]"), ("not(", ")"), ("-(", ")")])
    func `parentheses, predicates and calls stand inside each other 64 times at most`(_ open: String, _ close: String) {
        func path(_ depth: Int) -> String {
            String(repeating: open, count: depth) + "a" + String(repeating: close, count: depth)
        }
        #expect(throws: Never.self) { try XPath.parse(path(64)) }
        for depth in [65, 1_000] {
            let error = #expect(throws: XPathError.self) { try XPath.parse(path(depth)) }
            #expect(error?.message == "it is nested too deeply")
        }
    }

    @Test(arguments: ["/a", "//a", "[1]", "|a", "=1", "+1", "-1", " or 1", " and 1", "/..", "/@a"])
    func `queries of ten thousand bytes are read and answered`(_ part: String) throws {
        let text = "a" + String(repeating: part, count: 9_990 / part.utf8.count)
        let document = try XMLDocument("<a a='1'><a/><a><a/></a></a>")
        #expect(throws: Never.self) { try XPath.parse(text).evaluate(in: document) }
        let error = #expect(throws: XPathError.self) { try XPath.parse(text + "          ") }
        #expect(error?.message == "it is longer than 10000 bytes")
    }

    static let wide = "<a>" + String(repeating: "<b/>", count: 500) + "</a>"

    @Test(arguments: [
        "count(//b[count(//b[count(//b) > 0]) > 0])", "//b[//b]", "//*/following::*/following::*",
        "//b/preceding-sibling::b", "//b/following-sibling::b", "//b[../b[last()] = .]",
        "//b[position() = count(../b)]",
    ])
    func `a query that multiplies its work is given up`(_ path: String) throws {
        let path = try XPath.parse(path)
        let document = try XMLDocument(Self.wide)
        #expect(throws: Self.tooMuch) { try path.evaluate(in: document, workLimit: 200_000) }
    }

    @Test(arguments: [
        "//b = //b/@x", "//b != //b", "//b < //b", "//b | //b", "//*//*//*", "//b[1]/following::b",
        "//b/ancestor-or-self::*/descendant::*",
    ])
    func `sets are compared and joined in time that grows as they do`(_ path: String) throws {
        #expect(throws: Never.self) {
            try XPath.parse(path).evaluate(in: XMLDocument(Self.wide), workLimit: 100_000)
        }
    }

    @Test func `a search in a text takes time that grows as both do`() throws {
        let whole = String(repeating: "a", count: 10_000)
        let part = String(repeating: "a", count: 5_000) + "b"
        let document = try XMLDocument("<x><w>\(whole)</w><p>\(part)</p></x>")
        let path = try XPath.parse("contains(//w, //p)")
        #expect(try path.evaluate(in: document, workLimit: 40_000) == .boolean(false))
    }

    @Test(arguments: [
        "concat(/,/,/,/,/,/,/,/)", "string-length(concat(/,/,/,/,/,/,/,/))", "//*", "count(//*[. = //a])",
        "//*[contains(., 'y')]", "//*[string-length() > 1]", "//*[normalize-space() = 'y']", "//*[. > 1]",
        "//*[translate(., 'x', 'y') = '']", "//*[substring(., 2) = '']", "//*[starts-with(., /)]",
    ])
    func `texts that are made or looked at cost work`(_ path: String) throws {
        let path = try XPath.parse(path)
        let text = String(repeating: "x", count: 10_000)
        let document = try XMLDocument(
            String(repeating: "<a>", count: 100) + text + String(repeating: "</a>", count: 100) + "")
        #expect(throws: Self.tooMuch) { try path.evaluate(in: document, workLimit: 30_000) }
    }

    @Test func `namespaces, names and languages cost work`() throws {
        let long = String(repeating: "n", count: 990)
        let elements = String(repeating: "<b/>", count: 1_000)
        let document = try XMLDocument("<a xmlns='\(long)' xml:lang='\(long)' xmlns:s='u'>\(elements)</a>")
        for path in ["//*[namespace-uri() = 'x']", "//*[lang('n')]"] {
            let path = try XPath.parse(path)
            #expect(throws: Self.tooMuch) { try path.evaluate(in: document, workLimit: 200_000) }
        }
    }
}
