import BatonValues
import Synchronization

/// What a run knows of snapshots: which were used, which were written, and which two steps disagree about.
package final class SnapshotBook: Sendable {
    struct Claim: Sendable {
        let digest: Int
        /// The index of the case.
        let owner: Int
        /// The place of the step, for messages.
        let place: String
        /// Whether another content was to be recorded, so that neither is written.
        fileprivate(set) var isDisputed = false
        /// Whether another case disputes it.
        fileprivate var hasRivals = false
        /// What undoes the writing of the file.
        fileprivate var undo: (@Sendable () -> Void)?
    }

    private struct State {
        var claims: [TextKey: Claim] = [:]
        /// The names in lower case, by folder, with the spelling that was used first.
        var spellings: [String: String] = [:]
        var used: Set<TextKey> = []
        var evaluated: Set<TextKey> = []
        var written: Set<TextKey> = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The paths of the written files, in order.
    package var written: [String] {
        state.withLock { $0.written.map(\.text) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Whether a step has used the snapshot of this path without an ending.
    package func isUsed(_ path: String) -> Bool { state.withLock { $0.used.contains(TextKey(path)) } }

    /// Whether the step at this place, `FILE:LINE:COLUMN`, has compared or recorded anything.
    package func isEvaluated(_ place: String) -> Bool { state.withLock { $0.evaluated.contains(TextKey(place)) } }

    /// Notes that a step uses a snapshot.
    ///
    /// - Parameter path: without an ending.
    /// - Returns: another spelling of the path that was used before and differs only in upper and lower case.
    func use(_ path: String, at place: String) -> String? {
        state.withLock { state in
            state.evaluated.insert(TextKey(place))
            let folded = path.lowercased()
            if let first = state.spellings[folded], TextKey(first) != TextKey(path) { return first }
            state.spellings[folded] = path
            state.used.insert(TextKey(path))
            return nil
        }
    }

    /// Claims a snapshot for the content that a step has. Contents that differ leave the file as it was before the run,
    /// whichever step came first.
    ///
    /// - Returns: the claim of a step with other content for it.
    func claim(_ path: String, _ content: [UInt8], owner: Int, place: String) -> Claim? {
        let digest = content.hashValue
        let key = TextKey(path)
        let (rival, undo) = state.withLock { state -> (Claim?, (@Sendable () -> Void)?) in
            guard let claim = state.claims[key] else {
                state.claims[key] = Claim(digest: digest, owner: owner, place: place)
                return (nil, nil)
            }
            if claim.digest == digest { return (nil, nil) }
            state.claims[key]?.isDisputed = true
            if claim.owner != owner { state.claims[key]?.hasRivals = true }
            state.claims[key]?.undo = nil
            if claim.undo != nil { state.written.remove(key) }
            return (claim, claim.undo)
        }
        undo?()
        return rival
    }

    /// Whether two steps disagree about the content of a snapshot.
    func isDisputed(_ path: String) -> Bool { state.withLock { $0.claims[TextKey(path)]?.isDisputed ?? false } }

    /// Forgets the claims of a case that runs again.
    func withdraw(_ owner: Int) {
        state.withLock { state in
            state.claims = state.claims.filter { $0.value.owner != owner || $0.value.hasRivals }
        }
    }

    /// Notes that a file was written.
    ///
    /// - Parameter undo: leaves the file as it was before; called when a later step has other content for it.
    func noteWritten(_ path: String, undo: @escaping @Sendable () -> Void) {
        let key = TextKey(path)
        let isDisputed = state.withLock { state in
            if state.claims[key]?.isDisputed ?? false { return true }
            state.claims[key]?.undo = undo
            state.written.insert(key)
            return false
        }
        if isDisputed { undo() }
    }
}
