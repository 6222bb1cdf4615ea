public import BatonHTTP

/// Gets access tokens for the requests that want one (`Authentication.oauth2`), and passes all requests on.
///
/// A response with status 401 to a token that was used before renews the token, once for all requests that were sent with
/// it, and the request is sent once again with the new one. The token is sent only to the origin of the request: a redirect
/// to another origin leaves it behind.
///
/// `APIClient` and `CachingDispatcher` have one; code that sends requests through an engine directly puts one before it:
///
/// ```swift
/// let dispatcher = OAuth2Dispatcher(CurlDispatcher.shared)
/// ```
public final class OAuth2Dispatcher: Dispatcher {
    private let next: any Dispatcher
    private let tokens: OAuth2Tokens
    private let clock: CacheClock

    /// - Parameters:
    ///   - next: sends the requests, and those for tokens.
    ///   - tokens: may be shared with other dispatchers.
    public convenience init(_ next: any Dispatcher, tokens: OAuth2Tokens = OAuth2Tokens()) {
        self.init(next, tokens: tokens, clock: .system)
    }

    package init(_ next: any Dispatcher, tokens: OAuth2Tokens, clock: CacheClock) {
        self.next = next
        self.tokens = tokens
        self.clock = clock
    }

    /// Sends a request, with an access token if it wants one.
    ///
    /// Throws the failure of the token request, with `isOfAuthorization`, where no token can be had.
    public nonisolated(nonsending) func send(_ request: Request) async throws(Failure) -> Response {
        guard case .oauth2(let oauth2)? = request.options.authentication else { return try await next.send(request) }
        guard let token = try await tokens.token(oauth2, for: request, through: next) else {
            return try await next.send(request)
        }
        let started = clock.now()
        let response = try await send(request, bearing: token)
        guard isRefused(response, request) else {
            tokens.accept(token, oauth2)
            return response
        }
        var refused = AuthorizationLog.Exchange(
            request: request.bearing(token.value), result: .success(response), started: started,
            duration: clock.now() - started, purpose: "refused the access token, which was renewed")
        // The token requests of the renewal are added behind it.
        let position = request.authorization?.exchanges.count ?? 0
        let renewed: AccessToken
        do throws(Failure) {
            guard let token = try await tokens.token(oauth2, for: request, through: next, after: token) else {
                return response
            }
            renewed = token
        } catch {
            refused.purpose = "refused the access token, which could not be renewed"
            request.authorization?.insert(refused, at: position)
            var failure = error
            failure.message = Self.afterRefusal(error.message, by: request.url.hostAndPort)
            throw failure
        }
        request.authorization?.insert(refused, at: position)
        let last = try await send(request, bearing: renewed)
        if !isRefused(last, request) { tokens.accept(renewed, oauth2) }
        return last
    }

    private nonisolated(nonsending) func send(
        _ request: Request, bearing token: AccessToken
    ) async throws(Failure) -> Response {
        request.authorization?.note([token.value])
        request.authorization?.use(token.value)
        return try await next.send(request.bearing(token.value))
    }

    /// The message for a token that could not be renewed, which names the response that asked for that.
    private static func afterRefusal(_ message: String, by server: String) -> String {
        let common = TokenFetch.messageStart
        let reason = message.hasPrefix(common) ? String(message.dropFirst(common.count)) : message
        return "\(common)\(server) refused it with 401, and it could not be renewed: \(reason)"
    }

    /// Whether the server that got the token refuses it; not a server behind a redirect, which got none.
    private func isRefused(_ response: Response, _ request: Request) -> Bool {
        response.status == 401 && response.url.hasSameOrigin(as: request.url)
            && response.redirects.allSatisfy { $0.url.hasSameOrigin(as: request.url) }
    }
}
