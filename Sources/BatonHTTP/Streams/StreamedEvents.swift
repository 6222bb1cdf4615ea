package import BatonJSON

/// The events of one response as values, and the facts about their times.
package struct StreamedEvents: Sendable {
    /// An object for each kept event: `event`, `data` as JSON where it is JSON, else as text, `id`, and `ms`, the
    /// milliseconds from the request to the event.
    package private(set) var values: [JSONValue] = []
    /// The number of events that came; `values` has the last ones.
    package private(set) var count = 0
    /// The time from the request to the first event.
    package private(set) var first: Duration?
    /// The greatest time between two events that followed each other; nil for fewer than two events.
    package private(set) var greatestGap: Duration?
    private var last: Duration?

    package init() {}

    package mutating func append(_ event: ServerEvent) {
        values.append(Self.value(of: event))
        count += 1
        if first == nil { first = event.elapsed }
        if let last { greatestGap = max(greatestGap ?? .zero, event.elapsed - last) }
        last = event.elapsed
    }

    /// The same events with the last values only.
    package func keepingLast(_ number: Int) -> StreamedEvents {
        var copy = self
        copy.values = Array(values.suffix(number))
        return copy
    }

    /// An event as a value.
    package static func value(of event: ServerEvent) -> JSONValue {
        .object([
            "event": .string(event.name), "data": event.json ?? .string(event.data), "id": .string(event.id),
            "ms": milliseconds(event.elapsed),
        ])
    }

    /// Milliseconds with three decimals.
    private static func milliseconds(_ duration: Duration) -> JSONValue {
        // Always with decimals, so that expressions never read a whole number among the others.
        let microseconds = max(duration.microseconds, 0)
        let decimals = String(1000 + microseconds % 1000).dropFirst()
        return JSONNumber(text: "\(microseconds / 1000).\(decimals)").map(JSONValue.number) ?? .null
    }
}

extension Duration {
    /// Whole microseconds, the rest cut off.
    package var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? .max : scaled &+ attoseconds / 1_000_000_000_000
    }
}
