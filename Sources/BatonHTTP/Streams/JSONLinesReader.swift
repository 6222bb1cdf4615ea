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

/// Reads JSON text sequences (RFC 7464): a text stands between its RS and the next one, or the end of the stream, and
/// may have line breaks.
///
/// A text with all its brackets and quotes closed ends with its line, so that its event does not wait for the next RS.
/// Whether a number, `true`, `false` or `null` is whole tells only the space or line break behind it (section 2.4).
struct JSONSequenceReader: Sendable {
    /// Follows a JSON text only as far as needed to see whether it is complete.
    private struct Outline: Sendable {
        private var depth = 0
        private var isInString = false
        private var isEscaped = false
        private var hasContent = false

        var isComplete: Bool { hasContent && depth <= 0 && !isInString }

        mutating func read(_ byte: UInt8) {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                return
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            if byte > 0x20 { hasContent = true }
        }
    }

    static let recordSeparator: UInt8 = 0x1E

    /// The most bytes of one text.
    private let limit: Int
    /// The beginning of a text whose end has not arrived.
    private var text: [UInt8] = []
    private var outline = Outline()
    /// The number of texts that have ended.
    private var count = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func read(
        _ bytes: [UInt8], at elapsed: Duration, into events: inout [ServerEvent]
    ) throws(EventReader.FormatError) {
        var start = 0
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == Self.recordSeparator || byte == UInt8(ascii: "\n") && outline.isComplete {
                try append(bytes[start..<index])
                try finish(at: elapsed, isDelimited: byte != Self.recordSeparator, into: &events)
                start = index + 1
            } else {
                outline.read(byte)
            }
        }
        try append(bytes[start...])
    }

    /// Ends the text that is being read, if one has begun.
    mutating func finish(at elapsed: Duration, into events: inout [ServerEvent]) throws(EventReader.FormatError) {
        try finish(at: elapsed, isDelimited: false, into: &events)
    }

    /// - Parameter isDelimited: whether a line break ends the text.
    private mutating func finish(
        at elapsed: Duration, isDelimited: Bool, into events: inout [ServerEvent]
    ) throws(EventReader.FormatError) {
        let whole = text
        text = []
        outline = Outline()
        let found: ServerEvent?
        do throws(JSONParseError) {
            found = try ServerEvent(jsonText: whole[...], isFirst: false, elapsed: elapsed)
        } catch {
            throw .notJSON(
                "sent a record that is not JSON: \(error.message) (record \(count + 1) of the stream, line \(error.line), column \(error.column))"
            )
        }
        guard let event = found else { return }
        if !isDelimited, let last = whole.last, !Self.isSpace(last), !Self.endsItself(last) {
            throw .notJSON(
                "sent a record that may be cut off: no space or line break follows it (record \(count + 1) of the stream)"
            )
        }
        count += 1
        events.append(event)
    }

    /// Whether a JSON text that ends with this byte is an object, a list or a text.
    private static func endsItself(_ byte: UInt8) -> Bool { "}]\"".utf8.contains(byte) }

    static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private mutating func append(_ piece: ArraySlice<UInt8>) throws(EventReader.FormatError) {
        if text.count + piece.count > limit { throw .tooLarge("sent a record of more than \(limit) bytes") }
        text.append(contentsOf: piece)
    }
}

extension ServerEvent {
    /// The event of one JSON text in a stream; nil for a text of spaces only.
    ///
    /// - Parameter isFirst: whether a byte order mark may stand before the text.
    init?(jsonText: ArraySlice<UInt8>, isFirst: Bool, elapsed: Duration) throws(JSONParseError) {
        let isSpace = JSONSequenceReader.isSpace
        let text = jsonText.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        guard !text.isEmpty else { return nil }
        var bytes = Array(text)
        // The parser passes over a mark at the very beginning.
        if !isFirst, bytes[0] == 0xEF { bytes.insert(0x20, at: 0) }
        self.init(
            name: "message", data: String(decoding: bytes, as: UTF8.self), id: "", elapsed: elapsed,
            parsed: try JSONParser.parse(bytes))
    }
}
