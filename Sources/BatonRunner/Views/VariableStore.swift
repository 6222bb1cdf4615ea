import BatonCEL
import BatonWorkflow
import Synchronization

/// The values of a case's variables by slot; nil is declared but not set.
///
/// A case is one task, so the lock is never waited for; it lets `vars` be a value that expressions hand around.
final class VariableStore: Sendable {
    private let values: Mutex<[CELValue?]>

    init(count: Int) {
        values = Mutex(Array(repeating: nil, count: count))
    }

    subscript(slot: Int) -> CELValue? {
        get { values.withLock { $0[slot] } }
        set { values.withLock { $0[slot] = newValue } }
    }
}

/// `vars` and `inputs`: every variable by its name.
final class VariablesView: CELNative {
    private let store: VariableStore
    private let slots: [String: Int]

    init(_ store: VariableStore, _ slots: [String: Int]) {
        self.store = store
        self.slots = slots
    }

    var nativeType: CELNativeType { Roots.variablesType }

    func member(_ name: String) throws(CELError) -> CELValue? {
        slots[name].flatMap { store[$0] }
    }
}
