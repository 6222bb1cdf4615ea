import FlyingFox
import FlyingSocks
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Serves the sample API on a port of 127.0.0.1.
package final class DemoServer: Sendable {
    /// The most bytes of a request body; a larger one gets a 413.
    static let largestBody = 16 << 20

    /// FlyingFox's `*` stands for the methods of RFC 9110 only; these are other common ones.
    private static let furtherMethods: [HTTPMethod] = [
        "COPY", "LINK", "LOCK", "MKCOL", "MOVE", "PROPFIND", "PROPPATCH", "PURGE", "QUERY", "REPORT", "SEARCH",
        "UNLINK", "UNLOCK",
    ]

    private let server: HTTPServer
    private let handler: Handler
    private let isStopping = Atomic(false)

    /// - Parameter port: 0 for any free port.
    package init(application: DemoApplication, port: UInt16) throws {
        let configuration = HTTPServer.Configuration(
            address: try .inet(ip4: "127.0.0.1", port: port), timeout: 60,
            pool: PromptPool(base: HTTPServer.defaultPool()), logger: .disabled)
        handler = Handler(application: application)
        server = HTTPServer(config: configuration, handler: handler)
    }

    /// Serves until `stop` is called or the task is cancelled.
    ///
    /// Throws when the port is not available.
    ///
    /// - Parameter whenListening: called with the port when the server accepts connections.
    package func run(whenListening: @escaping @Sendable (UInt16) -> Void) async throws {
        await server.appendRoute("*", for: Self.furtherMethods, to: handler)
        // Not a child task: when the port is not available, FlyingFox never resumes tasks that wait for it.
        let report = Task { whenListening(try await listeningPort()) }
        defer { report.cancel() }
        do {
            try await server.run()
        } catch {
            // A server that was stopped reports its closed socket as an error.
            guard !isStopping.load(ordering: .acquiring) else { return }
            if case SocketError.failed(_, _, let message) = error { throw ServingError(description: message) }
            throw error
        }
    }

    /// Accepts no more connections; requests in progress have this many seconds to end.
    package func stop(within seconds: Double) async {
        isStopping.store(true, ordering: .releasing)
        await server.stop(timeout: seconds)
    }

    private func listeningPort() async throws -> UInt16 {
        // A busy machine may need a long time; if the port is not available, the wait is cancelled.
        try await server.waitUntilListening(timeout: 3600)
        guard case .ip4(_, let port) = await server.listeningAddress else { throw SocketError.unsupportedAddress }
        return port
    }
}

/// Why the server cannot serve, in the system's words.
struct ServingError: Error, CustomStringConvertible {
    let description: String
}

/// Carries requests and responses between FlyingFox and the application.
private struct Handler: HTTPHandler {
    let application: DemoApplication

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        // A body that is too long is still read to its end; otherwise the rest would be read as the next request.
        var body: [UInt8] = []
        var size = 0
        for try await chunk in request.bodySequence {
            size += chunk.count
            if size <= DemoServer.largestBody { body += chunk }
        }
        guard size <= DemoServer.largestBody else { return HTTPResponse(statusCode: .payloadTooLarge) }
        let response = await application.respond(
            to: DemoRequest(
                method: request.method.rawValue, path: request.target.path(), query: request.target.query(),
                headers: request.headers.map { HeaderField($0.key.rawValue, $0.value) }, body: body))
        var headers = HTTPHeaders()
        for field in response.headers {
            headers.addValue(field.value, for: HTTPHeader(field.name))
        }
        let isHead = request.method == .HEAD
        if let pieces = response.pieces, !isHead {
            return HTTPResponse(
                statusCode: HTTPStatusCode(response.status, phrase: ReasonPhrase.of(response.status)),
                headers: headers, body: HTTPBodySequence(from: pieces))
        }
        if isHead { headers[.contentLength] = String(response.body.count) }
        return HTTPResponse(
            statusCode: HTTPStatusCode(response.status, phrase: ReasonPhrase.of(response.status)),
            headers: headers, body: isHead ? Data() : Data(response.body))
    }
}
