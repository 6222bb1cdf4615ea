// Between the client and the engine. `InterceptingDispatcher` gives a request to one `Interceptor` after the other;
// each sends it on by its `Exchange`, the last one to the dispatcher below. It also knows what must be masked.
// `DeadlineDispatcher` holds a dispatcher of a user to the request's timeout; `SampleDispatcher` answers with a `Sample`,
// without network. Dispatchers and retries tell the time by a `WallClock`.

public import BatonHTTP
import BatonSecrets
import Synchronization

/// Calls interceptors for every request that another dispatcher sends.
public final class InterceptingDispatcher: Dispatcher {
    private let next: any Dispatcher
    private let interceptors: [any Interceptor]
    private let secrets = SecretRegistry()
    private let board = ExchangeBoard()

    /// Puts interceptors before a dispatcher.
    ///
    /// - Parameters:
    ///   - next: sends the requests.
    ///   - interceptors: the first one sees a request first, and its response last.
    ///   - secrets: masked by Baton's own interceptors.
    public init(_ next: any Dispatcher, _ interceptors: [any Interceptor], secrets: some Sequence<String> = []) {
        self.next = next
        self.interceptors = interceptors
        hide(secrets)
    }

    /// Adds secrets that Baton's own interceptors mask.
    func hide(_ secrets: some Sequence<String>) {
        for secret in secrets { self.secrets.add(secret) }
    }

    var knowsSecrets: Bool { !secrets.redactor.isEmpty }

    /// The secrets in a text, as they are written there.
    func secrets(in text: String) -> [String] { secrets(in: Array(text.utf8)) }

    /// The secrets in a body; files are not read.
    func secrets(in body: RequestBody) -> [String] {
        switch body {
        case .none, .file, .stream: []
        case .bytes(let bytes, _): secrets(in: bytes)
        case .multipart(let parts):
            parts.flatMap { part -> [String] in
                if case .bytes(let bytes) = part.content { secrets(in: bytes) } else { [] }
            }
        }
    }

    private func secrets(in bytes: [UInt8]) -> [String] {
        secrets.redactor.places(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// How many exchanges are in progress now.
    public var inFlight: Int { board.inFlight }

    /// Sends a request through all interceptors.
    public func send(_ request: Request) async throws(Failure) -> Response {
        try await send(request, through: next)
    }

    /// Sends a request through all interceptors and then another dispatcher.
    func send(_ request: Request, through next: any Dispatcher) async throws(Failure) -> Response {
        let (number, flight) = board.begin()
        defer { flight.set(false) }
        let engine: @Sendable (Request) async throws(Failure) -> Response = { [self] request throws(Failure) in
            try await deliver(request, through: next, flight)
        }
        let exchange = Exchange(number: number, secrets: secrets, began: .now, flight: flight, next: engine)
        do throws(Failure) {
            return try await pass(request, exchange, interceptors[...])
        } catch {
            throw masking(error, of: request)
        }
    }

    /// Gives a request to the first of the interceptors, which gets the others by `exchange.send`.
    private func pass(
        _ request: Request, _ exchange: Exchange, _ interceptors: ArraySlice<any Interceptor>
    ) async throws(Failure) -> Response {
        guard let interceptor = interceptors.first else { return try await exchange.next(request) }
        let rest = interceptors.dropFirst()
        let inner = Exchange(
            number: exchange.number, secrets: secrets, began: exchange.began, flight: exchange.flight
        ) { request throws(Failure) in try await self.pass(request, exchange, rest) }
        do {
            return try await interceptor.intercept(request, in: inner)
        } catch {
            throw .thrown(error, .badInput, "`\(type(of: interceptor))` failed")
        }
    }

    private func deliver(
        _ request: Request, through next: any Dispatcher, _ flight: ExchangeBoard.Flight
    ) async throws(Failure) -> Response {
        flight.set(true)
        defer { flight.set(false) }
        let log = request.options.authentication == nil ? nil : AuthorizationLog()
        var sent = request
        sent.authorization = log
        do {
            let response = try await next.send(sent)
            hide(log?.secrets ?? [])
            return response
        } catch {
            hide(log?.secrets ?? [])
            throw masking(error, of: request)
        }
    }

    /// The failure with the secrets of its request and of the environment masked where it is printed.
    func masking(_ failure: Failure, of request: Request) -> Failure {
        failure.masked(by: mask(of: request))
    }

    /// Masks the secrets of a request and of the environment in a text.
    func mask(of request: Request) -> Failure.Mask {
        { [secrets] text in
            // Together, because one secret may stand in another.
            let all = secrets.makeChild()
            for secret in request.knownSecrets { all.add(secret) }
            return all.redact(text)
        }
    }
}

/// Counts the exchanges of a dispatcher.
final class ExchangeBoard: Sendable {
    private let counters = Mutex((started: 0, inFlight: 0))

    /// How many are on their way now.
    var inFlight: Int { counters.withLock(\.inFlight) }

    /// Begins an exchange, which is on its way from now on.
    func begin() -> (number: Int, flight: Flight) {
        let number = counters.withLock { counters in
            counters.started += 1
            counters.inFlight += 1
            return counters.started
        }
        return (number, Flight(self))
    }

    private func add(_ change: Int) { counters.withLock { $0.inFlight += change } }

    /// Whether one exchange is on its way: until its response is there, and again while its request is sent once more.
    final class Flight: Sendable {
        let board: ExchangeBoard
        private let isCounted = Mutex(true)

        fileprivate init(_ board: ExchangeBoard) {
            self.board = board
        }

        func set(_ isOnItsWay: Bool) {
            isCounted.withLock { isCounted in
                if isCounted != isOnItsWay { board.add(isOnItsWay ? 1 : -1) }
                isCounted = isOnItsWay
            }
        }
    }
}

/// Records the requests and results of another dispatcher, in the order in which the exchanges ended.
///
/// Credentials are recorded as they are: a record must not be logged.
public final class RecordingDispatcher: Dispatcher {
    /// One request and its result.
    public struct Record: Sendable {
        /// The request as it was sent.
        public let request: Request
        /// The response, or the failure.
        public let result: Result<Response, Failure>
    }

    private let next: any Dispatcher
    private let kept = Mutex<[Record]>([])

    /// Records the exchanges of that dispatcher.
    public init(_ next: any Dispatcher) {
        self.next = next
    }

    /// All records until now.
    public var records: [Record] { kept.withLock { $0 } }

    /// Sends the request through the other dispatcher and records it with its result.
    public func send(_ request: Request) async throws(Failure) -> Response {
        do {
            let response = try await next.send(request)
            kept.withLock { $0.append(Record(request: request, result: .success(response))) }
            return response
        } catch {
            kept.withLock { $0.append(Record(request: request, result: .failure(error))) }
            throw error
        }
    }
}
