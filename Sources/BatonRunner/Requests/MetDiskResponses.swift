import BatonAPI
import BatonHTTP
import Synchronization

/// The responses on disk that the requests of one case met, its parallel branches and the workflows that it calls included.
///
/// A response is stored when its step has passed. A later step may say that a value of it is secret.
final class MetDiskResponses: Sendable {
    private struct Entry {
        let response: DiskResponse
        let environment: RunEnvironment
        let knownSecrets: Int
    }

    private let entries = Mutex<[Entry]>([])

    /// - Parameter knownSecrets: number of secrets known when the stored response was last searched for them.
    func add(_ response: DiskResponse, _ environment: RunEnvironment, knownSecrets: Int) {
        let entry = Entry(response: response, environment: environment, knownSecrets: knownSecrets)
        entries.withLock { $0.append(entry) }
    }

    /// Removes those that hold a secret which has become known since.
    func removeSecrets(knownTo run: CaseRun) async {
        let known = run.context.secrets.count
        let doubtful = entries.withLock { $0.filter { $0.knownSecrets < known } }
        for entry in doubtful {
            let secrecy = ExchangeSecrecy(run: run, environment: entry.environment)
            if let response = await entry.response.response(), secrecy.isSecret(response) {
                await entry.response.remove()
            }
        }
    }
}
