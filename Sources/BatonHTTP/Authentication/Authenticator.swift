public import BatonValues

/// A scheme of authentication whose credential is got by requests and ends some day, such as the tokens of a login.
///
/// ```swift
/// struct ShopLogin: Authenticator {
///     var username, password: String
///
///     func credential(
///         replacing old: String?, for request: Request, through dispatcher: any Dispatcher
///     ) async throws(Failure) -> String {
///         let client = try APIClient(APIEnvironment(baseURL: "https://shop.example"), dispatcher: dispatcher)
///         let login = APIRequest.post("/login", ["username": username, "password": password])
///         return try await client.send(Call<Login>(login)).token
///     }
///
///     func apply(_ token: String, to request: inout Request) {
///         request.headers.set("Authorization", "Bearer \(token)")
///     }
///
///     var secrets: [String] { [password] }
///
///     func secrets(of token: String) -> [String] { [token] }
///
///     func isExpiring(_ token: String, at now: Timestamp) -> Bool { false }
///
///     func isRefused(_ response: Response) -> Bool { response.status == 401 }
/// }
/// ```
/// Nothing of it is optional, so that the compiler refuses a function whose signature is another one.
///
/// Give it to requests as `Credentials.custom`. Requests with equal values share one credential: it is got once for all
/// requests that want it at the same time, again before it expires (`isExpiring`), and once for all requests that were
/// refused with it (`isRefused`), which are then sent once again.
///
/// A failure of `credential` with the kind `http.bad_request`, `http.unauthorized` or `http.forbidden` is final: the
/// server is not asked again with the same credential, and all requests fail so, until `CredentialStore.set`. After any
/// other failure the next request asks again.
public protocol Authenticator: Sendable, Hashable {
    /// What requests are authenticated with.
    associatedtype Credential: Sendable

    /// Gets a credential: the first one, or one in place of an old one.
    ///
    /// Its time is limited by the request that waits for it. Cancelled when no request waits any more.
    ///
    /// - Parameters:
    ///   - old: the credential that expires or was refused; nil for the first one.
    ///   - request: the first of the requests that want it.
    ///   - dispatcher: sends the request for it. A request with these very credentials is refused here, because it would
    ///     wait for itself.
    func credential(
        replacing old: Credential?, for request: Request, through dispatcher: any Dispatcher
    ) async throws(Failure) -> Credential

    /// Adds the credential to a request.
    ///
    /// Every header that is new or changed counts as a credential: no redirect carries it to another origin.
    func apply(_ credential: Credential, to request: inout Request)

    /// What the authenticator itself holds that must be masked wherever it appears, such as a password.
    var secrets: [String] { get }

    /// The parts of a credential that must be masked wherever they appear.
    func secrets(of credential: Credential) -> [String]

    /// Whether the credential is replaced before another request is sent with it.
    func isExpiring(_ credential: Credential, at now: Timestamp) -> Bool

    /// Whether a response says that the credential is not accepted, so that it is worth another one; usually 401 (RFC 9110
    /// section 15.5.2). Not asked for a response that came by a redirect from another origin.
    func isRefused(_ response: Response) -> Bool
}

/// An authenticator of any type; equal where type and value are.
public struct AnyAuthenticator: Sendable, Hashable {
    /// The authenticator itself.
    public let value: any Authenticator

    /// Wraps an authenticator.
    public init(_ value: any Authenticator) {
        self.value = value
    }

    /// Whether both are of one type and equal.
    public static func == (one: AnyAuthenticator, other: AnyAuthenticator) -> Bool {
        AnyHashable(one.value) == AnyHashable(other.value)
    }

    /// Hashes the authenticator.
    public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(value)) }
}
