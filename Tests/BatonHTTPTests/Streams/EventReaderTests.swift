import BatonJSON
import Testing

@testable import BatonHTTP

/// The reading of streams, byte for byte; the rules are those of WHATWG HTML, "Server-sent events".
@Suite struct EventReaderTests {
    /// A stream, and its events as `name|data|id`.
    struct Stream: Sendable, CustomTestStringConvertible {
        var text: String
        var events: [String]
        var format = StreamFormat.serverSentEvents

        init(_ text: String, _ events: String..., format: StreamFormat = .serverSentEvents) {
            self.text = text
            self.events = events
            self.format = format
        }

        var testDescription: String { text.debugDescription }
    }

    static let streams = [
        Stream("data: one\n\ndata: two\n\n", "message|one|", "message|two|"),
        Stream("data: one\r\n\r\ndata: two\r\n\r\n", "message|one|", "message|two|"),
        Stream("data: one\r\rdata: two\r\r", "message|one|", "message|two|"),
        Stream("data: one\r\n\ndata: two\n\r\n", "message|one|", "message|two|"),
        Stream("\u{FEFF}data: marked\n\n", "message|marked|"),
        Stream("\n\u{FEFF}data: no mark here\n\ndata: x\n\n", "message|x|"),
        Stream(": a comment\ndata: x\n: another\n\n:\n\n", "message|x|"),
        Stream("data: YHOO\ndata: +2\ndata: 10\n\n", "message|YHOO\n+2\n10|"),
        Stream("data\n\ndata\ndata\n\ndata:", "message||", "message|\n|"),
        Stream(
            "data:test\n\ndata: test\n\ndata:  two spaces\n\n", "message|test|", "message|test|", "message| two spaces|"
        ),
        Stream("event: add\ndata: 1\n\ndata: 2\n\n", "add|1|", "message|2|"),
        Stream("event: add\n\ndata: 2\n\n", "message|2|"),
        Stream("event: a\nevent: b\ndata: 1\n\n", "b|1|"),
        Stream("event:\ndata: 1\n\n", "message|1|"),
        Stream("id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n", "message|a|1", "message|b|1", "message|c|"),
        Stream("id: 7\n\ndata: a\n\n", "message|a|7"),
        Stream("id: 1\ndata: a\n\nid: 2\u{0}\ndata: b\n\n", "message|a|1", "message|b|1"),
        Stream("retry: 50\ndata: a\n\n", "message|a|"),
        Stream("Data: a\nfoo: b\n data: c\ndata : d\n\ndata: e\n\n", "message|e|"),
        Stream("data: the end is missing\n"),
        Stream("data: the end is missing"),
        Stream("data: a\n\ndata: dropped\n", "message|a|"),
        Stream("data: a: b: c\n\n", "message|a: b: c|"),
        Stream("data: grün\ndata: 🎉\n\n", "message|grün\n🎉|"),
        Stream(""),
        Stream("{\"a\":1}\n[2]\n\n\"x\"", "message|{\"a\":1}|", "message|[2]|", "message|\"x\"|", format: .jsonLines),
        Stream("{\"a\":1}\r\n  7 \r\n", "message|{\"a\":1}|", "message|7|", format: .jsonLines),
        Stream("\u{1E}{\"a\":1}\n\u{1E}2\n", "message|{\"a\":1}|", "message|2|", format: .jsonLines),
        Stream(
            "\n\u{1E}{\n  \"a\": \"]\\\"{\"\n}\n\u{1E}\u{1E}\n[\n1]\u{1E}\"x\"", "message|{\n  \"a\": \"]\\\"{\"\n}|",
            "message|[\n1]|", "message|\"x\"|", format: .jsonLines),
        Stream("1\n\u{1E}2\n", "message|1|", "message|2|", format: .jsonLines),
    ]

    /// Reads the bytes in pieces that end at these offsets.
    private static func read(_ stream: Stream, cutAt cuts: [Int]) throws -> [String] {
        let bytes = Array(stream.text.utf8)
        var reader = EventReader(stream.format)
        var events: [ServerEvent] = []
        var start = 0
        for end in cuts + [bytes.count] {
            try reader.read(Array(bytes[start..<end]), at: .zero, into: &events)
            start = end
        }
        try reader.finish(at: .zero, into: &events)
        return events.map { "\($0.name)|\($0.data)|\($0.id)" }
    }

    @Test(arguments: streams) func `a stream gives its events`(_ stream: Stream) throws {
        #expect(try Self.read(stream, cutAt: []) == stream.events)
    }

    @Test(arguments: streams) func `a stream gives the same events wherever it is cut`(_ stream: Stream) throws {
        let count = stream.text.utf8.count
        #expect(try Self.read(stream, cutAt: Array(0..<count)) == stream.events, "a byte at a time")
        for first in 0...count {
            #expect(try Self.read(stream, cutAt: [first]) == stream.events, "cut at \(first)")
            for second in first..<min(first + 4, count) {
                #expect(try Self.read(stream, cutAt: [first, second]) == stream.events, "cut at \(first), \(second)")
            }
        }
    }

    @Test(arguments: [
        ("retry: 2500\n\n", Duration.milliseconds(2500)), ("retry: 1\nretry: 2\n", .milliseconds(2)),
        ("retry: 99999999999999999999999\n", .milliseconds(1 << 40)), ("retry: 1.5\n", nil), ("retry: -1\n", nil),
        ("retry:\n", nil), ("retry: 10 \n", nil),
    ])
    func `only digits are a time of reconnection`(_ text: String, _ retry: Duration?) throws {
        var reader = EventReader(.serverSentEvents)
        var events: [ServerEvent] = []
        try reader.read(Array(text.utf8), at: .zero, into: &events)
        #expect(reader.retry == retry)
    }

    @Test func `a reconnection keeps the id and drops the half of an event`() throws {
        var reader = EventReader(.serverSentEvents)
        var events: [ServerEvent] = []
        try reader.read(Array("id: 4\ndata: a\n\nid: 5\ndata: half".utf8), at: .zero, into: &events)
        #expect(reader.lastEventID == "4")
        reader.startOver()
        try reader.read(Array("\u{FEFF}data: b\n\n".utf8), at: .zero, into: &events)
        #expect(events.map { "\($0.data)|\($0.id)" } == ["a|4", "b|4"])
    }

    @Test(arguments: ["data: 12345678\n\n", "data: 1234\ndata: 1234\n\n", ": 123456789", "123456789012"])
    func `an event beyond the limit ends the reading`(_ text: String) {
        for step in [1, 3, text.utf8.count] {
            var reader = EventReader(.serverSentEvents, limit: 8)
            var events: [ServerEvent] = []
            let fault = #expect(throws: EventReader.FormatError.self) {
                for start in stride(from: 0, to: text.utf8.count, by: step) {
                    let piece = Array(Array(text.utf8)[start..<min(start + step, text.utf8.count)])
                    try reader.read(piece, at: .zero, into: &events)
                }
            }
            guard case .tooLarge(let words)? = fault else {
                Issue.record("\(String(describing: fault))")
                continue
            }
            #expect(words.hasSuffix("of more than 8 bytes"))
            #expect(events.isEmpty)
        }
    }

    @Test func `endless comments take no memory`() throws {
        var reader = EventReader(.serverSentEvents, limit: 100)
        var events: [ServerEvent] = []
        let comments = Array(String(repeating: ": still here\n", count: 1000).utf8)
        for _ in 0..<100 { try reader.read(comments, at: .zero, into: &events) }
        #expect(events.isEmpty)
    }

    @Test func `a line that is not JSON is told with its number`() {
        var reader = EventReader(.jsonLines)
        var events: [ServerEvent] = []
        let fault = #expect(throws: EventReader.FormatError.self) {
            try reader.read(Array("{\"a\":1}\n\noops\n".utf8), at: .zero, into: &events)
        }
        #expect(
            fault
                == .notJSON(
                    "sent a line that is not JSON: expected a value, found `o` (line 3 of the stream, column 1)"))
        #expect(events.count == 1)
    }

    @Test(arguments: [
        "\u{0}{\"a\":1}\n", "\u{1}1\n", "\u{B}1\n", "1\n\u{FEFF}2\n", "1\n \u{0}\n", "\u{1E}\u{FEFF}1\n",
        "\u{1E}\u{0}1\n",
        "\u{1E}1\u{0}\n",
    ])
    func `what is neither JSON nor a space of JSON is never passed over`(_ text: String) {
        var reader = EventReader(.jsonLines)
        var events: [ServerEvent] = []
        #expect(throws: EventReader.FormatError.self) {
            try reader.read(Array(text.utf8), at: .zero, into: &events)
            try reader.finish(at: .zero, into: &events)
        }
    }

    @Test func `a byte order mark may begin a stream of lines`() throws {
        var reader = EventReader(.jsonLines)
        var events: [ServerEvent] = []
        try reader.read(Array("\u{FEFF}1\n2".utf8), at: .zero, into: &events)
        try reader.finish(at: .zero, into: &events)
        #expect(events.map(\.json) == [1, 2])
    }

    @Test func `a record of a sequence is an event with its line, before the next one begins`() throws {
        var reader = EventReader(.jsonLines)
        var events: [ServerEvent] = []
        try reader.read(Array("\u{1E}{\n\"a\":\n1}".utf8), at: .zero, into: &events)
        #expect(events.isEmpty)
        try reader.read(Array("\n".utf8), at: .zero, into: &events)
        #expect(events.map(\.json) == [["a": 1]])
    }

    @Test func `a record that is not JSON is told with its number and line`() {
        var reader = EventReader(.jsonLines)
        var events: [ServerEvent] = []
        let fault = #expect(throws: EventReader.FormatError.self) {
            try reader.read(Array("\u{1E}1\n\u{1E}{\n\"a\":\n\u{1E}2\n".utf8), at: .zero, into: &events)
        }
        #expect(
            fault
                == .notJSON(
                    "sent a record that is not JSON: the text ends in the middle of a value (record 2 of the stream, line 2, column 5)"
                ))
        #expect(events.count == 1)
    }

    /// RFC 7464, 2.4: only what follows it tells that such a value is whole.
    @Test(arguments: ["12", "-1.5e3", "true", "false", "null"])
    func `a record that is cut off behind a number or a word is no event`(_ value: String) throws {
        for end in ["", "\u{1E}2\n"] {
            var reader = EventReader(.jsonLines)
            var events: [ServerEvent] = []
            let fault = #expect(throws: EventReader.FormatError.self) {
                try reader.read(Array("\u{1E}1\n\u{1E}\(value)\(end)".utf8), at: .zero, into: &events)
                try reader.finish(at: .zero, into: &events)
            }
            #expect(
                fault
                    == .notJSON(
                        "sent a record that may be cut off: no space or line break follows it (record 2 of the stream)")
            )
            #expect(events.map(\.json) == [1])
        }
        var reader = EventReader(.jsonLines)
        var events: [ServerEvent] = []
        try reader.read(Array("\u{1E}\(value) \u{1E}[]\u{1E}\"x\"".utf8), at: .zero, into: &events)
        try reader.finish(at: .zero, into: &events)
        #expect(events.count == 3)
    }

    @Test func `a record beyond the limit ends the reading`() {
        var reader = EventReader(.jsonLines, limit: 8)
        var events: [ServerEvent] = []
        #expect(throws: EventReader.FormatError.tooLarge("sent a record of more than 8 bytes")) {
            for _ in 0..<9 { try reader.read(Array("\u{1E}[\n1,\n2,\n3,".utf8), at: .zero, into: &events) }
        }
        #expect(events.isEmpty)
    }

    @Test func `a last line that was cut off is no event`() throws {
        var reader = EventReader(.jsonLines)
        var events: [ServerEvent] = []
        try reader.read(Array("{\"a\":1}\n{\"a\":".utf8), at: .zero, into: &events)
        #expect(throws: EventReader.FormatError.self) { try reader.finish(at: .zero, into: &events) }
        #expect(events.count == 1)
    }

    @Test(
        arguments: [
            ("[DONE]", .string("[DONE]")), ("{\"a\":[1]}", ["a": [1]]), ("12", 12), ("true", true),
            ("tea", .string("tea")),
            ("", .string("")), ("\"x\"", .string("x")), (" {}", [:]),
        ] as [(String, JSONValue)])
    func `data is JSON where it is JSON, and text elsewhere`(_ data: String, _ value: JSONValue) {
        let event = ServerEvent(name: "n", data: data, id: "3", elapsed: .microseconds(2500))
        #expect(
            StreamedEvents.value(of: event)
                == ["event": "n", "data": value, "id": "3", "ms": .number(JSONNumber(text: "2.500")!)])
    }

    @Test func `the times of events give the first and the greatest gap`() {
        var events = StreamedEvents()
        #expect(events.first == nil)
        for milliseconds in [5, 6, 40, 41] {
            events.append(ServerEvent(data: "", elapsed: .milliseconds(milliseconds)))
            if milliseconds == 5 { #expect(events.greatestGap == nil) }
        }
        #expect(events.first == .milliseconds(5))
        #expect(events.greatestGap == .milliseconds(34))
        #expect(events.count == 4)
        #expect(events.keepingLast(1).values.count == 1)
        #expect(events.keepingLast(1).count == 4)
    }

    @Test(
        arguments: [
            ("text/event-stream", true, false), ("application/jsonl", false, true), ("application/json", false, true),
            ("text/html; charset=utf-8", false, false), ("application/xml", false, false), ("image/png", false, false),
            ("text/plain", true, true), ("application/octet-stream", true, true), ("", true, true),
        ] as [(String, Bool, Bool)])
    func `a Content-Type that names another format is no stream of this one`(_ type: String, _ sse: Bool, _ lines: Bool)
    {
        #expect(StreamFormat.serverSentEvents.mayBe(type) == sse)
        #expect(StreamFormat.jsonLines.mayBe(type) == lines)
    }

    @Test(arguments: [
        ("text/event-stream", StreamFormat.serverSentEvents), ("Text/Event-Stream; charset=utf-8", .serverSentEvents),
        ("application/x-ndjson", .jsonLines), ("application/jsonl", .jsonLines), ("application/json-seq", .jsonLines),
        ("application/json", nil), ("text/plain", nil), ("", nil),
    ])
    func `a Content-Type tells the format`(_ type: String, _ format: StreamFormat?) {
        #expect(StreamFormat(contentType: type) == format)
    }
}
