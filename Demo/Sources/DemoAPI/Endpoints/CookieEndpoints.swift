/// Sets, shows and deletes cookies; all are host-only and valid for every path.
enum CookieEndpoints {
    private struct Content: Encodable {
        var cookies: [String: String]
    }

    static let routes = [
        Route("GET", "/cookies") { request in
            try .json(Content(cookies: dictionary(received(request))))
        },
        Route("GET", "/cookies/set") { request in
            try .json(
                Content(cookies: dictionary(request.query)),
                headers: request.query.map {
                    HeaderField("Set-Cookie", "\(octets($0.name))=\(octets($0.value)); Path=/; HttpOnly")
                })
        },
        Route("GET", "/cookies/delete") { request in
            try .json(
                Content(cookies: [:]),
                headers: request.query.map {
                    HeaderField(
                        "Set-Cookie",
                        "\(octets($0.name))=; Path=/; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT")
                })
        },
    ]

    private static func received(_ request: DemoRequest) -> [HeaderField] {
        (request.headers.first("Cookie") ?? "").split(separator: ";").compactMap { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { return nil }
            return HeaderField(halves[0].trimmingBlanks(), halves[1].trimmingBlanks())
        }
    }

    private static func dictionary(_ pairs: [HeaderField]) -> [String: String] {
        Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
    }

    /// Percent-encodes characters that a cookie cannot hold.
    private static func octets(_ text: String) -> String { URLEncoded.encode(text) }
}
