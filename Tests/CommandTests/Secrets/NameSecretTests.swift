import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// Secrets that somebody wrote into names: of a workflow, of a step, of its owner, and in a URL, which is the name of a
/// step without one.
@Suite struct NameSecretTests {
    private static let secret = "hunter22-4x7q1"

    private static let workflow = """
        name: Login as \(secret)
        owner: team-\(secret)
        tags: [\(secret)]
        steps:
          - get: /x?u=\(secret)
          - { name: "Read \(secret)", get: /y, expect: { status: 201 } }
          - { name: "Later \(secret)", get: /z }
        teardown:
          - name: End of \(secret)
            steps: [ { for_each: [ "\(secret)" ], get: /t } ]
        """

    @Test func `no output shows a secret that is written in a name`() async throws {
        let recording = try Recording()
        defer { withExtendedLifetime(recording) {} }
        let folder = recording.folder
        try folder.write(
            "baton.yaml",
            "default_environment: a\nenvironments: { a: { base_url: \"\(recording.server.url)\", secrets: [PW] } }\n")
        try folder.write("workflows/a.yaml", Self.workflow)
        try folder.write("workflows/b.yaml", "name: Needs \(Self.secret)\nneeds: [a.yaml]\nsteps: [ { get: /b } ]\n")
        let environment = [
            "PW": Self.secret, "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://x:\(Self.secret)@example.org",
            "GITHUB_REPOSITORY": "a/b", "GITHUB_RUN_ID": "7", "CI_COMMIT_TITLE": "Change \(Self.secret)",
            "CI_COMMIT_AUTHOR": "\(Self.secret) <a@example.org>", "CI_COMMIT_SHA": "0123456789abcdef",
            "GITHUB_STEP_SUMMARY": folder.path + "/step.md",
        ]
        let result = try await Baton(folder: folder, environment: environment).run(
            ["run", "-vv"] + ReportedVerdicts.options)
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("GET /x?u=***"), "\(result.output)")
        #expect(try folder.read("reports/junit.xml").contains("Login as ***"))
        let traces = try Traces(result, below: folder.path, except: ["/workflows", "/baton.yaml"])
        #expect(traces.places(of: "4x7q1") == [])
        #expect(traces.places(of: "Change ***") != [])
    }

    @Test(arguments: [
        ("get: /x?token=hunter2x", "GET /x?token=***"),
        ("get: /x#access_token=hunter2x", "GET /x#access_token=***"),
        ("get: /x/hunter2x\nauth: { bearer: hunter2x }", "GET /x/***"),
        ("get: /x/hunter2x\nheaders: { Authorization: Token token=hunter2x }", "GET /x/***"),
        ("get: /x/hunter2x\ncookies: { sid: hunter2x }", "GET /x/***"),
    ])
    func `a secret that is written in a step is not in its usual name`(_ step: String, _ name: String) async throws {
        let recording = try Recording()
        let result = try await recording.step(
            step, "--allow-exec", "--verbose", "--events", "e.jsonl", "--junit", "j.xml", "--json", "c.json")
        let line = try #require(
            result.output.split(separator: "\n").first { $0.contains(name) }, "\(result.everything)")
        #expect(
            !line.prefix { $0 != "→" }.split(separator: "  ", omittingEmptySubsequences: true)[0].contains("hunter2x"))
        let events = try EventLines(try recording.folder.read("e.jsonl"))
        let names = events.events.compactMap { $0["name"]?.stringValue }
        #expect(names.contains { $0.contains(name) } && !names.contains { $0.contains("hunter2x") }, "\(names)")
        let reports = try recording.folder.read("j.xml") + recording.folder.read("c.json")
        #expect(reports.contains("name=\"") && !reports.contains("GET /x/hunter2x"), "\(reports)")
    }

    @Test(arguments: [["run"], ["check"], ["list"], ["list", "--graph"], ["list", "--graph", "dot"]])
    func `no message about a file shows a secret that is written in it`(_ words: [String]) async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { a: { base_url: \"http://127.0.0.1:1\", secrets: [PW] } }\n")
        try folder.write("workflows/a.yaml", Self.workflow.replacing("teardown:", with: "tear_down:"))
        try folder.write("workflows/b.yaml", Self.workflow)
        let result = try await Baton(folder: folder, environment: ["PW": Self.secret]).run(words)
        #expect(result.everything.contains("tear_down") || words[0] == "list" && words.count > 1)
        #expect(!result.everything.contains("4x7q1"), "\(result.everything)")
    }

    @Test func `a path stays as it is, since it says what to run again`() async throws {
        let recording = try Recording()
        defer { withExtendedLifetime(recording) {} }
        let folder = recording.folder
        try folder.write(
            "baton.yaml",
            "default_environment: a\nenvironments: { a: { base_url: \"\(recording.server.url)\", secrets: [PW] } }\n")
        try folder.write("workflows/orders.yaml", "name: All orders\nsteps: [ { get: /x, expect: { status: 201 } } ]\n")
        let result = try await Baton(folder: folder, environment: ["PW": "orders"])("run", "--events", "e.jsonl")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("All ***"), "\(result.output)")
        #expect(try folder.read("e.jsonl").contains("\"path\":\"workflows/orders.yaml\""))
    }
}
