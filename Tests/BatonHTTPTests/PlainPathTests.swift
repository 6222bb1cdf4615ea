import Testing

@testable import BatonHTTP

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
