import BatonText
import Synchronization

/// The files that a run saves responses into: whoever watches files must not take them for somebody's edits.
package final class SavedFiles: Sendable {
    private let paths = Mutex<Set<TextKey>>([])

    package init() {}

    package func contains(_ path: String) -> Bool { paths.withLock { $0.contains(TextKey(path)) } }

    package func forget() { paths.withLock { $0 = [] } }

    func note(_ path: String) { _ = paths.withLock { $0.insert(TextKey(path)) } }
}
