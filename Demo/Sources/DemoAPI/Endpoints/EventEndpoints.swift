/// Responses that arrive in pieces: server-sent events and JSON Lines.
enum EventEndpoints {
    static let routes = [
        Route("POST", "/chat/completions", complete),
        Route("GET", "/ticks", tick),
        Route("GET", "/ticks/lines", tickInLines),
    ]

    /// A chat completion in the style of OpenAI: the last message comes back, with `stream: true` a word at a time.
    private static func complete(_ request: DemoRequest) throws -> DemoResponse {
        let pause = try request.queryNumber("every", in: 0...1000, default: 2)
        guard case .object(let fields) = JSONCoding.decode(request.body),
            case .array(let messages)? = fields["messages"],
            case .object(let last)? = messages.last, case .string(let text)? = last["content"]
        else { throw Refusal.badRequest(["`messages` must be a list of objects with `content`"]) }
        let answer = "You said: \(text)"
        guard case .bool(true)? = fields["stream"] else {
            return try .json(
                Completion(object: "chat.completion", choice: .init(message: .init(answer), finish: "stop")))
        }
        var chunks: [Completion.Choice] = [.init(delta: .init(role: "assistant"))]
        for word in answer.split(separator: " ", omittingEmptySubsequences: false) {
            chunks.append(.init(delta: .init(content: chunks.count == 1 ? "\(word)" : " \(word)")))
        }
        chunks.append(.init(delta: .init(), finish: "stop"))
        var events = try chunks.map { choice in
            let chunk = Completion(object: "chat.completion.chunk", choice: choice)
            return "data: \(String(decoding: try JSONCoding.encode(chunk), as: UTF8.self))\n\n"
        }
        events.append("data: [DONE]\n\n")
        let sent = events
        return .events(PieceStream(piece: { $0 < sent.count ? sent[$0] : nil }, pause: pause))
    }

    /// Numbered events, `?count=` of them or without end, `?every=` so many milliseconds; after `Last-Event-ID` the
    /// count goes on.
    private static func tick(_ request: DemoRequest) throws -> DemoResponse {
        let pause = try request.queryNumber("every", in: 0...10_000, default: 10)
        let count = try request.queryNumber("count", in: 0...1_000_000, default: .max)
        let start = request.headers.first("Last-Event-ID").flatMap { Int($0) } ?? 0
        return .events(
            PieceStream(
                piece: { number in
                    guard number < count else { return nil }
                    let tick = start + number + 1
                    return "\(number == 0 ? "retry: 10\n" : "")event: tick\nid: \(tick)\ndata: {\"tick\":\(tick)}\n\n"
                }, pause: pause))
    }

    private static func tickInLines(_ request: DemoRequest) throws -> DemoResponse {
        let pause = try request.queryNumber("every", in: 0...10_000, default: 10)
        let count = try request.queryNumber("count", in: 0...1_000_000, default: .max)
        return .events(
            PieceStream(piece: { $0 < count ? "{\"tick\":\($0 + 1)}\n" : nil }, pause: pause),
            type: "application/x-ndjson")
    }

    private struct Completion: Encodable {
        struct Choice: Encodable {
            var index = 0
            var message: Message?
            var delta: Message?
            var finish: String?

            enum CodingKeys: String, CodingKey {
                case index, message, delta
                case finish = "finish_reason"
            }
        }

        struct Message: Encodable {
            var role: String?
            var content: String?

            init(role: String? = nil, content: String? = nil) {
                self.role = role
                self.content = content
            }

            init(_ content: String) { self.init(role: "assistant", content: content) }
        }

        var id = "chatcmpl-1"
        var object: String
        var choices: [Choice]

        init(object: String, choice: Choice) {
            self.object = object
            choices = [choice]
        }
    }
}
