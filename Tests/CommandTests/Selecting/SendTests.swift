import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// `baton send`: the request of one step again, with what comes before it.
@Suite struct SendTests {
    private static let files = [
        "workflows/login.yaml":
            "name: Log in\ncalled_only: true\nsteps:\n  - get: /login\n    capture: { token: $.token }\noutputs: { token: $(token) }\n",
        "workflows/me.yaml": """
        name: Me
        needs: login.yaml
        steps:
          - get: /first
          - name: Read the profile
            get: /me
            auth: { bearer: $(needs.login.token) }
            expect: { $.token: NAME }
          - get: /never
        """,
    ]

    /// - Parameter wanted: the value that the step at line 5 expects; the server says `t0ken-1`.
    private static func project(wanted: String = "t0ken-1") throws -> Recording {
        let body = #"{"token":"t0ken-1"}"#
        let recording = try Recording { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        for (name, text) in files { try recording.folder.write(name, text.replacing("NAME", with: wanted)) }
        try recording.folder.write(
            "baton.yaml", "name: shop\nenvironments: { local: { base_url: \"\(recording.server.url)\" } }\n")
        return recording
    }

    @Test(arguments: ["5", "6", "8"]) func `it runs what the step needs, and shows the step`(_ line: String)
        async throws
    {
        let project = try Self.project()
        let result = try await Baton(folder: project.folder)("send", "workflows/me.yaml:\(line)")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(project.requests.map(\.target) == ["/login", "/first", "/me"])
        #expect(project.requests.last?["authorization"] == "Bearer t0ken-1")
        let output = result.output
        #expect(output.hasPrefix("\n── workflows/me.yaml:6 ──"), "\(output)")
        #expect(output.contains("\n✓ Me › Read the profile\n\n  GET \(project.server.url)/me → 200 in "))
        #expect(output.contains("\n    Content-Type: application/json\n") && output.contains(#"{"token":"#))
        #expect(output.contains("send it again with\n    curl ") && output.contains("\n2 passed in "))
        #expect(!output.contains("/first"))
        #expect(!project.folder.exists("reports") && !project.folder.exists(".baton"))
    }

    @Test func `what fails in quarantine is shown with its response`() async throws {
        let project = try Self.project(wanted: "other")
        let text = try project.folder.read("workflows/me.yaml")
        try project.folder.write(
            "workflows/me.yaml", "quarantine: { until: 2099-12-31, reason: known }\n\(text)")
        let result = try await Baton(folder: project.folder)("send", "workflows/me.yaml:6")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains(#"$.token: expected "other", got "***""#), "\(result.output)")
        #expect(result.output.contains("/me → 200 in "))
        #expect(result.output.contains("1 quarantined"))
    }

    @Test func `what fails is told as by a run, and is the exit code`() async throws {
        let project = try Self.project(wanted: "other")
        let result = try await Baton(folder: project.folder)("send", "workflows/me.yaml:5")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("── failure 1 of 1 ──") && result.output.contains("$.token: expected"))
        #expect(!result.output.contains("── workflows/me.yaml:6 ──"))
        let empty = try await Baton(folder: project.folder)(
            "send", "workflows/me.yaml:4", "--base-url", "http://127.0.0.1:1")
        #expect(empty.exitCode == 3 && empty.output.contains("[network.connect]"), "\(empty.everything)")
    }

    @Test func `a failure whose curl command would lack a secret names the command that sends it`() async throws {
        let project = try Self.project(wanted: "other")
        let failed = try await Baton(folder: project.folder)("run")
        let lines = failed.output.split(separator: "\n").map { $0.drop { $0 == " " } }
        let line = try #require(lines.first { $0.hasPrefix("baton send workflows/me.yaml:6") }, "\(failed.output)")
        #expect(failed.output.contains("Bearer ***") && failed.output.contains("send it again with\n    curl "))
        let sent = project.requests.count
        let again = try await Baton(folder: project.folder).run(line.split(separator: " ").dropFirst().map(String.init))
        #expect(again.exitCode == 1 && again.output.contains("$.token: expected"), "\(again.everything)")
        #expect(project.requests.dropFirst(sent).map(\.target) == ["/login", "/first", "/me"])
    }

    @Test(arguments: [
        "workflows/me.yaml", "workflows", "workflows/me.yaml:1", "workflows/me.yaml:99", "nothing.yaml:1",
    ])
    func `without a step there is nothing to send`(_ path: String) async throws {
        let project = try Self.project()
        let result = try await Baton(folder: project.folder)("send", path)
        #expect(result.exitCode == 2 && result.output == "", "\(result.everything)")
        #expect(project.requests.isEmpty && !project.folder.exists("reports"))
        let bare = try await Baton(folder: project.folder)("send")
        #expect(bare.exitCode == 2 && bare.errorOutput.contains("STEP"), "\(bare.errorOutput)")
    }
}
