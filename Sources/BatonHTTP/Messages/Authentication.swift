// `Authentication` is part of a request. An engine carries it out (`Sending`), but `OAuth2` and the `Authenticator` of a
// user are carried out by BatonAPI. What is sent to get a credential, and which secrets come with it, stands in the
// `AuthorizationLog` of the request.

public import BatonValues
import Synchronization

/// An authentication scheme, with its credentials, that a plain header cannot express.
public enum Authentication: Sendable, Hashable {
    /// Basic authentication (RFC 7617).
    case basic(username: String, password: String)
    /// Digest authentication (RFC 7616).
    case digest(username: String, password: String)
    /// Windows' NTLM; it authenticates the connection, not the request.
    case ntlm(username: String, password: String)
    /// SPNEGO (RFC 4559): Kerberos, with the ticket of the user's session.
    case negotiate
    /// A signature of the request for Amazon Web Services (AWS Signature Version 4); each hop of a redirect to the same
    /// origin gets its own.
    indirect case aws(AWSSignature)
    /// An access token of an OAuth 2.0 server, sent as a Bearer token (RFC 6750). `AuthenticatingDispatcher` gets the
    /// token; the engine itself refuses such a request.
    indirect case oauth2(OAuth2)
    /// A scheme of one's own, whose credential `AuthenticatingDispatcher` gets; the engine itself refuses such a request.
    case custom(AnyAuthenticator)

    /// Whether an authenticated connection acts for the user and so must not be shared with other credentials.
    public var belongsToConnection: Bool {
        switch self {
        case .ntlm, .negotiate: true
        case .basic, .digest, .aws, .oauth2, .custom: false
        }
    }
}

extension Authentication: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The scheme, without what is secret.
    public var description: String {
        switch self {
        case .basic: "basic"
        case .digest: "digest"
        case .ntlm: "ntlm"
        case .negotiate: "negotiate"
        case .aws(let signature): "\(signature)"
        case .oauth2(let oauth2): "\(oauth2)"
        case .custom(let authenticator): "\(type(of: authenticator.value))"
        }
    }

    /// As `description`.
    public var debugDescription: String { description }
    /// No children: `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a request is signed with for Amazon Web Services and services that work like them (AWS Signature Version 4).
///
/// The secret key itself is never sent.
public struct AWSSignature: Sendable, Hashable {
    /// The name of the service in signatures, such as `s3`, `execute-api` or `dynamodb`.
    public var service: String
    /// The region of the service, such as `eu-west-1`.
    public var region: String
    /// The access key's identifier, which is sent.
    public var accessKey: String
    /// The secret key.
    public var secretKey: String
    /// The token of temporary credentials, sent as `X-Amz-Security-Token`.
    public var sessionToken: String?
    /// Whether the signature covers the body. Without that, `UNSIGNED-PAYLOAD` is signed in its place, which S3 accepts:
    /// a large file is then not read twice.
    public var signsBody: Bool

    /// Credentials for one service in one region.
    public init(
        service: String, region: String, accessKey: String, secretKey: String, sessionToken: String? = nil,
        signsBody: Bool = true
    ) {
        self.service = service
        self.region = region
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
        self.signsBody = signsBody
    }

    /// The parts that must be masked.
    package var secrets: [String] { [secretKey] + (sessionToken.map { [$0] } ?? []) }

    /// Whether paths are signed as they are sent, as S3 does it, because its keys may hold `//` and `..`.
    var keepsPath: Bool { service == "s3" || service.hasPrefix("s3-") || service == "s3express" }
}

extension AWSSignature: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Service, region and the identifier of the key.
    public var description: String { "AWSSignature(\(service), \(region), \(accessKey))" }
    /// As `description`.
    public var debugDescription: String { description }
    /// No children: `dump` shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

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

/// What a dispatcher sent on behalf of one request to authenticate it, and which secrets it learned from that.
package final class AuthorizationLog: Sendable {
    /// One exchange beside the one whose response the caller gets.
    package struct Exchange: Sendable {
        package var request: Request
        package var result: Result<Response, Failure>
        /// Microseconds since 1970.
        package var started: Int64
        /// How long it took, in microseconds.
        package var duration: Int64
        /// Why it was sent, in a few words.
        package var purpose: String

        package init(
            request: Request, result: Result<Response, Failure>, started: Int64, duration: Int64, purpose: String
        ) {
            self.request = request
            self.result = result
            self.started = started
            self.duration = duration
            self.purpose = purpose
        }
    }

    private struct State {
        var exchanges: [Exchange] = []
        var secrets: Set<String> = []
        var token: String?
    }

    private let state = Mutex(State())

    package init() {}

    /// The exchanges in the order in which they ended.
    package var exchanges: [Exchange] { state.withLock(\.exchanges) }
    /// Tokens and other secrets to mask, beside those that the request itself holds.
    package var secrets: Set<String> { state.withLock(\.secrets) }
    /// The access token that the last request was sent with.
    package var token: String? { state.withLock(\.token) }

    package func add(_ exchange: Exchange) { state.withLock { $0.exchanges.append(exchange) } }

    /// Adds an exchange before those that were added since there were `position` of them.
    package func insert(_ exchange: Exchange, at position: Int) {
        state.withLock { $0.exchanges.insert(exchange, at: min(position, $0.exchanges.count)) }
    }

    package func note(_ secrets: some Sequence<String>) { state.withLock { $0.secrets.formUnion(secrets) } }

    package func use(_ token: String) { state.withLock { $0.token = token } }
}
