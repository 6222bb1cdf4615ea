import BatonAPI
import BatonHTTP
import Synchronization

/// The responses on disk that one case stored or used, including its parallel branches and the workflows that it calls.
///
/// A response is stored as soon as its step has passed, but a later step may reveal that it holds a secret.
final class UsedDiskResponses: Sendable {
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

    /// Removes the responses that hold a secret known only since they were searched.
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
