import DemoAPI
import Testing

struct EventTests {
    let application = DemoApplication()

    @Test func `a chat completion comes whole or a word at a time`() async throws {
        let whole = await application.send(
            "POST", "/chat/completions", json: #"{"messages":[{"role":"user","content":"good day"}]}"#)
        #expect(whole.string("content") == "You said: good day")
        let streamed = await application.send(
            "POST", "/chat/completions?every=0",
            json: #"{"stream":true,"messages":[{"role":"user","content":"good day"}]}"#)
        let text = try await streamed.allPieces()
        #expect(text.hasSuffix("data: [DONE]\n\n"))
        #expect(text.contains(#""delta":{"content":" good"}"#))
        #expect(text.contains(#""finish_reason":"stop""#))
        #expect(streamed.headers.first("Content-Type") == "text/event-stream")
    }

    @Test(arguments: [#"{}"#, #"{"messages":[]}"#, #"{"messages":[1]}"#, "nothing"])
    func `a chat without messages is a bad request`(body: String) async {
        #expect(await application.send("POST", "/chat/completions", json: body).status == 400)
    }

    @Test func `ticks go on after the last one that was seen`() async throws {
        let ticks = await application.send(
            "GET", "/ticks?count=2&every=0", headers: [("Last-Event-ID", "7")])
        #expect(
            try await ticks.allPieces()
                == "retry: 10\nevent: tick\nid: 8\ndata: {\"tick\":8}\n\nevent: tick\nid: 9\ndata: {\"tick\":9}\n\n")
        let lines = await application.send("GET", "/ticks/lines?count=2&every=0")
        #expect(try await lines.allPieces() == "{\"tick\":1}\n{\"tick\":2}\n")
    }
}

extension DemoResponse {
    fileprivate func allPieces() async throws -> String {
        var bytes: [UInt8] = []
        if let pieces { for try await byte in pieces { bytes.append(byte) } }
        return String(decoding: bytes, as: UTF8.self)
    }
}
