import Testing

@testable import BatonHTTP

@Suite struct CookieTests {
    static let now: Int64 = 1_700_000_000

    private func jar(_ header: String, from url: String) throws -> CookieJar {
        var jar = CookieJar()
        jar.receive(["Set-Cookie": header], from: try URLText.parse(url), now: Self.now)
        return jar
    }

    private func header(_ jar: CookieJar, _ url: String, later: Int64 = 0) throws -> String? {
        jar.header(for: try URLText.parse(url), now: Self.now + later)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var setting: String
        var from = "http://www.example.com/a/b"
        var url: String
        var sent: String?
        var testDescription: String { "\(setting) → \(url)" }
    }

    static let cases = [
        Case(setting: "sid=1", url: "http://www.example.com/a/c", sent: "sid=1"),
        Case(setting: "sid=1", url: "http://www.example.com/a", sent: "sid=1"),
        Case(setting: "sid=1", url: "http://www.example.com/", sent: nil),
        Case(setting: "sid=1", url: "http://www.example.com/ab", sent: nil),
        Case(setting: "sid=1; Path=/", url: "http://www.example.com/x", sent: "sid=1"),
        Case(setting: "sid=1; Path=/a/", url: "http://www.example.com/a/", sent: "sid=1"),
        Case(setting: "sid=1; Path=/a/", url: "http://www.example.com/a", sent: nil),
        Case(setting: "sid=1; Path=relative", url: "http://www.example.com/a/z", sent: "sid=1"),
        Case(setting: "sid=1; Path=/", url: "http://example.com/", sent: nil),
        Case(setting: "sid=1; Path=/", url: "http://sub.www.example.com/", sent: nil),
        Case(setting: "sid=1; Path=/", url: "http://www.example.com:81/", sent: "sid=1"),
        Case(setting: "sid=1; Path=/; Domain=example.com", url: "http://other.example.com/", sent: "sid=1"),
        Case(setting: "sid=1; Path=/; Domain=.Example.COM", url: "http://example.com/", sent: "sid=1"),
        Case(setting: "sid=1; Path=/; Domain=example.com", url: "http://notexample.com/", sent: nil),
        Case(setting: "sid=1; Path=/; Domain=com", url: "http://www.example.com/", sent: nil),
        Case(setting: "sid=1; Path=/; Domain=evil.com", url: "http://www.example.com/", sent: nil),
        Case(setting: "sid=1; Path=/; Domain=evil.com", url: "http://evil.com/", sent: nil),
        Case(setting: "sid=1; Path=/; Domain=sub.www.example.com", url: "http://sub.www.example.com/", sent: nil),
        Case(setting: "sid=1; Path=/; Domain=", url: "http://www.example.com/", sent: "sid=1"),
        Case(setting: "sid=1; Path=/; Domain=evil.com; Domain=example.com", url: "http://example.com/", sent: "sid=1"),
        Case(setting: "sid=1; Path=/; Domain=example.com; Domain=evil.com", url: "http://www.example.com/", sent: nil),
        Case(setting: "sid=1; Path=/; Domain=example.com; Domain=", url: "http://example.com/", sent: "sid=1"),
        Case(
            setting: "sid=1; Domain=localhost", from: "http://localhost/", url: "http://sub.localhost/", sent: "sid=1"),
        Case(
            setting: "sid=1; Domain=0.0.1; Path=/", from: "http://127.0.0.1/", url: "http://127.0.0.1/", sent: nil),
        Case(setting: "sid=1; Domain=127.0.0.1", from: "http://127.0.0.1/", url: "http://127.0.0.1/", sent: "sid=1"),
        Case(setting: "sid=1", from: "http://[::1]/", url: "http://[::1]/", sent: "sid=1"),
        Case(setting: "sid=1", from: "http://localhost/", url: "http://localhost:8080/", sent: "sid=1"),
        Case(setting: "sid=1; Secure", url: "http://www.example.com/a/b", sent: nil),
        Case(setting: "sid=1; Secure", url: "https://www.example.com/a/b", sent: nil),
        Case(
            setting: "sid=1; Secure", from: "https://www.example.com/a/b", url: "https://www.example.com/a/b",
            sent: "sid=1"),
        Case(
            setting: "sid=1; Secure", from: "https://www.example.com/a/b", url: "http://www.example.com/a/b", sent: nil),
        Case(setting: "sid=1; HttpOnly; SameSite=Strict", url: "http://www.example.com/a/b", sent: "sid=1"),
        Case(setting: "__Secure-a=1", from: "https://h.de/", url: "https://h.de/", sent: nil),
        Case(setting: "__Host-a=1; Secure; Path=/", from: "https://h.de/", url: "https://h.de/", sent: "__Host-a=1"),
        Case(
            setting: "__host-a=1; Secure; Path=/; Domain=h.de", from: "https://h.de/", url: "https://h.de/", sent: nil),
        Case(setting: "__Host-a=1; Secure; Path=/x", from: "https://h.de/x/y", url: "https://h.de/x/y", sent: nil),
        Case(setting: "  sid  =  a b  ; x", url: "http://www.example.com/a/b", sent: "sid=a b"),
        Case(setting: "sid=a=b", url: "http://www.example.com/a/b", sent: "sid=a=b"),
        Case(setting: "sid=\"q\"", url: "http://www.example.com/a/b", sent: "sid=\"q\""),
        Case(setting: "sid=", url: "http://www.example.com/a/b", sent: "sid="),
        Case(setting: "=1", url: "http://www.example.com/a/b", sent: nil),
        Case(setting: "novalue", url: "http://www.example.com/a/b", sent: nil),
        Case(setting: "sid=a\u{7}b", url: "http://www.example.com/a/b", sent: nil),
        Case(setting: "sid=1; Max-Age=0", url: "http://www.example.com/a/b", sent: nil),
        Case(setting: "sid=1; Max-Age=-9", url: "http://www.example.com/a/b", sent: nil),
        Case(setting: "sid=1; Max-Age=99999999999999999999999", url: "http://www.example.com/a/b", sent: "sid=1"),
        Case(setting: "sid=1; Max-Age=x", url: "http://www.example.com/a/b", sent: "sid=1"),
        Case(
            setting: "sid=1; Expires=Wed, 09 Jun 1999 10:18:14 GMT", url: "http://www.example.com/a/b", sent: nil),
        Case(
            setting: "sid=1; Expires=Wed, 09 Jun 2055 10:18:14 GMT", url: "http://www.example.com/a/b", sent: "sid=1"),
        Case(setting: "sid=1; Expires=Sunday, 06-Nov-94 08:49:37 GMT", url: "http://www.example.com/a/b", sent: nil),
        Case(setting: "sid=1; Expires=never", url: "http://www.example.com/a/b", sent: "sid=1"),
        Case(
            setting: "sid=1; Expires=Wed, 09 Jun 1999 10:18:14 GMT; Max-Age=60", url: "http://www.example.com/a/b",
            sent: "sid=1"),
    ]

    static let suffixCases = [
        Case(setting: "sid=1; Domain=co.uk", from: "http://shop.co.uk/", url: "http://shop.co.uk/", sent: nil),
        Case(setting: "sid=1; Domain=.CO.UK", from: "http://shop.co.uk/", url: "http://other.co.uk/", sent: nil),
        Case(setting: "sid=1; Domain=github.io", from: "http://a.github.io/", url: "http://b.github.io/", sent: nil),
        Case(setting: "sid=1; Domain=github.io", from: "http://github.io/", url: "http://github.io/", sent: "sid=1"),
        Case(setting: "sid=1; Domain=github.io", from: "http://github.io/", url: "http://a.github.io/", sent: nil),
        Case(setting: "sid=1; Domain=com", from: "http://com/", url: "http://www.com/", sent: nil),
        Case(setting: "sid=1; Domain=a.ck", from: "http://b.a.ck/", url: "http://c.a.ck/", sent: nil),
        Case(setting: "sid=1; Domain=www.ck", from: "http://b.www.ck/", url: "http://c.www.ck/", sent: "sid=1"),
        Case(
            setting: "sid=1; Domain=shop.co.uk", from: "http://a.shop.co.uk/", url: "http://shop.co.uk/", sent: "sid=1"),
        Case(setting: "sid=1; Domain=xn--p1ai", from: "http://xn--p1ai/", url: "http://a.xn--p1ai/", sent: nil),
    ]

    @Test(.enabled(if: PublicSuffixes.areKnown, "libcurl brought no libpsl along"), arguments: suffixCases)
    func `no server speaks for a public suffix, and one that is one for itself alone`(_ example: Case) throws {
        var jar = CookieJar()
        let from = try URLText.parse(example.from)
        jar.receive(["Set-Cookie": example.setting + "; Path=/"], from: from, now: 0)
        #expect(jar.header(for: try URLText.parse(example.url), now: 0) == example.sent)
    }

    @Test(arguments: cases) func `a cookie goes where RFC 6265 says`(_ example: Case) throws {
        #expect(try header(jar(example.setting, from: example.from), example.url) == example.sent)
    }

    @Test func `a cookie ends when its time is over`() throws {
        let jar = try jar("sid=1; Max-Age=60", from: "http://h/")
        #expect(try header(jar, "http://h/", later: 59) == "sid=1")
        #expect(try header(jar, "http://h/", later: 60) == nil)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777 as Int64?), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("1 Jan 1970 0:0:0", 0), ("29 Feb 2000 12:00:00", 951_825_600),
        ("Thu, 01 Jan 1601 00:00:00 GMT", -11_644_473_600), ("Sun, 06 Nov 1994", nil), ("06 Nov 1994 24:00:00", nil),
        ("32 Nov 1994 08:49:37", nil), ("31 Nov 1994 08:49:37", nil), ("29 Feb 1900 12:00:00", nil),
        ("30 Feb 2000 12:00:00", nil), ("06 Foo 1994 08:49:37", nil), ("", nil),
    ])
    func `dates are read in all forms that servers send`(_ text: String, _ seconds: Int64?) throws {
        let url = try URLText.parse("http://h/")
        #expect(Cookie.parse("a=b; Expires=\(text)", from: url, now: 0)?.expires == seconds)
    }

    @Test func `longer paths go first, then older cookies`() throws {
        var jar = CookieJar()
        let url = try URLText.parse("http://h/a/b/c")
        jar.receive(["Set-Cookie": "one=1; Path=/", "set-cookie": "two=2; Path=/a"], from: url, now: Self.now)
        jar.receive(["Set-Cookie": "three=3; Path=/", "set-cookie": "four=4; Path=/a/b"], from: url, now: Self.now)
        jar.receive(["Set-Cookie": "one=new; Path=/"], from: url, now: Self.now)
        #expect(jar.header(for: url, now: Self.now) == "four=4; two=2; one=new; three=3")
    }

    @Test func `a copy goes its own way`() throws {
        let first = try jar("sid=1", from: "http://h/")
        var second = first
        second.receive(["Set-Cookie": "sid=2"], from: try URLText.parse("http://h/"), now: Self.now)
        #expect(try header(first, "http://h/") == "sid=1")
        #expect(try header(second, "http://h/") == "sid=2")
    }

    @Test func `many servers cannot fill the jar without end`() throws {
        var jar = CookieJar()
        for number in 0..<CookieJar.limit + 100 {
            jar.receive(["Set-Cookie": "c=1"], from: try URLText.parse("http://h\(number)/"), now: Self.now)
        }
        #expect(jar.cookies.count == 3000)
        #expect(jar.cookies.first?.domain == "h100")
    }

    @Test func `a server cannot fill the jar without end`() throws {
        var jar = CookieJar()
        let url = try URLText.parse("http://h/")
        for number in 0..<1000 { jar.receive(["Set-Cookie": "c\(number)=1"], from: url, now: Self.now) }
        #expect(jar.cookies.count == CookieJar.limitPerDomain)
        #expect(jar.cookies.last?.name == "c999")
        jar.receive(["Set-Cookie": "big=\(String(repeating: "x", count: 5000))"], from: url, now: Self.now)
        #expect(jar.cookies.last?.name == "c999")
    }
}
