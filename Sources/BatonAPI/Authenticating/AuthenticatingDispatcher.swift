// A request that wants a credential carries an authenticator. `AuthenticatingDispatcher` asks the `CredentialStore` for
// its credential, sends the request with it, and once more with a new one where it is refused. The store has one
// `CredentialKeeper` for each authenticator, which gets and renews the credential once for all requests that wait.

public import BatonHTTP
import BatonSecrets

/// Gets the credentials of requests that want them (`Authentication.oauth2` and `.custom`), and passes all requests on.
///
/// Where a response refuses a credential (401, unless the authenticator says otherwise), the credential is renewed, once
/// for all requests that were sent with it, and the request is sent once again with the new one. It is sent only to the
/// origin of the request: a redirect to another origin leaves it behind.
///
/// `APIClient` and `CachingDispatcher` have one; code that sends requests through an engine directly puts one before it:
///
/// ```swift
/// let dispatcher = AuthenticatingDispatcher(CurlDispatcher.shared)
/// ```
public final class AuthenticatingDispatcher: SelfLimitedDispatcher {
    private let next: any Dispatcher
    private let credentials: CredentialStore
    private let clock: WallClock

    /// - Parameters:
    ///   - next: sends the requests, and those for credentials.
    ///   - credentials: may be shared with other dispatchers.
    public convenience init(_ next: any Dispatcher, credentials: CredentialStore = CredentialStore()) {
        self.init(DeadlineDispatcher.holding(next), credentials: credentials, clock: .system)
    }

    package init(_ next: any Dispatcher, credentials: CredentialStore, clock: WallClock) {
        self.next = next
        self.credentials = credentials
        self.clock = clock
    }

    /// Sends a request, with a credential if it wants one.
    ///
    /// Throws, with `isOfAuthorization` set, when the credential cannot be obtained.
    public nonisolated(nonsending) func send(_ request: Request) async throws(Failure) -> Response {
        switch request.options.authentication {
        case .oauth2(let oauth2)?: return try await send(request, credentials.keeper(of: oauth2))
        case .custom(let authenticator)?:
            guard !CredentialsInWork.authenticators.contains(authenticator) else {
                throw Failure(
                    .badInput,
                    "the request for a credential of `\(type(of: authenticator.value))` wants that credential itself: send it with `Credentials.none`"
                )
            }
            return try await send(request, by: authenticator.value)
        case .basic?, .digest?, .ntlm?, .negotiate?, .aws?, nil: return try await next.send(request)
        }
    }

    private nonisolated(nonsending) func send<Scheme: Authenticator>(
        _ request: Request, by authenticator: Scheme
    ) async throws(Failure) -> Response {
        try await send(request, credentials.keeper(of: authenticator))
    }

    private nonisolated(nonsending) func send<Scheme: Authenticator>(
        _ request: Request, _ keeper: CredentialKeeper<Scheme>
    ) async throws(Failure) -> Response {
        guard let credential = try await keeper.credential(for: request, through: next) else {
            return try await next.send(request)
        }
        let started = clock.now()
        let sent = prepared(request, credential, keeper.authenticator)
        let response = try await next.send(sent)
        guard isRefused(response, request, keeper.authenticator) else {
            keeper.accept(credential)
            return response
        }
        var refused = AuthorizationLog.Exchange(
            request: sent, result: .success(response), started: started, duration: clock.now() - started,
            purpose: "refused the access token, which was renewed")
        // The requests of the renewal are added behind it.
        let position = request.authorization?.exchanges.count ?? 0
        let renewed: CredentialKeeper<Scheme>.Kept
        do throws(Failure) {
            guard let kept = try await keeper.credential(for: request, through: next, after: credential) else {
                return response
            }
            renewed = kept
        } catch {
            refused.purpose = "refused the access token, which could not be renewed"
            request.authorization?.insert(refused, at: position)
            throw Self.afterRefusal(error, keeper.messageStart, response, by: request.url.hostAndPort)
        }
        // The renewed credential is for later requests.
        if request.body.isReadOnce { return response }
        request.authorization?.insert(refused, at: position)
        let last = try await next.send(prepared(request, renewed, keeper.authenticator))
        if !isRefused(last, request, keeper.authenticator) { keeper.accept(renewed) }
        return last
    }

    /// The request with a credential in place of the wish for one. What the authenticator adds to the headers is for the
    /// origin of the request alone.
    private func prepared<Scheme: Authenticator>(
        _ request: Request, _ credential: CredentialKeeper<Scheme>.Kept, _ authenticator: Scheme
    ) -> Request {
        request.authorization?.note(authenticator.secrets(of: credential.value))
        var plain = request
        plain.options.authentication = nil
        var changed = plain
        authenticator.apply(credential.value, to: &changed)
        changed.headers = Headers(
            changed.headers.map { field in
                var field = field
                if plain.headers.values(field.name) != changed.headers.values(field.name) { field.isCredential = true }
                return field
            })
        return changed
    }

    /// The failure for a credential that could not be renewed, which names the response that asked for that.
    private static func afterRefusal(
        _ failure: Failure, _ start: String, _ response: Response, by server: String
    ) -> Failure {
        var failure = failure
        let reason =
            failure.message.hasPrefix(start) ? String(failure.message.dropFirst(start.count)) : failure.message
        failure.message =
            "\(start)\(server) refused it with \(response.status), and it could not be renewed: \(reason)"
        return failure
    }

    /// Whether the server that got the credential refuses it; not a server behind a redirect, which got none.
    private func isRefused(_ response: Response, _ request: Request, _ authenticator: some Authenticator) -> Bool {
        authenticator.isRefused(response) && response.url.hasSameOrigin(as: request.url)
            && response.redirects.allSatisfy { $0.url.hasSameOrigin(as: request.url) }
    }
}
