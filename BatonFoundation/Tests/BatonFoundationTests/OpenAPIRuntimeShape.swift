import Foundation
import HTTPTypes

// The shape of what swift-openapi-runtime 1.x declares for transports of generated clients, as far as README.md uses it.
// The package is no dependency: who has it has these types from there, by `import OpenAPIRuntime`.

/// Sends the requests of a generated client.
protocol ClientTransport: Sendable {
    func send(_ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String) async throws -> (
        HTTPResponse, HTTPBody?
    )
}

/// A body in chunks.
final class HTTPBody: AsyncSequence, Sendable {
    typealias ByteChunk = ArraySlice<UInt8>
    typealias Element = ByteChunk

    private let chunks: [ByteChunk]

    init(chunks: [ByteChunk]) {
        self.chunks = chunks
    }

    convenience init(_ bytes: some Collection<UInt8> & Sendable) {
        self.init(chunks: [ArraySlice(bytes)])
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: chunks[...]) }

    struct AsyncIterator: AsyncIteratorProtocol {
        var rest: ArraySlice<ByteChunk>

        mutating func next() async throws -> ByteChunk? { rest.popFirst() }
    }

    struct TooManyBytesError: Error {}
}

extension Array where Element == UInt8 {
    init(collecting body: HTTPBody, upTo maxBytes: Int) async throws {
        self = []
        for try await chunk in body {
            append(contentsOf: chunk)
            guard count <= maxBytes else { throw HTTPBody.TooManyBytesError() }
        }
    }
}
