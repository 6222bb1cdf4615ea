import BatonCEL
import Synchronization

/// What the variables of a case hold together: those of its copies, of the workflows that it calls, what its loops and
/// pages have gathered, and what `steps.ID` keeps of values and responses.
package final class VariableSpace: Sendable {
    /// In bytes, as `CELSize` counts them.
    static let limit = 512 << 20

    static let excess = "the variables of the workflow take more than \(limit >> 20) MB together"
    static let hint = "keep only what later steps need: a capture may take one member instead of the whole body"

    private let used = Mutex(0)

    package init() {}

    /// What one holder of values takes of the space; given back when the holder is gone.
    final class Share: Sendable {
        private let space: VariableSpace
        private let own = Mutex(0)

        init(of space: VariableSpace) { self.space = space }

        deinit {
            let own = own.withLock { $0 }
            space.used.withLock { $0 -= own }
        }

        /// False, with nothing taken, where a value finds no room.
        func replace(_ old: CELValue?, with new: CELValue?) -> Bool {
            take((new.map { Int($0.size.bytes) } ?? 0) - (old.map { Int($0.size.bytes) } ?? 0))
        }

        func add(_ value: CELValue) -> Bool { replace(nil, with: value) }

        /// - Parameter change: in bytes.
        func take(_ change: Int) -> Bool {
            if change == 0 { return true }
            let hasRoom = space.used.withLock { used in
                guard change < 0 || used + change <= VariableSpace.limit else { return false }
                used += change
                return true
            }
            if hasRoom { own.withLock { $0 += change } }
            return hasRoom
        }
    }
}
