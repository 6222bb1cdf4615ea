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

extension Int64 {
    /// The nearest number to a double that is finite.
    fileprivate init(clamping value: Double) { self = Int64(exactly: value) ?? (value < 0 ? .min : .max) }
}
