import BatonHTTP
import BatonSecrets
import Synchronization

/// The kept headers that all workflows of a run share, for each name of a session (`session: { scope: run }`).
///
/// What one workflow is handed out, another sends: so it is secret in every workflow, and is known to be before anyone
/// can send it.
final class SharedSessions: Sendable {
    private let template: Session
    private let secrets: SecretRegistry
    private let sessions = Mutex<[String: SessionStore]>([:])

    init(keeping names: [String], from trusted: Set<Origin>, secrets: SecretRegistry) {
        template = Session(keeping: names, from: trusted)
        self.secrets = secrets
    }

    /// A session with cookies of its own and the kept headers of all sessions of that name; `""` is the one that
    /// requests have which name none.
    func join(_ name: String) -> SessionStore {
        let shared = sessions.withLock { sessions in
            if let session = sessions[name] { return session }
            let session = SessionStore(template) { [secrets] in secrets.add($0) }
            sessions[name] = session
            return session
        }
        return SessionStore(sharingHeadersOf: shared)
    }
}
