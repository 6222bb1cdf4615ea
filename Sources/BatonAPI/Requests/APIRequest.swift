public import BatonHTTP
public import BatonJSON

/// One request of an API as a value: what tells it from the others of its API.
///
/// What all of them share (base, headers, credentials, common parameters) stands in `API` and `APIEnvironment`.
public struct APIRequest: Sendable {
    /// What is to be done with the resource.
    public var method: Method
    /// Put after the API's base with one slash between; an absolute URL points to another host.
    public var path: String
    /// Parameters for the URL, on top of those that the path has already; a list repeats the name.
    public var query: Parameters
    /// What is sent in the body.
    public var content: Content
    /// How parameters of the body are written.
    public var encoder: any ParameterEncoder
    /// Replaces headers of the same name of API and environment.
    public var headers: Headers
    /// Nil: the API's, else the environment's.
    public var credentials: Credentials?
    /// For the whole exchange, redirects included. Nil: the API's, else the environment's, else 30 seconds.
    public var timeout: Duration?
    /// Nil: a redirect is a response like any other.
    public var redirects: RedirectPolicy?
    /// How many bytes the response's body may have, or the exchange ends with `network.too_large`. Nil: 64 MB for one that is
    /// kept in memory, any number for one that goes to a file.
    public var maxResponse: Int?
    /// Streams the response's body to this file, which appears when all of it has arrived.
    public var savePath: String?

    /// What the request does with the client's cache, whatever its method; nil: as API or environment say.
    public var cache: CacheRule?

    /// Is told how far the exchange is, on the thread that transfers: it must be quick and must not wait.
    public var progress: TransferProgress.Observer?

    /// What is sent in the body.
    public enum Content: Sendable {
        /// No body.
        case none
        /// Written by the request's encoder; with a file among them, as `multipart/form-data`.
        case parameters(Parameters)
        /// Any JSON document.
        case json(JSONValue)
        /// With its `Content-Type`.
        case text(String, type: String)
        /// With its `Content-Type`; nil: none.
        case bytes([UInt8], type: String?)
        /// Streamed from disk.
        case file(String, type: String?)
    }

    /// A request whose further parts are set afterwards.
    public init(
        _ method: Method, _ path: String, query: Parameters = [:], content: Content = .none,
        encoder: any ParameterEncoder = .json, headers: Headers = [:]
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.content = content
        self.encoder = encoder
        self.headers = headers
    }
}

extension APIRequest {
    /// Asks for a resource.
    public static func get(_ path: String, query: Parameters = [:]) -> APIRequest {
        APIRequest(.get, path, query: query)
    }

    /// Removes a resource.
    public static func delete(_ path: String, query: Parameters = [:]) -> APIRequest {
        APIRequest(.delete, path, query: query)
    }

    /// Sends parameters in the body.
    public static func post(
        _ path: String, _ body: Parameters = [:], encoder: any ParameterEncoder = .json
    ) -> APIRequest {
        APIRequest(.post, path, content: .parameters(body), encoder: encoder)
    }

    /// Replaces a resource by parameters in the body.
    public static func put(
        _ path: String, _ body: Parameters = [:], encoder: any ParameterEncoder = .json
    ) -> APIRequest {
        APIRequest(.put, path, content: .parameters(body), encoder: encoder)
    }

    /// Changes a resource by parameters in the body.
    public static func patch(
        _ path: String, _ body: Parameters = [:], encoder: any ParameterEncoder = .json
    ) -> APIRequest {
        APIRequest(.patch, path, content: .parameters(body), encoder: encoder)
    }

    /// Returns the request with one thing changed: `.get("/me").with(\.timeout, .seconds(5))`.
    public func with<Value>(_ part: WritableKeyPath<APIRequest, Value>, _ value: Value) -> APIRequest {
        var changed = self
        changed[keyPath: part] = value
        return changed
    }
}
