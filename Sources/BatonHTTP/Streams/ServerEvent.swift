public import BatonJSON

/// One event of a stream: a server-sent event, or one line of JSON Lines.
public struct ServerEvent: Sendable {
    /// The type of the event, its field `event`; `message` where the server names none, and for JSON Lines.
    public var name: String
    /// The field `data`, its lines joined by line feeds; for JSON Lines the JSON text.
    public var data: String
    /// The last `id` that the server has sent until this event; empty before the first one, and for JSON Lines.
    public var id: String
    /// The time from the request to the arrival of the event's last byte.
    public var elapsed: Duration
    /// The data as JSON, where the reader of the stream has parsed it.
    private var parsed: JSONValue?

    /// An event from its parts, for stubs.
    public init(name: String = "message", data: String, id: String = "", elapsed: Duration = .zero) {
        self.init(name: name, data: data, id: id, elapsed: elapsed, parsed: nil)
    }

    init(name: String, data: String, id: String, elapsed: Duration, parsed: JSONValue?) {
        self.name = name
        self.data = data
        self.id = id
        self.elapsed = elapsed
        self.parsed = parsed
    }

    /// The data as JSON; nil when it is not JSON.
    public var json: JSONValue? {
        if let parsed { return parsed }
        guard let first = data.utf8.first(where: { $0 > 0x20 }), Self.startsJSON(first) else { return nil }
        return try? JSONParser.parse(Array(data.utf8))
    }

    /// Whether a byte can be the first of a JSON text, so that most plain texts need not be parsed.
    private static func startsJSON(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "t"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

/// How a response lists its events.
public enum StreamFormat: String, Sendable, CaseIterable {
    /// Server-sent events, `text/event-stream` (WHATWG HTML, section "Server-sent events").
    case serverSentEvents = "sse"
    /// One JSON text a line: JSON Lines and NDJSON. A stream that begins with the character RS is a JSON text sequence
    /// (RFC 7464), whose texts may have line breaks.
    case jsonLines = "json_lines"

    /// The format that a Content-Type tells; nil for any other type.
    public init?(contentType: String) {
        switch MediaType.essence(of: contentType) {
        case "text/event-stream": self = .serverSentEvents
        case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
            "application/jsonlines", "application/x-jsonlines", "application/json-lines", "application/json-seq",
            "application/stream+json", "application/x-json-stream":
            self = .jsonLines
        default: return nil
        }
    }

    /// Whether a body of that Content-Type can list its events in this format: types that tell little, such as
    /// `text/plain`, can be anything, and JSON Lines often come as `application/json`.
    package func mayBe(_ contentType: String) -> Bool {
        if let other = StreamFormat(contentType: contentType) { return other == self }
        return switch MediaType.kind(of: contentType) {
        case nil: true
        case .json: self == .jsonLines
        case .xml, .form, .multipart, .other: false
        }
    }

    /// For messages: the Content-Type that names the format, or its name where there are several.
    package var words: String {
        switch self {
        case .serverSentEvents: "`text/event-stream`"
        case .jsonLines: "JSON Lines"
        }
    }

    /// The `Accept` of a request that wants such a stream; nil for either format.
    package static func accept(_ format: StreamFormat?) -> String {
        switch format {
        case .serverSentEvents: "text/event-stream"
        case .jsonLines:
            "application/x-ndjson, application/jsonl, application/json-seq, application/json;q=0.9, */*;q=0.5"
        case nil: "text/event-stream, application/x-ndjson, application/jsonl, application/json-seq, */*;q=0.5"
        }
    }
}

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
