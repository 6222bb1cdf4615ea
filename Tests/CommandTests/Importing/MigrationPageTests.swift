import CommandCalls
import ProjectFolders
import Testing

/// docs/migrate/postman.md shows a collection and its environment, and what `baton import` writes of them.
@Suite struct MigrationPageTests {
    /// The blocks of a language between fences, in their order.
    private static func blocks(_ language: String, of page: String) -> [String] {
        page.split(separator: "```\(language)\n").dropFirst().map { rest in
            String(rest.split(separator: "```", maxSplits: 1, omittingEmptySubsequences: false)[0])
        }
    }

    @Test func `what the page shows is what the import writes`() async throws {
        let page = try FileContents.text(of: "\(Repository.path)/docs/migrate/postman.md")
        let (sources, results) = (Self.blocks("json", of: page), Self.blocks("yaml", of: page))
        try #require(sources.count == 2 && results.count == 3)
        let folder = try Folder()
        _ = try folder.write("shop.json", sources[0])
        _ = try folder.write("env.json", sources[1])
        let run = try await Baton(folder: folder)(
            "import", "shop.json", "--postman-env", "env.json", "--into", "api-tests")
        #expect(run.exitCode == 0, "\(run.everything)")
        #expect(try folder.read("api-tests/shop.yaml") == results[0])
        #expect(try folder.read("api-tests/baton.yaml") == results[1])
    }
}
