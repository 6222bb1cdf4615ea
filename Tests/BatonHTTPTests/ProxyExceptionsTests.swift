import Testing

@testable import BatonHTTP

/// Which hosts `no_proxy` names.
@Suite struct ProxyExceptionsTests {
    @Test(arguments: [
        ("*", "anything.test", true), ("", "a.test", false), ("a.test", "a.test", true), ("a.test", "b.a.test", true),
        (".a.test", "a.test", true), ("a.test", "xa.test", false), ("A.Test.", "a.test", true),
        ("a.test", "a.test.", true), ("x, a.test", "a.test", true), ("x a.test", "a.test", true),
        ("münchen.test", "xn--mnchen-3ya.test", true),
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.0/8", "127.9.9.9", true), ("127.0.0.0/8", "128.0.0.1", false),
        ("10.0.0.0/9", "10.127.0.1", true), ("10.0.0.0/9", "10.128.0.1", false), ("0.0.0.0/0", "9.9.9.9", true),
        ("0.0.0.0/0", "[::1]", false), ("127.0.0.0/8", "a.127.0.0.1.test", false),
        ("::1", "[::1]", true), ("[::1]", "[::1]", true), ("0:0:0:0:0:0:0:1", "[::1]", true),
        ("2001:DB8::0:1", "[2001:db8::1]", true), ("fd00::/8", "[fd12::1]", true), ("[fd00::]/8", "[fd12::1]", true),
        ("fd00::/8", "[fe80::1]", false), ("2001:db8::/33", "[2001:db8:8000::1]", false),
    ])
    func `a host is named by its name, its address or its network`(_ text: String, _ host: String, _ isNamed: Bool) {
        #expect(ProxyExceptions(text).contains(host: host) == isNamed)
        #expect(ProxyExceptions.fault(in: text) == nil)
    }

    @Test(arguments: [
        "http://a.test", "a.test:80", "*.a.test", "a/b", "127.0.0.1/33", "::1/129", "127.0.0.1/", "127.0.0.1/x", "[::1",
        ".", "..a", "user@a.test", "10.0.0.0/-1",
    ])
    func `what can name no host is said`(_ text: String) {
        #expect(ProxyExceptions.fault(in: text) != nil)
        #expect(ProxyExceptions.fault(in: "a.test, \(text)")?.hasPrefix("`\(text)` names no host") == true)
    }
}
