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
    func `the first link with the relation, whatever else stands there`(_ value: String, _ target: String?) {
        var headers = Headers()
        headers.append("Link", value)
        #expect(LinkHeader.target("next", in: headers) == target)
    }

    @Test func `links may be spread over several headers`() {
        var headers = Headers()
        headers.append("Link", "<a>; rel=prev")
        headers.append("link", "<b>; rel=next")
        #expect(LinkHeader.target("next", in: headers) == "b")
    }
}
