import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Secrets that are known before the run: masked also where a workflow shows them that does not use them.
@Suite struct OutsideSecretTests {
    /// Runs one workflow that uses a secret and, beforehand, one that only shows it.
    private func run(
        _ using: String, showing secret: String, environment: [String: String] = [:], _ arguments: [String] = []
    ) async throws -> Baton.Result {
        let recording = try Recording { _ in
            "HTTP/1.1 200 OK\r\nContent-Length: \(secret.utf8.count)\r\n\r\n\(secret)"
        }
        try recording.folder.write("baton.yaml", "environments: { local: { base_url: \(recording.server.url) } }")
        try recording.folder.write(
            ".netrc",
            "machine 127.0.0.1\n  login ada\n  password netrc-pass-1\ndefault login x password \"quoted\\\" pass-2\"\n")
        try recording.folder.write(
            "workflows/a.yaml", "steps:\n  - get: /echo\n    expect: { body: shown }\n")
        try recording.folder.write("workflows/b.yaml", using)
        var environment = environment
        environment["HOME"] = recording.folder.path
        let result = try await Baton(folder: recording.folder, environment: environment).run(
            ["run", "--jobs", "1"] + arguments)
        let traces = try Traces(
            result, below: recording.folder.path, except: ["/baton.yaml", "/workflows/", "/.netrc"])
        #expect(traces.places(of: secret) == [], "\(result.everything)")
        #expect(result.output.contains(#"got "***""#), "\(result.everything)")
        return result
    }

    private static func step(_ text: String) -> String { "steps:\n  - get: /use\n    \(text)\n" }

    static let uses: [(use: String, secret: String)] = [
        ("auth: { bearer: literal-bearer-1 }", "literal-bearer-1"),
        ("auth: { basic: { username: ada, password: literal-pass-1 } }", "literal-pass-1"),
        ("auth: { basic: { username: ada, password: ab1 } }", "YWRhOmFiMQ=="),
        ("auth: { api_key: { header: X-Key, value: literal-key-1 } }", "literal-key-1"),
        ("auth: { bearer: $(process.env.PLAIN_NAME) }", "from-environment-1"),
        ("query: { t: $(process.env.ACCESS_TOKEN) }", "from-environment-2"),
        ("headers: { Authorization: Bearer literal-header-1 }", "literal-header-1"),
        ("headers: { Authorization: 'Token token=literal-token-1' }", "literal-token-1"),
        (#"headers: { Authorization: 'Token token="literal-token-2", nonce="literal-nonce-2"' }"#, "literal-token-2"),
        (#"headers: { Authorization: 'Token token="literal-token-2", nonce="literal-nonce-2"' }"#, "literal-nonce-2"),
        (#"headers: { Authorization: 'Custom user=ada; sig="sig\"nature-1"' }"#, #"sig"nature-1"#),
        ("headers: { X-Api-Key: literal-key-2 }", "literal-key-2"),
        ("headers: { X-Auth-Token: $(process.env.PLAIN_NAME) }", "from-environment-1"),
        ("query: { api_key: literal-key-3 }", "literal-key-3"),
        ("form: { client_secret: literal-key-5 }", "literal-key-5"),
        ("json: { user: { name: ada, password: literal-key-6 } }", "literal-key-6"),
        ("json: { user: { name: $(1 + 1), token: literal-key-7 } }", "literal-key-7"),
        ("headers: { Session-Id: literal-key-8 }", "literal-key-8"),
        ("multipart: { password: literal-key-9 }", "literal-key-9"),
        ("cookies: { sid: literal-cookie-1 }", "literal-cookie-1"),
        ("headers: { Cookie: 'a=literal-cookie-2; b=1' }", "literal-cookie-2"),
        ("proxy: { url: 'https://u:proxy-pass-2@127.0.0.1:1', verify: false }\n    no_proxy: '*'", "proxy-pass-2"),
        ("proxy: { url: 'https://127.0.0.1:1', key_password: proxy-key-1 }\n    no_proxy: '*'", "proxy-key-1"),
        ("proxy: http://u:proxy-pass-1@127.0.0.1:1\n    no_proxy: '*'", "proxy-pass-1"),
        ("netrc: true", "netrc-pass-1"),
        ("netrc: true", #"quoted" pass-2"#),
    ]

    @Test(arguments: uses)
    func `a credential of one workflow is masked in all workflows`(_ use: String, _ secret: String) async throws {
        _ = try await run(
            Self.step(use), showing: secret,
            environment: ["PLAIN_NAME": "from-environment-1", "ACCESS_TOKEN": "from-environment-2"])
    }

    @Test func `a credential in a URL is masked in all workflows`() async throws {
        _ = try await run("steps: [ get: '/use?a=1&api_key=literal%2Dkey-10' ]\n", showing: "literal-key-10")
    }

    @Test func `a secret input is masked in all workflows, given or written`() async throws {
        let workflow = "inputs: { pin: { secret: true, default: default-pin-1 } }\nsteps: [ { log: hello } ]\n"
        _ = try await run(workflow, showing: "given-pin-1", ["--input", "pin=given-pin-1"])
        _ = try await run(workflow, showing: "default-pin-1")
    }

    @Test func `the password of the process environment's proxy is masked in all workflows`() async throws {
        _ = try await run(
            "steps: [ { log: hello } ]\n", showing: "env-proxy-1",
            environment: ["https_proxy": "http://u:env-proxy-1@127.0.0.1:1"])
    }

    @Test func `a secret captured by a needed workflow is masked in all workflows`() async throws {
        let recording = try Recording { request in
            let body = request.target == "/login" ? #"{"token":"captured-token-1"}"# : "it was captured-token-1"
            return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        try recording.folder.write("baton.yaml", "environments: { local: { base_url: \(recording.server.url) } }")
        try recording.folder.write(
            "workflows/login.yaml",
            "steps:\n  - post: /login\n    capture: { token: { path: $.token, secret: true } }\n")
        try recording.folder.write(
            "workflows/needing.yaml", "needs: [ login.yaml ]\nsteps:\n  - get: /x\n    expect: { body: shown }\n")
        let result = try await Baton(folder: recording.folder).run(["run", "--jobs", "1"])
        #expect(result.exitCode == 1 && result.output.contains("it was ***"), "\(result.everything)")
        #expect(!result.everything.contains("captured-token-1"))
    }
}
