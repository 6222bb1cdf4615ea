import BatonHTTP

/// Records whether an origin keeps its connections open after a response (RFC 9112 section 9.3); one object per origin
/// of a pool.
///
/// A server may close a connection after a response without notice. A request that was sent by then is lost, and must
/// not be sent again if its method is not idempotent. So such a request uses an idle connection only if the origin is
/// known to keep connections open. docs/decisions/no-silent-repeats.md has the reasons.
package final class Persistence {
    /// Limits for the idle time of connections, in nanoseconds if not stated otherwise.
    package struct Times: Sendable {
        /// An origin with a connection that stayed open for this long while idle keeps its connections open.
        package var settled: UInt64
        /// An origin that closes an idle connection sooner than this does not keep connections open; later, it is an
        /// ordinary idle timeout.
        package var soon: UInt64
        /// A connection that has been idle for longer than this, in seconds, is not reused.
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

    /// One URL of the origin.
    let url: URLText
    private var state = State.unknown

    init(url: URLText) {
        self.url = url
    }

    var isKept: Bool { state == .keepsOpen }

    /// How long a connection must have stayed open while idle to prove that the origin keeps connections open: longer
    /// for an origin that was seen to close them.
    func proof(_ times: Times) -> UInt64 { state == .closes ? times.soon : times.settled }

    /// Notes that a connection was idle for as long as `proof` says, or that a response came over a reused connection.
    func noteKept() { state = .keepsOpen }

    /// Notes that a connection was closed soon after its response, or while the next request was being sent.
    func noteClosed() { state = .closes }

    /// Notes what the response announces; ignored for an origin whose behaviour was already seen.
    func note(_ header: borrowing HeaderReader) {
        if state == .unknown, header.version.major >= 2 || Self.announcesKeeping(header.headers) { state = .keepsOpen }
    }

    private static func announcesKeeping(_ headers: Headers) -> Bool {
        let options = headers.connectionOptions
        return !options.contains("close") && (options.contains("keep-alive") || headers.contains("keep-alive"))
    }
}

extension Headers {
    /// The options in `Connection`, in lower case.
    var connectionOptions: [String] {
        values("connection").flatMap { value in
            value.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
        }
    }
}

/// A proxy, and who names it.
package struct ProxyInUse: Sendable, Hashable {
    /// As it was written, with user and password.
    package var url: String
    /// The variable of the process's environment that names it; nil where the options of a request do.
    package var variable: String?

    package init(_ url: String, variable: String? = nil) {
        self.url = url
        self.variable = variable
    }

    /// Whether TLS is spoken with the proxy itself.
    var isSecure: Bool { ProxyText.isSecure(url) }

    /// For messages, without user and password: `http://127.0.0.1:3128 (http_proxy)`.
    var shown: String { UserInfo.withoutOddPort(ProxyText.withoutUserInfo(url)) + (variable.map { " (\($0))" } ?? "") }
}
