import BatonJSON
import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `baton doctor`: what would keep a run from passing, and what to do about it.
@Suite struct DoctorTests {
    private static func project(_ environment: String) throws -> Recording {
        let recording = try Recording()
        try recording.folder.write(
            "baton.yaml",
            "name: shop\nenvironments:\n  local:\n    base_url: \(recording.server.url)\n\(environment)")
        try recording.folder.write("workflows/a.yaml", "steps:\n  - get: /\n    expect: { status: 200 }\n")
        return recording
    }

    private func lines(_ name: String, _ result: Baton.Result) -> String { result.finding(name) }

    @Test func `a project whose server answers has no problem, and nothing is written`() async throws {
        let recording = try Self.project("")
        let before = try FileContents.names(in: recording.folder.path)
        let result = try await Baton(folder: recording.folder)("doctor")
        #expect(result.exitCode == 0, "\(result.everything)")
        for name in ["baton ", "libcurl", "libraries", "certificates", "proxy", "limits", "project", "environment"] {
            #expect(!lines(name, result).isEmpty, "\(name): \(result.output)")
        }
        #expect(lines("project", result) == "✓ project        baton.yaml: shop, 1 environment")
        #expect(
            lines("base URL", result).hasPrefix(
                "✓ base URL       \(recording.server.url)/ answers at 127.0.0.1: HEAD 200 over HTTP/1.1 in "))
        #expect(lines("history", result).hasSuffix("no run has been recorded yet; .baton/history.sqlite will be made"))
        #expect(lines("reports", result) == "✓ reports        reports can be written")
        #expect(recording.requests.map(\.line) == ["HEAD / HTTP/1.1"])
        #expect(try FileContents.names(in: recording.folder.path) == before)
    }

    @Test func `headers, credentials and secrets are not sent and not shown`() async throws {
        let recording = try Self.project(
            """
                secrets: [TOKEN, GONE, PIN]
                headers: { X-Key: $(secrets.TOKEN) }
                auth: { bearer: $(secrets.GONE) }
            """)
        let baton = Baton(folder: recording.folder, environment: ["TOKEN": "sesame-1815", "PIN": "17"])
        for arguments in [["doctor"], ["doctor", "--json"]] {
            let result = try await baton.run(arguments)
            #expect(result.exitCode == 0, "\(result.everything)")
            #expect(!result.everything.contains("sesame-1815"))
            #expect(recording.requests.allSatisfy { $0["x-key"] == nil && $0["authorization"] == nil })
        }
        let result = try await baton("doctor")
        #expect(
            lines("secrets", result) == """
                ! secrets        without a value in the process environment: GONE
                                 help: `export GONE=…`, or name a file, here and for `baton run`: `--secrets-file FILE`
                ! secrets        shorter than 4 characters, so masked only in the steps that use them: PIN
                ✓ secrets        set: TOKEN, PIN
                """)
        #expect(result.output.hasSuffix("\n2 warnings\n"))
    }

    @Test func `as JSON it has a name, a state, a message and a help for each thing`() async throws {
        let recording = try Self.project("")
        let result = try await Baton(folder: recording.folder)("doctor", "--json", "--base-url", "http://no.invalid")
        #expect(result.exitCode == 1)
        let json = try JSONParser.parse(result.output)
        #expect(json["healthy"] == .bool(false))
        let findings = try #require(json["findings"]?.arrayValue)
        let server = try #require(findings.first { $0["name"] == .string("base URL") })
        #expect(server["state"] == .string("problem"))
        #expect(server["message"]?.stringValue?.hasSuffix("[network.dns]") == true, "\(server)")
        #expect(server["help"]?.stringValue?.contains("`baton explain network.dns`") == true)
        #expect(findings.contains { $0["name"] == .string("git") && $0["state"] == .string("skipped") })
    }

    @Test func `a port without a server is a problem, except where a run starts the server`() async throws {
        let port = FreePort.take()
        let folder = try Folder()
        try folder.write("workflows/a.yaml", "steps:\n  - get: /\n")
        func doctor(_ server: String) async throws -> Baton.Result {
            try folder.write(
                "baton.yaml", "environments: { local: { base_url: \"http://127.0.0.1:\(port)\"\(server) } }")
            return try await Baton(folder: folder)("doctor")
        }
        let refused = try await doctor("")
        #expect(refused.exitCode == 1)
        #expect(lines("base URL", refused).contains("✗ base URL       http://127.0.0.1:\(port)/: "))
        #expect(lines("base URL", refused).contains("[network.connect]\n"))
        #expect(lines("base URL", refused).contains("help: `baton explain network.connect` says what that means"))
        let started = try await doctor(", server: { command: \"/bin/false\", ready: / }")
        #expect(started.exitCode == 0, "\(started.everything)")
        #expect(
            lines("base URL", started)
                == "✓ base URL       http://127.0.0.1:\(port)/: no server runs yet; `baton run` starts it")
        #expect(lines("server", started) == "✓ server         `/bin/false` can be started")
    }

    @Test func `a server that never answers ends with the environment's timeout`() async throws {
        let server = RawServer { $0.waitForClose() }
        defer { server.stop() }
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { base_url: \"\(server.url)\", timeout: 200ms } }")
        let result = try await Baton(folder: folder)("doctor")
        #expect(result.exitCode == 1)
        #expect(lines("base URL", result).contains("[network.timeout]"), "\(result.output)")
        #expect(
            lines("base URL", result).contains("help: `baton explain network.timeout` says what that means"))
    }

    @Test func `a certificate is judged by the environment's tls`() async throws {
        let certificates = try #require(Certificates.shared, "the program openssl is missing")
        let server = try #require(TLSServer(certificates.server), "Python is missing")
        let folder = try Folder()
        try folder.write("workflows/a.yaml", "steps:\n  - get: /\n")
        func doctor(_ tls: String) async throws -> Baton.Result {
            try folder.write("baton.yaml", "environments: { local: { base_url: \"\(server.url)\"\(tls) } }")
            return try await Baton(folder: folder)("doctor")
        }
        let untrusted = try await doctor("")
        #expect(untrusted.exitCode == 1)
        #expect(lines("base URL", untrusted).contains("[network.tls.untrusted]"))
        #expect(
            lines("base URL", untrusted).contains("help: `baton explain network.tls.untrusted` says what that means"))
        let trusted = try await doctor(", tls: { ca: \(certificates.server.certificate) }")
        #expect(trusted.exitCode == 0, "\(trusted.everything)")
        let missing = try await doctor(", tls: { ca: none.pem }")
        #expect(missing.exitCode == 1)
        #expect(lines("base URL", missing).contains("baton.yaml:1:"), "\(missing.output)")
        #expect(lines("base URL", missing).contains("ca: "))
    }

    @Test func `offline sends nothing`() async throws {
        let recording = try Self.project("")
        let result = try await Baton(folder: recording.folder)("doctor", "--offline")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(lines("base URL", result) == "- base URL       \(recording.server.url)/ was not asked")
        #expect(recording.requests.isEmpty)
    }

    @Test func `without a project it looks at the machine`() async throws {
        let folder = try Folder()
        let result = try await Baton(folder: folder)("doctor")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(lines("project", result).hasPrefix("- project        no baton.yaml in this folder or above\n"))
        #expect(lines("base URL", result).hasPrefix("- base URL       none\n"))
        #expect(lines("history", result) == "- history        none without a project")
    }

    @Test func `a project file with an error is a problem with its place`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "environment: {}")
        let result = try await Baton(folder: folder)("doctor")
        #expect(result.exitCode == 1)
        #expect(lines("project", result).contains("✗ project"), "\(result.output)")
        #expect(result.output.contains("baton.yaml:1:1"))
        let recording = try Self.project("")
        let unknown = try await Baton(folder: recording.folder)("doctor", "--env", "locl")
        #expect(unknown.exitCode == 1)
        #expect(
            lines("environment", unknown)
                == "✗ environment    there is no environment `locl`\n                 help: did you mean `local`?")
    }

    @Test(arguments: [("", "holds no certificate: https fails"), (nil, "no trusted certificates, so https fails: ")])
    func `a machine without trusted certificates is told what to install`(
        _ text: String?, _ message: String
    ) async throws {
        let folder = try Folder()
        if let text { try folder.write("ca.pem", text) }
        let baton = Baton(folder: folder, environment: ["CURL_CA_BUNDLE": "\(folder.path)/ca.pem"])
        let result = try await baton("doctor")
        #expect(result.exitCode == 1)
        #expect(lines("certificates", result).contains(message), "\(result.output)")
        #expect(
            lines("certificates", result).contains(
                "help: `CURL_CA_BUNDLE` names this file: correct it, or `unset CURL_CA_BUNDLE`"))
    }

    @Test func `proxies are shown without their passwords, and one in capitals has no effect`() async throws {
        let folder = try Folder()
        let baton = Baton(
            folder: folder,
            environment: [
                "https_proxy": "http://ada:pw-1815@127.0.0.1:3128", "no_proxy": "localhost",
                "HTTP_PROXY": "http://127.0.0.1:1",
            ])
        let result = try await baton("doctor", "--offline")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(!result.everything.contains("pw-1815"))
        #expect(
            lines("proxy", result).contains("https requests go through http://ada:***@127.0.0.1:3128"),
            "\(result.output)")
        #expect(lines("proxy", result).contains("not those to localhost"))
        #expect(lines("proxy", result).contains("! proxy          HTTP_PROXY in capitals has no effect, as with curl"))
        let wrong = try await Baton(folder: folder, environment: ["https_proxy": "ftp://x y"])("doctor", "--offline")
        #expect(wrong.exitCode == 1)
        #expect(lines("proxy", wrong).contains(", which is not the URL of a proxy"), "\(wrong.output)")
    }

    @Test(arguments: [
        "bob:pr0xy/Pw-Zr15@127.0.0.1:1", "http://bob:pa#ss?Pw-Zr15@127.0.0.1:1", "http://bob:Pw-Zr15/DX@127.0.0.1:1",
        "//bob:Pw-Zr15@127.0.0.1:1", "http:bob:Pw-Zr15@127.0.0.1:1", "http://bob:Pw-Zr15 DX@127.0.0.1:1",
        "ftp://bob:Pw-Zr15@127.0.0.1:1", "bob:Pw-Zr15@", "http://bob:Pw-Zr15@127.0.0.1:1",
    ])
    func `no part of a proxy's password is shown, however it is written`(_ proxy: String) async throws {
        let recording = try Self.project("")
        let baton = Baton(folder: recording.folder, environment: ["http_proxy": proxy, "no_proxy": ""])
        for arguments in [["doctor"], ["doctor", "--json"], ["run"], ["history", "show"]] {
            let result = try await baton.run(arguments)
            for part in ["Zr15", "pr0xy", "pa#ss", "DX"] {
                #expect(!result.everything.contains(part), "\(arguments): \(result.everything)")
            }
        }
        for file in ["reports/junit.xml", "reports/report.html", ".baton/history.sqlite"] {
            let text = String(decoding: try recording.folder.bytes(file), as: UTF8.self)
            for part in ["Zr15", "pr0xy", "pa#ss"] { #expect(!text.contains(part), "\(file)") }
        }
    }

    @Test func `a history that is damaged or that cannot be written is a problem`() async throws {
        let recording = try Self.project("")
        try recording.folder.write(".baton/history.sqlite", "no database")
        let damaged = try await Baton(folder: recording.folder)("doctor", "--offline")
        #expect(damaged.exitCode == 1)
        #expect(lines("history", damaged).contains("✗ history"), "\(damaged.output)")
        #expect(lines("history", damaged).contains("help: move it away: the next run begins a new history"))
    }

    @Test func `recorded runs are counted`() async throws {
        let recording = try Self.project("")
        let baton = Baton(folder: recording.folder)
        #expect(try await baton("run").exitCode == 0)
        let result = try await baton("doctor", "--offline")
        #expect(lines("history", result).hasPrefix("✓ history        1 run, "), "\(result.output)")
    }

    @Test(.enabled(if: Unprivileged.isPossible, "root without setpriv ignores modes"))
    func `a folder that cannot be written is a problem`() async throws {
        let recording = try Self.project("")
        try recording.folder.write("reports/kept", "")
        let folders = [recording.folder.path, "\(recording.folder.path)/reports"]
        for folder in folders { chmod(folder, 0o555) }
        defer { for folder in folders { chmod(folder, 0o755) } }
        let result = try await Unprivileged.run(["doctor", "--offline"], in: recording.folder)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(lines("reports", result).contains("✗ reports        reports cannot be written: "), "\(result.output)")
        #expect(lines("history", result).contains("cannot be made: "), "\(result.output)")
    }
}
