import BatonTesting
import CommandCalls
import ProjectFolders
import Synchronization
import Testing

/// Servers that hand a secret back in a way of their own, and what of it is found in any output.
@Suite struct EchoedSecretTests {
    private static let secret = "Sup3rSecretToken"

    /// Runs a workflow in a project, all of which is looked through afterwards but what the test itself wrote.
    private func run(
        _ workflow: String, _ environment: [String: String] = ["TOK": secret], secrets: [String] = ["TOK"],
        _ response: @escaping @Sendable (RawServer.Request) -> String
    ) async throws -> Traces {
        let recording = try Recording(response)
        try recording.folder.write("baton.yaml", "environments: { local: { base_url: \(recording.server.url) } }")
        try recording.folder.write("workflows/w.yaml", workflow)
        let result = try await Baton(folder: recording.folder, environment: environment).run(
            ["run", "-v"] + secrets.flatMap { ["--secret", $0] })
        #expect(result.exitCode == 1 || result.exitCode == 3, "\(result.everything)")
        let traces = try Traces(result, below: recording.folder.path, except: ["/baton.yaml", "/workflows/"])
        #expect(traces.places(of: "***").contains("standard output"), "\(result.everything)")
        #expect(traces.places(of: "***").contains { $0.contains("history.sqlite") }, "\(result.everything)")
        return traces
    }

    private static func response(_ body: String, _ headers: String...) -> String {
        let lines = ["HTTP/1.1 500 No"] + headers + ["Content-Length: \(body.utf8.count)"]
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    /// With the controls escaped, as JSON must have them.
    private static func json(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            guard scalar.value < 0x20 else { return String(scalar) }
            return "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
        }.joined()
    }

    @Test(arguments: [
        ("aws: { service: s3, region: a, access_key: AKIA77, secret_key: $(secrets.TOK) }", "Signature="),
        ("digest: { username: ada, password: $(secrets.TOK) }", "response=\""),
    ])
    func `what proves a secret is one too, also alone`(_ auth: String, _ sign: String) async throws {
        let proofs = Mutex<[String]>([])
        let traces = try await run("steps: [ { get: /x, auth: { \(auth) } } ]") { request in
            guard let sent = request["authorization"], let range = sent.firstRange(of: sign) else {
                return "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=r, nonce=n\r\nContent-Length: 0\r\n\r\n"
            }
            let proof = String(sent[range.upperBound...].prefix { $0 != "\"" && $0 != "," })
            proofs.withLock { $0.append(proof) }
            return Self.response("{\"proof\":\"\(proof)\",\"all\":\"\(sent.replacing("\"", with: "\\\""))\"}")
        }
        let sent = proofs.withLock(\.last)
        let proof = try #require(sent)
        #expect(proof.utf8.count >= 32 && traces.places(of: proof) == [])
    }

    @Test func `each cookie of a written Cookie header is a secret`() async throws {
        let traces = try await run(
            """
            steps:
              - get: /x
                headers: { Cookie: "sid=$(process.env.SID); two=lit-cookie-2; three=\\"quoted-three\\"" }
            """, ["SID": "plainCkValue1"], secrets: []
        ) { request in
            Self.response(
                "you sent plainCkValue1 and lit-cookie-2 and quoted-three", "X-Echo: \(request["cookie"] ?? "")")
        }
        for value in ["plainCkValue1", "lit-cookie-2", "quoted-three"] { #expect(traces.places(of: value) == []) }
        #expect(traces.places(of: "you sent *** and *** and ***") != [])
    }

    @Test(arguments: ["s3cr3t;Rest-Of-It-9", "aB3&amp;Rest-Of-It-9"])
    func `a secret that a cookie divides is masked as a whole`(_ sent: String) async throws {
        let traces = try await run(
            "steps: [ { get: /x, headers: { X-S: $(secrets.TOK) } } ]",
            ["TOK": sent.replacing("&amp;", with: "&")]
        ) { _ in Self.response("no", "Set-Cookie: c=\(sent); Path=/") }
        #expect(traces.places(of: "Rest-Of-It-9") == [])
    }

    @Test func `nothing is shown that was computed of a secret number`() async throws {
        let traces = try await run(
            """
            steps:
              - get: /x
                headers: { X-S: $(secrets.TOK) }
                expect: { status: 200, that: "response.json.num / 10 == 5" }
            """, ["TOK": "12345678"]
        ) { _ in
            let body = "{\"num\":12345678}"
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
            return head + "\r\n" + body
        }
        #expect(traces.places(of: "1234567") == [])
    }

    @Test(arguments: [false, true])
    func `a secret that a server names as the encoding of its response is in no message`(_ isDeclared: Bool)
        async throws
    {
        let secret = isDeclared ? "Correct-Horse_Battery" : "correct horse battery staple"
        let traces = try await run(
            """
            steps:
              - get: /x
                headers: { X-Token: $(secrets.TOK) }
                expect: { status: 500, xpath: { //a: x } }
            """, ["TOK": secret]
        ) { request in
            let token = request["x-token"] ?? ""
            let start = isDeclared ? "<?xml version='1.0' encoding='\(token)'?>" : ""
            return Self.response(
                "\(start)<a>\u{FC} \(token)</a>", "Content-Type: text/xml" + (isDeclared ? "" : "; charset=\(token)"))
        }
        for form in [secret, secret.lowercased(), secret.filter { $0 != " " }] {
            #expect(traces.places(of: form) == [])
        }
        let what = isDeclared ? "the encoding that it declares" : "the charset that its Content-Type names"
        #expect(traces.places(of: "\(what) is not known") != [])
    }

    @Test(arguments: ["\u{1B}[01;31m\u{1B}[K", "\u{9B}1m", "\u{1B}]0;t\u{7}", "\u{200B}", "\u{1B}"])
    func `a server that colours a part of a secret shows nothing of it`(_ unseen: String) async throws {
        let torn = "Sup3r\(unseen)Secret\(unseen)Token"
        let traces = try await run(
            """
            defaults: { auth: { bearer: $(secrets.TOK) } }
            steps: [ { get: /text } ]
            teardown: [ { get: /json }, { get: /header, expect: { $.x: 1 } } ]
            """
        ) { request in
            switch request.target {
            case "/json": return Self.response("{\"message\": \"no \(Self.json(torn))\"}")
            case "/header": return Self.response("{}", "X-Torn: \(torn)")
            default: return Self.response("no match for \(torn)")
            }
        }
        for part in ["Sup3r", "Secret", "ecretToken"] { #expect(traces.places(of: part) == [], "\(part)") }
        #expect(traces.places(of: "no match for ***") != [])
    }

    @Test func `a secret in the name of a header is masked`() async throws {
        let traces = try await run(
            """
            steps:
              - post: /x
                headers: { "$(secrets.TOK)": v }
                form: { "$(secrets.TOK)": v }
            """
        ) { _ in Self.response("{\"\(Self.secret)\": 1}", "\(Self.secret): v", "Set-Cookie: \(Self.secret)=1") }
        #expect(traces.places(of: Self.secret) == [] && traces.places(of: Self.secret.lowercased()) == [])
    }

    @Test func `a secret in a URL is masked as the URL writes it`() async throws {
        let secrets = [
            "A": "ab%41cd ef", "B": "wxyz#efgh", "C": "abcDEF123%2BghiJKL", "D": #"p%41 s/w"&<é>+'x~\q=?"#,
            "E": "HostSecretX9",
        ]
        let traces = try await run(
            """
            steps: [ { get: "/r?k=$(secrets.A)&z=1" } ]
            teardown:
              - get: /r?k=$(secrets.B)&z=1
              - get: /r?k=$(secrets.C)
              - get: /r
                query: { k: $(secrets.D) }
              - get: /r?k=$(secrets.D)
              - get: http://$(secrets.E).invalid/
            """, secrets, secrets: Array(secrets.keys)
        ) { request in Self.response("got \(request.target) abcDEF123+ghiJKL") }
        for part in [
            "ab%41cd", "cd%20ef", "wxyz", "abcDEF123", "ghiJKL", "p%41", "p%2541", "s/w%22", "HostSecretX9",
            "hostsecretx9",
        ] { #expect(traces.places(of: part) == [], "\(part)") }
        #expect(traces.places(of: "got /r?k=***&z=1") != [])
    }

    @Test func `the credential of a short password and a quoted cookie are masked`() async throws {
        let traces = try await run(
            """
            steps:
              - get: /x
                auth: { basic: { username: u, password: ab1 } }
            teardown:
              - get: /x
                headers: { Authorization: "firstPartOf1 secondPart2" }
            """, [:], secrets: []
        ) { request in
            let credential = request["authorization"] ?? ""
            let parts = credential.split(separator: " ").map(String.init)
            return Self.response("no \(parts.joined(separator: " / ")) quotEEE555", "Set-Cookie: t=\"quotEEE555\"")
        }
        for part in ["dTphYjE", "quotEEE555", "firstPartOf1", "secondPart2"] {
            #expect(traces.places(of: part) == [], "\(part)")
        }
    }

    @Test func `a correction shows no literal secret, not in reports either`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml", "steps: [ { get: $([1]), auth: { basic: { username: u, password: litpass88 } } } ]\n")
        let result = try await Baton(folder: folder).run(["run", "w.yaml", "--junit", "j.xml"])
        let traces = try Traces(result, below: folder.path, except: ["/w.yaml"])
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(traces.places(of: "litpass88") == [], "\(result.everything)")
    }

    @Test func `a message about a file shows no literal secret of it`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - get: http://u:liturl55@[::zz/
              - { get: http://127.0.0.1/, auth: { bearer: litbearer66 }, expct: 1 }
              - get: http://127.0.0.1/
                headers: { Authorization: "Basic litbasic77", X: $(nope) }
            """)
        let result = try await Baton(folder: folder).run(["run", "w.yaml", "--junit", "j.xml"])
        let traces = try Traces(result, below: folder.path, except: ["/w.yaml"])
        #expect(result.exitCode == 2, "\(result.everything)")
        for part in ["liturl55", "litbearer66", "litbasic77"] {
            #expect(traces.places(of: part) == [], "\(result.everything)")
        }
        #expect(result.errorOutput.contains("`http://u:***@[::zz/` has a `[` in its host without `]`"))
        #expect(
            result.errorOutput.contains(
                """
                 3 |   - { get: http://127.0.0.1/, auth: { bearer: *** }, expct: 1 }
                   |                                                      ^^^^^
                """), "\(result.errorOutput)")
    }

    @Test func `a URL that expressions make invalid shows no password`() async throws {
        let recording = try Recording()
        let result = try await recording.run(
            "steps:\n  - get: $(\"http://u:dynurl55@[::\" + \"zz/\")\n", "--junit", "j.xml")
        let traces = try Traces(result, below: recording.folder.path, except: ["/w.yaml"])
        #expect(result.exitCode == 1 || result.exitCode == 2, "\(result.everything)")
        #expect(traces.places(of: "dynurl55") == [], "\(result.everything)")
    }
}
