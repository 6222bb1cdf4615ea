/// Returns what the request contained.
enum EchoEndpoints {
    static let routes = [
        Route("*", "/echo", echo),
        Route("*", "/echo/**", echo),
        Route("POST", "/graphql", echoGraphQL),
        Route("POST", "/upload", describeUpload),
    ]

    private static func echo(_ request: DemoRequest) throws -> DemoResponse {
        struct Content: Encodable {
            struct Pair: Encodable {
                var name: String
                var value: String
            }

            var method: String
            var path: String
            var query: [Pair]
            var headers: [String: String]
            var size: Int
            /// Null when the body is not UTF-8.
            var text: String?
        }
        let response = Content(
            method: request.method, path: request.path,
            query: request.query.map { Content.Pair(name: $0.name, value: $0.value) },
            headers: Dictionary(
                request.headers.map { ($0.name.lowercased(), $0.value) },
                uniquingKeysWith: { first, second in "\(first), \(second)" }),
            size: request.body.count, text: request.text)
        var bytes = try JSONCoding.encode(response)
        // A JSON body is returned unchanged, because a decoder would not keep the order of members and the digits of
        // numbers.
        if JSONCoding.decode(request.body) != nil {
            bytes.removeLast()
            bytes += Array(",\"json\":".utf8) + request.body + Array("}".utf8)
        }
        return DemoResponse(200, type: "application/json", body: bytes)
    }

    /// A GraphQL response whose data is the request itself.
    private static func echoGraphQL(_ request: DemoRequest) throws -> DemoResponse {
        guard JSONCoding.decode(request.body) != nil else { throw Refusal.badRequest(["the body is not JSON"]) }
        return DemoResponse(
            200, type: "application/json", body: Array("{\"data\":".utf8) + request.body + Array("}".utf8))
    }

    private static func describeUpload(_ request: DemoRequest) throws -> DemoResponse {
        struct Content: Encodable {
            struct Part: Encodable {
                var name: String
                var filename: String?
                var type: String?
                var size: Int
                /// Only for fields; a part with a filename is a file.
                var text: String?
            }

            var parts: [Part]
        }
        guard request.mediaType == "multipart/form-data",
            let contentType = request.headers.first("Content-Type"),
            let form = MultipartForm(contentType: contentType, body: request.body)
        else { throw Refusal.badRequest(["the body is not multipart/form-data"]) }
        return try .json(
            Content(
                parts: form.parts.map { part in
                    Content.Part(
                        name: part.name, filename: part.filename, type: part.type, size: part.content.count,
                        text: part.filename == nil ? String(validating: part.content, as: UTF8.self) : nil)
                }))
    }
}
