import BatonHTTP

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
