import BatonJudging
import BatonLoading
import CommandCalls
import ProjectFolders
import RunningDemo
import Testing

/// README.md shows what a newcomer sees who does the same.
@Suite struct FrontPageTests {
    /// The workflow of the page, or the same with the mistake that its failing run shows. A busy machine may answer
    /// later than the page wants it.
    private static func example(failing: Bool) throws -> String {
        let page = try ReferencePage.read("README.md")
        let block = try #require(page.blocks.first { $0.language == "yaml" && $0.text.hasPrefix("name:") })
        let text = block.text.replacing("lt: 500ms", with: "lt: 60s")
        return failing ? text.replacing("gte: 18", with: "gte: 40") : text
    }

    @Test(arguments: [false, true])
    func `the runs on the page are what a run shows`(_ failing: Bool) async throws {
        let page = try ReferencePage.read("README.md")
        let runs = page.blocks.filter { $0.language == "console" && $0.text.hasPrefix("$ baton run ") }
        try #require(runs.count == 2)
        let lines = runs[failing ? 1 : 0].text.split(separator: "\n", omittingEmptySubsequences: false)
        let command = try #require(lines.first).split(separator: " ").map(String.init)
        try #require(command.prefix(2) == ["$", "baton"])

        let folder = try Folder()
        try folder.write("sign-in.yaml", try Self.example(failing: failing))
        let baseURL = try await Demo.baseURL()
        let arguments = command.dropFirst(2).map { $0.hasPrefix("http://") ? baseURL : $0 }
        let result = try await Baton(folder: folder).run(Array(arguments))
        #expect(result.exitCode == (failing ? 1 : 0), "\(result.everything)")

        let difference = ShownOutput.difference(of: result.output, from: lines.dropFirst().joined(separator: "\n"))
        #expect(difference == nil, "\(result.output)")
    }
}
