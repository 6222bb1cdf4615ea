import CommandCalls
import ProjectFolders
import Testing

/// A run that was answered from samples says so wherever it is looked at later.
@Suite struct StubHistoryTests {
    private static func project() throws -> Folder {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { base_url: \"http://127.0.0.1:1\" } }")
        try folder.write(
            "apis/shop.yaml", "endpoints: { orders: { get: /orders, sample: { json: { orders: [] } } } }")
        try folder.write(
            "workflows/w.yaml", "use: { shop: ../apis/shop.yaml }\nsteps: [ call: shop.orders ]\n")
        return folder
    }

    @Test func `list and show tell it, and the database keeps it`() async throws {
        let folder = try Self.project()
        let baton = Baton(folder: folder)
        let stubbed = try await baton("run", "--stub")
        #expect(stubbed.exitCode == 0, "\(stubbed.everything)")
        let list = try await baton("history", "list")
        #expect(list.output.contains("passed (stub)"), "\(list.everything)")
        let shown = try await baton("history", "show", "last")
        #expect(shown.output.contains(", answered from samples"), "\(shown.everything)")
        let history = try HistoryFile("\(folder.path)/.baton/history.sqlite")
        #expect(try history.rows("SELECT dry_run FROM run") == ["2"])
    }

    @Test func `a run over the network is no stub run`() async throws {
        let folder = try Self.project()
        let baton = Baton(folder: folder)
        let real = try await baton("run")
        #expect(real.exitCode == 3, "\(real.everything)")
        let list = try await baton("history", "list")
        let shown = try await baton("history", "show", "last")
        #expect(!list.output.contains("stub"), "\(list.everything)")
        #expect(!shown.output.contains("answered from samples"), "\(shown.everything)")
    }

    @Test func `a dry run is in no history`() async throws {
        let folder = try Self.project()
        let baton = Baton(folder: folder)
        let dry = try await baton("run", "--dry-run")
        #expect(dry.exitCode == 0, "\(dry.everything)")
        let list = try await baton("history", "list")
        #expect(!list.output.contains("passed"), "\(list.everything)")
        #expect(!folder.exists(".baton/history.sqlite"))
    }
}
