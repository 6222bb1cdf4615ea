public import BatonHTTP
import BatonSystem
import BatonValues

/// Sends requests with libcurl; on the loop that the task already runs on, if there is one.
///
/// Follows redirects itself, and passes the response of each hop to the request's session.
public final class CurlDispatcher: SelfLimitedDispatcher {
    private let engine: CurlEngine
    /// Nil for as many connections as there are requests.
    private let limit: ConnectionLimit?

    /// A dispatcher that sends requests on the loops of that engine.
    ///
    /// - Parameter connectionsPerOrigin: how many requests are on their way to one origin at most; others wait, in the order
    ///   in which they came, as long as their timeout allows. Streams do not count. Nil: all at once.
    public init(engine: CurlEngine, connectionsPerOrigin: Int? = nil) {
        self.engine = engine
        limit = connectionsPerOrigin.map(ConnectionLimit.init)
    }

    /// Sends a request, and follows its redirects if its options say so; see `Dispatcher.send`.
    public func send(_ request: Request) async throws(Failure) -> Response {
        try request.check()
        let timeout = request.options.timeout.wholeMilliseconds
        if request.options.redirects != nil { return try await follow(RedirectChain(request), timeout: timeout) }
        if case .digest? = request.options.authentication {
            var (response, transfer) = try await exchange(request, timeout: timeout)
            try commit(transfer, to: &response)
            return response
        }
        let transfer = try Transfer(request.isSigned ? try await request.signedForAWS() : request, timeout: timeout)
        await perform(transfer)
        guard transfer.sink != nil else { return try transfer.takeResponse() }
        var response = try transfer.takeResponse()
        try commit(transfer, to: &response)
        return response
    }

    private func commit(_ transfer: Transfer, to response: inout Response) throws(Failure) {
        try transfer.sink?.commit()
        response.savedDigest = transfer.sink?.digest
    }

    /// Sends a request, and once more with the answer to a challenge of digest authentication. libcurl would answer the
    /// first challenge only, whatever its algorithm is.
    ///
    /// - Parameter started: when the exchange began, by the loop's clock; 0 for now.
    private func exchange(
        _ request: Request, timeout: Int, started: UInt64 = 0
    ) async throws(Failure) -> (response: Response, transfer: Transfer) {
        guard case .digest(let username, let password)? = request.options.authentication else {
            let transfer = try Transfer(request, timeout: timeout)
            transfer.started = started
            await perform(transfer)
            return (try transfer.takeResponse(), transfer)
        }
        var current = request
        current.url = request.url.withoutUserInfo
        current.options.authentication = nil
        current.options.netrc = false
        let clientNonce = String(UInt128.random(in: .min ... .max), radix: 36)
        var before: Response?
        var started = started
        for round in 1... {
            let left = timeout - Int((before?.timings.total ?? 0) / 1000)
            guard left > 0 else {
                throw Failure(
                    .timeout,
                    "no response within \(DurationText.limit(milliseconds: timeout)) from \(request.url.hostAndPort)")
            }
            let (answered, transfer) = try await exchange(current, timeout: left, started: started)
            started = transfer.started
            var response = answered
            response.url = request.url
            if let before { response.add(costsOf: before) }
            let isFirst = before == nil
            before = response
            guard response.status == 401, isFirst || DigestAnswer.isStale(response.headers),
                let answer = DigestAnswer(
                    to: response.headers, of: current, username: username, password: password,
                    clientNonce: clientNonce)
            else { return (response, transfer) }
            transfer.sink?.discard()
            if round == Transfer.mostRounds { break }
            answer.apply(to: &current)
        }
        var failure = AbortWords.endlessAuthentication(request, Transfer.mostRounds)
        failure.response = before
        throw failure
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
        var before: Response?
        var sentHeaders: Headers?
        var started: UInt64 = 0
        while true {
            let left = timeout - Int((before?.timings.total ?? 0) / 1000)
            guard left > 0 else {
                throw Failure(
                    .timeout,
                    "the redirects from \(url.hostAndPort) took longer than "
                        + DurationText.limit(milliseconds: timeout))
            }
            let hop = chain.current
            var (response, transfer) = try await exchange(
                hop.isSigned ? try await hop.signedForAWS() : hop, timeout: left, started: started)
            started = transfer.started
            if let before { response.add(costsOf: before) }
            before = response
            if chain.followed.isEmpty { sentHeaders = response.sentHeaders }
            if try chain.follows(response) {
                transfer.sink?.discard()
                continue
            }
            try commit(transfer, to: &response)
            response.redirects = chain.followed
            response.sentHeaders = sentHeaders
            return response
        }
    }

    /// Starts a transfer and waits until it has ended, with or without success.
    private func perform(_ transfer: Transfer) async {
        let loop = engine.loopForSending()
        guard let limit, !transfer.request.options.readsStream else { return await run(transfer, on: loop) }
        let origin = transfer.request.url.origin
        let began = loop.now()
        switch await limit.enter(origin, within: .milliseconds(transfer.timeout)) {
        case .entered:
            transfer.noteWait(since: began, until: loop.now())
            await run(transfer, on: loop)
            limit.leave(origin)
        case .late:
            let words =
                "no response within \(DurationText.limit(milliseconds: transfer.timeout)) from \(transfer.request.url.hostAndPort)"
            transfer.end = Transfer.End(
                .failure(Failure(.timeout, "\(words): all connections to it are in use, \(limit.most) at most")))
        case .cancelled:
            transfer.end = Transfer.End(.failure(Failure(.cancelled, "cancelled before the request was sent")))
        }
    }

    private func run(_ transfer: Transfer, on loop: LoopThread) async {
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

extension Response {
    /// Adds what an earlier part of the same exchange took.
    fileprivate mutating func add(costsOf earlier: Response) {
        timings = earlier.timings + timings
        requestBytes += earlier.requestBytes
        silentRepeats += earlier.silentRepeats
    }
}

extension CurlDispatcher {
    /// The dispatcher for code without an engine of its own: one thread, started by the first request, ended with the
    /// process, and 6 connections to each origin.
    public static let shared: CurlDispatcher = {
        let engine = CurlEngine()
        let dispatcher = CurlDispatcher(engine: engine, connectionsPerOrigin: 6)
        // The thread must end first: OpenSSL's own exit handler frees memory that the thread may be using.
        atexit { CurlDispatcher.shared.engine.shutDown() }
        return dispatcher
    }()
}
