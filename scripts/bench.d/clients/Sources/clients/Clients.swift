import AsyncHTTPClient
import BatonAPI

/// Sends many requests at once and prints the milliseconds that they took.
///
/// usage: clients (baton | ahc) URL COUNT CONCURRENCY
@main struct Clients {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let count = Int(arguments[3]), let width = Int(arguments[4]) else {
            fatalError("usage: clients (baton | ahc) URL COUNT CONCURRENCY")
        }
        let url = arguments[2]
        switch arguments[1] {
        case "baton":
            let client = try APIClient()
            let call = Call<Void>(.get(.raw(url)))
            try await measure(count, width) { try await client.response(to: call).status }
        case "ahc":
            let client = HTTPClient.shared
            try await measure(count, width) {
                let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(30))
                _ = try await response.body.collect(upTo: 1 << 20)
                return Int(response.status.code)
            }
        default: fatalError("there is no client \(arguments[1])")
        }
    }

    /// The first request, which makes a connection, is not measured.
    private static func measure(_ count: Int, _ width: Int, _ send: @escaping @Sendable () async throws -> Int)
        async throws
    {
        guard try await send() == 200 else { fatalError("the server does not answer with 200") }
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<count {
                if number >= width { guard try await group.next() == 200 else { fatalError("a response is not 200") } }
                group.addTask { try await send() }
            }
            for try await status in group where status != 200 { fatalError("a response is not 200") }
        }
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        print(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
