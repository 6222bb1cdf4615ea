package import BatonTesting
import Synchronization

/// A server's responses: 500 to the first request, 200 to all others.
package final class FlakyResponses: Sendable {
    private let count = Mutex(0)

    package init() {}

    package func next(_ request: RawServer.Request) -> String {
        let isFirst = count.withLock { count in
            count += 1
            return count == 1
        }
        return "HTTP/1.1 \(isFirst ? "500 No" : "200 OK")\r\nContent-Length: 2\r\n\r\n{}"
    }
}
