import BatonHTTP
import Synchronization

/// Counts the requests of a run that are in flight at the same time; they end as the engine ends them.
final class InFlightGauge: SelfLimitedDispatcher {
    private let next: any Dispatcher
    private let counters = Mutex((now: 0, most: 0))

    init(_ next: any Dispatcher) {
        self.next = next
    }

    /// The maximum number of requests in flight at the same time.
    var highest: Int { counters.withLock(\.most) }

    func send(_ request: Request) async throws(Failure) -> Response {
        counters.withLock { counters in
            counters.now += 1
            counters.most = max(counters.most, counters.now)
        }
        defer { counters.withLock { $0.now -= 1 } }
        return try await next.send(request)
    }
}
