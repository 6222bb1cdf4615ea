import Testing

@testable import BatonHTTP

@Suite struct RequestCheckTests {
    private func failure(_ change: (inout Request) -> Void) throws -> Failure? {
        var request = Request(.post, try URLText.parse("http://h/"))
        change(&request)
        do {
            try request.check()
            return nil
        } catch let failure {
            return failure
        }
    }

    static let values = [
        ("a\r\nX-Evil: 1", "the header X-A has a line break in its value"),
        ("a\nb", "the header X-A has a line break in its value"),
        ("a\rb", "the header X-A has a line break in its value"),
        ("a\u{0}b", "the header X-A has a control character in its value"),
        ("\u{7F}", "the header X-A has a control character in its value"),
    ]

    @Test(arguments: values) func `a header value cannot smuggle in another header`(_ value: String, _ message: String)
        throws
    {
        let failure = try failure { $0.headers = ["X-A": value] }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message == message)
    }

    @Test(arguments: 0..<20) func `a control character is found wherever it stands`(_ place: Int) throws {
        for (byte, isForbidden) in [("\u{1F}", true), ("\u{7F}", true), ("\t", false), ("é", false), ("\u{0}", true)] {
            let value = String(repeating: "a\tü ", count: 4).prefix(place) + byte + "more text behind it"
            #expect((try failure { $0.headers = ["X-A": String(value)] } != nil) == isForbidden)
        }
    }

    @Test(arguments: ["", "a b", "a:b", "a\nb", "ä", "a\u{0}"]) func `a header name is a token`(_ name: String) throws {
        #expect(try failure { $0.headers = [name: "1"] }?.kind == .badInput)
    }

    @Test(arguments: ["a\tb", "ä€", "", "a: b, \"c\""]) func `other values are sent as they are`(_ value: String) throws
    {
        #expect(try failure { $0.headers = ["X-A": value] }?.message == nil)
    }

    @Test func `what contradicts itself is refused before it is sent`() throws {
        #expect(try failure { $0.method = Method("CONNECT") ?? .get }?.kind == .badInput)
        #expect(try failure { ($0.method, $0.body) = (.head, .bytes([], contentType: nil)) }?.kind == .badInput)
        #expect(try failure { $0.body = .bytes([], contentType: "a\nb") }?.kind == .badInput)
        #expect(try failure { $0.body = .multipart([.init("a", .bytes([]), contentType: "a\nb")]) }?.kind == .badInput)
        #expect(try failure { $0.body = .file(.sample("x"), offset: -1) }?.kind == .badInput)
        #expect(try failure { $0.options.authentication = .basic(username: "a:b", password: "") }?.kind == .badInput)
        #expect(try failure { $0.options.authentication = .digest(username: "a\n", password: "") }?.kind == .badInput)
        #expect(try failure { _ in }?.message == nil)
    }

    @Test(arguments: ["GET", "PROPFIND", "M-SEARCH", "get"]) func `any token is a method`(_ text: String) {
        #expect(Method(text)?.rawValue == text)
    }

    @Test(arguments: ["", "GET ", "G\nT", "GÉT", "A/B"]) func `what is no token is no method`(_ text: String) {
        #expect(Method(text) == nil)
    }
}

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
        #expect(ProxyExceptions.violation(in: text) == nil)
    }

    @Test(arguments: [
        "http://a.test", "a.test:80", "*.a.test", "a/b", "127.0.0.1/33", "::1/129", "127.0.0.1/", "127.0.0.1/x", "[::1",
        ".", "..a", "user@a.test", "10.0.0.0/-1",
    ])
    func `what can name no host is said`(_ text: String) {
        #expect(ProxyExceptions.violation(in: text) != nil)
        #expect(ProxyExceptions.violation(in: "a.test, \(text)")?.hasPrefix("`\(text)` names no host") == true)
    }
}

/// Certificates as libcurl describes them.
@Suite struct CertificateTests {
    @Test(arguments: [
        ("O = H\\C3\\A4us, CN = a", "O = Häus, CN = a"), ("O = a\\, b", "O = a\\, b"), ("O = \\FF", "O = \\FF"),
        ("O = \\41", "O = \\41"), ("O = \\C3", "O = \\C3"), ("CN = x", "CN = x"),
    ])
    func `a name holds its letters, and not the escapes of their bytes`(_ written: String, _ name: String) {
        let certificate = Certificate(lines: ["Subject:\(written)", "Issuer:\(written)"])
        #expect(certificate.subject == name && certificate.issuer == name)
    }

    @Test(arguments: [
        ("DNS:localhost, IP Address:127.0.0.1", ["localhost", "127.0.0.1"]),
        ("IP Address:0:0:0:0:0:0:0:1, IP Address:2001:DB8:0:0:1:0:0:1", ["::1", "2001:db8::1:0:0:1"]),
        ("IP Address:FE80:0:0:1:2:3:4:5, DNS:a.example", ["fe80::1:2:3:4:5", "a.example"]),
        ("IP Address:2001:DB8:0:1:1:1:1:1", ["2001:db8:0:1:1:1:1:1"]), ("URI:urn:x:y", ["urn:x:y"]),
        ("IP Address:<invalid>", ["<invalid>"]),
    ])
    func `an IPv6 address is written as RFC 5952 does`(_ written: String, _ names: [String]) {
        #expect(Certificate(lines: ["X509v3 Subject Alternative Name:\(written)"]).names == names)
    }
}
