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
