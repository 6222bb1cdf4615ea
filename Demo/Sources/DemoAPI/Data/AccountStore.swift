import Synchronization

/// Accounts and the tokens that were issued for them.
final class AccountStore: Sendable {
    struct Session: Sendable {
        var token: String
        /// Identifies the device, beside the token, in the session headers.
        var client: String
    }

    private struct State {
        var accounts: [String: Account]
        var sessions: [String: (username: String, client: String)] = [:]
        var generator: SeededGenerator
    }

    private let state: Mutex<State>

    init(seed: UInt64, adaPassword: String) {
        let accounts = Self.seeded(adaPassword: adaPassword)
        state = Mutex(
            State(
                accounts: Dictionary(uniqueKeysWithValues: accounts.map { ($0.profile.username, $0) }),
                generator: SeededGenerator(seed: seed)))
    }

    /// Registers a user; nil when the name is taken.
    func register(username: String, password: String, name: String, email: String, age: Int) -> Profile? {
        state.withLock { state in
            guard state.accounts[username] == nil else { return nil }
            let profile = Profile(
                id: state.accounts.count + 1, username: username, name: name, email: email, age: age,
                roles: ["user"], address: nil, registeredAt: Self.now)
            state.accounts[username] = Account(profile: profile, password: password)
            return profile
        }
    }

    /// Signs a user in; nil for an unknown name or a wrong password.
    func signIn(username: String, password: String) -> (Profile, Session)? {
        state.withLock { state in
            guard let account = state.accounts[username], account.password == password else { return nil }
            let session = Session(
                token: state.generator.token(words: 2), client: state.generator.token(words: 1))
            state.sessions[session.token] = (username, session.client)
            return (account.profile, session)
        }
    }

    /// Signs a user in who has shown who it is in another way; nil for an unknown name.
    func signIn(username: String) -> Session? {
        state.withLock { state in
            guard state.accounts[username] != nil else { return nil }
            let session = Session(
                token: state.generator.token(words: 2), client: state.generator.token(words: 1))
            state.sessions[session.token] = (username, session.client)
            return session
        }
    }

    func profile(username: String, password: String) -> Profile? {
        state.withLock { state in
            guard let account = state.accounts[username], account.password == password else { return nil }
            return account.profile
        }
    }

    func profile(token: String) -> Profile? {
        state.withLock { state in
            state.sessions[token].flatMap { state.accounts[$0.username]?.profile }
        }
    }

    /// The profile of a session; nil unless all three session headers belong together.
    func profile(token: String, client: String, username: String) -> Profile? {
        state.withLock { state in
            guard let session = state.sessions[token], session == (username, client) else { return nil }
            return state.accounts[username]?.profile
        }
    }

    func signOut(token: String) {
        state.withLock { $0.sessions[token] = nil }
    }

    /// The time of every registration: the server has no clock.
    private static let now = "2026-01-01T00:00:00Z"

    private static func seeded(adaPassword: String) -> [Account] {
        [
            Account(
                profile: Profile(
                    id: 1, username: "ada", name: "Ada Lovelace", email: "ada@example.com", age: 36,
                    roles: ["user", "editor", "admin"],
                    address: Profile.Address(city: "London", country: "GB"),
                    registeredAt: "1833-06-05T12:00:00Z"),
                password: adaPassword),
            Account(
                profile: Profile(
                    id: 2, username: "grace", name: "Grace Hopper", email: "grace@example.com", age: 45,
                    roles: ["user", "editor"],
                    address: Profile.Address(city: "Arlington", country: "US"),
                    registeredAt: "1952-05-01T09:30:00Z"),
                password: "hopper-1906"),
            Account(
                profile: Profile(
                    id: 3, username: "alan", name: "Alan Turing", email: "alan@example.com", age: 41,
                    roles: ["user"], address: nil, registeredAt: "1936-05-28T08:15:00Z"),
                password: "turing-1912"),
        ]
    }
}
