import BatonHTTP
import BatonSecrets
import Synchronization

/// The kept headers that all workflows of a run share, by session name (`session: { scope: run }`).
///
/// A header received by one workflow may be sent by another, so it is registered as a secret in every workflow before
/// any of them can send it.
final class SharedSessions: Sendable {
    private let template: Session
    private let secrets: SecretRegistry
    private let sessions = Mutex<[String: SessionStore]>([:])

    init(keeping names: [String], from trusted: Set<Origin>, secrets: SecretRegistry) {
        template = Session(keeping: names, from: trusted)
        self.secrets = secrets
    }

    /// Creates a session with its own cookies and the shared kept headers of that name; `""` is the session of requests
    /// that name none.
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
