public import BatonHTTP

/// Responses that are read while they arrive.
extension APIClient {
    /// The body of an endpoint's response, in pieces as they arrive.
    ///
    /// - Parameter endpoint: its request is sent by each iteration; its output is not used. Without a `timeout` it may take as
    ///   long as something comes: `idleTimeout` is 60 seconds unless set.
    public func bytes(of endpoint: some Endpoint) -> ByteSequence {
        ByteSequence(
            request: { () throws(Failure) in try self.streamRequest(for: endpoint) },
            send: { request throws(Failure) in try await self.exchange(request, of: endpoint) })
    }

    /// The events of an endpoint's response, as they arrive.
    ///
    /// A `timeout` of request, API or environment is the limit for the whole stream. Without one it may take as long as
    /// something comes: `idleTimeout` is 60 seconds unless set. Interceptors see the exchange when it has ended, without a body. Streams are never cached.
    ///
    /// - Parameters:
    ///   - endpoint: its request is sent by each iteration; its output is not used.
    ///   - format: nil: as the Content-Type of the response says.
    ///   - reconnections: how often at most the stream is asked for again after it has ended or its connection broke,
    ///     with `Last-Event-ID`, after the pause that the server asks for (`retry`), else a second. 204 ends it.
    public func events(
        of endpoint: some Endpoint, format: StreamFormat? = nil, reconnections: Int = 0
    ) -> EventSequence {
        var settings = EventSource.Settings()
        settings.format = format
        settings.reconnections = reconnections
        return EventSequence(
            request: { () throws(Failure) in
                var request = try self.streamRequest(for: endpoint)
                request.prefersStream(format)
                return request
            },
            settings: settings,
            send: { request throws(Failure) in try await self.exchange(request, of: endpoint) })
    }
}
