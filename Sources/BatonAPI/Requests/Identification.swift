package import BatonHTTP

/// Adds the credentials of a request.
///
/// Credentials, an `Authorization` header and `user:password@` in the URL are three ways to authenticate: the one
/// written at the strongest place counts; at the same place, credentials count before the header, and the header before
/// the URL. An API key is sent beside other credentials.
package struct Identification {
    private enum Way {
        case url
        case header
        case credentials
    }

    package var headers: NamedValueMerger
    package var query: NamedValueMerger

    package init(headers: NamedValueMerger, query: NamedValueMerger) {
        self.headers = headers
        self.query = query
    }

    /// - Parameters:
    ///   - layer: where the credentials are written; nil when there are none.
    ///   - isKey: whether they are an API key.
    ///   - urlLayer: where the URL is written.
    ///   - credentials: makes them; called only when they are used.
    package mutating func add<Problem: Error>(
        writtenIn layer: RequestLayer?, isKey: Bool, urlLayer: RequestLayer, to request: inout Request,
        credentials: () throws(Problem) -> Credentials
    ) throws(Problem) {
        var layer = layer
        if let key = layer, isKey {
            add(try credentials(), key, to: &request)
            layer = nil
        }
        var strongest = (layer: urlLayer, way: Way.url)
        let hasUserInfo = request.url.userInfo != nil
        if let header = headers["authorization"], !hasUserInfo || header.layer >= strongest.layer {
            strongest = (header.layer, .header)
        }
        let isFirst = strongest.way == .url && !hasUserInfo
        if let layer, isFirst || layer >= strongest.layer { strongest = (layer, .credentials) }
        if strongest.way != .url { request.url = request.url.withoutUserInfo }
        if strongest.way != .header { headers.remove("authorization") }
        if let layer, strongest.way == .credentials { add(try credentials(), layer, to: &request) }
    }

    /// Removes a `Content-Type` that does not fit the body and was written at a weaker place than the body: it is meant
    /// for other requests.
    package mutating func settleContentType(of body: RequestBody) {
        guard let type = headers["content-type"], let value = type.values.first, !type.layer.goesAnywhere,
            !body.fits(contentType: value)
        else { return }
        headers.remove("content-type")
    }

    private mutating func add(_ credentials: Credentials, _ layer: RequestLayer, to request: inout Request) {
        switch credentials {
        case .none: break
        case .bearer(let token): headers.put(secret("Authorization", "Bearer \(token)", layer))
        case .basic(let username, let password):
            request.options.authentication = .basic(username: username, password: password)
        case .digest(let username, let password):
            request.options.authentication = .digest(username: username, password: password)
        case .ntlm(let username, let password):
            request.options.authentication = .ntlm(username: username, password: password)
        case .negotiate: request.options.authentication = .negotiate
        case .aws(let signature): request.options.authentication = .aws(signature)
        case .oauth2(let oauth2): request.options.authentication = .oauth2(oauth2)
        case .authenticator(let authenticator): request.options.authentication = .custom(authenticator)
        case .apiKey(let name, let value): headers.put(key: secret(name, value, layer))
        case .apiKeyInQuery(let name, let value): query.put(key: secret(name, value, layer))
        }
    }

    private func secret(_ name: String, _ value: String, _ layer: RequestLayer) -> NamedValues {
        NamedValues(name: name, values: [value], layer: layer, isSecret: true)
    }
}
