package import BatonHTTP
import BatonJudging
package import BatonSecrets
package import BatonWorkflow
import Synchronization

/// The target of requests and its credentials: the environment of the run, or another one that steps name.
package final class RunEnvironment: Sendable {
    package let name: String?
    package let baseURL: URLText?
    /// Who says it, for messages: "`base_url` of `local`, baton.yaml:6"; nil where that is not known.
    let baseURLSource: String?
    /// The base URL without trailing slashes, to which paths are appended.
    let basePrefix: String?
    package let trustedOrigins: [Origin]
    private let isBaseTrusted: Bool
    /// The names of the response headers that sessions keep.
    package let sessionHeaders: [String]
    /// The sessions shared by the workflows of this run, where the environment has them.
    let sharedSessions: SharedSessions?

    package init(
        name: String?, baseURL: URLText?, baseURLSource: String? = nil, trustedOrigins: [Origin],
        session: SessionSpec = SessionSpec(),
        secrets: SecretRegistry
    ) {
        self.name = name
        self.baseURL = baseURL
        self.baseURLSource = baseURLSource
        basePrefix = baseURL.map { url in
            let slashes = url.text.utf8.reversed().prefix { $0 == UInt8(ascii: "/") }.count
            return String(url.text.dropLast(slashes))
        }
        self.trustedOrigins = trustedOrigins
        isBaseTrusted = baseURL.map { trustedOrigins.contains($0.origin) } ?? false
        sessionHeaders = session.headers
        sharedSessions =
            session.scope == .run && !session.headers.isEmpty
            ? SharedSessions(keeping: session.headers, from: trustedOrigins, secrets: secrets) : nil
    }

    /// A session for one workflow.
    var freshSession: Session {
        sessionHeaders.isEmpty ? Session() : Session(keeping: sessionHeaders, from: Set(trustedOrigins))
    }

    /// Whether requests to the origin of a URL carry the credentials of environment, `defaults` and session.
    func isTrusted(_ url: URLText) -> Bool {
        // Fast path: nearly all requests go to the origin of the base URL.
        if isBaseTrusted, let baseURL, url.hasSameOrigin(as: baseURL) { return true }
        return trustedOrigins.contains(url.origin)
    }
}

/// The environment of the run, and the other environments that steps name.
package struct RunEnvironments: Sendable {
    package let chosen: RunEnvironment
    private let others: [RunEnvironment]
    private let secrets: SecretRegistry

    package init(_ chosen: RunEnvironment, others: [RunEnvironment] = [], secrets: SecretRegistry) {
        self.chosen = chosen
        self.others = others
        self.secrets = secrets
    }

    /// The environment that a step names; the run's for nil.
    ///
    /// An unknown name gives an environment without a base URL, headers and credentials.
    func named(_ name: String?) -> RunEnvironment {
        guard let name else { return chosen }
        return others.first { $0.name == name }
            ?? RunEnvironment(name: name, baseURL: nil, trustedOrigins: [], secrets: secrets)
    }
}

/// The kept headers that all workflows of a run share, by session name (`session: { scope: run }`).
///
/// A header received by one workflow may be sent by another, so it is registered as a secret in every workflow before
/// any of them can send it.
final class SharedSessions: Sendable {
    private let template: Session
    private let secrets: SecretRegistry
    private let sessions = Mutex<[String: SessionStore]>([:])

    init(keeping names: [String], from trusted: [Origin], secrets: SecretRegistry) {
        template = Session(keeping: names, from: Set(trusted))
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
