import BatonJSON

/// Reads one JSON text a line: JSON Lines and NDJSON, and JSON text sequences (RFC 7464), whose texts begin with RS
/// and end with a line feed. Empty lines mean nothing.
struct JSONLinesReader: Sendable {
    /// The most bytes of one line.
    private let limit: Int
    /// The beginning of a line whose end has not arrived.
    private var line: [UInt8] = []
    /// The number of the line that is being read, from 1.
    private var number = 1

    private static let lineFeed = UInt8(ascii: "\n")
    private static let recordSeparator: UInt8 = 0x1E

    init(limit: Int) {
        self.limit = limit
    }

    func continued() -> JSONLinesReader { JSONLinesReader(limit: limit) }

    mutating func read(
        _ bytes: [UInt8], at elapsed: Duration, into events: inout [ServerEvent]
    ) throws(EventReader.Fault) {
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

    mutating func finish(at elapsed: Duration, into events: inout [ServerEvent]) throws(EventReader.Fault) {
        let whole = line
        line = []
        try end(whole[...], at: elapsed, into: &events)
    }

    private mutating func end(
        _ line: ArraySlice<UInt8>, at elapsed: Duration, into events: inout [ServerEvent]
    ) throws(EventReader.Fault) {
        defer { number += 1 }
        var text = line
        while let first = text.first, first == Self.recordSeparator || Self.isSpace(first) { text = text.dropFirst() }
        while let last = text.last, Self.isSpace(last) { text = text.dropLast() }
        guard !text.isEmpty else { return }
        do throws(JSONParseError) {
            let value = try JSONParser.parse(Array(text))
            events.append(
                ServerEvent(
                    name: "message", data: String(decoding: text, as: UTF8.self), id: "", elapsed: elapsed,
                    parsed: value))
        } catch {
            throw .notJSON(
                "sent a line that is not JSON: \(error.message) (line \(number) of the stream, column \(error.column))")
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    private func checkSize(_ size: Int) throws(EventReader.Fault) {
        if size > limit { throw .tooLarge("sent a line of more than \(limit) bytes") }
    }
}
