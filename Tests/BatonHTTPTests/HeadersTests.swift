import Testing

@testable import BatonHTTP

@Suite struct HeadersTests {
    @Test func `names keep their letters and are compared without them`() {
        let headers: Headers = ["Content-TYPE": "text/plain", "x-A": "1", "X-a": "2"]
        #expect(headers["content-type"] == "text/plain")
        #expect(headers.values("X-A") == ["1", "2"])
        #expect(headers.map(\.name) == ["Content-TYPE", "x-A", "X-a"])
        #expect(headers["x-"] == nil)
        #expect(!headers.contains("content"))
    }

    @Test func `setting replaces the first and takes the others away`() {
        var headers: Headers = ["A": "1", "B": "2", "a": "3"]
        headers.set("a", "4")
        #expect(headers == ["a": "4", "B": "2"])
        headers.set("C", "5")
        #expect(headers == ["a": "4", "B": "2", "C": "5"])
        headers.remove("b")
        #expect(headers == ["a": "4", "C": "5"])
    }

    @Test func `several lines of one name are one value`() {
        let headers: Headers = ["DAV": "1, 2", "X": "y", "dav": "", "Dav": "<http://a.test/>"]
        #expect(headers["dav"] == "1, 2, , <http://a.test/>")
        #expect(headers.values("dav") == ["1, 2", "", "<http://a.test/>"])
        #expect(headers.first("dav") == "1, 2")
        #expect(headers["x"] == "y")
    }

    @Test func `lines of Set-Cookie stay lines, and those of Cookie are joined as cookies are`() {
        let headers: Headers = ["Set-Cookie": "a=1; Path=/", "set-cookie": "b=2", "Cookie": "c=3", "cookie": "d=4"]
        #expect(headers["set-cookie"] == "a=1; Path=/\nb=2")
        #expect(headers["cookie"] == "c=3; d=4")
    }

    @Test func `a field with an empty value is a field`() {
        let headers: Headers = ["A": "", "B": "x"]
        #expect(headers["A"] == "")
        #expect(headers.count == 2)
        #expect(headers.block == Array("A: \0B: x\0".utf8))
    }
}

/// Values of headers that are no UTF-8.
@Suite struct HeaderOctetsTests {
    private static func headers(_ name: String, _ octets: [UInt8]) -> Headers {
        var headers = Headers()
        headers.append(name, octets: octets)
        return headers
    }

    @Test(arguments: Array(UInt8(0x80)...0xFF))
    func `an octet that is no UTF-8 is a character of Latin-1, and goes back as it came`(_ octet: UInt8) throws {
        let value = Array("a=b".utf8) + [octet]
        let headers = Self.headers("Set-Cookie", value)
        let text = "a=b" + String(Character(Unicode.Scalar(octet)))
        #expect(headers["set-cookie"] == text)
        #expect(headers.values("set-cookie") == [text])
        #expect(headers.first?.value == text)

        let url = try URLText.parse("http://h/")
        var jar = CookieJar()
        jar.receive(headers, from: url, now: 0)
        var sent = Headers()
        jar.add(to: &sent, for: url, now: 1)
        #expect(sent.octets("cookie").map { Array($0) } == [value])
        sent = ["Cookie": "c=é"]
        jar.add(to: &sent, for: url, now: 1)
        #expect(sent.octets("cookie").map { Array($0) } == [Array("c=é; ".utf8) + value])
    }

    @Test(arguments: [
        ([0x2F, 0xE9], "/%E9"), ([0x2F, 0xC3, 0xA9], "/é"), ([0x2F, 0xC3, 0x28, 0xFF], "/%C3(%FF"), ([0x2F], "/"),
    ])
    func `an address keeps its octets`(_ octets: [UInt8], _ reference: String) {
        #expect(Self.headers("Location", octets).references("location") == [reference])
    }

    @Test func `a tag goes back as it came`() {
        let tag: [UInt8] = [0x22, 0xE9, 0x22]
        let stored = StoredHead(status: 200, headers: Self.headers("ETag", tag), requested: 0, received: 0)
        guard case .validate(let conditions) = StoredUse.of(stored, request: Headers(), now: 1) else {
            Issue.record("the server is not asked")
            return
        }
        var request = Headers()
        request.append(conditions)
        #expect(request.octets("if-none-match").map { Array($0) } == [tag])
    }
}

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

@Suite struct RetryAfterTests {
    @Test(
        arguments: [
            ("120", 120), ("0", 0), ("99999999999999999999", .max), ("Sun, 06 Nov 1994 08:49:37 GMT", 37),
            ("Sun, 06 Nov 1994 08:48:00 GMT", 0), ("", nil), ("-5", nil), ("soon", nil), ("1.5", nil),
        ] as [(String, Int64?)])
    func `a number of seconds, or a date`(_ text: String, _ seconds: Int64?) {
        var headers = Headers()
        headers.append("Retry-After", text)
        #expect(RetryAfter.seconds(headers, now: 784_111_740) == seconds)
    }

    @Test func `a response without the header says nothing`() {
        #expect(RetryAfter.seconds(Headers(), now: 0) == nil)
    }
}
