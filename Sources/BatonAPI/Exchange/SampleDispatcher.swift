package import BatonHTTP

/// Returns a sample for every request and sends nothing, so that a stubbed request takes the same path as a real one.
package struct SampleDispatcher: Dispatcher {
    private let sample: Sample?

    /// - Parameter sample: nil: the request fails with `stub.missing`.
    package init(_ sample: Sample?) {
        self.sample = sample
    }

    package nonisolated(nonsending) func send(_ request: Request) async throws(Failure) -> Response {
        guard let sample else {
            throw Failure(.stubMissing, "there is no sample for \(request.method.rawValue) \(request.url.shown)")
        }
        let response = sample.response(to: request)
        request.session?.receive(response.headers, from: request.url)
        return try response.saved(by: request)
    }
}
