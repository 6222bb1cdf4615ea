import BatonHTTP
import Testing

@testable import BatonRunner

/// A text is sent in the encoding that its label names.
@Suite struct BodyEncodingTests {
    private static func sent(_ step: String) async throws -> (bytes: [UInt8]?, messages: [String]) {
        let bench = Bench()
        let cases = try await bench.run("steps:\n  - post: /x\n    \(step)\n")
        guard case .bytes(let bytes, _)? = bench.dispatcher.requests.first?.body else {
            return (nil, cases[0].steps.flatMap(\.failures).map(\.message.text))
        }
        return (bytes, [])
    }

    @Test(
        arguments: [
            ("text: é€", [0xC3, 0xA9, 0xE2, 0x82, 0xAC]),
            ("text: é\n    headers: { Content-Type: text/plain }", [0xC3, 0xA9]),
            ("text: é\n    headers: { Content-Type: text/plain; charset=UTF-8 }", [0xC3, 0xA9]),
            ("text: é\n    headers: { content-type: text/plain; charset=iso-8859-1 }", [0xE9]),
            ("text: é\n    headers: { Content-Type: $('text/csv; charset=\"latin1\"') }", [0xE9]),
            ("text: €\n    headers: { Content-Type: text/plain; charset=windows-1252 }", [0x80]),
            ("text: é\n    headers: { Content-Type: text/plain; charset=utf-16be }", [0, 0xE9]),
            ("json: é\n    headers: { Content-Type: application/json; charset=iso-8859-1 }", [0x22, 0xE9, 0x22]),
            ("xml: <a>é</a>", Array("<a>é</a>".utf8)),
            (
                "xml: '<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>é</a>'",
                Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>".utf8) + [0xE9] + Array("</a>".utf8)
            ),
            (
                "xml: '<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>é</a>'\n"
                    + "    headers: { Content-Type: application/xml; charset=utf-8 }",
                Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>é</a>".utf8)
            ),
        ] as [(String, [UInt8])])
    func `a text is sent as its label says`(_ step: String, _ bytes: [UInt8]) async throws {
        let sent = try await Self.sent(step)
        #expect(sent.bytes == bytes, "\(sent.messages)")
    }

    @Test(arguments: [
        ("text: a€\n    headers: { Content-Type: text/plain; charset=iso-8859-1 }", "the encoding has no `€`"),
        ("text: ü\n    headers: { Content-Type: text/plain; charset=us-ascii }", "the encoding has no `ü`"),
        ("text: a\n    headers: { Content-Type: text/plain; charset=utf-7 }", "the encoding has no such name"),
        ("xml: '<?xml version=\"1.0\" encoding=\"koi8-r\"?><a>ü</a>'", "the encoding has no `ü`"),
    ])
    func `what an encoding lacks is said, and nothing is sent`(_ step: String, _ message: String) async throws {
        let sent = try await Self.sent(step)
        #expect(sent.bytes == nil)
        #expect(sent.messages.count == 1 && sent.messages[0].hasSuffix(message), "\(sent.messages)")
    }
}
