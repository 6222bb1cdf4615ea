import BatonTesting
import BatonTracing
import Foundation
import Testing
import Tracing

private func readProfile(_ environment: APIEnvironment) async throws -> Response {
    let client = try APIClient(environment, dispatcher: TracingDispatcher(CurlDispatcher.shared))
    let response = try await withSpan("read the profile") { _ in
        try await client.response(to: .get("/me"))
    }
    return response
}

private func clientWithCache(_ environment: APIEnvironment, _ folder: String) throws -> APIClient {
    let cache = CachingDispatcher(TracingDispatcher(CurlDispatcher.shared), disk: try DiskCacheStore(folder: folder))
    let client = try APIClient(environment, dispatcher: cache)
    return client
}

/// README.md shows code that compiles, runs, and does what the page says.
@Suite struct DocumentationTests {
    /// Nothing listens there.
    private let environment = APIEnvironment(baseURL: "http://127.0.0.1:1")

    @Test func `a request is a child of the span around it`() async throws {
        let spans = Spans()
        let failure = await #expect(throws: Failure.self) {
            try await withTracer(spans.tracer) { try await readProfile(environment) }
        }
        #expect(failure?.kind == .connect)
        #expect(spans.finished.map(\.operationName) == ["GET", "read the profile"])
        #expect(spans.finished.first?.parentSpanID == spans.finished.last?.spanID)
    }

    @Test func `a client with a cache sends through the traced engine`() async throws {
        let spans = Spans()
        let folder = FileManager.default.temporaryDirectory.appending(path: "baton-tracing-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let client = try clientWithCache(environment, folder.path)
        await #expect(throws: Failure.self) {
            try await withTracer(spans.tracer) { try await client.response(to: .get("/me")) }
        }
        #expect(spans.finished.map(\.operationName) == ["GET"])
    }

    @Test func `the page shows only code that is compiled here`() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        let source = Self.withoutIndents(try String(contentsOfFile: #filePath, encoding: .utf8))
        let shown = page.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        #expect(shown.count == 2)
        for block in shown { #expect(source.contains(Self.withoutIndents(block))) }
    }

    private static func withoutIndents(_ text: String) -> String {
        text.components(separatedBy: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
    }
}
