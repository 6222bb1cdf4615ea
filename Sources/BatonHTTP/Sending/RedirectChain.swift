/// Follows redirects hop by hop: decides after each response whether it is the last one, or which request is sent next.
///
/// The chain sends nothing itself. It belongs to one request with one `RedirectPolicy`.
package struct RedirectChain: Sendable {
    /// The request to send next.
    package private(set) var current: Request
    /// The responses followed so far.
    package private(set) var followed: [Response.Redirect] = []
    private let policy: RedirectPolicy?

    package init(_ request: Request) {
        current = request
        policy = request.options.redirects
    }

    /// Whether `current` is to be sent: true when that response is a redirect that is followed.
    ///
    /// Throws `network.protocol` for a hop beyond the maximum; for two addresses; for an empty or invalid address, or
    /// one with a scheme other than http and https; and for a body with a secret that would be sent to another origin.
    package mutating func follows(_ response: Response) throws(Failure) -> Bool {
        guard let policy, policy.follows, Redirection.isRedirect(response.status),
            let location = response.headers.references("location").first
        else {
            return false
        }
        guard !location.isEmpty else {
            throw Failure(
                .protocol, "\(current.url.hostAndPort) redirects with an empty Location", response: response)
        }
        let others = response.headers.references("location").filter { $0 != location }
        if let other = others.first {
            throw Failure(
                .protocol, "\(current.url.hostAndPort) redirects to two addresses, `\(location)` and `\(other)`",
                response: response)
        }
        guard followed.count < policy.maximum else {
            throw Failure(
                .protocol, "\(current.url.hostAndPort) redirects again after \(policy.maximum) redirects",
                response: response)
        }
        let target: URLText
        do {
            target = try current.url.resolving(location)
        } catch {
            throw Failure(
                .protocol, "\(current.url.hostAndPort) redirects to `\(location)`, which \(error.message)",
                response: response)
        }
        let next = Redirection.request(
            after: current, status: response.status, to: target, keepsCredentials: policy.keepsCredentials)
        if next.isBodySecret, !policy.keepsCredentials, !target.hasSameOrigin(as: current.url) {
            throw Failure(
                .protocol,
                "\(current.url.hostAndPort) redirects with \(response.status) to another origin, \(target.origin), and the body, "
                    + "which holds a secret, would go along",
                response: response)
        }
        followed.append(Response.Redirect(status: response.status, url: current.url))
        current = next
        return true
    }
}

/// The changes that a redirect makes to a request (RFC 9110 section 15.4, and as browsers do).
package enum Redirection {
    package static func isRedirect(_ status: Int) -> Bool {
        switch status {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }

    /// The next request after a response with that status.
    ///
    /// 301 and 302 change POST to GET, 303 changes everything but HEAD to GET; these remove the body and the headers
    /// that describe it. A request to another origin carries no credentials, client certificates included, unless they
    /// are kept, and never the old `Host`.
    package static func request(
        after request: Request, status: Int, to target: URLText, keepsCredentials: Bool
    ) -> Request {
        var next = request
        next.url = target
        if losesBody(request.method, status: status) {
            next.method = .get
            next.body = .none
            next.isBodySecret = false
            let headers = next.headers
            next.headers.removeAll { slot in bodyHeaders.contains { headers.isNamed(slot, $0) } }
        }
        let isSameOrigin = request.url.hasSameOrigin(as: target)
        if isSameOrigin || keepsCredentials, target.userInfo == nil, let userInfo = request.url.userInfo {
            next.url = target.withUserInfo(userInfo)
        }
        if !isSameOrigin {
            next.headers.remove("host")
            if !keepsCredentials {
                next.options.authentication = nil
                next.options.connection.removeClientCertificate()
                let headers = next.headers
                next.headers.removeAll { slot in
                    slot.isCredential || credentialHeaders.contains { headers.isNamed(slot, $0) }
                }
            }
        }
        return next
    }

    package static func losesBody(_ method: Method, status: Int) -> Bool {
        switch status {
        case 301, 302: method == .post
        case 303: method != .get && method != .head
        default: false
        }
    }

    private static let bodyHeaders = [
        "content-type", "content-length", "content-encoding", "content-language", "content-location",
        "transfer-encoding",
    ]
    /// Headers that are always credentials, marked as such or not.
    private static let credentialHeaders = ["authorization", "cookie", "proxy-authorization"]
}

extension Request {
    /// Sends this request, and as its options say those that redirects lead to: for a dispatcher that is an engine of its
    /// own, and that sends one request at a time and follows nothing.
    ///
    /// Each hop gets the cookies and kept headers of the session, which receives what its response sets. Credentials are left
    /// out where a redirect leads to another origin. The options of a hop have the time that is left as `timeout`.
    ///
    /// - Parameter send: sends one request and returns its response, a redirect like any other.
    ///
    /// Throws `request.bad_input` for a request that must not be sent, `network.timeout` when no time is left for the next
    /// hop, `network.protocol` for redirects that cannot be followed, and what `send` throws.
    public nonisolated(nonsending) func sentHopByHop(
        _ send: nonisolated(nonsending) (Request) async throws(Failure) -> Response
    ) async throws(Failure) -> Response {
        try check()
        let clock = ContinuousClock()
        let start = clock.now
        var chain = RedirectChain(self)
        do throws(Failure) {
            while true {
                var hop = chain.current
                hop.options.timeout = options.timeout - start.duration(to: clock.now)
                guard hop.options.timeout > .zero else {
                    throw Failure(
                        .timeout, "the redirects from \(url.hostAndPort) took longer than \(options.timeout)")
                }
                hop.session?.addHeaders(to: &hop.headers, for: hop.url)
                var response = try await send(hop)
                session?.receive(response.headers, from: hop.url)
                if try chain.follows(response) { continue }
                response.redirects = chain.followed
                response.timings.total = Int64(clamping: (start.duration(to: clock.now) / .microseconds(1)).rounded())
                return response
            }
        } catch {
            var failure = error
            if !chain.followed.isEmpty { failure.redirectedTo = chain.current.url }
            throw failure
        }
    }
}

extension Request {
    /// The URL as the engine sends it: without dot segments, unless `pathAsIs` keeps them.
    package var sentURL: URLText { options.pathAsIs ? url : url.withoutDotSegments }
}

extension Int64 {
    /// The nearest number to a double that is finite.
    fileprivate init(clamping value: Double) { self = Int64(exactly: value) ?? (value < 0 ? .min : .max) }
}
