import BatonHTTP

/// What is known of whether an origin keeps its connections open after a response (RFC 9112 section 9.3); one for each
/// origin of a pool.
///
/// A server may close after a response without saying so. A request that is on its way by then is lost, and one whose
/// method is not idempotent must not be sent again: such a request goes over a kept connection only where these are known
/// to stay open. docs/decisions/no-silent-repeats.md has the reasons.
package final class Persistence {
    /// For how long idle connections stay open, in nanoseconds.
    package struct Times: Sendable {
        /// An origin with a connection that has been idle and open for this long keeps its connections.
        package var settled: UInt64
        /// An origin that ends an idle connection sooner than this does not; later, it is an ordinary limit of idle time.
        package var soon: UInt64
        /// A connection that has been idle for longer than this, in seconds, is not used again.
        package var longest: Int

        package init(settled: UInt64 = 20_000_000, soon: UInt64 = 1_000_000_000, longest: Int = 118) {
            self.settled = settled
            self.soon = soon
            self.longest = longest
        }

        package static let standard = Times()
    }

    private enum State {
        case unknown
        case keepsOpen
        case closes
    }

    /// Some URL of the origin.
    let url: URLText
    private var state = State.unknown

    init(url: URLText) {
        self.url = url
    }

    var isKept: Bool { state == .keepsOpen }

    /// How long a connection must have been idle and open to show that connections are kept: longer for an origin that was
    /// seen to close them.
    func proof(_ times: Times) -> UInt64 { state == .closes ? times.soon : times.settled }

    /// A connection was idle for as long as `proof` says, or a response came over one that had been idle.
    func noteKept() { state = .keepsOpen }

    /// A connection was closed soon after its response, or under the next request.
    func noteClosed() { state = .closes }

    /// What the response itself says; not believed of an origin that was seen to do otherwise.
    func note(_ header: borrowing HeaderReader) {
        if state == .unknown, header.version.major >= 2 || Self.announcesKeeping(header.headers) { state = .keepsOpen }
    }

    private static func announcesKeeping(_ headers: Headers) -> Bool {
        let options = headers.connectionOptions
        return !options.contains("close") && (options.contains("keep-alive") || headers.contains("keep-alive"))
    }
}

extension Headers {
    /// The words of `Connection`, in small letters.
    var connectionOptions: [String] {
        values("connection").flatMap { value in
            value.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
        }
    }
}
