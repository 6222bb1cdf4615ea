public import BatonHTTP

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
