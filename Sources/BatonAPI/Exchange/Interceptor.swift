public import BatonHTTP
import BatonSecrets

/// Stands between the client and the server for every exchange: it may change the request and the response, send the
/// request again, or answer without sending it.
///
/// ```swift
/// struct BuildNumber: Interceptor {
///     func intercept(_ request: Request, in exchange: Exchange) async throws -> Response {
///         var request = request
///         request.headers.set("X-Build", "42")
///         return try await exchange.send(request)
///     }
/// }
/// ```
/// Interceptors get requests in the order in which they are given, and responses in the opposite order. They are called on
/// Swift's global executor, in the task of the request, and not on the actor that has called the client; each attempt of a
/// `RetryPolicy` is an exchange of its own.
public protocol Interceptor: Sendable {
    /// Returns the response to a request, usually that of `exchange.send`.
    ///
    /// It may be declared with `throws(Failure)`, `throws` or neither. An error of another type than `Failure` becomes
    /// `request.bad_input`, and a `CancellationError` becomes `workflow.cancelled`.
    func intercept(_ request: Request, in exchange: Exchange) async throws -> Response
}

/// One request on its way through the interceptors.
public struct Exchange: Sendable {
    /// Number of the exchange, counted from 1 for each dispatcher.
    public let number: Int
    /// Secrets of the environment, which must be masked.
    let secrets: SecretRegistry
    let began: ContinuousClock.Instant
    let flight: ExchangeBoard.Flight
    let next: @Sendable (Request) async throws(Failure) -> Response

    /// How many exchanges of the dispatcher are on their way now: this one too, until its response is there.
    public var inFlight: Int { flight.board.inFlight }

    /// Time since the exchange began.
    public var elapsed: Duration { ContinuousClock.now - began }

    /// Sends the request to the next interceptor, and behind the last one to the server; returns the response, of any
    /// status. It may be called again.
    ///
    /// Throws what the interceptors behind this one throw, and `network.*` where no response came.
    public func send(_ request: Request) async throws(Failure) -> Response { try await next(request) }
}

/// Adds headers to every request that does not name them already.
public struct HeaderInterceptor: Interceptor {
    private let headers: Headers

    /// Keeps the headers to add.
    public init(_ headers: Headers) {
        self.headers = headers
    }

    /// Adds the headers that the request does not name.
    public func intercept(_ request: Request, in exchange: Exchange) async throws(Failure) -> Response {
        var adapted = request
        for field in headers where !request.headers.contains(field.name) {
            adapted.headers.append(field.name, field.value, isCredential: field.isCredential)
        }
        return try await exchange.send(adapted)
    }
}

/// Adds a `traceparent` header to every request (W3C Trace Context, level 1), so that the server's traces can be found
/// by its trace ID.
///
/// The interceptor has one trace, each request a span of its own; a request that already has a `traceparent` keeps it.
public struct TraceContextInterceptor: Interceptor {
    /// 32 hexadecimal digits, the same for all requests.
    public let traceID: String

    /// Begins a trace with a random ID.
    public init() {
        traceID = Self.digits(UInt128.random(in: 1 ... .max), 32)
    }

    /// Adds `traceparent` with a new span ID.
    public func intercept(_ request: Request, in exchange: Exchange) async throws(Failure) -> Response {
        guard !request.headers.contains("traceparent") else { return try await exchange.send(request) }
        var adapted = request
        let span = Self.digits(UInt128(UInt64.random(in: 1 ... .max)), 16)
        adapted.headers.append("traceparent", "00-\(traceID)-\(span)-01")
        return try await exchange.send(adapted)
    }

    private static func digits(_ number: UInt128, _ count: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: count - text.count) + text
    }
}
