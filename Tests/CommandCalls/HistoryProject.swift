package import BatonTesting
import Glibc
package import ProjectFolders
import Testing

/// A project whose runs pass, fail and go wrong, so that every table of the history gets rows.
package final class HistoryProject: Sendable {
    package let folder: Folder
    package let server: RawServer

    package var database: String { folder.path + "/.baton/history.sqlite" }

    /// - Parameter onRequest: called before each response.
    package init(onRequest: @escaping @Sendable (_ target: String) -> Void = { _ in }) throws {
        folder = try Folder()
        server = RawServer { request in
            onRequest(request.target)
            return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"name\":\"Ada\"}"
        }
        try folder.write("baton.yaml", "name: shop\nenvironments: { local: { base_url: \"\(server.url)\" } }\n")
        try folder.write("workflows/a.yaml", "name: A\nsteps:\n  - get: /a\n    expect: { $.name: Ada }\n")
        try folder.write("workflows/b.yaml", "name: B\nsteps:\n  - get: /b\n    expect: { $.name: Grace }\n")
        try folder.write("workflows/c.yaml", "name: C\nsteps:\n  - that: 1 == 2\n  - log: never\n")
    }

    deinit {
        server.stop()
    }

    package func run(_ arguments: String...) async throws -> Baton.Result {
        try await Baton(folder: folder).run(["run", "--jobs", "1"] + arguments)
    }

    package func history(_ arguments: String...) async throws -> Baton.Result {
        try await Baton(folder: folder).run(["history"] + arguments)
    }

    /// The journals that runs left beside the database, as paths.
    package func journals() throws -> [String] {
        try FileContents.names(in: folder.path + "/.baton").filter { $0.hasSuffix(".jsonl") }
            .map { "\(folder.path)/.baton/\($0)" }
    }

    package func makeFolder() { mkdir(folder.path + "/.baton", 0o700) }

    /// The rows of a run that met no fault.
    package func normalRows() async throws -> [String] {
        let result = try await run()
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.errorOutput == "")
        let rows = try HistoryFile(database).lastRun()
        #expect(rows.contains { $0.hasPrefix("exchange") } && rows.contains { $0.hasPrefix("event") })
        return rows
    }

    package func remove() {
        unlink(database)
        rmdir(database)
        unlink(folder.path + "/.baton")
    }
}
