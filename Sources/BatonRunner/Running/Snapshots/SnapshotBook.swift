import BatonText
import Synchronization

/// What a run knows of snapshots: which were used, which were written, and which two steps disagree about.
package final class SnapshotBook: Sendable {
    private struct Claim {
        let digest: Int
        /// The index of the case.
        let owner: Int
        /// The place of the step, for messages.
        let place: String
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

    /// Claims a snapshot for the content that a step has.
    ///
    /// - Returns: the place of a step with other content for it.
    func claim(_ path: String, _ content: [UInt8], owner: Int, place: String) -> String? {
        let digest = content.hashValue
        return state.withLock { state in
            if let claim = state.claims[TextKey(path)] { return claim.digest == digest ? nil : claim.place }
            state.claims[TextKey(path)] = Claim(digest: digest, owner: owner, place: place)
            return nil
        }
    }

    /// Forgets the claims of a case that runs again.
    func withdraw(_ owner: Int) {
        state.withLock { state in state.claims = state.claims.filter { $0.value.owner != owner } }
    }

    func noteWritten(_ path: String) { state.withLock { _ = $0.written.insert(TextKey(path)) } }
}
