/// A response that ends a handler early.
///
/// Real services report errors in many formats. This one uses the five usual ones, one for each kind of error, so that
/// workflows can be tested with all of them.
struct Refusal: Error {
    var response: DemoResponse

    init(_ response: DemoResponse) {
        self.response = response
    }

    private init(_ status: Int, _ body: some Encodable, headers: [HeaderField] = [], type: String? = nil) {
        let bytes = (try? JSONCoding.encode(body)) ?? []
        response = DemoResponse(status, headers: headers, type: type ?? "application/json", body: bytes)
    }

    /// The format is a top-level list of `{ "message" }`.
    static func badRequest(_ messages: [String]) -> Refusal {
        Refusal(400, messages.map { ["message": $0] })
    }

    /// The format is `{ "error" }`, with the challenge that a 401 must have.
    static func unauthorized(_ message: String) -> Refusal {
        Refusal(
            401, ["error": message],
            headers: [HeaderField("WWW-Authenticate", "Bearer realm=\"demo-api\"")])
    }

    /// The format is `{ "message" }`.
    static func conflict(_ message: String) -> Refusal {
        Refusal(409, ["message": message])
    }

    /// The format is `{ "message", "errors": [{ "field", "message" }] }`, with every invalid field.
    static func unprocessable(_ errors: [FieldError]) -> Refusal {
        struct Body: Encodable {
            var message = "some fields are not valid"
            var errors: [FieldError]
        }
        return Refusal(422, Body(errors: errors))
    }

    /// The format is problem details (RFC 9457).
    static func problem(
        _ status: Int, _ detail: String, of request: DemoRequest, headers: [HeaderField] = []
    ) -> Refusal {
        struct Problem: Encodable {
            var type = "about:blank"
            var title: String
            var status: Int
            var detail: String
            var instance: String
        }
        let body = Problem(
            title: ReasonPhrase.of(status), status: status, detail: detail, instance: request.path)
        return Refusal(status, body, headers: headers, type: "application/problem+json")
    }

    static func notFound(_ request: DemoRequest) -> Refusal {
        problem(404, "there is nothing at \(request.path); GET / lists the paths", of: request)
    }
}

/// The error in one field of a request body.
struct FieldError: Encodable {
    var field: String
    var message: String
}
