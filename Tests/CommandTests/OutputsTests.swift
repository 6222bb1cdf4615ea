import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// `outputs` as the console and the report show them.
@Suite struct OutputsTests {
    @Test func `outputs are shown with --verbose, and secrets among them masked`() async throws {
        let folder = try Folder()
        try folder.write(
            "w.yaml",
            """
            steps:
              - post: /login
                json: { username: ada, password: lovelace-1815 }
                capture: { token: { path: $.token, secret: true }, user: $.user.username }
            outputs: { user: $(user), token: $(token) }
            """)
        let baseURL = try await Demo.baseURL()
        let result = try await Baton(folder: folder)("run", "-v", "w.yaml", "--base-url", baseURL)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("\n    output user = \"ada\"\n    output token = ***\n"), "\(result.output)")
        let quiet = try await Baton(folder: folder)("run", "w.yaml", "--base-url", baseURL)
        #expect(!quiet.output.contains("output"))
    }

    @Test func `an output that fails makes an error that the console and the report show with its place`() async throws
    {
        let folder = try Folder()
        try folder.write("w.yaml", "steps:\n  - that: 1 == 1\noutputs:\n  ratio: $(1 / 0)\n")
        let result = try await Baton(folder: folder)("run", "w.yaml", "--junit", "junit.xml")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("the output `ratio`: division by zero"), "\(result.output)")
        #expect(try folder.read("junit.xml").contains("the output `ratio`: division by zero"))
    }
}
