import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// `session: needs.NAME`: a copy of what a needed workflow was left with.
@Suite struct NeededSessionTests {
    /// A server that hands out a cookie and a kept header, both named after the last part of the path, where that is
    /// `login`, `change` or `out`.
    private static func bench(_ files: [String: String], more: String = "") throws -> Recording {
        let recording = try Recording { request in
            let name = request.target.split(separator: "/").last.map(String.init) ?? ""
            let given =
                ["login", "change", "out"].contains(name)
                ? "Set-Cookie: sid=cookie-of-\(name); Path=/\r\nX-Kept: header-of-\(name)\r\n" : ""
            return "HTTP/1.1 200 OK\r\n\(given)Content-Length: 2\r\n\r\n{}"
        }
        try recording.folder.write(
            "baton.yaml",
            """
            default_environment: local
            environments:
              local: { base_url: "\(recording.server.url)", session: { headers: [x-kept]\(more) } }
              other: { base_url: "\(recording.server.url)/other", session: { headers: [x-kept] } }
            """)
        for (name, text) in files { try recording.folder.write("workflows/\(name).yaml", text) }
        return recording
    }

    private static let login = "steps: [ get: /login ]\nteardown: [ { get: /out } ]"

    private static func sent(_ target: String, _ recording: Recording) -> [[String?]] {
        recording.requests.filter { $0.target == target }.map { [$0["cookie"], $0["x-kept"]] }
    }

    @Test(arguments: ["workflow", "run"])
    func `cookies and kept headers come along, as they were when the steps had ended`(_ scope: String) async throws {
        let recording = try Self.bench(
            [
                "a": "needs: { login: b.yaml }\nsession: needs.login\nsteps: [ get: /a ]",
                "b": Self.login,
                "c": """
                needs: [b.yaml]
                steps:
                  - get: /own
                  - { get: /c, session: needs.b }
                  - { steps: [ get: /c ], session: needs.b }
                """,
            ], more: ", scope: \(scope)")
        let result = try await Baton(folder: recording.folder)("run", "--jobs", "1")
        #expect(result.exitCode == 0, "\(result.everything)")
        let copied = ["sid=cookie-of-login", "header-of-login"]
        #expect(Self.sent("/a", recording) == [copied])
        #expect(Self.sent("/c", recording) == [copied, copied])
        // Kept headers of the whole run are shared anyway; cookies never are.
        #expect(Self.sent("/own", recording) == [[nil, scope == "run" ? "header-of-login" : nil]])
    }

    @Test func `the copy goes its own way`() async throws {
        let recording = try Self.bench([
            "a": "needs: { b: b.yaml }\nsession: needs.b\nsteps: [ { get: /change }, { get: /a } ]",
            "b": "steps: [ get: /login ]\nteardown: [ { get: /end } ]",
            "c": "needs: { b: b.yaml, a: a.yaml }\nsession: needs.b\nsteps: [ { get: /c } ]",
        ])
        let result = try await Baton(folder: recording.folder)("run")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(Self.sent("/a", recording) == [["sid=cookie-of-change", "header-of-change"]])
        #expect(Self.sent("/c", recording) == [["sid=cookie-of-login", "header-of-login"]])
        #expect(Self.sent("/end", recording) == [["sid=cookie-of-login", "header-of-login"]])
    }

    @Test func `a workflow that is tried again starts anew`() async throws {
        let recording = try Self.bench([
            "a": """
            needs: { b: b.yaml }
            session: needs.b
            retries: 1
            steps: [ { get: /first }, { get: /change }, { get: /x, expect: { status: 201 } } ]
            """,
            "b": "steps: [ get: /login ]",
        ])
        _ = try await Baton(folder: recording.folder)("run")
        let copied = ["sid=cookie-of-login", "header-of-login"]
        #expect(Self.sent("/first", recording) == [copied, copied])
    }

    @Test func `each environment has its own`() async throws {
        let recording = try Self.bench([
            "a": "needs: { b: b.yaml }\nsession: needs.b\nsteps: [ { get: /a, env: other }, { get: /a } ]",
            "b": "steps: [ { get: /login }, { get: /change, env: other } ]",
            "c": "needs: { d: d.yaml }\nsession: needs.d\nsteps: [ { get: /c, env: other } ]",
            "d": "steps: [ { get: /login } ]",
        ])
        let result = try await Baton(folder: recording.folder)("run")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(Self.sent("/other/a", recording) == [["sid=cookie-of-change", "header-of-change"]])
        #expect(Self.sent("/a", recording) == [["sid=cookie-of-login", "header-of-login"]])
        #expect(Self.sent("/other/c", recording) == [[nil, nil]])
    }

    @Test func `what comes with it is secret here, too`() async throws {
        let recording = try Recording { request in
            request.target == "/login"
                ? "HTTP/1.1 200 OK\r\nSet-Cookie: sid=long-cookie-77\r\nX-Kept: long-header-88\r\nContent-Length: 2\r\n\r\n{}"
                : "HTTP/1.1 200 OK\r\nContent-Length: 29\r\n\r\nlong-cookie-77 long-header-88"
        }
        try recording.folder.write(
            "baton.yaml",
            "environments: { local: { base_url: \"\(recording.server.url)\", session: { headers: [x-kept] } } }")
        try recording.folder.write("workflows/b.yaml", "steps: [ get: /login ]")
        try recording.folder.write(
            "workflows/a.yaml",
            "needs: { b: b.yaml }\nsession: needs.b\nsteps: [ { get: /echo, expect: { body: other } } ]")
        let result = try await Baton(folder: recording.folder)("run", "--verbose")
        #expect(result.exitCode == 1, "\(result.everything)")
        let report = try recording.folder.read("reports/junit.xml")
        for text in [result.everything, report] {
            #expect(text.contains("*** ***"))
            #expect(!text.contains("long-cookie-77") && !text.contains("long-header-88"))
        }
    }

    @Test func `a need without a session has no session to take over`() async throws {
        let recording = try Self.bench([
            "a": "needs: { b: b.yaml }\nsession: needs.b\nsteps: [ get: /a ]",
            "b": "session: none\nsteps: [ get: /login ]",
        ])
        let result = try await Baton(folder: recording.folder)("check")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains(
                """
                error: the workflow `b` has `session: none`, so that it leaves none to others [workflow.unknown-need]
                  --> workflows/a.yaml:2:10
                """), "\(result.errorOutput)")
    }

    @Test func `a misspelt need is told with the one that is meant`() async throws {
        let recording = try Self.bench([
            "a": "needs: [sign-in.yaml]\nsteps: [ { get: /a, session: needs.sign-in } ]", "sign-in": Self.login,
        ])
        let result = try await Baton(folder: recording.folder)("check")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("no workflow that this one needs is called `sign-in`"))
        #expect(result.errorOutput.contains("help: did you mean `needs.sign_in`?"), "\(result.errorOutput)")
    }
}
