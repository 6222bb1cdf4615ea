public import BatonHTTP
public import BatonJSON

/// The parts of the response that a failure carries.
extension Failure {
    /// The status code; nil when there was no response.
    public var status: Int? { response?.status }

    /// The response's headers; empty when there was no response.
    public var headers: Headers { response?.headers ?? Headers() }

    /// The response's body, decoded; empty when there was no response.
    public var body: [UInt8] { response?.body ?? [] }

    /// The body as JSON; nil when it is not JSON.
    public var json: JSONValue? {
        guard let body = response?.body, !body.isEmpty else { return nil }
        return try? JSONParser.parse(body)
    }

    /// The error message in the body, in the shapes that APIs commonly use; a list of messages is joined with `; `.
    public var serverMessage: String? { json.flatMap { ServerMessage.find(in: $0) } }

    /// The messages of a body that is a list of objects with `message`, or has such a list as `errors`; otherwise the
    /// single error message of the body, if there is one.
    public var serverMessages: [String] {
        guard let json else { return [] }
        let list = json.arrayValue ?? json["errors"]?.arrayValue ?? []
        let texts = list.compactMap { $0["message"]?.stringValue ?? $0.stringValue }
        return texts.isEmpty ? ServerMessage.find(in: json).map { [$0] } ?? [] : texts
    }

    /// The failure for a status outside 2xx, such as `http.not_found` for 404.
    public static func status(of response: Response) -> Failure {
        var failure = Failure(
            .status(response.status), "\(response.url.shown) answered \(response.status)", response: response)
        if let message = failure.serverMessage { failure.message += ": \(message)" }
        return failure
    }
}
