import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// What of a request does not go along when a server sends it on to another origin, beside headers and `auth`.
@Suite struct RedirectedSecretTests {
    private static func redirecting(_ status: Int, to base: String) -> RawServer {
        RawServer(answering: { request in
            let next = request.target == "/pages" ? "Link: <\(base)/next>; rel=next\r\n" : "Location: \(base)/next\r\n"
            let code = request.target == "/pages" ? 200 : status
            return "HTTP/1.1 \(code) X\r\n\(next)Content-Length: 0\r\n\r\n"
        })
    }

    private static func run(_ home: RawServer, _ step: String) async throws -> Baton.Result {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { base_url: '\(home.url)', secrets: [S] } }\n")
        try folder.write("w.yaml", "steps:\n  - \(step.replacing("\n", with: "\n    "))\n")
        try folder.write("f.txt", "very-secret")
        return try await Baton(folder: folder, environment: ["S": "very-secret"])("run", "w.yaml", "--verbose")
    }

    @Test(
        arguments: [307, 308],
        [
            "json: { password: $(secrets.S) }", "form: { p: $(secrets.S) }", "text: a$(secrets.S)",
            "json: { p: \"$(file('f.txt'))\" }",
        ])
    func `a body with a secret is kept back, with the way on`(_ status: Int, _ body: String) async throws {
        let foreign = RawServer(answering: { _ in Recording.empty })
        let home = Self.redirecting(status, to: foreign.url)
        defer { for server in [home, foreign] { server.stop() } }
        let kept = try await Self.run(home, "post: /\n\(body)\nfollow_redirects: true")
        #expect(kept.exitCode == 1 && foreign.requests.isEmpty)
        #expect(
            kept.output.contains(
                "redirects with \(status) to another origin, \(foreign.url), and the body, which holds a secret, would go along"
                    + " [network.protocol]"), "\(kept.output)")
        #expect(
            kept.output.contains(
                "`follow_redirects: { keep_auth: true }` takes it along; without it, expect the redirect and write a second step"
                    + " with what \(foreign.url) may have"), "\(kept.output)")
        #expect(!kept.everything.contains("very-secret"))
        let allowed = try await Self.run(home, "post: /\n\(body)\nfollow_redirects: { keep_auth: true }")
        #expect(allowed.exitCode == 0, "\(allowed.everything)")
        #expect(foreign.requests.count == 1)
        #expect(foreign.requests.first.map { String(decoding: $0.body, as: UTF8.self).contains("very-secret") } == true)
    }

    @Test func `a body without a secret goes along, and a refusal says so`() async throws {
        let foreign = RawServer(answering: { _ in "HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n" })
        let home = Self.redirecting(307, to: foreign.url)
        defer { for server in [home, foreign] { server.stop() } }
        let result = try await Self.run(home, "post: /\njson: { a: 1 }\nfollow_redirects: true")
        #expect(result.exitCode == 1)
        #expect(foreign.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["{\"a\":1}"])
        #expect(
            result.output.contains(
                "\(foreign.url), and credentials were left behind; its body went along; `follow_redirects"),
            "\(result.output)")
    }

    @Test func `a page of another origin gets no body with a secret`() async throws {
        let foreign = RawServer(answering: { _ in Recording.empty })
        let home = Self.redirecting(307, to: foreign.url)
        defer { for server in [home, foreign] { server.stop() } }
        let paginate = "paginate: { next: { link: next }, max: 3 }\nany_host: true"
        let kept = try await Self.run(home, "post: /pages\njson: { p: $(secrets.S) }\n\(paginate)")
        #expect(kept.exitCode == 1 && foreign.requests.isEmpty, "\(kept.output)")
        #expect(
            kept.output.contains(
                "the next page is of another origin, \(foreign.url), and the body, which holds a secret, would go along"
            ),
            "\(kept.output)")
        #expect(kept.output.contains("read the pages of that origin in a step of their own"))
        let plain = try await Self.run(home, "post: /pages\njson: { p: 1 }\n\(paginate)")
        #expect(plain.exitCode == 0 && foreign.requests.count == 1, "\(plain.output)")
    }

    @Test(arguments: [
        "follow_redirects: true", "follow_redirects: { keep_auth: true }",
        "paginate: { next: { link: next } }\nany_host: true",
    ])
    func `a client certificate is offered to another origin only where that is written`(_ way: String) async throws {
        let certificates = try #require(Certificates.shared, "the program openssl is missing")
        let foreign = try #require(TLSServer(certificates.server, clients: [certificates.ada]), "Python is missing")
        let home = Self.redirecting(302, to: String(foreign.url.dropLast()))
        defer { home.stop() }
        let (ada, isPaged) = (certificates.ada, way.hasPrefix("paginate"))
        let name = way.contains("keep_auth") ? "ada" : "nobody"
        let result = try await Self.run(
            home,
            "get: \(isPaged ? "/pages" : "/")\n\(way)\ntls: { verify: false, cert: \(ada.certificate), key: \(ada.key) }\n"
                + "expect: { body: { matches: \"^$| \(name) \" } }")
        #expect(result.exitCode == 0, "\(result.everything)")
    }
}
