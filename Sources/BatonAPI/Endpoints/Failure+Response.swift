public import BatonHTTP
public import BatonJSON

/// What the response behind a failure says.
extension Failure {
    /// Nil when there was no response.
    public var status: Int? { response?.status }

    /// Empty when there was no response.
    public var headers: Headers { response?.headers ?? Headers() }

    /// Decoded bytes; empty when there was no response.
    public var body: [UInt8] { response?.body ?? [] }

    /// The body, where it is JSON.
    public var json: JSONValue? {
        guard let body = response?.body, !body.isEmpty else { return nil }
        return try? JSONParser.parse(body)
    }

    /// What the server itself says, in the shapes that APIs commonly use; a list of messages is joined with `; `.
    public var serverMessage: String? { json.flatMap { ServerMessage.find(in: $0) } }

    /// The messages of a body that is a list of objects with `message`, or has such a list as `errors`; else the one
    /// message that there is.
    public var serverMessages: [String] {
        guard let json else { return [] }
        let list = json.arrayValue ?? json["errors"]?.arrayValue ?? []
        let texts = list.compactMap { $0["message"]?.stringValue ?? $0.stringValue }
        return texts.isEmpty ? ServerMessage.find(in: json).map { [$0] } ?? [] : texts
    }

    /// What a status outside 2xx is called: `http.not_found` for 404.
    public static func status(of response: Response) -> Failure {
        var failure = Failure(
            .status(response.status), "\(response.url.shown) answered \(response.status)", response: response)
        if let message = failure.serverMessage { failure.message += ": \(message)" }
        return failure
    }
}
