public import BatonHTTP

/// Sends requests over libcurl; on a loop when its task runs there already.
///
/// Follows redirects itself, and lets the request's session see the answer of each hop.
public final class CurlDispatcher: Dispatcher {
    private let engine: CurlEngine

    /// Sends over the loops of that engine.
    public init(engine: CurlEngine) {
        self.engine = engine
    }

    /// Sends a request and follows its redirects, where it asks for that; see `Dispatcher.send`.
    public func send(_ request: Request) async throws(Failure) -> Response {
        try request.check()
        let timeout = request.options.timeout.wholeMilliseconds
        if request.options.redirects == nil, request.session == nil, request.options.savePlace == nil {
            return try await exchange(request, timeout: timeout).response
        }
        if request.options.redirects == nil { return try await sendOnce(request, timeout: timeout) }
        return try await follow(RedirectChain(request), timeout: timeout)
    }

    /// The exchange of a request whose answer is the last one, whatever it says.
    private func sendOnce(_ original: Request, timeout: Int) async throws(Failure) -> Response {
        var request = original
        let (session, url) = (request.session, request.url)
        session?.addHeaders(to: &request.headers, for: url)
        var exchange = try await exchange(consume request, timeout: timeout)
        session?.receive(exchange.response.headers, from: url)
        try exchange.sink?.commit()
        exchange.response.savedDigest = exchange.sink?.digest
        return exchange.response
    }

    private func follow(_ first: RedirectChain, timeout: Int) async throws(Failure) -> Response {
        var chain = first
        var timings = Response.Timings()
        var requestBytes = 0
        var silentRepeats = 0
        while true {
            var request = chain.current
            request.session?.addHeaders(to: &request.headers, for: request.url)
            let left = timeout - Int(timings.total / 1000)
            guard left > 0 else {
                throw Failure(
                    .timeout,
                    "the redirects from \(first.current.url.hostAndPort) took longer than "
                        + TimeoutWords.text(timeout))
            }
            let exchange = try await exchange(request, timeout: left)
            request.session?.receive(exchange.response.headers, from: request.url)
            timings = timings + exchange.response.timings
            requestBytes += exchange.response.requestBytes
            silentRepeats += exchange.response.silentRepeats
            if try chain.follows(exchange.response) {
                exchange.sink?.discard()
                continue
            }
            try exchange.sink?.commit()
            var response = exchange.response
            response.savedDigest = exchange.sink?.digest
            response.redirects = chain.followed
            response.timings = timings
            response.requestBytes = requestBytes
            response.silentRepeats = silentRepeats
            return response
        }
    }

    /// Sends one request and waits for its answer, whatever that is.
    private func exchange(_ request: consuming Request, timeout: Int) async throws(Failure) -> Exchange {
        let plan = try BodyPlan(request.body, boundary: Boundary.random())
        if case .multipart = request.body, let plan { request.headers = plan.completing(request.headers) }
        let sink: FileSink?
        if let place = request.options.savePlace {
            sink = try FileSink(place, hashes: request.options.hashesSavedBody)
        } else {
            sink = nil
        }
        let transfer = Transfer(request, plan: plan, timeout: timeout, sink: sink)
        let loop = engine.loopForSending()
        let result = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                transfer.continuation = continuation
                loop.start(transfer)
            }
        } onCancel: {
            loop.cancel(transfer)
        }
        return try result.get()
    }
}

/// What separates the parts of a multipart body.
enum Boundary {
    static func random() -> String {
        let number = UInt128.random(in: .min ... .max)
        return "baton-\(String(number, radix: 36))"
    }
}

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension CurlDispatcher {
    /// For code that has no engine of its own: one thread, started by the first request, ended with the process.
    public static let shared: CurlDispatcher = {
        let engine = CurlEngine()
        let dispatcher = CurlDispatcher(engine: engine)
        // A thread inside OpenSSL does not survive OpenSSL's own exit handler.
        atexit { CurlDispatcher.shared.engine.shutDown() }
        return dispatcher
    }()
}
