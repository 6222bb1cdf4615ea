import CommandCalls
import ProjectFolders
import Testing

/// Workflows that run in some environments only, in whole runs.
@Suite struct RestrictedRunTests {
    private static let reason = "it runs only in `staging`, and this is `local`"

    private static func bench(_ files: [String: String], project: String = "") throws -> Recording {
        let recording = try Recording()
        try recording.folder.write(
            "baton.yaml",
            """
            default_environment: local
            environments:
              local: { base_url: "\(recording.server.url)/local" }
              staging: { base_url: "\(recording.server.url)/staging", vars: { size: 3 }, secrets: [STAGING_KEY] }
            \(project)
            """)
        for (name, text) in files { try recording.folder.write("workflows/\(name).yaml", text) }
        return recording
    }

    private static let staged = """
        name: Staged
        environments: [staging]
        steps:
          - get: /staged
            query: { n: $(size) }
            headers: { X-Key: $(secrets.STAGING_KEY) }
        """

    @Test func `a workflow of another environment is skipped with its reason in every report`() async throws {
        let recording = try Self.bench(["a": Self.staged, "b": "steps: [ get: /b ]"])
        let result = try await Baton(folder: recording.folder)("run")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map(\.target) == ["/local/b"])
        #expect(result.output.contains("- workflows/a.yaml  Staged\n    skipped: \(Self.reason)\n"))
        #expect(result.output.contains("1 passed, 1 skipped in "))
        let report = try recording.folder.read("reports/junit.xml")
        #expect(report.contains("<skipped message=\"\(Self.reason)\" type=\"skipped\"/>"))
        let history = try await Baton(folder: recording.folder)("history", "show")
        #expect(history.output.contains("- workflows/a.yaml  Staged\n    \(Self.reason)\n"), "\(history.everything)")
    }

    @Test func `where it belongs it runs`() async throws {
        let recording = try Self.bench(["a": Self.staged])
        let baton = Baton(folder: recording.folder, environment: ["STAGING_KEY": "a-long-secret"])
        let result = try await baton("run", "--env", "staging")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map(\.target) == ["/staging/staged?n=3"])
    }

    @Test(arguments: [[], ["--dry-run"]])
    func `nothing but skipped workflows is no success`(_ arguments: [String]) async throws {
        let recording = try Self.bench(["a": Self.staged])
        let result = try await Baton(folder: recording.folder).run(["run"] + arguments)
        #expect(result.exitCode == (arguments.isEmpty ? 2 : 0), "\(result.everything)")
        #expect(result.output.contains("skipped: \(Self.reason)"))
        #expect(recording.requests.isEmpty)
    }

    @Test func `what it needs does not run for it`() async throws {
        let needing = "environments: [staging]\nneeds: [../parts/login.yaml]\nsteps: [ get: /x ]"
        let recording = try Self.bench(["a": needing, "b": "steps: [ get: /b ]"])
        try recording.folder.write("parts/login.yaml", "steps: [ get: /login ]")
        let result = try await Baton(folder: recording.folder)("run")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map(\.target) == ["/local/b"])
    }

    @Test func `a skipped workflow of before keeps nothing from running`() async throws {
        let recording = try Self.bench(["b": "steps: [ get: /b ]"], project: "before: [parts/seed.yaml]")
        try recording.folder.write("parts/seed.yaml", "environments: [staging]\nsteps: [ get: /seed ]")
        let result = try await Baton(folder: recording.folder)("run")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map(\.target) == ["/local/b"])
        #expect(result.output.contains("seed  before\n    skipped: \(Self.reason)"), "\(result.output)")
    }

    @Test func `a workflow of before is told as skipped when no environment is chosen`() async throws {
        let recording = try Self.bench(["a": "needs: [b.yaml]\nsteps: [ get: /a ]", "b": Self.staged])
        try recording.folder.write(
            "baton.yaml", "environments: { staging: { vars: { size: 3 } }, other: { base_url: \"http://x.test\" } }")
        let result = try await Baton(folder: recording.folder)(
            "run", "workflows/a.yaml", "--base-url", recording.server.url)
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(
            result.errorOutput.contains(
                "`b.yaml` cannot be needed here: it runs only in `staging`, and no environment is chosen"))
    }

    @Test func `every row of it is skipped`() async throws {
        let rows = "environments: [staging]\nrows: [{ n: 1 }, { n: 2 }]\nsteps: [ get: /x ]"
        let recording = try Self.bench(["a": rows, "b": "steps: [ get: /b ]"])
        let result = try await Baton(folder: recording.folder)("run")
        #expect(result.output.contains("1 passed, 2 skipped in "), "\(result.everything)")
    }

    @Test func `programs of one that does not run need no leave`() async throws {
        let program = "environments: [staging]\nsteps: [ exec: [echo, hello] ]"
        let recording = try Self.bench(["a": program, "b": "steps: [ get: /b ]"])
        let result = try await Baton(folder: recording.folder)("run")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `the list says where it runs`() async throws {
        let recording = try Self.bench(["a": Self.staged])
        let result = try await Baton(folder: recording.folder)("list")
        #expect(result.output == "workflows/a.yaml  Staged  1 step  skipped: \(Self.reason)\n1 workflow\n")
    }
}
