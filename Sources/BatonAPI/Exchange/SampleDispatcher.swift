import BatonHTTP

/// Answers with a sample, and sends nothing.
struct SampleDispatcher: Dispatcher {
    let sample: Sample?

    func send(_ request: Request) async throws(Failure) -> Response {
        guard let sample else {
            throw Failure(.stubMissing, "there is no sample for \(request.method.rawValue) \(request.url.text)")
        }
        let response = sample.response(to: request)
        request.session?.receive(response.headers, from: request.url)
        return response
    }
}
