import BatonHTTP
import BatonSecrets
import BatonWorkflow
import Synchronization

/// The sessions of one workflow, each made when it is first asked for.
///
/// Every environment has its own: cookies know no ports, and hosts of two environments may have a domain in common.
final class SessionTable: Sendable {
    private struct Entry {
        /// Nil for an environment without a name.
        let environment: String?
        let name: String
        let session: SessionStore
    }

    /// Looked through one by one: a workflow has one session, hardly ever two.
    private let sessions = Mutex<[Entry]>([])
    /// The sessions of the workflow that calls this one, and which of them is this one's own.
    private let shared: (table: SessionTable, choice: SessionChoice)?

    /// What was left by the workflows that this one needs.
    private let needed: [String: NeededOutputs]
    private let secrets: SecretRegistry

    /// - Parameters:
    ///   - needed: by the names that the workflow has for them.
    ///   - secrets: gets to know what comes with copied sessions.
    ///   - shared: nil for a workflow with sessions of its own.
    init(
        needed: [String: NeededOutputs] = [:], secrets: SecretRegistry,
        sharing shared: (table: SessionTable, choice: SessionChoice)? = nil
    ) {
        self.needed = needed
        self.secrets = secrets
        self.shared = shared
    }

    /// Nil for none.
    func session(_ choice: SessionChoice, in environment: RunEnvironment) -> SessionStore? {
        if let shared { return shared.table.session(choice == .standard ? shared.choice : choice, in: environment) }
        let name: String
        switch choice {
        case .none: return nil
        case .standard: name = ""
        case .named(let given): name = given
        // No session has a name with a dot.
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
            ?? SessionStore(Session(keeping: environment.sessionHeaders, from: environment.trustedOrigins))
    }

    /// What the needed workflow was left with in that environment; it goes its own way from here on.
    private func copy(for choice: SessionChoice, in environment: RunEnvironment) -> SessionStore? {
        guard case .needed(let need) = choice,
            let left = needed[need]?.sessions.first(where: { $0.environment == environment.name })
        else { return nil }
        // Known to the other workflow only, up to now.
        for secret in left.session.secrets { secrets.add(secret) }
        return SessionStore(left.session)
    }

    /// What the sessions of a choice hold at this moment, in each environment that was used.
    func left(of choice: SessionChoice, in environments: [RunEnvironment]) -> [NeededOutputs.Left] {
        environments.compactMap { environment in
            session(choice, in: environment).map { .init(environment: environment.name, session: $0.value) }
        }
    }
}
