import Testing

@testable import BatonHTTP

@Suite struct LinkHeaderTests {
    @Test(
        arguments: [
            (#"</items?page=2>; rel="next""#, "/items?page=2"),
            (#"<a>; rel=prev, <b>; rel=next"#, "b"),
            (#"<a,b;c>; title="x, <y>; rel=next"; rel="first next""#, "a,b;c"),
            (#"<a>;rel="NEXT""#, "a"), (#" , ,<a> ; REL = next "#, "a"),
            (#"<a>; rel="prev"; rel="next""#, nil), (#"<a>; rel="nextish""#, nil), (#"<a>"#, nil), ("", nil),
            (#"a; rel=next"#, nil), (#"<a; rel=next"#, nil), (#"<a>; title="\"; rel=next"; rel=prev"#, nil),
            (#"<>; rel=next"#, ""), (#"<a>; rel="next"#, "a"),
        ] as [(String, String?)])
    func `the first link with the relation, whatever else stands there`(_ value: String, _ target: String?) throws {
        #expect(LinkHeader.target("next", of: try response(value)) == target)
    }

    @Test(
        arguments: [
            ("", "b"), ("anchor=\"#part\"", nil), ("anchor=\"/other\"", nil),
            ("anchor=\"http://other/items?q=1\"", nil),
            ("anchor=\"\"", "b"), ("anchor=\"http://h/items?q=1\"", "b"), ("anchor=\"?q=1\"; anchor=\"/other\"", "b"),
            ("ANCHOR=/other", nil),
        ] as [(String, String?)])
    func `a link with another anchor is none of the response`(_ anchor: String, _ target: String?) throws {
        #expect(LinkHeader.target("next", of: try response("<b>; rel=next; \(anchor)")) == target)
    }

    @Test func `links may be spread over several headers`() throws {
        #expect(LinkHeader.target("next", of: try response("<a>; rel=prev", "<b>; rel=next")) == "b")
    }

    private func response(_ values: String...) throws -> Response {
        Response(
            status: 200, httpVersion: .http11, headers: Headers(values.map { Headers.Field("Link", $0) }),
            url: try URLText.parse("http://h/items?q=1"))
    }
}
