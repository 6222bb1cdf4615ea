import BatonJSON

/// Reads one JSON text a line: JSON Lines and NDJSON. Empty lines mean nothing. A stream that begins with RS is a JSON
/// text sequence (RFC 7464).
struct JSONLinesReader: Sendable {
    /// The most bytes of one line.
    private let limit: Int
    /// The beginning of a line whose end has not arrived.
    private var line: [UInt8] = []
    /// The number of the line that is being read, from 1.
    private var number = 1
    /// Whether a byte that is no space of JSON has come.
    private var hasBegun = false
    /// Reads on where the stream is a JSON text sequence.
    private var sequence: JSONSequenceReader?

    private static let lineFeed = UInt8(ascii: "\n")

    init(limit: Int) {
        self.limit = limit
    }

    func continued() -> JSONLinesReader { JSONLinesReader(limit: limit) }

    mutating func read(
        _ bytes: [UInt8], at elapsed: Duration, into events: inout [ServerEvent]
    ) throws(EventReader.FormatError) {
        if !hasBegun, let first = bytes.firstIndex(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) {
            hasBegun = true
            if bytes[first] == JSONSequenceReader.recordSeparator {
                // The spaces before it belong to no text, in whatever pieces they come.
                try readLines(Array(bytes[..<first]), at: elapsed, into: &events)
                sequence = JSONSequenceReader(limit: limit)
                try sequence?.read(Array(bytes[first...]), at: elapsed, into: &events)
                return
            }
        }
        if sequence != nil {
            try sequence?.read(bytes, at: elapsed, into: &events)
        } else {
            try readLines(bytes, at: elapsed, into: &events)
        }
    }

    private mutating func readLines(
        _ bytes: [UInt8], at elapsed: Duration, into events: inout [ServerEvent]
    ) throws(EventReader.FormatError) {
        var start = 0
        for index in bytes.indices where bytes[index] == Self.lineFeed {
            try checkSize(line.count + index - start)
            if line.isEmpty {
                try end(bytes[start..<index], at: elapsed, into: &events)
            } else {
                line.append(contentsOf: bytes[start..<index])
                let whole = line
                line = []
                try end(whole[...], at: elapsed, into: &events)
            }
            start = index + 1
        }
        guard start < bytes.count else { return }
        try checkSize(line.count + bytes.count - start)
        line.append(contentsOf: bytes[start...])
    }

    mutating func finish(at elapsed: Duration, into events: inout [ServerEvent]) throws(EventReader.FormatError) {
        if sequence != nil {
            try sequence?.finish(at: elapsed, into: &events)
            return
        }
        let whole = line
        line = []
        try end(whole[...], at: elapsed, into: &events)
    }

    private mutating func end(
        _ line: ArraySlice<UInt8>, at elapsed: Duration, into events: inout [ServerEvent]
    ) throws(EventReader.FormatError) {
        defer { number += 1 }
        do throws(JSONParseError) {
            // Some servers begin lines with RS although the stream did not.
            let text = line.drop {
                $0 == JSONSequenceReader.recordSeparator || JSONSequenceReader.isSpace($0)
            }
            if let event = try ServerEvent(jsonText: text, isFirst: number == 1, elapsed: elapsed) {
                events.append(event)
            }
        } catch {
            throw .notJSON(
                "sent a line that is not JSON: \(error.message) (line \(number) of the stream, column \(error.column))")
        }
    }

    private func checkSize(_ size: Int) throws(EventReader.FormatError) {
        if size > limit { throw .tooLarge("sent a line of more than \(limit) bytes") }
    }
}
