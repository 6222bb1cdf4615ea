import CommandCalls
import ProjectFolders
import Testing

/// Programs that are started more than once: `retry` and `until`, and what is kept of each attempt.
@Suite struct ExecAttemptsTests {
    /// Ends with exit code 0 when it is started for the nth time.
    private static func counting(to count: Int) -> String {
        "echo x >> made; n=$(wc -l < made); echo \"{ \\\"n\\\": $n }\"; [ $n -ge \(count) ] || exit 3"
    }

    private static func run(
        _ steps: String, script: String
    ) async throws -> (result: Baton.Result, folder: Folder) {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: shop\n")
        try folder.write("workflows/w.yaml", steps)
        try folder.write("workflows/count.sh", script)
        return (try await Baton(folder: folder).run(["run", "-v", "--allow-exec"]), folder)
    }

    @Test func `retry starts a program again, and every attempt is kept`() async throws {
        let (result, folder) = try await Self.run(
            """
            steps:
              - exec: [sh, count.sh]
                name: Count
                retry: { attempts: 5, every: 1ms }
                expect: { $.n: 3 }
                capture: { n: $.n }
              - that: n == 3
            """, script: Self.counting(to: 3))
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("1 passed (1 flaky)") || result.output.contains("flaky"), "\(result.output)")
        for line in ["sh count.sh → exit code 3 in ", "exit_code: expected 0, got 3", "sh count.sh → exit code 0 in "] {
            #expect(result.output.contains(line), "\(line)\n\(result.output)")
        }
        let report = try folder.read("reports/junit.xml")
        #expect(report.split(separator: "sh count.sh -&gt; exit code 3").count == 3, "\(report)")
        let history = try HistoryFile("\(folder.path)/.baton/history.sqlite")
        #expect(
            try history.rows("SELECT position, command, exit_code, note FROM program_attempt ORDER BY position") == [
                "0 | sh count.sh | 3 | exit_code: expected 0, got 3",
                "1 | sh count.sh | 3 | exit_code: expected 0, got 3",
            ])
        #expect(try history.rows("SELECT attempts FROM step_result WHERE kind = 'exec'") == ["3"])
    }

    @Test func `until waits for what a program says, and its exit code does not count before`() async throws {
        let (result, _) = try await Self.run(
            """
            steps:
              - exec: [sh, count.sh]
                until: response.json.n == 3
                every: 1ms
                within: 20s
                expect: { exit_code: 0 }
            """, script: Self.counting(to: 3))
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("`response.json.n == 3` is false"), "\(result.output)")
        #expect(!result.output.contains("flaky"))
    }

    @Test func `what ends without success shows all attempts and the last output`() async throws {
        let (result, _) = try await Self.run(
            """
            steps:
              - exec: [sh, count.sh]
                retry: { attempts: 2, every: 1ms, jitter: false }
            """, script: "echo told >&2; exit 7")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("exit_code: expected 0, got 7 [exec.failed]"), "\(result.output)")
        #expect(result.output.split(separator: "sh count.sh → exit code 7").count >= 4, "\(result.output)")
        #expect(result.output.contains("told"))
    }

    @Test func `when the time is up, the reason and what was written last are shown`() async throws {
        let (result, _) = try await Self.run(
            """
            steps:
              - exec: [sh, count.sh]
                until: response.exit_code == 0
                every: 1ms
                within: 30ms
            """, script: "echo waiting; exit 1")
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("until: `response.exit_code == 0` did not hold within 30 ms"), "\(result.output)")
        #expect(result.output.contains("waiting"), "\(result.output)")
    }

    @Test(arguments: [
        ("kill -9 $$", "", "was ended by signal 9"), ("sleep 60", "timeout: 10ms", "did not end within 10 ms"),
    ])
    func `where every poll was ended before it had its say, the step could not run`(
        _ script: String, _ key: String, _ cause: String
    ) async throws {
        let (result, folder) = try await Self.run(
            """
            steps:
              - exec: [sh, count.sh]
                until: response.exit_code == 0
                every: 1ms
                within: 30ms
                \(key)
            """, script: script)
        #expect(result.exitCode == 1)
        #expect(
            result.output.contains("did not hold within 30 ms") && result.output.contains(cause), "\(result.output)")
        #expect(try folder.read("reports/junit.xml").contains("failures=\"0\" errors=\"1\""))
    }

    @Test func `a program that passes at the second attempt is flaky in every report`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps:\n  - exec: [sh, count.sh]\n    retry: { attempts: 3, every: 1ms }\n")
        try folder.write("count.sh", Self.counting(to: 2))
        let result = try await Baton(folder: folder)(
            "run", "w.yaml", "--allow-exec", "--junit", "j.xml", "--json", "c.json")
        #expect(result.exitCode == 0 && result.output.contains("flaky"), "\(result.everything)")
        let junit = try folder.read("j.xml")
        #expect(junit.contains("<flakyFailure message=\"exit_code: expected 0, got 3\""), "\(junit)")
        let ctrf = try folder.read("c.json")
        for text in ["\"flaky\":1", "\"flaky\":true", "\"retries\":1", "exit_code: expected 0, got 3"] {
            #expect(ctrf.contains(text), "\(text)\n\(ctrf)")
        }
    }

    @Test(arguments: [
        ("", false), ("retry: { attempts: 3, every: 1ms }", false), ("retry: { attempts: 3, every: 1ms }", true),
    ])
    func `polls are no failed attempts`(_ key: String, _ failsOnce: Bool) async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - exec: [sh, count.sh]
                until: response.json.n >= 3
                every: 1ms
                \(key)
            """)
        // The first attempt polls until 3, and fails; the second one begins with 4.
        try folder.write("count.sh", Self.counting(to: failsOnce ? 4 : 3))
        let result = try await Baton(folder: folder)(
            "run", "w.yaml", "--allow-exec", "--junit", "j.xml", "--json", "c.json")
        #expect(result.exitCode == 0, "\(result.everything)")
        let (junit, ctrf) = (try folder.read("j.xml"), try folder.read("c.json"))
        #expect(
            !ctrf.contains("\"message\":\"`response.json.n") && ctrf.contains("\"retries\":1") == failsOnce, "\(ctrf)")
        #expect(ctrf.contains("\"flaky\":true") == failsOnce)
        #expect(junit.contains("<flakyFailure message=\"exit_code: expected 0, got 3\"") == failsOnce, "\(junit)")
    }

    @Test func `a program that is not there is not looked for again`() async throws {
        let (result, folder) = try await Self.run(
            "steps:\n  - exec: [no-such-program-anywhere]\n    retry: { attempts: 50, every: 1h }\n", script: "")
        #expect(result.exitCode == 1)
        #expect(try folder.read("reports/junit.xml").contains("exec.failed"))
    }
}
