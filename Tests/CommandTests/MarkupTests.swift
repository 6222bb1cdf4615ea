import CommandCalls
import ProjectFolders
import Testing

/// HTML and XML as servers send them.
@Suite struct MarkupTests {
    private static func run(_ type: String?, _ body: String, _ expect: String) async throws -> Baton.Result {
        let recording = try Recording { _ in
            let type = type.map { "Content-Type: \($0)\r\n" } ?? ""
            return "HTTP/1.1 200 OK\r\n\(type)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        return try await recording.step("get: /x\nexpect: { xpath: { \(expect) } }")
    }

    private static let xhtml = """
        <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd">
        <html xmlns="http://www.w3.org/1999/xhtml"><body><a href="/a">a</a><br /></body></html>
        """

    @Test(arguments: [
        (Optional("text/html"), Self.xhtml, "count(//a): 1"),
        ("Text/HTML; charset=utf-8", "<form><input name=a></form>", "//input/@name: a"),
        ("text/html", "<body><p>one<p>two", "\"//p\": [one, two]"),
        ("application/xhtml+xml", Self.xhtml, "count(//_:a): 1"),
        ("application/xhtml+xml", Self.xhtml, "\"count(//*[local-name() = 'a'])\": 1"),
        ("text/xml", "<html><A/></html>", "count(//A): 1"), ("application/rss+xml", "<rss><A/></rss>", "count(//A): 1"),
        (nil, "<!DOCTYPE html><p>one<p>two", "count(//p): 2"), (nil, "<html><A/></html>", "count(//a): 1"),
        (nil, "<r><A/></r>", "count(//A): 1"), ("text/plain", "<r><A/></r>", "count(//A): 1"),
    ])
    func `the Content-Type decides whether a body is HTML or XML, and without one its beginning`(
        _ type: String?, _ body: String, _ expect: String
    ) async throws {
        let result = try await Self.run(type, body, expect)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a link that is on a page of XHTML is not missing`() async throws {
        let result = try await Self.run("text/html", Self.xhtml, "//a: { exists: false }")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("[check.failed]"), "\(result.output)")
    }

    @Test(arguments: ["application/xml", "application/xhtml+xml"])
    func `HTML under a type of XML is no XML`(_ type: String) async throws {
        let result = try await Self.run(type, "<!DOCTYPE html><p>a<br></p>", "//b: { exists: false }")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(
                "what is served as `text/html`, or begins with `<!DOCTYPE html>` or `<html`, is read as HTML"),
            "\(result.output)")
        #expect(result.output.contains("[response.not_xml]"))
    }

    private static let prefixed = #"<d:multistatus xmlns:d="DAV:"><d:response>a</d:response></d:multistatus>"#
    private static let unprefixed = #"<multistatus xmlns="DAV:"><response>a</response></multistatus>"#

    @Test(arguments: [
        (Self.prefixed, "//d:response: a", " for `d:response`: XML needs a type such as `application/xml`"),
        (Self.prefixed, "//d:response: { exists: false }", " for `d:response`: XML needs a type such as"),
        (Self.unprefixed, "//_:response: a", ": write `response` instead of `_:response`"),
        (Self.unprefixed, "count(//_:response): 0", ": write `response` instead of `_:response`"),
    ])
    func `XML that is served as HTML says why it has no namespaces`(
        _ body: String, _ expect: String, _ advice: String
    ) async throws {
        let result = try await Self.run("text/html", body, expect)
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(
                "the body was read as HTML, as its Content-Type says, and so has no namespaces" + advice),
            "\(result.output)")
    }

    @Test func `a name with capital letters cannot be in HTML`() async throws {
        for check in ["//UL: { exists: false }", "count(//SCRIPT): 0", "boolean(not(//Script)): true"] {
            let result = try await Self.run("text/html", "<script></script><ul><li>a</ul>", check)
            #expect(result.exitCode == 1)
            #expect(
                result.output.contains(
                    "names are in lower case in HTML, and the body was read as HTML, as its Content-Type says: write `"),
                "\(result.output)")
        }
    }
}
