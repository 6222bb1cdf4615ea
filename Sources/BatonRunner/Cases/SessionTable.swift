import BatonHTTP
import BatonSecrets
import BatonWorkflow
import Synchronization

/// The sessions of one workflow, each created at its first use.
///
/// Every environment has its own session: cookies ignore ports, and hosts of two environments may share a domain.
final class SessionTable: Sendable {
    private struct Entry {
        /// Nil for an environment without a name.
        let environment: String?
        let name: String
        let session: SessionStore
    }

    /// Searched linearly: a workflow has one session, hardly ever two.
    private let sessions = Mutex<[Entry]>([])
    /// The sessions of the calling workflow, and which of them is used as this workflow's own.
    private let shared: (table: SessionTable, choice: SessionChoice)?

    /// The outputs and sessions of the workflows that this one needs.
    private let needed: [String: NeededOutputs]
    private let secrets: SecretRegistry

    /// - Parameters:
    ///   - needed: by the names that the workflow declares for them.
    ///   - secrets: receives the secrets of copied sessions.
    ///   - shared: nil for a workflow with sessions of its own.
    init(
        needed: [String: NeededOutputs] = [:], secrets: SecretRegistry,
        sharing shared: (table: SessionTable, choice: SessionChoice)? = nil
    ) {
        self.needed = needed
        self.secrets = secrets
        self.shared = shared
    }

    /// Nil where the request uses no session.
    func session(_ choice: SessionChoice, in environment: RunEnvironment) -> SessionStore? {
        if let shared { return shared.table.session(choice == .standard ? shared.choice : choice, in: environment) }
        let name: String
        switch choice {
        case .none: return nil
        case .standard: name = ""
        case .named(let given): name = given
        // The dot prevents a clash with the name of a session.
        case .needed(let need): name = "needs.\(need)"
        }
        return sessions.withLock { sessions in
            for entry in sessions where entry.name == name && entry.environment == environment.name {
                return entry.session
            }
            let session = copy(for: choice, in: environment) ?? fresh(name, in: environment)
            sessions.append(Entry(environment: environment.name, name: name, session: session))
            return session
        }
    }

    private func fresh(_ name: String, in environment: RunEnvironment) -> SessionStore {
        environment.sharedSessions?.join(name)
            ?? SessionStore(environment.freshSession)
    }

    /// A copy of the needed workflow's session in that environment; both can change independently afterwards.
    private func copy(for choice: SessionChoice, in environment: RunEnvironment) -> SessionStore? {
        guard case .needed(let need) = choice,
            let left = needed[need]?.sessions.first(where: { $0.environment == environment.name })
        else { return nil }
        // Until now only the other workflow knew these secrets.
        for secret in left.session.secrets { secrets.add(secret) }
        return SessionStore(left.session)
    }

    /// The current content of the chosen session, in each environment in which it was used.
    func left(of choice: SessionChoice, in environments: [RunEnvironment]) -> [NeededOutputs.Left] {
        environments.compactMap { environment in
            session(choice, in: environment).map { .init(environment: environment.name, session: $0.value) }
        }
    }
}
