package import BatonHTTP

/// What all places say of a request, merged: the requests of the library and of workflows are written from it.
///
/// `RequestWriter` fills it from an environment, an API and an `APIRequest`, a workflow's builder from its templates.
/// Each merges from the weakest place to the strongest what the origin may have (`OriginTrust`); then `authenticate` adds
/// the credentials, `setBody` the body, and `write` the headers and the query.
package struct RequestParts {
    private enum Way {
        case url
        case header
        case credentials
    }

    package private(set) var headers: NamedValueMerger
    package private(set) var query: NamedValueMerger

    package init(headers: NamedValueMerger, query: NamedValueMerger) {
        self.headers = headers
        self.query = query
    }

    /// Adds the credentials.
    ///
    /// Credentials, an `Authorization` header and `user:password@` in the URL are three ways to authenticate: the one
    /// written at the strongest place counts; at the same place, credentials count before the header, and the header
    /// before the URL. An API key is sent beside other credentials.
    ///
    /// - Parameters:
    ///   - layer: where the credentials are written; nil when there are none.
    ///   - isKey: whether they are an API key.
    ///   - urlLayer: where the URL is written.
    ///   - credentials: makes them; called only when they are used.
    package mutating func authenticate<Thrown: Error>(
        writtenIn layer: RequestLayer?, isKey: Bool, urlLayer: RequestLayer, to request: inout Request,
        credentials: () throws(Thrown) -> Credentials
    ) throws(Thrown) {
        let hasUserInfo = request.url.hasUserInfo
        guard layer != nil || hasUserInfo || !headers.isEmpty else { return }
        var layer = layer
        if let key = layer, isKey {
            add(try credentials(), key, to: &request)
            layer = nil
        }
        var strongest = (layer: urlLayer, way: Way.url)
        if let header = headers["authorization"], !hasUserInfo || header.layer >= strongest.layer {
            strongest = (header.layer, .header)
        }
        let isFirst = strongest.way == .url && !hasUserInfo
        if let layer, isFirst || layer >= strongest.layer { strongest = (layer, .credentials) }
        if strongest.way != .url { request.url = request.url.withoutUserInfo }
        if strongest.way != .header { headers.remove("authorization") }
        if let layer, strongest.way == .credentials { add(try credentials(), layer, to: &request) }
    }

    /// Sets the body, and decides on its `Content-Type`.
    ///
    /// A header that does not fit the body and was written at a weaker place than the body is meant for other requests,
    /// and is left out. Where the header is removed, the body has no type, unless it is multipart, which cannot be read
    /// without its boundary.
    package mutating func setBody(_ body: RequestBody, of request: inout Request) {
        request.body = body
        guard !headers.isEmpty, let type = headers["content-type"] else { return }
        guard let value = type.values.first else { return request.body.dropContentType() }
        if !type.layer.goesAnywhere, !body.fits(contentType: value) { headers.remove("content-type") }
    }

    /// Writes the headers, and the query behind that of the URL. Throws when the result is not a URL.
    ///
    /// - Parameters:
    ///   - prefersJSON: whether the request asks for JSON before anything else.
    ///   - cookie: the whole `Cookie` header, of which those of the parts are a part; it stands last. Nil: as the parts say.
    package func write(
        to request: inout Request, _ defaults: DefaultHeaders, prefersJSON: Bool, cookie: String? = nil
    ) throws(URLTextError) {
        if headers.isEmpty, cookie == nil {
            request.headers = defaults.whole(prefersJSON: prefersJSON)
        } else {
            defaults.add(to: &request.headers, beside: headers, prefersJSON: prefersJSON)
            for entry in headers.entries where cookie == nil || !entry.name.isEqualIgnoringCase(to: "cookie") {
                // What the environment says does not follow a redirect to another origin.
                let isCredential = entry.layer == .environment || entry.isCredential
                for value in entry.values { request.headers.append(entry.name, value, isCredential: isCredential) }
            }
            if let cookie { request.headers.append("Cookie", cookie, isCredential: true) }
            if headers["accept-encoding"]?.values.isEmpty == true { request.options.offersEncodings = false }
        }
        let pairs = query.pairs
        if !pairs.isEmpty { request.url = try request.url.appending(query: pairs) }
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

extension RequestBody {
    /// A multipart body keeps its type.
    fileprivate mutating func dropContentType() {
        switch self {
        case .none, .multipart: break
        case .bytes(let bytes, _): self = .bytes(bytes, contentType: nil)
        case .file(let file, let offset, let length, _):
            self = .file(file, offset: offset, length: length, contentType: nil)
        case .stream(let source, _): self = .stream(source, contentType: nil)
        }
    }
}

/// `Accept` and `User-Agent`, which a request has unless its parts write or remove them.
package struct DefaultHeaders: Sendable {
    /// `Accept` of a request that prefers JSON, and of any other.
    static let accepts = ["application/json, */*;q=0.5", "*/*"]

    private let userAgent: String
    /// For requests without other headers: made once, so that these share one storage.
    private var json = Headers()
    private var any = Headers()

    package init(userAgent: String) {
        self.userAgent = userAgent
        let none = NamedValueMerger(ignoringCase: true)
        add(to: &json, beside: none, prefersJSON: true)
        add(to: &any, beside: none, prefersJSON: false)
    }

    fileprivate func whole(prefersJSON: Bool) -> Headers { prefersJSON ? json : any }

    fileprivate func add(to headers: inout Headers, beside written: NamedValueMerger, prefersJSON: Bool) {
        headers.reserve(fields: 8, bytes: 256)
        if written["accept"] == nil { headers.append("Accept", Self.accepts[prefersJSON ? 0 : 1]) }
        if written["user-agent"] == nil { headers.append("User-Agent", userAgent) }
    }
}

/// Where a part of a request is written, from the weakest place to the strongest.
package enum RequestLayer: Int, Sendable, Comparable {
    case environment
    /// Shared by all requests of an API: the top of an API file.
    case api
    case defaults
    /// The endpoint that a step calls.
    case endpoint
    /// The step, or the request that Swift code makes.
    case step

    /// Whether what is written there is sent to any origin: the URL is written at the same place.
    package var goesAnywhere: Bool { self >= .endpoint }

    package static func < (one: RequestLayer, other: RequestLayer) -> Bool { one.rawValue < other.rawValue }
}

/// Which credentials may be sent to the origin of a request.
package struct OriginTrust: Sendable {
    /// Whether the origin is that of the base URL, or one that the environment trusts.
    package let isTrusted: Bool
    /// Whether the origin is that of the API's own base URL.
    package let isOwnAPI: Bool

    package init(isTrusted: Bool, isOwnAPI: Bool) {
        self.isTrusted = isTrusted
        self.isOwnAPI = isOwnAPI
    }

    /// Whether anything of that place is sent to the origin: what the environment says is meant for the origins of its own.
    package func admits(_ layer: RequestLayer) -> Bool { isTrusted || layer != .environment }

    /// Whether credentials that are written at that place may be sent to the origin.
    package func allowsCredentials(of layer: RequestLayer) -> Bool {
        isTrusted || layer.goesAnywhere || layer == .api && isOwnAPI
    }
}
