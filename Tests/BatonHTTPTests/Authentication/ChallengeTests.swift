import BatonValues
import Testing

@testable import BatonHTTP

/// Challenges of a 401, and the answers to those of digest authentication.
@Suite struct ChallengeTests {
    private static func headers(_ challenges: [String]) -> Headers {
        Headers(challenges.map { Headers.Field("WWW-Authenticate", $0) })
    }

    @Test(
        arguments: [
            ([], []), (["Basic realm=\"a\""], []), (["Digest realm=\"a\", nonce=\"b\""], ["MD5"]),
            (["Digest realm=\"a\", algorithm=SHA-512-256, nonce=\"b\""], ["SHA-512-256"]),
            (["digest algorithm = \"SHA-256\""], ["SHA-256"]),
            (
                ["Digest realm=\"x, algorithm=no\", algorithm=SHA-256-sess", "Digest algorithm=MD5"],
                ["SHA-256-sess", "MD5"]
            ),
            (["Basic realm=\"a\", Digest realm=\"b\", algorithm=SHA-999, NTLM"], ["SHA-999"]),
            (["Basic realm=\"a, Digest b=\\\"c\", Digest realm=b"], ["MD5"]),
            (["Bearer algorithm=x"], []), (["Digest realm=\"never ends, algorithm=MD4"], ["MD5"]),
            (["Digest \(String(repeating: ",", count: 10_000))algorithm=SHA-1"], ["SHA-1"]),
            (["Negotiate YWJj==, Digest nonce=a"], ["MD5"]), (["Digest realm=\"ends in \\"], ["MD5"]),
        ] as [([String], [String])])
    func `a challenge names its algorithm, and MD5 if it names none`(_ challenges: [String], _ algorithms: [String]) {
        #expect(DigestAnswer.wanted(in: Self.headers(challenges)) == algorithms)
    }

    @Test(
        arguments: [
            ([], []),
            (["Basic realm=\"a, NTLM\", Digest realm=\"b\", qop=\"auth\"", "NTLM"], ["Basic", "Digest", "NTLM"]),
            (["Negotiate, Bearer"], ["Negotiate", "Bearer"]), (["a=b", "\u{1B}[31m x"], []),
            (["Basic realm = \"a\" , NTLM TlRM+/w==,Bearer"], ["Basic", "NTLM", "Bearer"]),
        ] as [([String], [String])])
    func `the schemes are those outside of quotes`(_ challenges: [String], _ names: [String]) {
        #expect(Challenge.all(in: Self.headers(challenges)).map(\.scheme) == names)
    }

    /// The examples of RFC 7616, sections 3.9.1 and 3.9.2, and of RFC 2617, section 3.5.
    @Test(
        arguments: [
            (
                #"realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, "#
                    + #"nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", "#
                    + #"opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#,
                "Mufasa", "Circle of Life", "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
                "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"
            ),
            (
                #"realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, "#
                    + #"nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQ""#,
                "Mufasa", "Circle of Life", "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
                "8ca523f5e9506fed4657c9700eebdbec"
            ),
            (
                #"realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#,
                "Mufasa", "Circle Of Life", "0a4f113b", "6629fae49393a05397450978507c4ef1"
            ),
        ])
    func `an answer is that of the document's example`(
        _ challenge: String, _ username: String, _ password: String, _ clientNonce: String, _ response: String
    ) throws {
        let request = Request(.get, try URLText.parse("http://www.example.org/dir/index.html"))
        let answer = try #require(
            DigestAnswer(
                to: Self.headers(["Digest \(challenge)"]), of: request, username: username, password: password,
                clientNonce: clientNonce))
        let text = answer.text
        #expect(text.contains("response=\"\(response)\""), "\(text)")
        #expect(text.contains("uri=\"/dir/index.html\""))
    }

    /// Computed by hand from RFC 7616, section 3.4.3.
    @Test(
        arguments: [
            (.none, "322f218d701da7c7ef51e3ba6fa2551a2bf36425e1218fc1508c6bf65cbd4448"),
            (
                .bytes(Array(#"{"a":1}"#.utf8), contentType: nil),
                "193d6834c8f5b21e6b707fdd7de62ad0b3514493466cf33958098aa6d3836274"
            ), (.multipart([]), nil),
        ] as [(RequestBody, String?)])
    func `an answer proves the body where only that is taken, and is none where the body is not known yet`(
        _ body: RequestBody, _ response: String?
    ) throws {
        let challenge =
            #"Digest realm="http-auth@example.org", qop="auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v""#
        let request = Request(.post, try URLText.parse("http://www.example.org/dir/index.html"), body: body)
        let answer = DigestAnswer(
            to: Self.headers([challenge]), of: request, username: "Mufasa", password: "Circle of Life",
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
        #expect((answer == nil) == (response == nil))
        if let response { #expect(answer?.text.contains("response=\"\(response)\"") == true) }
    }

    @Test(arguments: [
        ("Digest realm=a, nonce=b, algorithm=SHA-512-256, qop=auth", nil),
        ("Digest realm=a, nonce=b, qop=auth-int", "qop=auth-int"), ("Digest realm=a, nonce=b, qop=x", nil),
        ("Digest realm=a, qop=auth", nil), ("Basic realm=a", nil),
        ("Digest realm=a, nonce=b, algorithm=SHA-512-256, Digest realm=c, nonce=d, algorithm=SHA-256", "realm=\"c\""),
        ("Digest realm=a, nonce=b, qop=x, Digest realm=c, nonce=d", "nonce=\"d\""),
        ("Digest realm=a, nonce=b, algorithm=MD5, Digest realm=c, nonce=d, algorithm=SHA-256", "realm=\"a\""),
        ("Digest realm=\"a \\\"b\\\"\", nonce=b", "realm=\"a \\\"b\\\"\""),
        ("Digest realm=a, nonce=b, userhash=true", "username=\"\(MD5.hex("a\"da:a"))\""),
        ("Digest realm=a, nonce=b", "username=\"a\\\"da\""), ("Digest realm=a, nonce=b", "uri=\"/x?y=%20\""),
    ])
    func `the first challenge that can be answered is`(_ challenges: String, _ part: String?) throws {
        let request = Request(.get, try URLText.parse("http://h/a/../x?y=%20"))
        let answer = DigestAnswer(
            to: Self.headers([challenges]), of: request, username: "a\"da", password: "p", clientNonce: "n")
        #expect((answer == nil) == (part == nil))
        if let part { #expect(answer?.text.contains(part) == true, "\(answer?.text ?? "")") }
    }

    /// The hash is over the realm's octets, and those of name and password in UTF-8.
    @Test func `a realm in Latin-1 goes back as it came, and is hashed so`() throws {
        var headers = Headers()
        headers.append(
            "WWW-Authenticate", octets: Array(#"Digest realm="caf"#.utf8) + [0xE9] + Array(#"", nonce=b"#.utf8))
        let request = Request(.get, try URLText.parse("http://h/"))
        let answer = try #require(
            DigestAnswer(to: headers, of: request, username: "zoë", password: "pä", clientNonce: "n"))
        let realm = Array("caf".utf8) + [0xE9]
        let secret = MD5.hex(Array("zoë:".utf8) + realm + Array(":pä".utf8))
        let call = MD5.hex(Array("GET:/".utf8))
        let response = MD5.hex(Array("\(secret):b:\(call)".utf8))
        #expect(
            answer.value == Array(#"Digest username="zoë", realm=""#.utf8) + realm
                + Array(#"", nonce="b", uri="/", response="\#(response)""#.utf8))
    }
}

extension DigestAnswer {
    fileprivate var text: String { String(decoding: value, as: UTF8.self) }
}

extension MD5 {
    fileprivate static func hex(_ bytes: [UInt8]) -> String { Hexadecimal.encode(digest(of: bytes)) }
    fileprivate static func hex(_ text: String) -> String { hex(Array(text.utf8)) }
}
