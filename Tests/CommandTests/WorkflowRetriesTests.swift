import CommandCalls
import Glibc
import ProjectFolders
import RunningDemo
import Testing

/// Workflows that are tried again as a whole, with the real program.
@Suite struct WorkflowRetriesTests {
    private static let shaky = """
        name: Shaky
        retries: 2
        steps:
          - get: /count/NAME
            id: count
          - name: Third time lucky
            that: steps.count.response.json.count >= 3
        """

    private func project() async throws -> Folder {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { base_url: \(try await Demo.baseURL()) } }")
        let name = "shaky-\(UInt64.random(in: 0 ... .max))"
        try folder.write("workflows/shaky.yaml", Self.shaky.replacing("NAME", with: name))
        return folder
    }

    @Test func `what passes at last is flaky in console, JUnit file and history, with every attempt`() async throws {
        let folder = try await project()
        let result = try await Baton(folder: folder)("run", "-v")
        #expect(result.exitCode == 0, "\(result.everything)")
        let lines = result.output.split(separator: "\n")
        #expect(lines[0].contains("flaky: "), "\(result.output)")
        let message = "that: `steps.count.response.json.count >= 3` is false"
        #expect(lines[1] == "    attempt 1 failed: Third time lucky: \(message)", "\(result.output)")
        #expect(lines[2] == "    attempt 2 failed: Third time lucky: \(message)")
        #expect(result.output.contains("\n1 passed (1 flaky) in "))
        let report = try folder.read("reports/junit.xml")
        #expect(report.contains(#"tests="2" failures="0" errors="0""#))
        let flaky = #"<flakyFailure message="\#(message.replacing(">", with: "&gt;"))" type="check.failed"/>"#
        #expect(report.components(of: flaky) == 2, "\(report)")
        let history = try HistoryFile(folder.path + "/.baton/history.sqlite")
        #expect(try history.rows("SELECT outcome, attempts, flaky FROM case_result") == ["passed | 3 | 1"])
        #expect(
            try history.rows("SELECT number, outcome, step, kind FROM case_attempt ORDER BY number") == [
                "1 | failed | Third time lucky | check.failed", "2 | failed | Third time lucky | check.failed",
            ])
        let shown = try await Baton(folder: folder)("history", "show").output
        #expect(shown.contains("  1 passed (1 flaky), 3 requests\n"), "\(shown)")
        #expect(shown.contains("  flaky\n    attempt 1 failed: Third time lucky: \(message)\n    attempt 2 failed: "))
    }

    @Test func `every attempt of a step is kept in JUnit file and history`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { base_url: \(try await Demo.baseURL()) } }")
        let name = "attempts-\(UInt64.random(in: 0 ... .max))"
        try folder.write(
            "workflows/w.yaml",
            """
            steps:
              - get: /count/\(name)-a
                name: Poll
                until: response.json.count == 4
                every: 1ms
              - get: /count/\(name)-b
                name: Retry
                retry: { attempts: 5, every: 1ms, on: [check] }
                expect: { $.count: 3 }
            """)
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 0, "\(result.everything)")
        let report = try folder.read("reports/junit.xml")
        for attempt in 2...4 {
            #expect(report.components(of: " (attempt \(attempt))") == (attempt == 4 ? 1 : 2), "\(report)")
        }
        #expect(report.contains(#"<flakyFailure message="$.count: expected 3, got 2""#), "\(report)")
        let history = try HistoryFile(folder.path + "/.baton/history.sqlite")
        #expect(
            try history.rows("SELECT step_position, attempt, note FROM exchange ORDER BY step_position, attempt") == [
                "0 | 1 | `response.json.count == 4` is false", "0 | 2 | `response.json.count == 4` is false",
                "0 | 3 | `response.json.count == 4` is false", "0 | 4 | NULL",
                "1 | 1 | $.count: expected 3, got 1", "1 | 2 | $.count: expected 3, got 2", "1 | 3 | NULL",
            ])
        #expect(try history.rows("SELECT attempts FROM step_result ORDER BY position") == ["4", "3"])
    }

    @Test func `the command line says how often, and whether flaky is enough`() async throws {
        let first = try await project()
        let once = try await Baton(folder: first)("run", "--retries", "0")
        #expect(once.exitCode == 1)
        #expect(!once.output.contains("attempt 1"))
        let second = try await project()
        let strict = try await Baton(folder: second)("run", "--fail-on-flaky")
        #expect(strict.exitCode == 1, "\(strict.everything)")
        #expect(strict.output.contains("\nflaky is not enough (--fail-on-flaky): 1 passed (1 flaky) in "))
        let folder = try await project()
        let text = try folder.read("workflows/shaky.yaml")
        try folder.write("workflows/shaky.yaml", text.replacing("retries: 2\n", with: ""))
        let many = try await Baton(folder: folder)("run", "--retries", "2")
        #expect(many.exitCode == 0, "\(many.everything)")
    }
}

extension String {
    /// How often a text stands in it.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
