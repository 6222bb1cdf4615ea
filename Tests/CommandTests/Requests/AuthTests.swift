import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Authentication that needs more than a header, against servers that challenge.
@Suite struct AuthTests {
    private static let challenge =
        #"HTTP/1.1 401 Unauthorized\#r\#nWWW-Authenticate: Digest realm="r", nonce="abc", qop="auth", algorithm=SHA-256, opaque="o"\#r\#nContent-Length: 0\#r\#n\#r\#n"#

    /// The members of a `Digest` header.
    private static func members(_ header: String) -> [String: String] {
        var members: [String: String] = [:]
        for part in header.dropFirst("Digest ".count).split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            let name = pair[0].drop { $0 == " " }
            members[String(name)] = String(pair[1].replacing("\"", with: ""))
        }
        return members
    }

    @Test func `digest answers the server's challenge`() async throws {
        let recording = try Recording { request in
            request["authorization"] == nil ? Self.challenge : Recording.empty
        }
        let result = try await recording.step(
            "post: /x?a=b\nauth: { digest: { username: ada, password: lovelace } }\njson: { a: 1 }")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map(\.text) == [#"{"a":1}"#, #"{"a":1}"#])
        let header = try #require(recording.requests.last?["authorization"])
        #expect(header.hasPrefix("Digest "))
        let members = Self.members(header)
        #expect(members["username"] == "ada")
        #expect(members["realm"] == "r")
        #expect(members["nonce"] == "abc")
        #expect(members["uri"] == "/x?a=b")
        #expect(members["algorithm"] == "SHA-256")
        #expect(members["response"]?.count == 64)
        #expect(!result.everything.contains("lovelace"))
    }

    @Test func `a digest that is refused is a 401`() async throws {
        let recording = try Recording { _ in Self.challenge }
        let result = try await recording.step("get: /x\nauth: { digest: { username: ada, password: wrong-one } }")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("[http.unauthorized]"), "\(result.output)")
        #expect(recording.requests.count == 2)
        #expect(result.output.contains("curl --digest") || result.output.contains(" --digest --user 'ada:***'"))
        #expect(!result.everything.contains("wrong-one"))
    }

    @Test(arguments: ["SHA-512", "SHA-512-sess", "SHA3-256"])
    func `a digest algorithm that cannot be computed is named, with those that can`(_ name: String) async throws {
        let recording = try Recording { _ in
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"a\", algorithm=\(name)\r\nContent-Length: 0\r\n\r\n"
        }
        let result = try await recording.step("get: /x\nauth: { digest: { username: ada, password: lovelace } }")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains(
                "hint: the server wants digest authentication with `\(name)`; supported here: MD5, SHA-256"),
            "\(result.output)")
        #expect(recording.requests.count == 1)
    }

    @Test(arguments: [
        (
            "digest: { username: ada, password: lovelace }", ["Basic realm=\"r\""],
            "the server offers `Basic`, and `auth` has `digest`: write `auth: { basic: { username: …, password: … } }`"
        ),
        (
            "basic: { username: ada, password: lovelace }", ["Digest realm=\"a, b\", nonce=\"n\"", "Bearer"],
            "the server offers `Digest`, `Bearer`, and `auth` has `basic`: write `auth: { digest: { username: …, password: … } }` or `auth: { bearer: … }`"
        ),
        ("bearer: lovelace", ["Hawk"], "the server offers `Hawk`, and `auth` has `bearer`"),
        (
            "negotiate: true", ["NTLM"],
            "the server offers `NTLM`, and `auth` has `negotiate`: write `auth: { ntlm: { username: …, password: … } }`"
        ),
    ])
    func `a 401 that offers other schemes names them`(_ auth: String, _ offered: [String], _ hint: String) async throws
    {
        let recording = try Recording { _ in
            "HTTP/1.1 401 No\r\n\(offered.map { "WWW-Authenticate: \($0)\r\n" }.joined())Content-Length: 0\r\n\r\n"
        }
        let result = try await recording.step("get: /x\nauth: { \(auth) }")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("hint: \(hint)\n"), "\(result.output)")
    }

    @Test func `a 401 that offers the scheme that was used has no hint about schemes`() async throws {
        let recording = try Recording { _ in
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Bearer, basic realm=\"r\"\r\nContent-Length: 0\r\n\r\n"
        }
        let result = try await recording.step("get: /x\nauth: { basic: { username: ada, password: lovelace } }")
        #expect(result.exitCode == 1)
        #expect(!result.output.contains("offers"), "\(result.output)")
    }

    @Test(arguments: ["MD5", "md5-sess", "SHA-256", "SHA-256-sess"])
    func `a digest algorithm that can be computed is answered`(_ name: String) async throws {
        let recording = try Recording { request in
            request["authorization"] == nil
                ? "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"a\", qop=\"auth\", algorithm=\(name)\r\nContent-Length: 0\r\n\r\n"
                : Recording.empty
        }
        let result = try await recording.step("get: /x\nauth: { digest: { username: ada, password: lovelace } }")
        #expect(result.exitCode == 0, "\(result.everything)")
        let members = Self.members(try #require(recording.requests.last?["authorization"]))
        #expect(members["response"]?.count == (name.lowercased().hasPrefix("md5") ? 32 : 64))
    }

    @Test func `negotiate without a ticket is a 401 that says what is missing`() async throws {
        let recording = try Recording { _ in
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n"
        }
        try recording.folder.write("w.yaml", "steps:\n  - get: /x\n    auth: { negotiate: true }\n")
        let result = try await Baton(
            folder: recording.folder, environment: ["KRB5CCNAME": "FILE:\(recording.folder.path)/none"])(
                "run", "w.yaml", "--base-url", recording.server.url)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.output.contains(
                "hint: `negotiate` needs a Kerberos ticket that this server takes: `klist` shows it, `kinit` gets one"),
            "\(result.output)")
    }

    @Test func `NTLM speaks its three messages over one connection`() async throws {
        // A type 2 message with an empty target and the challenge 0123456789abcdef (MS-NLMP, 2.2.1.2).
        let second = "TlRMTVNTUAACAAAAAAAAADgAAAACAgAAASNFZ4mrze8AAAAAAAAAAAAAAAAAAAAA"
        let recording = try Recording { request in
            let header = request["authorization"] ?? ""
            // "NTLMSSP", a zero byte and the number of the message in base64.
            if header.hasPrefix("NTLM TlRMTVNTUAAB") {
                return
                    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: NTLM \(second)\r\nContent-Length: 0\r\n\r\n"
            }
            return header.hasPrefix("NTLM TlRMTVNTUAAD")
                ? Recording.empty : "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"
        }
        let result = try await recording.step(
            "get: /x\nauth: { ntlm: { username: 'HOUSE\\ada', password: lovelace } }")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.count == 2)
        #expect(Set(recording.requests.map(\.connection)).count == 1)
    }

    @Test func `an API key in the query is added, replaces a weaker one and is masked`() async throws {
        let recording = try Recording { _ in "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n" }
        let result = try await recording.run(
            """
            defaults: { query: { a: 1, key: old-key } }
            steps:
              - get: /x
                auth: { api_key: { query: key, value: "se cret/key" } }
            """)
        #expect(try recording.last(result).target == "/x?a=1&key=se%20cret%2Fkey")
        #expect(!result.output.contains("se%20cret"), "\(result.output)")
        #expect(result.output.contains("key=***"))
    }

    @Test func `credentials of the step win over those in its URL, and those over weaker ones`() async throws {
        let recording = try Recording()
        let url = "http://u:from-url@127.0.0.1:\(recording.server.port)/x"
        let result = try await recording.run(
            """
            defaults: { auth: { bearer: of-defaults } }
            steps:
              - get: \(url)
              - get: \(url)
                auth: { bearer: own-token }
              - get: \(url)
                headers: { Authorization: Basic own }
              - get: \(url)
                auth: none
            """)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(
            recording.requests.map { $0["authorization"] }
                == ["Basic dTpmcm9tLXVybA==", "Bearer own-token", "Basic own", nil])
    }
}
