public import BatonHTTP

/// Variants for code that does not await: each calls back once, on the actor that the closure names
/// (`{ @MainActor result in … }`), else on Swift's global executor, and never on the caller's actor unasked. A client that goes
/// away meanwhile lets its requests come to their end.
extension APIClient {
    /// Sends an endpoint and calls back with its output or the failure.
    @discardableResult
    public func send<E: Endpoint>(
        _ endpoint: E, completion: @escaping @isolated(any) @Sendable (Result<E.Output, Failure>) -> Void
    ) -> RequestHandle {
        RequestHandle(
            Task {
                do throws(Failure) {
                    let output = try await self.send(endpoint)
                    await completion(.success(output))
                } catch {
                    await completion(.failure(error))
                }
            })
    }

    /// Sends an endpoint that names all its outcomes and calls back with the one that occurred.
    @discardableResult
    public func send<E: OutcomeEndpoint>(
        _ endpoint: E, completion: @escaping @isolated(any) @Sendable (E.Output) -> Void
    ) -> RequestHandle {
        RequestHandle(
            Task {
                let output = await self.send(endpoint)
                await completion(output)
            })
    }

    /// Sends an endpoint and calls back with the untouched response or the failure.
    @discardableResult
    public func response(
        to endpoint: some Endpoint, completion: @escaping @isolated(any) @Sendable (Result<Response, Failure>) -> Void
    ) -> RequestHandle {
        RequestHandle(
            Task {
                do throws(Failure) {
                    let response = try await self.response(to: endpoint)
                    await completion(.success(response))
                } catch {
                    await completion(.failure(error))
                }
            })
    }
}

/// A request that was started with a completion handler.
public struct RequestHandle: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) {
        self.task = task
    }

    /// Cancels the exchange; its completion is called with `workflow.cancelled` unless it has been called already.
    public func cancel() { task.cancel() }

    /// Returns when the completion has returned.
    public func wait() async { await task.value }
}
