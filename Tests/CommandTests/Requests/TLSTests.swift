import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// `tls`, against a server with a certificate that only its own file vouches for.
@Suite struct TLSTests {
    private let certificates: Certificates
    private let server: TLSServer
    private let folder: Folder

    init() throws {
        certificates = try #require(Certificates.shared, "the program openssl is missing")
        server = try #require(TLSServer(certificates.server, clients: [certificates.ada]), "Python is missing")
        folder = try Folder()
    }

    private func run(_ tls: String, expect body: String = "", project: String = "") async throws -> Baton.Result {
        let check = body.isEmpty ? "" : "    expect: { body: { ends_with: \"\(body)\" } }\n"
        let line = tls.isEmpty ? "" : "    tls: \(tls)\n"
        try folder.write("w.yaml", "steps:\n  - get: \(server.url)\n\(line)\(check)")
        if !project.isEmpty { try folder.write("baton.yaml", project) }
        return try await Baton(folder: folder, environment: ["KEY_PASSWORD": "open-sesame"])("run", "w.yaml")
    }

    @Test func `a certificate of an unknown authority fails, with the words of the library as the cause`()
        async throws
    {
        let result = try await run("")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("is not trusted: self-signed certificate [network.tls.untrusted]"),
            "\(result.output)")
        #expect(result.output.contains("\n  cause: libcurl 60: SSL certificate problem: self-signed certificate"))
        #expect(
            result.output.contains(
                "\n  if that is right: write `tls: { ca: FILE }` with the certificate of its authority, "))
    }

    @Test func `ca, verify, pin and versions say whom to trust`() async throws {
        let (ca, pin) = (certificates.server.certificate, certificates.pin)
        let right = [
            ("{ ca: \(ca) }", "TLSv1.3"), ("{ verify: false }", "TLSv1.3"),
            ("{ ca: \(ca), pin: \(pin) }", "TLSv1.3"), ("{ ca: \(ca), max_version: 1.2 }", "TLSv1.2"),
            ("{ ca: \(ca), min_version: 1.3 }", "TLSv1.3"),
        ]
        for (tls, version) in right {
            let result = try await run(tls, expect: "nobody \(version)")
            #expect(result.exitCode == 0, "\(tls): \(result.everything)")
        }
        let wrong = try await run("{ ca: \(ca), pin: sha256//\(String(repeating: "A", count: 43))= }")
        #expect(wrong.exitCode == 1)
        #expect(wrong.output.contains("is not the pinned one [network.tls.pin]"), "\(wrong.output)")
        let old = try #require(TLSServer(certificates.server, maximumVersion: "TLSv1_2"))
        try folder.write("w.yaml", "steps:\n  - get: \(old.url)\n    tls: { ca: \(ca), min_version: 1.3 }\n")
        let refused = try await Baton(folder: folder)("run", "w.yaml")
        #expect(refused.output.contains("[network.tls]"), "\(refused.output)")
    }

    @Test func `a pinned key may stand in a file beside the workflow`() async throws {
        let words = ["openssl", "x509", "-in", certificates.server.certificate, "-pubkey", "-noout"]
        let lines = try #require(ChildProcess.output(of: words))
        try folder.write("key.pem", lines.joined(separator: "\n") + "\n")
        let result = try await run("{ verify: false, pin: key.pem }")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a client's key may be encrypted, and its password is masked`() async throws {
        let words = [
            "openssl", "pkcs8", "-topk8", "-in", certificates.ada.key, "-out", "\(folder.path)/ada.key", "-passout",
            "pass:open-sesame",
        ]
        try #require(ChildProcess.output(of: words) != nil)
        let tls = "{ verify: false, cert: \(certificates.ada.certificate), key: ada.key, key_password: open-sesame }"
        let result = try await run(tls, expect: "ada TLSv1.3")
        #expect(result.exitCode == 0, "\(result.everything)")
        let wrong = try await run(tls.replacing("open-sesame", with: "close-sesame"))
        #expect(wrong.exitCode == 1)
        #expect(wrong.output.contains("[request.bad_input]"), "\(wrong.output)")
        #expect(wrong.output.contains("--pass '***'"), "\(wrong.output)")
        #expect(!wrong.everything.contains("close-sesame"))
        #expect(wrong.output.contains("w.yaml:3:"), "\(wrong.output)")
        #expect(wrong.output.contains("ada.key cannot be opened: is its `key_password` right?"), "\(wrong.output)")
        let without = try await run("{ verify: false, cert: \(certificates.ada.certificate), key: ada.key }")
        #expect(without.output.contains("ada.key is encrypted, and there is no `key_password`"), "\(without.output)")
        let noKey = try await run("{ verify: false, cert: \(certificates.server.certificate) }")
        #expect(noKey.output.contains(" has no private key with it: write `key: FILE` ["), "\(noKey.output)")
        let swapped = try await run(
            "{ verify: false, cert: \(certificates.ada.key), key: \(certificates.ada.certificate) }")
        #expect(swapped.output.contains(" cannot be used: it is no certificate in PEM ["), "\(swapped.output)")
        let others = try await run(
            "{ verify: false, cert: \(certificates.ada.certificate), key: \(certificates.bob.key) }")
        #expect(others.output.contains("bob.key cannot be used with the client certificate "), "\(others.output)")
    }

    @Test func `tls of the environment holds for every step, is replaced as a whole, and null takes it away`()
        async throws
    {
        let project = """
            environments:
              local:
                base_url: \(server.url)
                secrets: [KEY_PASSWORD]
                tls: { ca: \(certificates.server.certificate), max_version: 1.2, key_password: $(secrets.KEY_PASSWORD) }
            """
        let inherited = try await run("", expect: "nobody TLSv1.2", project: project)
        #expect(inherited.exitCode == 0, "\(inherited.everything)")
        let replaced = try await run("{ verify: false }", expect: "nobody TLSv1.3")
        #expect(replaced.exitCode == 0, "\(replaced.everything)")
        let removed = try await run("null")
        #expect(removed.output.contains("[network.tls.untrusted]"), "\(removed.output)")
    }
}
