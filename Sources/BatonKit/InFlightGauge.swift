import BatonAPI
import BatonHTTP
import Synchronization

/// Knows how many requests of a run were on their way at the same time.
final class InFlightGauge: Interceptor {
    private let most = Mutex(0)

    /// The most there were at one moment.
    var highest: Int { most.withLock { $0 } }

    func didStart(_ request: Request, in exchange: Exchange) {
        most.withLock { $0 = max($0, exchange.inFlight) }
    }
}
