import BatonHTTP
import BatonWorkflow
import Synchronization

/// The sessions of one workflow, each made when it is first asked for.
final class SessionTable: Sendable {
    private let sessions = Mutex<[String: SessionStore]>([:])
    private let settings: RunSettings
    /// The sessions of the workflow that calls this one, and which of them is this one's own.
    private let shared: (table: SessionTable, choice: SessionChoice)?

    /// - Parameter shared: nil for a workflow with sessions of its own.
    init(_ settings: RunSettings, sharing shared: (table: SessionTable, choice: SessionChoice)? = nil) {
        self.settings = settings
        self.shared = shared
    }

    /// Nil for none.
    func session(_ choice: SessionChoice) -> SessionStore? {
        if let shared { return shared.table.session(choice == .standard ? shared.choice : choice) }
        let name: String
        switch choice {
        case .none: return nil
        case .standard: name = ""
        case .named(let given): name = given
        }
        return sessions.withLock { sessions in
            if let session = sessions[name] { return session }
            let session =
                settings.sharedSessions?.join(name)
                ?? SessionStore(Session(keeping: settings.sessionHeaders, from: settings.trustedOrigins))
            sessions[name] = session
            return session
        }
    }
}
