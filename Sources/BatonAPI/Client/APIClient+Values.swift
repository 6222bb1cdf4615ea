public import BatonHTTP

/// The stored value at once and the fresh one after it, for a screen that shows something immediately.
///
/// The request follows its cache rule (`ttl`, `key`, `scope`, `stores`), but with the policy `both`, whichever it names;
/// only `onlyIfCached` stays, which gives the stored value alone. A request other than GET and HEAD has a stored value only
/// if the rule is its own. A stored value that the endpoint cannot read any more is left out.
extension APIClient {
    /// Sends an endpoint and returns its output, with where it comes from: the server, or the cache as the request's rule
    /// allows.
    ///
    /// Throws as `send` does.
    public func sourcedValue<E: Endpoint>(of endpoint: E) async throws(Failure) -> SourcedValue<E.Output> {
        try await value(of: endpoint, onStored: nil)
    }

    /// The values of an endpoint: one, or two if one is stored.
    public func values<E: Endpoint>(of endpoint: E) -> ValueSequence<E.Output, Failure> {
        ValueSequence(
            sourced: SourcedValues(
                fresh: { (onStored) async throws(Failure) in try await self.value(of: endpoint, onStored: onStored) },
                stored: { self.storedValue(of: endpoint, $0) },
                cancelled: { () throws(Failure) in throw Self.cancelledValue }))
    }

    /// The outcomes of an endpoint: one, or two if a response is stored. The iteration does not throw.
    public func values<E: OutcomeEndpoint>(of endpoint: E) -> ValueSequence<E.Output, Never> {
        ValueSequence(
            sourced: SourcedValues(
                fresh: { onStored in await self.outcome(of: endpoint, onStored: onStored) },
                stored: { self.storedValue(of: endpoint, $0) },
                cancelled: {
                    SourcedValue(value: endpoint.outcome(of: .failure(Self.cancelledValue)), source: .fresh)
                }))
    }

    /// Calls back with the stored value, if there is one, and then with the fresh one or the failure.
    ///
    /// - Parameters:
    ///   - endpoint: its request is sent once, after the call with the stored value.
    ///   - completion: called once or twice, in turn, where `send` calls back; `source` tells which it is. The last call
    ///     is the one with `.fresh`, except for a rule of `onlyIfCached`.
    @discardableResult
    public func values<E: Endpoint>(
        of endpoint: E,
        completion:
            @escaping @isolated(any) @Sendable (_ result: Result<E.Output, Failure>, _ source: ValueSource) -> Void
    ) -> RequestHandle {
        RequestHandle(
            Task {
                do throws(Failure) {
                    for try await value in self.values(of: endpoint).sourced {
                        await completion(.success(value.value), value.source)
                    }
                } catch {
                    await completion(.failure(error), .fresh)
                }
            })
    }

    /// Calls back with the outcome of the stored response, if there is one, and then with that of the fresh one.
    ///
    /// - Parameters:
    ///   - endpoint: its request is sent once, after the call with the stored outcome.
    ///   - completion: as for an endpoint that throws.
    @discardableResult
    public func values<E: OutcomeEndpoint>(
        of endpoint: E,
        completion: @escaping @isolated(any) @Sendable (_ outcome: E.Output, _ source: ValueSource) -> Void
    ) -> RequestHandle {
        RequestHandle(
            Task {
                for await value in self.values(of: endpoint).sourced { await completion(value.value, value.source) }
            })
    }

    private static var cancelledValue: Failure { Failure(.cancelled, "the task was cancelled before the value came") }

    private func storedValue<E: Endpoint>(of endpoint: E, _ response: Response) -> E.Output? {
        try? output(of: endpoint, from: response, mask: nil)
    }
}

extension Request {
    /// Asks for the stored response beside the fresh one, if responses to the request may be stored at all.
    mutating func wantBoth(_ onStored: @escaping @Sendable (Response) -> Void) {
        guard let rule = cache else { return }
        if rule.policy != .onlyIfCached { cache?.policy = .both }
        self.onStored = onStored
    }
}
