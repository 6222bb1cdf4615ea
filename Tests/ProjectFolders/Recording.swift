package import BatonTesting
import Testing

/// A server that writes down what arrives, and a folder with a project whose base URL it is.
package final class Recording: Sendable {
    package let server: RawServer
    package let folder: Folder

    package static let empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    /// What a GraphQL server sends that has nothing to tell.
    package static let graphQL =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"data\":{}}"

    package init(_ response: @escaping @Sendable (RawServer.Request) -> String = { _ in Recording.empty }) throws {
        server = RawServer(answering: response)
        folder = try Folder()
    }

    deinit {
        server.stop()
    }

    package var requests: [RawServer.Request] { server.requests }

    /// The only request that came, or the last one.
    package func last(_ result: CommandResult) throws -> RawServer.Request {
        try #require(requests.last, "\(result.everything)")
    }
}
