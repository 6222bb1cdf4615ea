import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// Loops over files, with the real program.
@Suite struct LoopTests {
    @Test func `a ragged record is told with its line, and nothing runs`() async throws {
        let folder = try Folder()
        try folder.write("users.csv", "name,age\nada,36\ngrace\n")
        try folder.write("w.yaml", "steps:\n  - get: /health\n    for_each: { csv: users.csv }\n")
        let result = try await Baton(folder: folder).run(["run", "w.yaml", "--base-url", "http://127.0.0.1:1"])
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("error: this record has 1 field, the header has 2 fields [data.invalid]"))
        #expect(result.errorOutput.contains("--> users.csv:3:1"))
        #expect(result.errorOutput.contains("it is used here"))
    }

    @Test func `a data file of more than 10 MB is refused`() async throws {
        let folder = try Folder()
        try folder.write("big.txt", String(repeating: "0123456789\n", count: 1_000_000))
        try folder.write("w.yaml", "steps:\n  - get: /health\n    for_each: { lines: big.txt }\n")
        let result = try await Baton(folder: folder).run(["check", "w.yaml"])
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("big.txt"))
    }

    @Test func `a loop without a bound is noted by check, dry runs and --verbose, and by nothing else`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps:\n  - get: /health\n    until: response.status == 200\n")
        let base = ["--base-url", try await Demo.baseURL()]
        let note = "note: w.yaml:3:12: `until` has no `within`: it ends after 60s [workflow.default-bound]\n"
        let expected: [([String], String)] = [
            (["check", "w.yaml"], note), (["run", "w.yaml", "--verbose"] + base, note), (["run", "w.yaml"] + base, ""),
            (["run", "w.yaml", "--quiet"] + base, ""),
        ]
        for (words, shown) in expected {
            let result = try await Baton(folder: folder).run(words)
            #expect(result.exitCode == 0 && result.errorOutput == shown, "\(words): \(result.errorOutput)")
        }
        let dry = try await Baton(folder: folder).run(["run", "w.yaml", "--dry-run"] + base)
        #expect(dry.errorOutput == note)
    }

    @Test func `a computed path that leads nowhere is an error of its step`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            vars: { path: none.csv }
            steps:
              - get: /health
                for_each: { csv: $(path) }
            """)
        let result = try await Baton(folder: folder).run(
            ["run", "w.yaml", "--base-url", try await Demo.baseURL()])
        #expect(result.exitCode == 1)
        #expect(result.output.contains("none.csv"))
    }
}
