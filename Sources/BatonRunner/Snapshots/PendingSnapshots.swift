import BatonDiagnostics
import BatonLanguage
import BatonWorkflow
import Synchronization

/// The snapshots that a case writes when it has ended: then all secrets that it has met are known.
final class PendingSnapshots: Sendable {
    struct Entry: Sendable {
        /// The path as users write it.
        let path: String
        /// The path in the folder of the workflow.
        let written: String
        /// The folder that must contain it.
        let within: String
        /// The path in that folder.
        var name: Substring { written.dropFirst(within.count + 1) }
        let bytes: [UInt8]
        /// What is recorded already; nil for nothing.
        let before: [UInt8]?
        /// The step's `snapshot`.
        let range: SourceRange
    }

    /// The most bytes of the snapshots of one case.
    static let mostBytes = 64_000_000

    private let entries = Mutex<[Entry]>([])

    /// False when the snapshots of the case take too much memory.
    func add(_ entry: Entry) -> Bool {
        entries.withLock { entries in
            if entries.contains(where: { $0.path == entry.path }) { return true }
            let size = entries.reduce(entry.bytes.count) { $0 + $1.bytes.count }
            guard size <= Self.mostBytes else { return false }
            entries.append(entry)
            return true
        }
    }

    /// Returns the entries and forgets them.
    func take() -> [Entry] {
        entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }
}
