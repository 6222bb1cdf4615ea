package import BatonCEL
import BatonHTTP
package import BatonSecrets
package import BatonWorkflow
import Synchronization

/// The values of one case: roots and variables by slot, and the variables that wait for their first use.
///
/// A case is one task, so the lock is never waited for; it lets `vars` and `env.vars` be values that expressions hand
/// around.
package final class CaseScope: TemplateScope, Sendable {
    private struct State {
        /// Nil is declared but not set.
        var values: [CELValue?]
        var pending: [Int: Workflow.Variable] = [:]
        var evaluating: Set<Int> = []
        var limits: ArraySlice<TimeLimit> = []
        /// In a copy, the slots that were set in it; nil where nothing was copied.
        var own: Set<Int>?

        /// The value that counts as the scope's own: in a copy, what it began with does not.
        func ownValue(at slot: Int) -> CELValue? { own?.contains(slot) == false ? nil : values[slot] }
    }

    private let state: Mutex<State>
    private let space: VariableSpace
    private let share: VariableSpace.Share
    let secrets: StepSecrets
    package let host: any FunctionHost
    /// Makes `vars` and `env` for the first expression that reads them; most workflows have none.
    private let views: VariableViews?

    package convenience init(slotCount: Int, secrets: SecretRegistry, host: any FunctionHost) {
        self.init(
            slotCount: slotCount, secrets: StepSecrets(secrets), host: host, views: nil, space: VariableSpace())
    }

    init(slotCount: Int, secrets: StepSecrets, host: any FunctionHost, views: VariableViews?, space: VariableSpace) {
        var values: [CELValue?] = []
        values.reserveCapacity(slotCount)
        for _ in 0..<slotCount { values.append(nil) }
        state = Mutex(State(values: values))
        self.space = space
        share = VariableSpace.Share(of: space)
        self.secrets = secrets
        self.host = host
        self.views = views
    }

    /// The same values, to be changed apart.
    init(copying scope: CaseScope) {
        var copy = scope.state.withLock { $0 }
        copy.evaluating = []
        copy.own = []
        // What was made of them reads the other scope's variables.
        for root in VariableViews.roots { copy.values[root.rawValue] = nil }
        state = Mutex(copy)
        space = scope.space
        share = VariableSpace.Share(of: scope.space)
        secrets = StepSecrets(copying: scope.secrets)
        host = scope.host
        views = scope.views
    }

    /// False where the variables of the case hold too much by now; the slot has no value then.
    @discardableResult
    package func set(_ slot: Int, _ value: CELValue?) -> Bool {
        let value = value?.measured
        return state.withLock { state in
            let hasRoom = share.replace(state.ownValue(at: slot), with: value)
            if !hasRoom { _ = share.replace(state.ownValue(at: slot), with: nil) }
            state.values[slot] = hasRoom ? value : nil
            if !state.pending.isEmpty { state.pending[slot] = nil }
            state.own?.insert(slot)
            return hasRoom
        }
    }

    /// What a copy has set, in contrast to what was there when it was made; nil for that, and where there is no value.
    func ownValue(at slot: Int) -> CELValue? {
        state.withLock { state in state.own?.contains(slot) == true ? state.values[slot] : nil }
    }

    /// The same for several, as a case begins.
    func set(_ values: [(slot: Int, value: CELValue)]) {
        for (slot, value) in values { set(slot, value) }
    }

    func clear(_ root: Root) {
        set(root.rawValue, nil)
    }

    /// A value that is computed once, before its first use, unless something sets it earlier.
    func setLater(_ slot: Int, _ variable: Workflow.Variable) {
        state.withLock { $0.pending[slot] = variable }
    }

    private enum Step {
        case unset
        case compute(Workflow.Variable)
        case cycle(String)
    }

    package func value(at slot: Int) throws(CELError) -> CELValue? {
        // Nearly always there is a value, so that it alone is what leaves the lock.
        var step = Step.unset
        let value = state.withLock { state -> CELValue? in
            if let value = state.values[slot] { return value }
            guard let variable = state.pending[slot] else { return nil }
            step = state.evaluating.insert(slot).inserted ? .compute(variable) : .cycle(variable.name)
            return nil
        }
        if let value { return value }
        switch step {
        case .unset:
            guard let view = views?.view(at: slot, in: self) else { return nil }
            set(slot, view)
            return view
        // A cycle is refused when the file is loaded; this guards against one that only running shows.
        case .cycle(let name): throw CELError("the variable `\(name)` needs itself")
        case .compute(let variable):
            defer { state.withLock { state in _ = state.evaluating.remove(slot) } }
            let value = try compute(variable, at: slot)?.measured
            // That no step set it stays true.
            let hasRoom = state.withLock { state in
                guard share.replace(nil, with: value) else { return false }
                state.values[slot] = value
                state.pending[slot] = nil
                return true
            }
            guard hasRoom else {
                var failure = CELError(
                    .host, "the variable `\(variable.name)` (\(variable.range)): \(VariableSpace.excess)")
                failure.variableCount = 1
                throw failure
            }
            return value
        }
    }

    private static let mostNamed = 3

    private func compute(_ variable: Workflow.Variable, at slot: Int) throws(CELError) -> CELValue? {
        // A value of the environment is computed where `env.vars` finds it, and once for both.
        if let environmentSlot = variable.environmentSlot, environmentSlot != slot {
            return try value(at: environmentSlot)
        }
        do {
            return try variable.value.value(from: self)
        } catch {
            let kinds: [Failure.Kind: CELError.Kind] = [.cancelled: .cancelled, .notXML: .notXML]
            // Of a long row of variables, those next to the mistake say enough.
            let isNamed = error.variableCount < Self.mostNamed
            let name = isNamed ? "the variable `\(variable.name)` (\(variable.range)): " : ""
            var failure = CELError(kinds[error.kind] ?? .host, name + error.message)
            failure.variableCount = error.variableCount + 1
            throw failure
        }
    }

    /// The active deadlines of the case, outermost first.
    var limits: ArraySlice<TimeLimit> {
        get { state.withLock(\.limits) }
        set { state.withLock { $0.limits = newValue } }
    }

    package var mustStop: Bool { Task.isCancelled || limits.contains(where: \.hasPassed) }

    package func noteSecret(_ text: String) { secrets.note(text) }

    package func noteSecret(_ part: SecretPart) { secrets.note(part) }

    package func noteURL(_ text: String) { secrets.noteURL(text) }
}
