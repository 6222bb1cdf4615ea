/// Reads server-sent events (WHATWG HTML, "Parsing an event stream" and "Interpreting an event stream").
///
/// How this folder works together: `EventReader` turns the pieces of a body, as they arrive, into `ServerEvent`s, with
/// this reader, `JSONLinesReader` or `JSONSequenceReader`, as the `StreamFormat` says. A response has them as
/// `StreamedEvents`.
struct EventStreamReader: Sendable {
    /// The most bytes of one line, and of the data of one event.
    private let limit: Int
    /// The last `id` of an event that is complete; nil before the first one.
    private(set) var lastEventID: String?
    /// The last valid `retry`.
    private(set) var retry: Duration?

    /// The beginning of a line whose end has not arrived.
    private var line: [UInt8] = []
    /// Whether the last byte was a CR, so that an LF behind it ends no second line.
    private var isAfterCR = false
    /// How many bytes of a byte order mark the stream has begun with; nil once it is known whether it has one.
    private var markLength: Int? = 0

    // The event that is being read.
    private var name: [UInt8] = []
    private var data: [UInt8] = []
    private var id: String?

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    init(limit: Int) {
        self.limit = limit
    }

    /// A reader for the response to a reconnection: it knows the last id, and none of an incomplete event.
    func continued() -> EventStreamReader {
        var reader = EventStreamReader(limit: limit)
        reader.lastEventID = lastEventID
        reader.id = lastEventID
        reader.retry = retry
        return reader
    }

    mutating func read(
        _ bytes: [UInt8], at elapsed: Duration, into events: inout [ServerEvent]
    ) throws(EventReader.FormatError) {
        var start = skipMark(bytes)
        if isAfterCR, start < bytes.count {
            if bytes[start] == Self.lineFeed { start += 1 }
            isAfterCR = false
        }
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == Self.lineFeed || byte == Self.carriageReturn else {
                index += 1
                continue
            }
            try end(bytes[start..<index], at: elapsed, into: &events)
            index += 1
            if byte == Self.carriageReturn {
                if index == bytes.count {
                    isAfterCR = true
                } else if bytes[index] == Self.lineFeed {
                    index += 1
                }
            }
            start = index
        }
        guard start < bytes.count else { return }
        try checkSize(line.count + bytes.count - start, of: "a line")
        line.append(contentsOf: bytes[start...])
    }

    /// Returns the index behind the part of a byte order mark with which the bytes begin, at the start of a stream.
    private mutating func skipMark(_ bytes: [UInt8]) -> Int {
        guard var length = markLength else { return 0 }
        var index = 0
        while index < bytes.count {
            guard bytes[index] == Self.mark[length] else {
                // What looked like a mark belongs to the first line.
                line.append(contentsOf: Self.mark[..<length])
                markLength = nil
                return index
            }
            index += 1
            length += 1
            if length == Self.mark.count {
                markLength = nil
                return index
            }
        }
        markLength = length
        return index
    }

    /// Ends a line.
    ///
    /// - Parameter rest: the part of it that arrived with its end.
    private mutating func end(
        _ rest: ArraySlice<UInt8>, at elapsed: Duration, into events: inout [ServerEvent]
    ) throws(EventReader.FormatError) {
        try checkSize(line.count + rest.count, of: "a line")
        if line.isEmpty { return try process(rest, at: elapsed, into: &events) }
        line.append(contentsOf: rest)
        let whole = line
        line = []
        try process(whole[...], at: elapsed, into: &events)
    }

    private mutating func process(
        _ line: ArraySlice<UInt8>, at elapsed: Duration, into events: inout [ServerEvent]
    ) throws(EventReader.FormatError) {
        guard !line.isEmpty else { return dispatch(at: elapsed, into: &events) }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        let field = line[..<(colon ?? line.endIndex)]
        var value = colon.map { line[($0 + 1)...] } ?? []
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        if field.elementsEqual("data".utf8) {
            try checkSize(data.count + value.count, of: "an event")
            data.append(contentsOf: value)
            data.append(Self.lineFeed)
        } else if field.elementsEqual("event".utf8) {
            try checkSize(value.count, of: "an event")
            name = Array(value)
        } else if field.elementsEqual("id".utf8) {
            if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        } else if field.elementsEqual("retry".utf8) {
            readRetry(value)
        }
        // Comments, which begin with a colon, and unknown fields mean nothing.
    }

    private mutating func readRetry(_ value: ArraySlice<UInt8>) {
        guard !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
        // A pause of more than 18 digits is as good as endless.
        let milliseconds = Int64(String(decoding: value.prefix(19), as: UTF8.self)) ?? .max
        retry = .milliseconds(min(milliseconds, 1 << 40))
    }

    private mutating func dispatch(at elapsed: Duration, into events: inout [ServerEvent]) {
        lastEventID = id
        defer {
            data.removeAll(keepingCapacity: data.count < 1 << 16)
            name.removeAll(keepingCapacity: name.count < 1 << 10)
        }
        guard !data.isEmpty else { return }
        events.append(
            ServerEvent(
                name: name.isEmpty ? "message" : String(decoding: name, as: UTF8.self),
                data: String(decoding: data.dropLast(), as: UTF8.self), id: lastEventID ?? "", elapsed: elapsed))
    }

    private func checkSize(_ size: Int, of what: String) throws(EventReader.FormatError) {
        if size > limit { throw .tooLarge("sent \(what) of more than \(limit) bytes") }
    }
}

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
