import BatonCEL
import BatonDiagnostics
import BatonLanguage
import BatonWorkflow
import Synchronization

/// The memory that the variables of a case take together: those of its copies and of the workflows that it calls, the
/// results gathered by its loops and pages, and the values and responses kept for `steps.ID`.
package final class VariableSpace: Sendable {
    /// In bytes, as measured by `CELSize`.
    static let limit = 512 << 20

    static let excess = "the variables of the workflow take more than \(limit >> 20) MB together"
    fileprivate static let hint: Hint =
        "keep only what later steps need: a capture may take one member instead of the whole body"

    private let used = Mutex(0)

    package init() {}

    /// The part of the space that one holder of values takes; released with the holder.
    final class Share: Sendable {
        private let space: VariableSpace
        private let own = Mutex(0)

        init(of space: VariableSpace) { self.space = space }

        deinit {
            let own = own.withLock { $0 }
            space.used.withLock { $0 -= own }
        }

        func add(_ value: CELValue) -> Bool { take(Int(value.size.bytes)) }

        /// Returns false, with nothing taken, where there is no room.
        ///
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

extension StepFailure {
    static func noRoom(at range: SourceRange) -> StepFailure {
        StepFailure(VariableSpace.excess, hint: VariableSpace.hint, at: range)
    }
}

/// The values that a step captured or set, by name; searched linearly, because a step gives few values.
struct CapturedValues: Sendable {
    private(set) var entries: [(name: String, value: CELValue)] = []

    var isEmpty: Bool { entries.isEmpty }

    subscript(_ name: String) -> CELValue? {
        get { entries.first { $0.name == name }?.value }
        set {
            let index = entries.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append((name, value))
            case (nil, nil): break
            }
        }
    }
}
