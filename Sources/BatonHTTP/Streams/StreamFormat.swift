/// How a response lists its events.
public enum StreamFormat: String, Sendable, CaseIterable {
    /// Server-sent events, `text/event-stream` (WHATWG HTML, section "Server-sent events").
    case serverSentEvents = "sse"
    /// One JSON text a line: JSON Lines, NDJSON, and JSON text sequences (RFC 7464), whose texts begin with the
    /// character RS.
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
