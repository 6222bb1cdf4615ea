/// A response before it is written to a socket.
package struct DemoResponse: Sendable {
    package var status: Int
    package var headers: [HeaderField]
    package var body: [UInt8]
    /// What is sent piece by piece instead of the body.
    package var pieces: PieceStream?

    init(_ status: Int, headers: [HeaderField] = [], type: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.headers = headers + (type.map { [HeaderField("Content-Type", $0)] } ?? [])
        self.body = body
    }

    static func json(
        _ value: some Encodable, status: Int = 200, headers: [HeaderField] = []
    ) throws -> DemoResponse {
        DemoResponse(status, headers: headers, type: "application/json", body: try JSONCoding.encode(value))
    }

    static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> DemoResponse {
        DemoResponse(200, type: type, body: Array(text.utf8))
    }

    static func events(_ pieces: PieceStream, type: String = "text/event-stream") -> DemoResponse {
        var response = DemoResponse(200, headers: [HeaderField("Cache-Control", "no-store")], type: type)
        response.pieces = pieces
        return response
    }

    static let noContent = DemoResponse(204)
}

/// The reason phrases of RFC 9110 (and 6585) that this server sends.
enum ReasonPhrase {
    static func of(_ status: Int) -> String { phrases[status] ?? "Status \(status)" }

    private static let phrases = [
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 300: "Multiple Choices", 301: "Moved Permanently",
        302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 402: "Payment Required",
        403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required",
        412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        418: "I'm a teapot", 421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked",
        425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
        503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}
