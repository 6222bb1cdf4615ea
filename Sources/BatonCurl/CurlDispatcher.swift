public import BatonHTTP

/// Sends requests with libcurl; on the loop that the task already runs on, if there is one.
///
/// Follows redirects itself, and passes the response of each hop to the request's session.
public final class CurlDispatcher: SelfLimitedDispatcher {
    private let engine: CurlEngine

    /// A dispatcher that sends requests on the loops of that engine.
    public init(engine: CurlEngine) {
        self.engine = engine
    }

    /// Sends a request, and follows its redirects if its options say so; see `Dispatcher.send`.
    public func send(_ request: Request) async throws(Failure) -> Response {
        try request.check()
        let timeout = request.options.timeout.wholeMilliseconds
        if request.options.redirects != nil { return try await follow(RedirectChain(request), timeout: timeout) }
        let transfer = try Transfer(request.isSigned ? try await request.signedForAWS() : request, timeout: timeout)
        await perform(transfer)
        guard let sink = transfer.sink else { return try transfer.takeResponse() }
        var response = try transfer.takeResponse()
        try sink.commit()
        response.savedDigest = sink.digest
        return response
    }

    private func follow(_ first: RedirectChain, timeout: Int) async throws(Failure) -> Response {
        var chain = first
        do throws(Failure) {
            return try await follow(&chain, from: first.current.url, timeout: timeout)
        } catch {
            var failure = error
            if !chain.followed.isEmpty { failure.redirectedTo = chain.current.url }
            throw failure
        }
    }

    private func follow(
        _ chain: inout RedirectChain, from url: URLText, timeout: Int
    ) async throws(Failure) -> Response {
        var timings = Response.Timings()
        var requestBytes = 0
        var silentRepeats = 0
        var sentHeaders: Headers?
        var started: UInt64 = 0
        while true {
            let left = timeout - Int(timings.total / 1000)
            guard left > 0 else {
                throw Failure(
                    .timeout,
                    "the redirects from \(url.hostAndPort) took longer than "
                        + TimeoutWords.text(timeout))
            }
            let hop = chain.current
            let transfer = try Transfer(hop.isSigned ? try await hop.signedForAWS() : hop, timeout: left)
            transfer.started = started
            await perform(transfer)
            started = transfer.started
            var response = try transfer.takeResponse()
            timings = timings + response.timings
            requestBytes += response.requestBytes
            silentRepeats += response.silentRepeats
            if chain.followed.isEmpty { sentHeaders = response.sentHeaders }
            if try chain.follows(response) {
                transfer.sink?.discard()
                continue
            }
            try transfer.sink?.commit()
            response.savedDigest = transfer.sink?.digest
            response.redirects = chain.followed
            response.timings = timings
            response.requestBytes = requestBytes
            response.silentRepeats = silentRepeats
            response.sentHeaders = sentHeaders
            return response
        }
    }

    /// Starts a transfer and waits until it has ended, with or without success.
    private func perform(_ transfer: Transfer) async {
        let loop = engine.loopForSending()
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                transfer.continuation = continuation
                loop.start(transfer)
            }
        } onCancel: {
            loop.cancel(transfer)
        }
        transfer.waitedForEnd()
    }
}

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension CurlDispatcher {
    /// The dispatcher for code without an engine of its own: one thread, started by the first request, ended with the
    /// process.
    public static let shared: CurlDispatcher = {
        let engine = CurlEngine()
        let dispatcher = CurlDispatcher(engine: engine)
        // The thread must end first: OpenSSL's own exit handler frees memory that the thread may be using.
        atexit { CurlDispatcher.shared.engine.shutDown() }
        return dispatcher
    }()
}
