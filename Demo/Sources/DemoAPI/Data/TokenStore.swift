import Synchronization

/// The access tokens of clients and the refresh tokens of users that the token endpoint has issued.
final class TokenStore: Sendable {
    /// What an access token of a client may do.
    struct Client: Sendable, Encodable {
        var clientID: String
        var scope: String
        var audience: String?
    }

    private struct State {
        var clients: [String: Client] = [:]
        /// The names of users by their refresh tokens.
        var users: [String: String] = [:]
        var generator: SeededGenerator
    }

    private let state: Mutex<State>

    init(seed: UInt64) {
        state = Mutex(State(generator: SeededGenerator(seed: seed &+ 0x0A17)))
    }

    /// A new access token of a client.
    func issue(_ client: Client) -> String {
        state.withLock { state in
            let token = state.generator.token(words: 2)
            state.clients[token] = client
            return token
        }
    }

    func client(token: String) -> Client? { state.withLock { $0.clients[token] } }

    /// A new refresh token of a user.
    func issueRefreshToken(username: String) -> String {
        state.withLock { state in
            let token = state.generator.token(words: 2)
            state.users[token] = username
            return token
        }
    }

    /// The user of a refresh token, which is used up by this.
    func redeem(refreshToken: String) -> String? {
        state.withLock { $0.users.removeValue(forKey: refreshToken) }
    }
}
