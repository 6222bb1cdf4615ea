/// Reads the events of a stream from its bytes, however these are cut into pieces.
package struct EventReader: Sendable {
    /// Why a stream cannot be read on, as the end of a sentence that begins with the server.
    package enum FormatError: Error, Sendable, Equatable {
        /// An event or a line has more bytes than the limit.
        case tooLarge(String)
        /// A line of JSON Lines is not JSON.
        case notJSON(String)
    }

    /// The most bytes that one event, or one line, may have unless the caller sets another limit: 16 MB.
    package static let standardLimit = 16_000_000

    /// One of the two is there.
    private var events: EventStreamReader?
    private var lines: JSONLinesReader?

    /// - Parameter limit: the most bytes of one event or line.
    package init(_ format: StreamFormat, limit: Int = EventReader.standardLimit) {
        switch format {
        case .serverSentEvents: events = EventStreamReader(limit: limit)
        case .jsonLines: lines = JSONLinesReader(limit: limit)
        }
    }

    /// Appends the events that these bytes complete.
    ///
    /// - Parameter elapsed: the time from the request to the arrival of the bytes.
    package mutating func read(
        _ bytes: [UInt8], at elapsed: Duration, into found: inout [ServerEvent]
    ) throws(FormatError) {
        try events?.read(bytes, at: elapsed, into: &found)
        try lines?.read(bytes, at: elapsed, into: &found)
    }

    /// Appends what the end of the stream completes: the last line of JSON Lines needs no line feed, whereas a
    /// server-sent event without its blank line is dropped.
    package mutating func finish(at elapsed: Duration, into found: inout [ServerEvent]) throws(FormatError) {
        try lines?.finish(at: elapsed, into: &found)
    }

    /// The `id` that a request for the rest of the stream sends as `Last-Event-ID`; nil before the first one. An empty one
    /// takes the one before it back.
    package var lastEventID: String? { events?.lastEventID }

    /// The pause before a reconnection that the server asks for (`retry`); nil where it asks for none.
    package var retry: Duration? { events?.retry }

    /// Prepares for the response to a reconnection: keeps the last id, and drops what is incomplete.
    package mutating func startOver() {
        events = events?.continued()
        lines = lines?.continued()
    }
}
