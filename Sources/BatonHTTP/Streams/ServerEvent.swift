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
