import CommandCalls
import ProjectFolders
import Testing

/// `defaults`, `lock` and `jobs` of baton.yaml, under those of a file.
@Suite struct ProjectDefaultsTests {
    private static func run(_ project: String, _ files: [String: String], _ arguments: String...) async throws
        -> (result: CommandResult, recording: Recording)
    {
        let recording = try Recording()
        try recording.folder.write(
            "baton.yaml",
            "environments: { local: { base_url: '\(recording.server.url)', headers: { X-A: environment } } }\n"
                + project)
        for (name, text) in files { try recording.folder.write("workflows/\(name).yaml", text) }
        return (try await Baton(folder: recording.folder).run(["run"] + arguments), recording)
    }

    @Test(arguments: [
        ("", "project"), ("defaults: { headers: { X-A: file } }\n", "file"), ("defaults: { timeout: 5s }\n", "project"),
    ])
    func `defaults of the project win over the environment, and those of a file over them`(
        _ file: String, _ expected: String
    ) async throws {
        let (result, recording) = try await Self.run(
            "defaults: { headers: { X-A: project }, query: { p: $(1 + 1) } }\n", ["a": file + "steps: [ get: /x ]\n"])
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(recording.requests.map { $0["x-a"] } == [expected] && recording.requests.map(\.target) == ["/x?p=2"])
    }

    @Test func `a check of the project is one of every request, unless the file checks the same`() async throws {
        let (result, _) = try await Self.run(
            "defaults: { expect: { status: 201 } }\n",
            ["a": "steps: [ get: /x ]\n", "b": "defaults: { expect: { status: 200 } }\nsteps: [ get: /x ]\n"])
        #expect(result.exitCode == 1 && result.output.contains("1 passed, 1 failed"), "\(result.everything)")
    }

    @Test func `a mistake in them is an error of baton.yaml, said once`() async throws {
        let (result, recording) = try await Self.run(
            "defaults: { timeout: fast }\n", ["a": "steps: [ get: /x ]\n", "b": "steps: [ get: /x ]\n"])
        #expect(result.exitCode == 2 && recording.requests.isEmpty)
        let checked = try await Baton(folder: recording.folder)("check")
        #expect(checked.everything.split(separator: "`fast` is no duration").count == 2, "\(checked.everything)")
        #expect(checked.everything.contains("--> baton.yaml:2:22"))
    }

    @Test func `a lock of the project is that of every workflow without one`() async throws {
        let (result, recording) = try await Self.run(
            "lock: shop\njobs: 3\n",
            [
                "a": "steps: [ get: /x ]\n", "b": "lock: other\nsteps: [ { workflow: c.yaml } ]\n",
                "c": "called_only: true\nsteps: [ get: /y ]\n",
            ], "--events", "e.jsonl")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try recording.folder.read("e.jsonl").contains("\"jobs\":3"))
        let listed = try await Baton(folder: recording.folder)("list", "--json").output
        #expect(listed.contains("\"locks\":[\"shop\"]") && listed.contains("\"locks\":[\"other\"]"), "\(listed)")
        let one = try await Baton(folder: recording.folder)("run", "--jobs", "1", "--events", "one.jsonl")
        #expect(one.exitCode == 0)
        #expect(try recording.folder.read("one.jsonl").contains("\"jobs\":1"))
    }

    @Test func `no jobs at all are an error`() async throws {
        let (result, _) = try await Self.run("jobs: 0\n", ["a": "steps: [ get: /x ]\n"])
        #expect(result.exitCode == 2 && result.everything.contains("with `jobs: 0` nothing would run"))
    }
}
