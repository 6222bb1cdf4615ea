import Testing

@testable import BatonHTTP

@Suite struct URLTextTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var written: String
        var sent: String
        var testDescription: String { written }
    }

    static let encoded = [
        Case(written: "http://example.com", sent: "http://example.com/"),
        Case(written: "HTTP://EXAMPLE.com/A", sent: "http://example.com/A"),
        Case(written: "http://example.com?a=b", sent: "http://example.com/?a=b"),
        Case(written: "http://h/a b", sent: "http://h/a%20b"),
        Case(written: "http://h/ü?ö=ä", sent: "http://h/%C3%BC?%C3%B6=%C3%A4"),
        Case(written: "http://h/a%20b%2Fc", sent: "http://h/a%20b%2Fc"),
        Case(written: "http://h/100%", sent: "http://h/100%25"),
        Case(written: "http://h/%zz", sent: "http://h/%25zz"),
        Case(written: "http://h/{a}|\\^`\"<>", sent: "http://h/%7Ba%7D%7C%5C%5E%60%22%3C%3E"),
        Case(written: "http://h/?filter[x]=1", sent: "http://h/?filter%5Bx%5D=1"),
        Case(written: "http://h/a\nb\u{0}", sent: "http://h/a%0Ab%00"),
        Case(written: "http://h/a/../b/./c", sent: "http://h/a/../b/./c"),
        Case(written: "http://h:/x", sent: "http://h/x"),
        Case(written: "http://h:8080/x", sent: "http://h:8080/x"),
        Case(written: "http://h/a#part", sent: "http://h/a"),
        Case(written: "http://h/?a=1&b=/?:@", sent: "http://h/?a=1&b=/?:@"),
        Case(written: "http://user:p%40ss@h/", sent: "http://user:p%40ss@h/"),
        Case(written: "http://a@b:c d@h/", sent: "http://a%40b:c%20d@h/"),
        Case(written: "http://[::1]:8080/a", sent: "http://[::1]:8080/a"),
        Case(written: "http://[2001:DB8::A]/", sent: "http://[2001:db8::a]/"),
        Case(written: "http://[fe80::1%25eth0]/", sent: "http://[fe80::1%25eth0]/"),
        Case(written: "http://münchen.de/", sent: "http://xn--mnchen-3ya.de/"),
        Case(written: "http://MÜNCHEN.de:81/ü", sent: "http://xn--mnchen-3ya.de:81/%C3%BC"),
        Case(written: "http://api.bücher.example/", sent: "http://api.xn--bcher-kva.example/"),
        Case(written: "http://straße.de/", sent: "http://xn--strae-oqa.de/"),
        Case(written: "http://例え.テスト/", sent: "http://xn--r8jz45g.xn--zckzah/"),
        Case(written: "http://उदाहरण.परीक्षा/", sent: "http://xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g/"),
        Case(written: "http://παράδειγμα.δοκιμή/", sent: "http://xn--hxajbheg2az3al.xn--jxalpdlp/"),
        Case(written: "http://xn--mnchen-3ya.de/", sent: "http://xn--mnchen-3ya.de/"),
    ]

    @Test(arguments: encoded) func `what a URL cannot hold is percent-encoded, existing escapes stay`(_ example: Case)
        throws
    {
        #expect(try URLText.parse(example.written).text == example.sent)
    }

    @Test(arguments: encoded) func `a URL that was made fit stays as it is`(_ example: Case) throws {
        let once = try URLText.parse(example.written)
        let twice = try URLText.parse(once.text)
        #expect(twice.text == once.text)
        #expect(twice.host == once.host)
        #expect(twice.path == once.path)
        #expect(twice.query == once.query)
    }

    @Test func `the parts are where they belong`() throws {
        let url = try URLText.parse("HTTPS://Ada:secret@Example.COM:8443/a/b?x=1&y#end")
        #expect(url.scheme == "https")
        #expect(url.isSecure)
        #expect(url.userInfo == "Ada:secret")
        #expect(url.host == "example.com")
        #expect(url.port == 8443)
        #expect(url.path == "/a/b")
        #expect(url.query == "x=1&y")
        #expect(url.fragment == "end")
        #expect(url.origin == Origin(scheme: "https", host: "example.com", port: 8443))
        #expect(url.withoutUserInfo.text == "https://example.com:8443/a/b?x=1&y")
        #expect(url.withoutUserInfo.path == "/a/b")
        #expect(url.withoutUserInfo.hostAndPort == "example.com:8443")
    }

    @Test(arguments: [
        ("http://u:p#secret@h", "http://u:***@h"), ("http://u:12?secret@h/x", "http://u:***@h/x"),
        ("http://u:a/b@h", "http://u:***@h"), ("http://u:p@h", "http://u:***@h"), ("http://h/a?mail=a@b", nil),
        ("h:80/x@y", nil), ("", nil), ("@://:", nil), ("http://u@h:x", nil),
    ])
    func `a text that is no URL is shown without what may be its password`(_ text: String, _ shown: String?) {
        #expect(UserInfo.hidden(inInvalid: text) == shown ?? text)
    }

    @Test func `an empty query and no query are different`() throws {
        #expect(try URLText.parse("http://h/a?").query == "")
        #expect(try URLText.parse("http://h/a").query == nil)
    }

    @Test(arguments: [("http://h/", 80), ("https://h/", 443), ("https://h:80/", 80)])
    func `the port is the written one, else the scheme's`(_ text: String, _ port: Int) throws {
        #expect(try URLText.parse(text).port == port)
    }

    static let refused = [
        ("", "does not start with http:// or https://"),
        ("/path", "does not start with http:// or https://"),
        ("example.com/path", "does not start with http:// or https://"),
        ("http:/h", "does not start with http:// or https://"),
        ("file:///etc/passwd", "has the scheme `file`; only http and https are sent"),
        ("ftp://h/", "has the scheme `ftp`; only http and https are sent"),
        ("javascript:alert(1)", "has the scheme `javascript`; only http and https are sent"),
        ("http://", "has no host"),
        ("http:///path", "has no host"),
        ("http://user@/", "has no host"),
        ("http://:80/", "has no host"),
        ("http://a b/", "has a space in its host"),
        ("http://a\nb/", "has a control character in its host"),
        ("http://a\\b/", "has `\\` in its host"),
        ("http://h:0/", "has a port outside 1…65535"),
        ("http://h:65536/", "has a port outside 1…65535"),
        ("http://h:99999999999999999999/", "has a port outside 1…65535"),
        ("http://h:80a/", "has a port that is not a number"),
        ("http://[::1/", "has a `[` in its host without `]`"),
        ("http://[]/", "has no address between `[` and `]`"),
        ("http://[zz]/", "has no IPv6 address between `[` and `]`"),
        ("http://[1.2.3.4]/", "has no IPv6 address between `[` and `]`"),
        ("http://[::1%eth0]/", "has no IPv6 address between `[` and `]`"),
        ("http://h%2eexample/", "has `%` in its host"),
        ("http://☃.net/", "has `☃` in its host, which is no letter of a host name; write it in punycode"),
        ("http://ｅxample.net/", "has `ｅ` in its host, which is no letter of a host name; write it in punycode"),
        (
            "http://mu\u{308}nchen.de/",
            "has `\u{308}` in its host, which is no letter of a host name; write it in punycode"
        ),
        ("http://ü@ö c/", "has ` ` in its host, which is no letter of a host name; write it in punycode"),
        ("http://\(String(repeating: "ü", count: 60)).de/", "has a part in its host that is longer than 63 characters"),
        ("http://[::1]x/", "has characters between its host and the path"),
    ]

    @Test(arguments: refused) func `what cannot be sent is refused in words`(_ text: String, _ message: String) {
        #expect(throws: URLTextError.self) { try URLText.parse(text) }
        do {
            _ = try URLText.parse(text)
        } catch let error {
            #expect(error.message == message)
            #expect(error.range.upperBound <= text.utf8.count)
        }
    }

    /// RFC 3986 section 5.4, against http://a/b/c/d;p?q.
    static let references = [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("https://other:1/x", "https://other:1/x"), ("HTTP://b/../c", "http://b/c"),
    ]

    @Test(arguments: references) func `a reference is resolved as RFC 3986 shows`(_ reference: String, _ target: String)
        throws
    {
        let base = try URLText.parse("http://a/b/c/d;p?q")
        #expect(try base.resolving(reference).description == target)
    }

    @Test(arguments: ["file:///etc/passwd", "mailto:a@b", "http:g", "//"])
    func `a reference to nowhere is refused`(_ reference: String) throws {
        let base = try URLText.parse("http://a/b")
        #expect(throws: URLTextError.self) { try base.resolving(reference) }
    }

    @Test func `parameters are added behind those already there`() throws {
        let plain = try URLText.parse("http://h/a#f")
        #expect(
            try plain.appending(query: [("q", "a b&c=d+é/?"), ("q", "2")]).description
                == "http://h/a?q=a%20b%26c%3Dd%2B%C3%A9%2F%3F&q=2#f")
        #expect(try URLText.parse("http://h/?x=1").appending(query: [("y", "")]).text == "http://h/?x=1&y=")
        #expect(try URLText.parse("http://h/?").appending(query: [("y", "%41")]).text == "http://h/?y=%2541")
        #expect(try plain.appending(query: []).description == "http://h/a#f")
    }

    @Test func `a long URL takes time in proportion to its length`() throws {
        let url = try URLText.parse("http://h/" + String(repeating: "a/../", count: 100_000))
        #expect(url.path.utf8.count == 500_001)
        #expect(throws: URLTextError.self) { try URLText.parse("http://h/" + String(repeating: " ", count: 1 << 20)) }
    }
}

/// The URL of a request as it is sent.
@Suite struct SentURLTests {
    @Test(arguments: [
        ("http://a.test/a/../y", "http://a.test/y"), ("http://a.test/a/./b/..?q=../x#f", "http://a.test/a/?q=../x#f"),
        ("http://a.test/../..", "http://a.test/"), ("http://u:p@a.test:81/a/..", "http://u:p@a.test:81/"),
        ("http://a.test/a/%2e%2e/y", "http://a.test/a/%2e%2e/y"), ("http://a.test/a..b/.c", "http://a.test/a..b/.c"),
    ])
    func `dot segments are not sent, unless they are kept`(_ written: String, _ sent: String) throws {
        var request = Request(.get, try URLText.parse(written))
        #expect(request.sentURL.description == sent)
        #expect(request.sentURL.path == (try URLText.parse(sent)).path)
        #expect(request.sentURL.query == (try URLText.parse(sent)).query)
        request.options.pathAsIs = true
        #expect(request.sentURL.description == written)
    }
}

/// A path behind a base URL is the same whether it is put there or the whole is read.
struct PlainPathTests {
    private static let bases = [
        "http://127.0.0.1:21736", "https://API.example.com/", "https://example.com/v1", "https://example.com/v1//",
        "http://ada:pass@example.com:80/a%20b/", "http://[::1]:8080", "http://example.com///",
    ]
    private static let paths = ["/", "/me", "/users/1;a=b/x@y:z", "//double", "/a/../b/.", "/~user/!$&'()*+,="]

    @Test(arguments: bases, paths) func `appending a plain path gives the URL that parsing gives`(
        _ base: String, _ path: String
    ) throws {
        let base = try URLText.parse(base)
        var prefix = base.text
        while prefix.hasSuffix("/") { prefix.removeLast() }
        let parsed = try URLText.parse(prefix + path)
        let joined = try #require(base.appending(plainPath: path))
        #expect(joined == parsed)
        #expect(joined.text == parsed.text)
        #expect(joined.origin == parsed.origin)
        #expect(joined.path == parsed.path)
        #expect(joined.userInfo == parsed.userInfo)
        #expect(joined.query == nil)
    }

    @Test(arguments: ["", "me", "/a b", "/a?b=c", "/a#b", "/%41", "/é", "/a\n"])
    func `what has to be read is left to the parser`(_ path: String) throws {
        #expect(try URLText.parse("http://example.com").appending(plainPath: path) == nil)
    }

    @Test(arguments: ["http://example.com/?a=b", "http://example.com/#top"])
    func `nothing stands behind a query or a fragment`(_ base: String) throws {
        #expect(try URLText.parse(base).appending(plainPath: "/me") == nil)
    }

    @Test(arguments: [
        ("http://example.com", "http://example.com:80/x", true), ("http://example.com", "http://EXAMPLE.com", true),
        ("http://example.com", "http://example.org", false), ("http://example.com", "http://example.co", false),
        ("http://example.com", "https://example.com:80", false), ("http://a:b@example.com", "http://example.com", true),
        ("http://example.com", "http://example.com:8080", false),
    ])
    func `an origin is scheme, host and port`(_ one: String, _ other: String, _ isSame: Bool) throws {
        #expect(try URLText.parse(one).hasSameOrigin(as: URLText.parse(other)) == isSame)
        #expect(try (URLText.parse(one).origin == URLText.parse(other).origin) == isSame)
    }
}
