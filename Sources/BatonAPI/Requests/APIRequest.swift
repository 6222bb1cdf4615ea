// Three places say what a request is: `APIEnvironment`, `API` and `APIRequest`, from the weakest to the strongest.
// Their values are `Parameters`, which `ParameterResolver` fills, `ParameterEncoder` and `PathWriter` write.
// `RequestParts` merges what the places say (`NamedValues`, `RequestLayer`) and writes the request, for workflows, too.

public import BatonHTTP
public import BatonJSON

/// One request of an API as a value: the part in which it differs from the others of its API.
///
/// What all requests share (base, headers, credentials, common parameters) is in `API` and `APIEnvironment`.
public struct APIRequest: Sendable {
    /// The HTTP method.
    public var method: Method
    /// Path after the API's base, with one slash between; an absolute URL may point to another host.
    public var path: RequestPath
    /// Parameters that are added to the path's own query; a list repeats the name.
    public var query: Parameters
    /// The body.
    public var content: Content
    /// How parameters of the body are encoded.
    public var encoder: any ParameterEncoder
    /// Headers that replace those of the same name of API and environment.
    public var headers: Headers
    /// Credentials; nil: the API's, else the environment's.
    public var credentials: Credentials?
    /// Time limit for the whole exchange, redirects included. Nil: the API's, else the environment's, else 30 seconds; streams
    /// and responses that are saved to a file have none then.
    public var timeout: Duration?
    /// How long nothing may come and go, in whole seconds. Nil: the API's, else the environment's; 60 seconds where there is
    /// no `timeout`.
    public var idleTimeout: Duration?
    /// Which redirects are followed; nil: as the API says, else the environment. Unless one of them says so, a redirect is
    /// a response like any other.
    public var redirects: RedirectPolicy?
    /// When the request is sent again; nil: as the API says, else the environment.
    public var retry: RetryPolicy?
    /// TLS, proxy and the like; what is nil in it is the API's, else the environment's.
    public var transfer: TransferSettings?
    /// Most bytes of the response's body; a larger one ends the exchange with `network.too_large`. Nil: 64 MB for a
    /// body that is kept in memory, no limit for one that is saved to a file.
    public var maxResponse: Int?
    /// Streams the response's body to this file, which appears when all of it has arrived.
    public var savePath: String?

    /// Cache rule of the request, for any method; nil: the rule of API or environment.
    public var cache: CacheRule?

    /// Called with the progress of the exchange, on the transferring thread: it must return quickly and must not wait.
    public var progress: TransferProgress.Observer?

    /// The body of a request.
    public enum Content: Sendable {
        /// No body.
        case none
        /// Parameters, written by the request's encoder; with a file among them, as `multipart/form-data`.
        case parameters(Parameters)
        /// Any JSON document.
        case json(JSONValue)
        /// A value that the API's coder writes when the request is made. An encoder other than `.json` writes its members
        /// instead, and the API's parameters with them.
        case encodable(any Encodable & Sendable)
        /// Text with its `Content-Type`.
        case text(String, type: String)
        /// Bytes with their `Content-Type`; nil: no such header.
        case bytes([UInt8], type: String?)
        /// A file that is streamed from disk, by its path; with the type nil, the type is guessed from the name.
        case file(String, type: String?)
        /// Made while it is sent, and read once, with its `Content-Type`.
        case stream(BodySource, type: String?)
    }

    /// A request; its other properties can be set afterwards.
    public init(
        _ method: Method, _ path: RequestPath, query: Parameters = [:], content: Content = .none,
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
    public static func get(_ path: RequestPath, query: Parameters = [:]) -> APIRequest {
        APIRequest(.get, path, query: query)
    }

    /// Removes a resource.
    public static func delete(_ path: RequestPath, query: Parameters = [:]) -> APIRequest {
        APIRequest(.delete, path, query: query)
    }

    /// Sends parameters in the body.
    public static func post(
        _ path: RequestPath, _ body: Parameters = [:], encoder: any ParameterEncoder = .json
    ) -> APIRequest {
        APIRequest(.post, path, content: .parameters(body), encoder: encoder)
    }

    /// Sends an `Encodable` value in the body, as the API's coder writes it: JSON, unless it is another
    /// one. With the encoder `.form` it is a form. A value that cannot be written so fails with `request.bad_input` when the
    /// request is made.
    public static func post(
        _ path: RequestPath, body: some Encodable & Sendable, encoder: any ParameterEncoder = .json
    ) -> APIRequest {
        APIRequest(.post, path, content: .encodable(body), encoder: encoder)
    }

    /// Replaces a resource with parameters in the body.
    public static func put(
        _ path: RequestPath, _ body: Parameters = [:], encoder: any ParameterEncoder = .json
    ) -> APIRequest {
        APIRequest(.put, path, content: .parameters(body), encoder: encoder)
    }

    /// Replaces a resource with an `Encodable` value in the body, as the API's coder writes it: JSON, unless it is another
    /// one. With the encoder `.form` it is a form. A value that cannot be written so fails with `request.bad_input` when the
    /// request is made.
    public static func put(
        _ path: RequestPath, body: some Encodable & Sendable, encoder: any ParameterEncoder = .json
    ) -> APIRequest {
        APIRequest(.put, path, content: .encodable(body), encoder: encoder)
    }

    /// Changes a resource with parameters in the body.
    public static func patch(
        _ path: RequestPath, _ body: Parameters = [:], encoder: any ParameterEncoder = .json
    ) -> APIRequest {
        APIRequest(.patch, path, content: .parameters(body), encoder: encoder)
    }

    /// Changes a resource with an `Encodable` value in the body, as the API's coder writes it: JSON, unless it is another
    /// one. With the encoder `.form` it is a form. A value that cannot be written so fails with `request.bad_input` when the
    /// request is made.
    public static func patch(
        _ path: RequestPath, body: some Encodable & Sendable, encoder: any ParameterEncoder = .json
    ) -> APIRequest {
        APIRequest(.patch, path, content: .encodable(body), encoder: encoder)
    }

    /// Returns the request with one property changed: `.get("/me").with(\.timeout, .seconds(5))`.
    public func with<Value>(_ part: WritableKeyPath<APIRequest, Value>, _ value: Value) -> APIRequest {
        var changed = self
        changed[keyPath: part] = value
        return changed
    }
}
