import CommandCalls
import ProjectFolders
import Testing

/// `owner` of a file: told where someone looks for who takes care of a failure.
@Suite struct OwnerTests {
    private static func bench(status: Int) throws -> Recording {
        let recording = try Recording()
        try recording.folder.write(
            "baton.yaml", "environments: { local: { base_url: \"\(recording.server.url)\" } }")
        try recording.folder.write(
            "workflows/a.yaml",
            "name: Shop\nowner: team shop \"A\"\nsteps:\n  - get: /a\n    expect: { status: \(status) }")
        return recording
    }

    @Test func `a failure says who takes care of it, in console, JUnit and history`() async throws {
        let recording = try Self.bench(status: 201)
        let baton = Baton(folder: recording.folder)
        let result = try await baton("run")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("✗ Shop › GET /a\n  owner: team shop \"A\"\n"), "\(result.output)")
        #expect(try recording.folder.read("reports/junit.xml").contains("\nowner: team shop \"A\"\n"))
        let history = try await baton("history", "show")
        #expect(history.output.contains("\n    owner: team shop \"A\"\n"), "\(history.everything)")
    }

    @Test func `what passes says nothing of it, the list does`() async throws {
        let recording = try Self.bench(status: 200)
        let baton = Baton(folder: recording.folder)
        let result = try await baton("run")
        #expect(result.exitCode == 0 && !result.output.contains("team shop"), "\(result.everything)")
        #expect(try !recording.folder.read("reports/junit.xml").contains("team shop"))
        let list = try await baton("list")
        #expect(list.output == "workflows/a.yaml  Shop  1 step  owner: team shop \"A\"\n1 workflow\n")
    }

    @Test func `an empty owner is refused`() async throws {
        let recording = try Self.bench(status: 200)
        try recording.folder.write("workflows/a.yaml", "owner: \" \"\nsteps: [ get: /a ]")
        let result = try await Baton(folder: recording.folder)("check")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("error: the owner is empty [workflow.invalid-name]\n  --> workflows/a.yaml:1:8")
        )
    }
}
