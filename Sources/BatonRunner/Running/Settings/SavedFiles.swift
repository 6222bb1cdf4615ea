import BatonValues
import Synchronization

/// The files into which a run saves responses: the file watcher must not mistake them for edits by the user.
package final class SavedFiles: Sendable {
    private let paths = Mutex<Set<TextKey>>([])

    package init() {}

    package func contains(_ path: String) -> Bool { paths.withLock { $0.contains(TextKey(path)) } }

    package func forget() { paths.withLock { $0 = [] } }

    func note(_ path: String) { _ = paths.withLock { $0.insert(TextKey(path)) } }
}
