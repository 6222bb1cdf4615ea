package import BatonHTTP

/// Puts a request together from what the places say that have a word in it.
///
/// It is the one way from parts to a request: where a part is written decides which origins it goes to.
package struct RequestAssembly {
    package typealias Layer = NamedValues.Layer

    package var method: Method
    package var url: URLText
    /// Where the URL, and so its `user:password@`, is written.
    package var urlLayer: Layer
    package var query = NamedValueMerger(ignoringCase: false)
    package var headers = NamedValueMerger(ignoringCase: true)
    package var credentials: (value: Credentials, layer: Layer)?
    package var body: RequestBody = .none
    package var options: TransferOptions
    package var session: SessionStore?
    /// Sent unless a header of the name is written.
    package var userAgent: String

    package init(_ method: Method, _ url: URLText, writtenIn layer: Layer, userAgent: String) {
        self.method = method
        self.url = url
        urlLayer = layer
        options = .standard
        self.userAgent = userAgent
    }

    package static let accept = "application/json, */*;q=0.5"

    /// Throws `request.invalid_url` for a query that the URL cannot take.
    package func request() throws(Failure) -> Request {
        var request = Request(method, url, body: body, options: options, session: session)
        var headers = headers
        var query = query
        identify(&request, &headers, &query)
        if headers["accept"] == nil { request.headers.append("Accept", Self.accept) }
        if headers["user-agent"] == nil { request.headers.append("User-Agent", userAgent) }
        for entry in headers.present {
            let staysHere = entry.layer == .environment || entry.isCredential
            for value in entry.values { request.headers.append(entry.name, value, isCredential: staysHere) }
        }
        let pairs = query.present.flatMap { entry in entry.values.map { (entry.name, $0) } }
        if !pairs.isEmpty {
            do {
                request.url = try request.url.appending(query: pairs)
            } catch {
                throw Failure(.invalidURL, "the URL `\(request.url.text)` \(error.message)")
            }
        }
        return request
    }

    /// The ways to say who is asking, from the weakest to the strongest of one place.
    private enum Way {
        case url
        case header
        case credentials
    }

    /// Credentials, an `Authorization` header and `user:password@` in the URL are three ways to say one thing: the one at
    /// the strongest place counts, and at the same place credentials before the header before the URL.
    private func identify(
        _ request: inout Request, _ headers: inout NamedValueMerger, _ query: inout NamedValueMerger
    ) {
        var credentials = credentials
        switch credentials?.value {
        case .apiKey(let name, let value)?:
            // A key stands beside whatever else says who is asking.
            put(name, value, credentials?.layer ?? .request, &headers)
            credentials = nil
        case .apiKeyInQuery(let name, let value)?:
            put(name, value, credentials?.layer ?? .request, &query)
            credentials = nil
        default: break
        }
        var strongest = (layer: urlLayer, way: Way.url)
        if let header = headers["authorization"], url.userInfo == nil || header.layer >= strongest.layer {
            strongest = (header.layer, .header)
        }
        let isFirst = strongest.way == .url && url.userInfo == nil
        if let credentials, isFirst || credentials.layer >= strongest.layer {
            strongest = (credentials.layer, .credentials)
        }
        if strongest.way != .url { request.url = request.url.withoutUserInfo }
        if strongest.way != .header { headers.remove("authorization") }
        guard let credentials, strongest.way == .credentials else { return }
        switch credentials.value {
        case .none, .apiKey, .apiKeyInQuery: break
        case .bearer(let token):
            headers.put(
                NamedValues(
                    name: "Authorization", values: ["Bearer \(token)"], layer: credentials.layer, isSecret: true))
        case .basic(let username, let password):
            request.options.authentication = .basic(username: username, password: password)
        case .digest(let username, let password):
            request.options.authentication = .digest(username: username, password: password)
        case .ntlm(let username, let password):
            request.options.authentication = .ntlm(username: username, password: password)
        }
    }

    private func put(_ name: String, _ value: String, _ layer: Layer, _ merger: inout NamedValueMerger) {
        guard merger[name].map({ $0.layer <= layer }) ?? true else { return }
        merger.put(NamedValues(name: name, values: [value], layer: layer, isSecret: true))
    }
}
