import Synchronization

/// What a dispatcher sent on behalf of one request to authenticate it, and which secrets it learned from that.
package final class AuthorizationLog: Sendable {
    /// One exchange beside the one whose response the caller gets.
    package struct Exchange: Sendable {
        package var request: Request
        package var result: Result<Response, Failure>
        /// Microseconds since 1970.
        package var started: Int64
        /// How long it took, in microseconds.
        package var duration: Int64
        /// Why it was sent, in a few words.
        package var purpose: String

        package init(
            request: Request, result: Result<Response, Failure>, started: Int64, duration: Int64, purpose: String
        ) {
            self.request = request
            self.result = result
            self.started = started
            self.duration = duration
            self.purpose = purpose
        }
    }

    private struct State {
        var exchanges: [Exchange] = []
        var secrets: Set<String> = []
        var token: String?
    }

    private let state = Mutex(State())

    package init() {}

    /// The exchanges in the order in which they ended.
    package var exchanges: [Exchange] { state.withLock(\.exchanges) }
    /// Tokens and other secrets to mask, beside those that the request itself holds.
    package var secrets: Set<String> { state.withLock(\.secrets) }
    /// The access token that the last request was sent with.
    package var token: String? { state.withLock(\.token) }

    package func add(_ exchange: Exchange) { state.withLock { $0.exchanges.append(exchange) } }

    /// Adds an exchange before those that were added since there were `position` of them.
    package func insert(_ exchange: Exchange, at position: Int) {
        state.withLock { $0.exchanges.insert(exchange, at: min(position, $0.exchanges.count)) }
    }

    package func note(_ secrets: some Sequence<String>) { state.withLock { $0.secrets.formUnion(secrets) } }

    package func use(_ token: String) { state.withLock { $0.token = token } }
}
