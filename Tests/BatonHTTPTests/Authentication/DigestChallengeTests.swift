import Testing

@testable import BatonHTTP

@Suite struct DigestChallengeTests {
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
            (["Bearer algorithm=x"], []), (["Digest realm=\"never ends, algorithm=MD4"], ["MD5"]),
            (["Digest \(String(repeating: ",", count: 10_000))algorithm=SHA-1"], ["SHA-1"]),
        ] as [([String], [String])])
    func `a challenge names its algorithm, and MD5 if it names none`(_ challenges: [String], _ algorithms: [String]) {
        var headers = Headers()
        for challenge in challenges { headers.append("WWW-Authenticate", challenge) }
        #expect(DigestChallenge.algorithms(in: headers) == algorithms)
    }

    @Test(
        arguments: [
            ([], []),
            (["Basic realm=\"a, NTLM\", Digest realm=\"b\", qop=\"auth\"", "NTLM"], ["Basic", "Digest", "NTLM"]),
            (["Negotiate", "negotiate, Bearer"], ["Negotiate", "Bearer"]), (["a=b", "\u{1B}[31m x"], []),
            ([String(repeating: "x", count: 100)], [String(repeating: "x", count: 64)]),
        ] as [([String], [String])])
    func `the offered schemes are each named once`(_ challenges: [String], _ names: [String]) {
        var headers = Headers()
        for challenge in challenges { headers.append("WWW-Authenticate", challenge) }
        #expect(OfferedSchemes.names(in: headers) == names)
    }
}
