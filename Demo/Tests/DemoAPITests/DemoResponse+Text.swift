import DemoAPI

extension DemoResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The text between `"name":"` and the next quote.
    func string(_ name: String) -> String? {
        let key = "\"\(name)\":\""
        guard let start = text.firstRange(of: key) else { return nil }
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
}

extension DemoApplication {
    func send(
        _ method: String, _ target: String, json: String? = nil, headers: [(String, String)] = []
    ) async -> DemoResponse {
        let halves = target.split(separator: "?", maxSplits: 1).map(String.init)
        var fields = headers.map { HeaderField($0, $1) }
        if json != nil { fields.append(HeaderField("Content-Type", "application/json")) }
        return await respond(
            to: DemoRequest(
                method: method, path: halves[0], query: halves.count > 1 ? halves[1] : "", headers: fields,
                body: Array((json ?? "").utf8)))
    }

    func token() async -> String {
        await send("POST", "/login", json: Self.ada).string("token") ?? ""
    }

    static let ada = #"{"username":"ada","password":"lovelace-1815"}"#
}
