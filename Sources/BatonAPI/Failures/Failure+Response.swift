// What a client adds to a `Failure`: the parts of its response and the words of the server (here), the path of a value that
// does not fit (`Failure+Coding`), and Swift's own error for a cancelled task (`Failure+Cancellation`).

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

    /// What the server says in the body: an error message in the shapes that APIs commonly use, a list of messages joined
    /// with `; `, or a text of `text/plain`; at most 1000 characters.
    public var serverMessage: String? { serverMessage(mask ?? { $0 }) }

    /// - Parameter mask: applied before the text is cut, because half a secret is not found.
    private func serverMessage(_ mask: (String) -> String) -> String? {
        if let json { return ServerMessage.find(in: json, mask: mask) }
        guard let response, let type = response.headers.first("content-type"),
            MediaType.essence(of: type) == "text/plain"
        else { return nil }
        return ServerMessage.find(inText: response.bodyText, mask: mask)
    }

    /// The messages of a body that is a list of objects with `message`, or has such a list as `errors`, each behind its
    /// `field`; otherwise `serverMessage`, if there is one.
    public var serverMessages: [String] {
        let list = json?.arrayValue ?? json?["errors"]?.arrayValue ?? []
        let texts = list.compactMap(ServerMessage.entry).map(mask ?? { $0 })
        return texts.isEmpty ? serverMessage.map { [$0] } ?? [] : texts
    }

    /// Ends the message with words of the response, of which there may be some already.
    private mutating func append(_ words: String, quoting text: String) {
        quote = quote.map { $0 + words + text } ?? text
        message += words + text
    }

    /// The failure for a status outside 2xx, such as `http.not_found` for 404.
    public static func status(of response: Response) -> Failure { status(of: response) { $0 } }

    /// - Parameter mask: masks the secrets in what the server says.
    static func status(of response: Response, mask: (String) -> String) -> Failure {
        var failure = Failure(
            .status(response.status), "\(response.url.shown) answered \(response.status)", response: response)
        if let message = failure.serverMessage(mask) { failure.append(": ", quoting: message) }
        if Redirection.isRedirect(response.status), response.redirects.isEmpty,
            let location = response.headers.references("location").first
        {
            failure.append(", a redirect to ", quoting: "`\(CutWord.of(ShownURL.of(mask(location))))`")
            failure.message += "; redirects are followed where `redirects` says so"
        }
        return failure
    }
}

extension Failure {
    /// The failure for an error that a function of the user threw: a `Failure` is kept, and so is what Swift's own errors say.
    ///
    /// - Parameters:
    ///   - error: any error.
    ///   - kind: the kind for an error that says nothing of one.
    ///   - what: what failed, the beginning of a message.
    static func thrown(_ error: any Error, _ kind: Kind, _ what: String) -> Failure {
        switch error {
        case let failure as Failure: failure
        case let error as DecodingError: .decoding(error)
        case is CancellationError: Failure(.cancelled, "the task was cancelled")
        default: Failure(kind, "\(what): ", quoting: "\(error)", underlying: error)
        }
    }
}

/// A text of a server in a message: not longer than 200 characters.
enum CutWord {
    static func of(_ text: String) -> String {
        text.unicodeScalars.count > 200 ? String(text.unicodeScalars.prefix(200)) + "…" : text
    }
}
