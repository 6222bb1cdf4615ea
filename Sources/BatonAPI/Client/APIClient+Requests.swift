public import BatonHTTP

/// Requests without an endpoint: `let user: User = try await client.send(.get("/me"))`.
///
/// Each throws as `send(_:)` of an endpoint does.
extension APIClient {
    /// Sends a request and decodes the body of its response.
    ///
    /// - Parameters:
    ///   - request: where it goes and what it takes along.
    ///   - api: what the requests of its API share.
    ///   - type: what comes back, where nothing else says it.
    public func send<Output: Decodable & Sendable>(
        _ request: APIRequest, of api: API = API(), as type: Output.Type = Output.self
    ) async throws(Failure) -> Output {
        try await send(Call<Output>(request, of: api))
    }

    /// Sends a request and maps the body of its response.
    ///
    /// - Parameters:
    ///   - request: where it goes and what it takes along.
    ///   - api: what the requests of its API share.
    ///   - type: what comes back, where nothing else says it.
    public func send<Output: MappableValue>(
        _ request: APIRequest, of api: API = API(), as type: Output.Type = Output.self
    ) async throws(Failure) -> Output {
        try await send(Call<Output>(request, of: api))
    }

    /// Sends a request and decodes the body of its response.
    ///
    /// - Parameters:
    ///   - request: where it goes and what it takes along.
    ///   - api: what the requests of its API share.
    ///   - type: what comes back, where nothing else says it.
    public func send<Output: Decodable & MappableValue>(
        _ request: APIRequest, of api: API = API(), as type: Output.Type = Output.self
    ) async throws(Failure) -> Output {
        try await send(Call<Output>(request, of: api))
    }

    /// Sends a request whose response needs nothing but a status of 2xx.
    ///
    /// - Parameters:
    ///   - request: where it goes and what it takes along.
    ///   - api: what the requests of its API share.
    public func send(_ request: APIRequest, of api: API = API()) async throws(Failure) {
        try await send(Call<Void>(request, of: api))
    }

    /// The response to a request, unchanged and of any status; a status that `retry` names is tried again before.
    ///
    /// - Parameters:
    ///   - request: where it goes and what it takes along.
    ///   - api: what the requests of its API share.
    public func response(to request: APIRequest, of api: API = API()) async throws(Failure) -> Response {
        try await response(to: Call<Response>(request, of: api))
    }
}
