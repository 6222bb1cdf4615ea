import BatonHTTP
import BatonWorkflow
import Synchronization

/// The sessions of one workflow, each made when it is first asked for.
final class SessionTable: Sendable {
    private let sessions = Mutex<[String: SessionStore]>([:])
    private let settings: RunSettings

    init(_ settings: RunSettings) {
        self.settings = settings
    }

    /// Nil for none.
    func session(_ choice: SessionChoice) -> SessionStore? {
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
