import BatonFiles
import BatonHTTP
import BatonJSON
import BatonValues

/// Builds a request from an environment, an API and one of its requests.
struct RequestWriter {
    let environment: APIEnvironment
    /// Nil where every request names a whole URL.
    let base: URLText?
    /// The base URL's origin and the trusted ones.
    let trusted: Set<Origin>
    /// What the environment's `transfer` says: made once, so that its requests share one connection.
    private let options: TransferOptions
    private let defaults = DefaultHeaders(userAgent: "baton")

    /// Throws `request.invalid_url` for a base or a trusted origin that is not a URL, and `request.bad_input` for settings
    /// that cannot be used.
    init(_ environment: APIEnvironment) throws(Failure) {
        self.environment = environment
        base = try environment.baseURL.map { text throws(Failure) in try Self.url(text, "the base URL") }
        if let base, base.query != nil || base.fragment != nil {
            throw Failure(
                .invalidURL,
                "the base URL `\(base.shown)` has a query or a fragment, and paths cannot stand behind it")
        }
        var trusted = Set(base.map { [$0.origin] } ?? [])
        for text in environment.trusted { trusted.insert(try Self.url(text, "the trusted origin").origin) }
        self.trusted = trusted
        var options = TransferOptions.standard
        try environment.transfer?.apply(to: &options, isSecure: base?.isSecure ?? true)
        self.options = options
        try Self.check(environment.retry)
    }

    /// Throws `request.invalid_url` and `request.bad_input`; nothing is sent.
    ///
    /// - Parameter isStream: whether the response is read while it arrives.
    func request(
        _ call: APIRequest, of api: API, session: SessionStore, isStream: Bool
    ) throws(Failure) -> Request {
        let resolver = resolver(api)
        let (url, urlLayer) = try target(call, api, resolver)
        let own = try apiOrigin(api)
        let trust = OriginTrust(isTrusted: trusted.contains(url.origin), isOwnAPI: own == url.origin)
        let options = try transferOptions(call, api, trust, isSecure: url.isSecure)
        var request = Request(call.method, url, options: options, session: session)
        try setTimes(of: &request, call, api, isLong: isStream || call.savePath != nil)
        let redirects = call.redirects ?? api.redirects ?? environment.redirects
        request.options.redirects = redirects?.follows == false ? nil : redirects
        request.options.maxResponse = call.maxResponse
        if let path = call.savePath { request.options.savePlace = try Self.place(path) }
        request.progress = call.progress
        request.cache = call.cache ?? (api.cache ?? environment.cache).inherited(by: call.method)

        var parts = RequestParts(headers: headers(call, api, trust), query: try query(call, api, trust, resolver))
        let written = credentials(call, api, trust)
        parts.authenticate(
            writtenIn: written?.layer, isKey: written?.value.isKey ?? false, urlLayer: urlLayer, to: &request
        ) { written?.value ?? .none }
        parts.setBody(try body(call, api, resolver), of: &request)
        do {
            try parts.write(to: &request, defaults, prefersJSON: call.savePath == nil)
        } catch {
            throw Failure(.invalidURL, "the URL `\(request.url.shown)` \(error.message)")
        }
        return request
    }

    /// Longer than any response takes.
    private static let noTimeout = Duration.seconds(7 * 86_400)

    private func setTimes(
        of request: inout Request, _ call: APIRequest, _ api: API, isLong: Bool
    ) throws(Failure) {
        let written = call.timeout ?? api.timeout ?? environment.timeout
        let idle = call.idleTimeout ?? api.idleTimeout ?? environment.idleTimeout
        request.options.timeout = written ?? (isLong ? Self.noTimeout : .seconds(30))
        request.options.idleTimeout = idle ?? (isLong && written == nil ? .seconds(60) : nil)
        for (name, value) in [("timeout", written), ("idleTimeout", idle)] {
            if let value, value <= .zero { throw Failure(.badInput, "`\(name)` is \(value), and must be more than 0") }
        }
    }

    /// Throws `request.bad_input` for a policy that cannot be followed.
    func retry(_ call: APIRequest, of api: API) throws(Failure) -> RetryPolicy? {
        for policy in [call.retry, api.retry] { try Self.check(policy) }
        return call.retry ?? api.retry ?? environment.retry
    }

    private static func check(_ policy: RetryPolicy?) throws(Failure) {
        if let violation = policy?.violation { throw Failure(.badInput, "`retry`: \(violation)") }
    }

    private func transferOptions(
        _ call: APIRequest, _ api: API, _ trust: OriginTrust, isSecure: Bool
    ) throws(Failure) -> TransferOptions {
        var options = options
        try api.transfer?.apply(to: &options, isSecure: isSecure)
        try call.transfer?.apply(to: &options, isSecure: isSecure)
        let layer: RequestLayer =
            call.transfer?.tls != nil ? .step : api.transfer?.tls != nil ? .api : .environment
        if !trust.allowsCredentials(of: layer) { options.connection.removeClientCertificate() }
        return options
    }

    private func headers(_ call: APIRequest, _ api: API, _ trust: OriginTrust) -> NamedValueMerger {
        var merger = NamedValueMerger(ignoringCase: true)
        for (headers, layer) in [
            (environment.headers, RequestLayer.environment), (api.headers, .api), (call.headers, .step),
        ]
        where trust.admits(layer) {
            for field in headers { put(field, layer, &merger) }
        }
        merger.keepAllowed(by: trust)
        return merger
    }

    /// The credentials of the strongest place that may send credentials to the URL.
    private func credentials(
        _ call: APIRequest, _ api: API, _ trust: OriginTrust
    ) -> (value: Credentials, layer: RequestLayer)? {
        for (value, layer) in [
            (call.credentials, RequestLayer.step), (api.credentials, .api), (environment.credentials, .environment),
        ] {
            if let value, trust.allowsCredentials(of: layer) { return (value, layer) }
        }
        return nil
    }

    private func query(
        _ call: APIRequest, _ api: API, _ trust: OriginTrust, _ resolver: ParameterResolver
    ) throws(Failure) -> NamedValueMerger {
        var merger = NamedValueMerger(ignoringCase: false)
        for (parameters, layer) in [(api.query, RequestLayer.api), (call.query, .step)] {
            for (name, value) in parameters.entries {
                let json = try resolver.json(of: value, at: .parameter(name))
                let pairs = try ParameterText.pairs(of: json, named: name, api.nested)
                // Null takes away what a weaker place has written.
                if pairs.isEmpty { merger.put(NamedValues(name: name, values: [], layer: layer)) }
                for (name, pairs) in Self.grouped(pairs) {
                    merger.put(NamedValues(name: name, values: pairs, layer: layer, isSecret: value.hasSecret))
                }
            }
        }
        merger.keepAllowed(by: trust)
        return merger
    }

    /// The values of each name, in the order of the names.
    private static func grouped(_ pairs: [(String, String)]) -> [(name: String, values: [String])] {
        var groups: [(name: String, values: [String])] = []
        for (name, value) in pairs {
            if let index = groups.firstIndex(where: { $0.name == name }) {
                groups[index].values.append(value)
            } else {
                groups.append((name, [value]))
            }
        }
        return groups
    }

    /// Fields that share a name are values of one entry.
    private func put(_ field: Headers.Field, _ layer: RequestLayer, _ merger: inout NamedValueMerger) {
        if var entry = merger[field.name], entry.layer == layer {
            entry.values.append(field.value)
            merger.put(entry)
        } else {
            merger.put(
                NamedValues(name: field.name, values: [field.value], layer: layer, isSecret: field.isCredential))
        }
    }

    // MARK: - URL

    private func target(
        _ call: APIRequest, _ api: API, _ resolver: ParameterResolver
    ) throws(Failure) -> (URLText, RequestLayer) {
        let path = try PathWriter.text(of: call.path, resolver)
        if Self.isAbsolute(path) { return (try Self.url(path, "the URL"), .step) }
        if let own = api.base, Self.isAbsolute(own) { return (try Self.url(joined(own, path), "the URL"), .api) }
        let rest = api.base.map { joined($0, path) } ?? path
        guard let base else {
            throw Failure(
                .invalidURL, "`\(rest)` is a path, and the environment `\(environment.name)` has no `baseURL` for it")
        }
        return (try Self.url(joined(base.text, rest), "the URL"), .environment)
    }

    private func apiOrigin(_ api: API) throws(Failure) -> Origin? {
        guard let own = api.base, Self.isAbsolute(own) else { return nil }
        return try Self.url(own, "the API's base").origin
    }

    /// Joins both with exactly one slash between, unless the path is empty or begins with a query.
    private func joined(_ base: String, _ path: String) -> String {
        if path.isEmpty { return base }
        let base = base.utf8.last == UInt8(ascii: "/") ? String(base.dropLast()) : base
        return path.utf8.first == UInt8(ascii: "/") || path.utf8.first == UInt8(ascii: "?")
            ? base + path : "\(base)/\(path)"
    }

    /// Whether the path begins with a scheme and `://`, known or not (RFC 3986, section 3.1), or with `http:` or `https:`
    /// alone.
    private static func isAbsolute(_ path: String) -> Bool {
        let scheme = path.utf8.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard let first = scheme.first, first >= UInt8(ascii: "A") else { return false }
        let rest = path.utf8[scheme.endIndex...]
        if rest.starts(with: "://".utf8) { return true }
        return rest.first == UInt8(ascii: ":") && ["http", "https"].contains(path[..<scheme.endIndex].lowercased())
    }

    private static func url(_ text: String, _ what: String) throws(Failure) -> URLText {
        do {
            return try URLText.parse(text)
        } catch {
            guard text.contains("://") || ["http:", "https:"].contains(where: text.lowercased().hasPrefix) else {
                throw Failure(
                    .invalidURL, "\(what) `\(UserInfo.hidden(inInvalid: text))` does not begin with http:// or https://"
                )
            }
            let advice = Self.nearScheme(of: text).map { "; did you mean `\($0)`?" } ?? ""
            throw Failure(.invalidURL, "\(what) `\(UserInfo.hidden(inInvalid: text))` \(error.message)\(advice)")
        }
    }

    /// The scheme that a misspelt one, such as `htp`, was probably meant to be.
    private static func nearScheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon].lowercased()
        let schemes = scheme.contains("s") ? ["https", "http"] : ["http", "https"]
        return schemes.contains(scheme) ? nil : Spelling.nearest(to: scheme, in: schemes)
    }

    // MARK: - Body

    private func body(
        _ call: APIRequest, _ api: API, _ resolver: ParameterResolver
    ) throws(Failure) -> RequestBody {
        switch call.content {
        case .none: return .none
        case .parameters(let own): return try body(of: own, call, api, resolver)
        case .encodable(let value):
            let members: Parameters
            do throws(Failure) {
                if call.encoder is JSONParameterEncoder {
                    return try api.coder(in: environment).encode(value, dates: api.dates)
                }
                members = try Parameters(members: try resolver.encode(value))
            } catch {
                throw Failure(error.kind, "the body: \(error.message)")
            }
            return try body(of: members, call, api, resolver)
        case .json(let value): return .bytes(JSONWriter.compactBytes(value), contentType: "application/json")
        case .text(let text, let type): return .bytes(Array(text.utf8), contentType: type)
        case .bytes(let bytes, let type): return .bytes(bytes, contentType: type)
        case .file(let path, let type):
            return .file(try OpenFile.ofBody(path), contentType: type ?? MediaType.guessed(fromName: path))
        case .stream(let source, let type): return .stream(source, contentType: type)
        }
    }

    /// Parameters, with those of the API, as the request's encoder writes them; with a file among them, as multipart.
    private func body(
        of own: Parameters, _ call: APIRequest, _ api: API, _ resolver: ParameterResolver
    ) throws(Failure) -> RequestBody {
        var values: [(name: String, value: ParameterResolver.Value)] = []
        for (name, value) in api.parameters.merging(own).entries {
            values.append((name, try resolver.value(of: value, at: .parameter(name))))
        }
        if values.contains(where: { $0.value.hasFile }) {
            var parts: [MultipartPart] = []
            for (name, value) in values { parts += try MultipartBody.parts(value, named: name) }
            return .multipart(parts)
        }
        var parameters = Parameters()
        for case (let name, .json(let json)) in values { parameters.set(name, .json(json)) }
        return try call.encoder.body(of: parameters)
    }

    /// Writes `Encodable` values as the API does.
    private func resolver(_ api: API) -> ParameterResolver {
        let coder = api.coder(in: environment)
        return ParameterResolver(environment: environment) { value throws(Failure) in
            try coder.json(of: value, dates: api.dates)
        }
    }

    private static func place(_ path: String) throws(Failure) -> FilePlace {
        do {
            return try FilePlace(path)
        } catch {
            throw Failure(.badInput, error.message)
        }
    }
}
