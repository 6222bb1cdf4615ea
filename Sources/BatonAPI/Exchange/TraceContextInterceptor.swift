public import BatonHTTP

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
