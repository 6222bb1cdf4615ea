import BatonTesting
import Testing

/// A server that writes down what arrives, and a folder with a project whose base URL it is.
final class Recording: Sendable {
    let server: RawServer
    let folder: Folder

    static let empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    /// What a GraphQL server sends that has nothing to tell.
    static let graphQL =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"data\":{}}"

    init(_ response: @escaping @Sendable (RawServer.Request) -> String = { _ in Recording.empty }) throws {
        server = RawServer(answering: response)
        folder = try Folder()
    }

    deinit {
        server.stop()
    }

    var requests: [RawServer.Request] { server.requests }

    /// The only request that came, or the last one.
    func last(_ result: Baton.Result) throws -> RawServer.Request {
        try #require(requests.last, "\(result.everything)")
    }

    /// Runs the text as a workflow with that base URL, the server's own unless given.
    func run(
        _ workflow: String, base: String = "", environment: [String: String] = [:], _ arguments: String...
    ) async throws -> Baton.Result {
        try folder.write("w.yaml", workflow)
        return try await Baton(folder: folder, environment: environment).run(
            ["run", "w.yaml", "--base-url", server.url + base] + arguments)
    }

    /// Runs one step, written as the body of a list item.
    func step(_ step: String, base: String = "", _ arguments: String...) async throws -> Baton.Result {
        let lines = step.split(separator: "\n", omittingEmptySubsequences: false)
        let text = "steps:\n  - " + lines.joined(separator: "\n    ") + "\n"
        try folder.write("w.yaml", text)
        return try await Baton(folder: folder).run(
            ["run", "w.yaml", "--base-url", server.url + base] + arguments)
    }
}
