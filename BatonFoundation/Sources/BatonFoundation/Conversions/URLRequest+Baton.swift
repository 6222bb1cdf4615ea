public import BatonAPI

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension URLRequest {
    /// Method, URL, headers, body and time limit of a request, with the `Content-Type` of its body, its basic authentication,
    /// and the cookies and kept headers of its session. The body is read into memory.
    ///
    /// Throws `request.bad_input` for a request that must not be sent, an authentication that is no header, and a body of
    /// more than 64 MB. The other options, such as redirects and TLS, are up to whoever sends this one.
    public init(_ request: Request) throws(Failure) {
        let (head, body) = try request.asSent()
        try self.init(head: head)
        if let body { httpBody = Data(try body.bytes()) }
    }

    /// A request as it is sent, without its body.
    init(head: Request) throws(Failure) {
        guard let url = URL(string: head.url.textWithoutUserInfo, encodingInvalidCharacters: false) else {
            throw Failure(.invalidURL, "Foundation does not take the URL of \(head.url.hostAndPort) for one")
        }
        self.init(url: url)
        httpMethod = head.method.rawValue
        timeoutInterval = head.options.timeout / .seconds(1)
        httpShouldHandleCookies = false
        for (name, value) in JoinedHeaders.dictionary(head.headers) { setValue(value, forHTTPHeaderField: name) }
    }
}

extension Request {
    /// The same request, with the time limit for the whole exchange and the cache policy as its rule.
    ///
    /// Throws `request.invalid_url` without a URL of http or https. Throws `request.bad_input` for what cannot be carried: a
    /// body that is a stream, which can be read only once; `allowsCellularAccess` of false; and headers and methods that are
    /// none.
    public init(_ request: URLRequest) throws(Failure) {
        guard let url = request.url else { throw Failure(.invalidURL, "the `URLRequest` has no URL") }
        let name = request.httpMethod ?? "GET"
        guard let method = Method(name) else { throw Failure(.badInput, "`\(name)` is no method") }
        guard request.httpBodyStream == nil else {
            throw Failure(
                .badInput,
                "the body of the `URLRequest` is a stream, which can be read only once: set `httpBody`, or a file")
        }
        guard request.allowsCellularAccess else {
            throw Failure(
                .badInput, "`allowsCellularAccess` cannot be carried: the engine does not know which network it uses")
        }
        let body = request.httpBody.map { RequestBody.bytes([UInt8]($0), contentType: nil) } ?? .none
        self.init(
            method, try .parsed(url.absoluteString), headers: JoinedHeaders.headers(request.allHTTPHeaderFields ?? [:]),
            body: body)
        options.timeout = .seconds(request.timeoutInterval)
        cache = try Self.rule(request.cachePolicy)
        try check()
    }

    private static func rule(_ policy: URLRequest.CachePolicy) throws(Failure) -> CacheRule? {
        switch policy {
        case .useProtocolCachePolicy: nil
        case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData: CacheRule(.networkOnly)
        case .reloadRevalidatingCacheData: CacheRule(.revalidate)
        case .returnCacheDataDontLoad: CacheRule(.onlyIfCached)
        case .returnCacheDataElseLoad: CacheRule(.cacheFirst)
        @unknown default: throw Failure(.badInput, "the cache policy \(policy.rawValue) is not known")
        }
    }
}
