import BatonHTTP
import Testing

@Suite struct RequestCheckTests {
    private func failure(_ change: (inout Request) -> Void) throws -> Failure? {
        var request = Request(.post, try URLText.parse("http://h/"))
        change(&request)
        do {
            try request.check()
            return nil
        } catch let failure {
            return failure
        }
    }

    static let values = [
        ("a\r\nX-Evil: 1", "the header X-A has a line break in its value"),
        ("a\nb", "the header X-A has a line break in its value"),
        ("a\rb", "the header X-A has a line break in its value"),
        ("a\u{0}b", "the header X-A has a control character in its value"),
        ("\u{7F}", "the header X-A has a control character in its value"),
    ]

    @Test(arguments: values) func `a header value cannot smuggle in another header`(_ value: String, _ message: String)
        throws
    {
        let failure = try failure { $0.headers = ["X-A": value] }
        #expect(failure?.kind == .badInput)
        #expect(failure?.message == message)
    }

    @Test(arguments: 0..<20) func `a control character is found wherever it stands`(_ place: Int) throws {
        for (byte, isForbidden) in [("\u{1F}", true), ("\u{7F}", true), ("\t", false), ("é", false), ("\u{0}", true)] {
            let value = String(repeating: "a\tü ", count: 4).prefix(place) + byte + "more text behind it"
            #expect((try failure { $0.headers = ["X-A": String(value)] } != nil) == isForbidden)
        }
    }

    @Test(arguments: ["", "a b", "a:b", "a\nb", "ä", "a\u{0}"]) func `a header name is a token`(_ name: String) throws {
        #expect(try failure { $0.headers = [name: "1"] }?.kind == .badInput)
    }

    @Test(arguments: ["a\tb", "ä€", "", "a: b, \"c\""]) func `other values are sent as they are`(_ value: String) throws
    {
        #expect(try failure { $0.headers = ["X-A": value] }?.message == nil)
    }

    @Test func `what contradicts itself is refused before it is sent`() throws {
        #expect(try failure { $0.method = Method("CONNECT") ?? .get }?.kind == .badInput)
        #expect(try failure { ($0.method, $0.body) = (.head, .bytes([], contentType: nil)) }?.kind == .badInput)
        #expect(try failure { $0.body = .bytes([], contentType: "a\nb") }?.kind == .badInput)
        #expect(try failure { $0.body = .multipart([.init("a", .bytes([]), contentType: "a\nb")]) }?.kind == .badInput)
        #expect(try failure { $0.body = .file(.sample("x"), offset: -1) }?.kind == .badInput)
        #expect(try failure { $0.options.authentication = .basic(username: "a:b", password: "") }?.kind == .badInput)
        #expect(try failure { $0.options.authentication = .digest(username: "a\n", password: "") }?.kind == .badInput)
        #expect(try failure { _ in }?.message == nil)
    }

    @Test(arguments: ["GET", "PROPFIND", "M-SEARCH", "get"]) func `any token is a method`(_ text: String) {
        #expect(Method(text)?.rawValue == text)
    }

    @Test(arguments: ["", "GET ", "G\nT", "GÉT", "A/B"]) func `what is no token is no method`(_ text: String) {
        #expect(Method(text) == nil)
    }
}
