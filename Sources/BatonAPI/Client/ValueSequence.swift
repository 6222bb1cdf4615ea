import BatonHTTP

/// The stored value of an endpoint at once, if there is one, and the fresh one after it.
///
/// ```swift
/// for try await items in client.values(of: ListItems()) { show(items) }
/// ```
/// Each iteration sends the request anew; nothing is sent before the first value is asked for. To leave the loop cancels
/// the request, and so does cancelling the task. An iteration throws what `APIClient.send` throws; with an
/// `OutcomeEndpoint` it throws nothing.
public struct ValueSequence<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
    /// The same values, each with where it comes from.
    public let sourced: SourcedValues<Element, Failure>

    /// Starts over, with a request of its own.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(sourced: sourced.makeAsyncIterator())
    }

    /// Gives one value or two; it is for one task.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var sourced: SourcedValues<Element, Failure>.AsyncIterator

        /// The next value; nil after the fresh one.
        public mutating func next() async throws(Failure) -> Element? {
            try await next(isolation: nil)
        }

        /// The next value; nil after the fresh one.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            try await sourced.next(isolation: actor)?.value
        }
    }
}

/// The values of a `ValueSequence`, each with where it comes from.
public struct SourcedValues<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
    /// A value and its source.
    public typealias Element = SourcedValue<Value>

    /// Sends the request, and calls back with a stored response before.
    let fresh: @Sendable (_ onStored: @escaping @Sendable (Response) -> Void) async throws(Failure) -> Element
    /// The value of a stored response; nil where it cannot be read any more.
    let stored: @Sendable (Response) -> Value?
    /// What an iteration ends with whose task is cancelled.
    let cancelled: @Sendable () throws(Failure) -> Element

    /// Starts over, with a request of its own.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

    /// Gives one value or two; it is for one task.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate enum Delivery: Sendable {
            case stored(Element)
            case last(Result<Element, Failure>)
        }

        private let sequence: SourcedValues
        private var deliveries: AsyncStream<Delivery>.AsyncIterator?
        private var hasEnded = false

        init(sequence: SourcedValues) {
            self.sequence = sequence
        }

        /// The next value; nil after the fresh one.
        public mutating func next() async throws(Failure) -> Element? {
            try await next(isolation: nil)
        }

        /// The next value; nil after the fresh one.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            if hasEnded { return nil }
            var deliveries = deliveries ?? sequence.started().makeAsyncIterator()
            let delivery = await deliveries.next(isolation: actor)
            self.deliveries = deliveries
            switch delivery {
            case .stored(let element): return element
            case .last(let result):
                hasEnded = true
                return try result.get()
            case nil:
                hasEnded = true
                return try sequence.cancelled()
            }
        }
    }

    private func started() -> AsyncStream<AsyncIterator.Delivery> {
        let (stream, continuation) = AsyncStream.makeStream(of: AsyncIterator.Delivery.self)
        let sending = Task {
            let result: Result<Element, Failure>
            do throws(Failure) {
                result = .success(
                    try await fresh { response in
                        guard let value = stored(response) else { return }
                        continuation.yield(.stored(SourcedValue(value: value, source: ValueSource(response))))
                    })
            } catch {
                result = .failure(error)
            }
            continuation.yield(.last(result))
            continuation.finish()
        }
        continuation.onTermination = { _ in sending.cancel() }
        return stream
    }
}

/// Where a value comes from.
public enum ValueSource: Sendable, Hashable {
    /// From the cache: its response was stored that long ago.
    case stored(age: Duration)
    /// From the server.
    case fresh

    init(_ response: Response) {
        self = if case .stored(let age)? = response.cacheUse { .stored(age: age) } else { .fresh }
    }
}

/// A value, and where it comes from.
public struct SourcedValue<Value: Sendable>: Sendable {
    /// The output of the endpoint.
    public let value: Value
    /// Whether the value was stored or is fresh.
    public let source: ValueSource
}

extension SourcedValue: Equatable where Value: Equatable {}
