public import BatonAPI
import Tracing

/// Makes a client span for each request that another dispatcher sends, and gives the span's context to the server in headers,
/// such as `traceparent`.
///
/// ```swift
/// let client = try APIClient(environment, dispatcher: TracingDispatcher(CurlDispatcher.shared))
/// ```
/// Put it directly before the engine, behind a cache and an `AuthenticatingDispatcher`: a stored response then makes no span,
/// while a request for an access token and each attempt of a `RetryPolicy` have spans of their own. Redirects that the engine
/// follows, and its rounds of authentication, belong to the span of their request.
///
/// Name, attributes and status are those of OpenTelemetry's stable conventions for HTTP client spans. The tracer is the one of
/// `InstrumentationSystem`; the span in whose context a request is sent is the parent.
public struct TracingDispatcher: Dispatcher {
    private let next: any Dispatcher

    /// Traces the requests of that dispatcher.
    public init(_ next: any Dispatcher) {
        self.next = next
    }

    /// Sends the request through the other dispatcher, in a span that ends with the exchange: for a stream, when its last byte
    /// has come or its reader has left it.
    ///
    /// The headers of the span's context replace those of the same names. Throws what the other dispatcher throws.
    public func send(_ request: Request) async throws(Failure) -> Response {
        let span = InstrumentationSystem.tracer.startSpan(request.spanName, ofKind: .client)
        defer { span.end() }
        // Masking a URL costs time, which a span that nobody records is not worth.
        if span.isRecording { span.updateAttributes { $0.add(request) } }
        var traced = request
        InstrumentationSystem.instrument.inject(span.context, into: &traced.headers, using: HeaderInjector())
        let result = await ServiceContext.$current.withValue(span.context) { [traced] in await outcome(of: traced) }
        span.updateAttributes { $0.add(result) }
        // Without the words of the failure, which may quote the server.
        if result.errorType != nil { span.setStatus(SpanStatus(code: .error)) }
        return try result.get()
    }

    private func outcome(of request: Request) async -> Result<Response, Failure> {
        do throws(Failure) {
            return .success(try await next.send(request))
        } catch {
            return .failure(error)
        }
    }
}

/// Writes what a tracer passes on into the headers of a request.
private struct HeaderInjector: Injector {
    func inject(_ value: String, forKey key: String, into headers: inout Headers) {
        headers.set(key, value)
    }
}
