package import BatonCEL
import BatonHTTP
import BatonJudging
package import BatonLanguage
package import BatonSecrets
import BatonWorkflow
import Synchronization

/// The values of one case: roots and variables by slot, and the variables not yet computed.
///
/// A case is one task, so its lock is never contended; the lock makes it possible to pass `vars` and `env.vars` as
/// values in expressions.
package final class CaseScope: TemplateScope, Sendable {
    private struct State {
        /// By slot; nil for a variable that is declared but not set.
        var values: [CELValue?]
        var pending: [Int: Workflow.Variable] = [:]
        var evaluating: Set<Int> = []
        var limits: ArraySlice<TimeLimit> = []
        /// In a copy, the slots that were set after copying; nil in an original.
        var own: Set<Int>?

        /// The bytes that count towards this scope's share of space; in a copy, inherited values do not count.
        func ownBytes(at slot: Int) -> Int {
            own?.contains(slot) == false ? 0 : values[slot].map { Int($0.size.bytes) } ?? 0
        }
    }

    private let state: Mutex<State>
    private let space: VariableSpace
    private let share: VariableSpace.Share
    let secrets: StepSecrets
    package let host: any FunctionHost
    /// Creates `vars` and `env` for the first expression that reads them; most workflows have none.
    private let views: VariableViews?

    package convenience init(slotCount: Int, secrets: SecretRegistry, host: any FunctionHost) {
        self.init(
            slotCount: slotCount, secrets: StepSecrets(secrets), host: host, views: nil, space: VariableSpace())
    }

    /// - Parameter roots: the values that all cases of a run have.
    init(
        slotCount: Int, secrets: StepSecrets, host: any FunctionHost, views: VariableViews?, space: VariableSpace,
        roots: [(slot: Int, value: CELValue)] = []
    ) {
        // Not by `repeating`, which copies by the witnesses of the type.
        var values: [CELValue?] = []
        values.reserveCapacity(slotCount)
        for _ in 0..<slotCount { values.append(nil) }
        share = VariableSpace.Share(of: space)
        for root in roots {
            values[root.slot] = root.value
            _ = share.add(root.value)
        }
        state = Mutex(State(values: values))
        self.space = space
        self.secrets = secrets
        self.host = host
        self.views = views
    }

    /// Copies the values, so that both scopes can change independently.
    init(copying scope: CaseScope, host: any FunctionHost) {
        var copy = scope.state.withLock { $0 }
        copy.evaluating = []
        copy.own = []
        // The views made for the other scope would read its variables.
        for root in VariableViews.roots { copy.values[root.rawValue] = nil }
        state = Mutex(copy)
        space = scope.space
        share = VariableSpace.Share(of: scope.space)
        secrets = StepSecrets(copying: scope.secrets)
        self.host = host
        views = scope.views
    }

    /// Returns false and leaves the slot without a value where the variables of the case exceed their space.
    @discardableResult
    package func set(_ slot: Int, _ value: CELValue?) -> Bool {
        let value = value?.measured
        return state.withLock { state in
            let old = state.ownBytes(at: slot)
            let hasRoom = share.take((value.map { Int($0.size.bytes) } ?? 0) - old)
            if !hasRoom { _ = share.take(-old) }
            state.values[slot] = hasRoom ? value : nil
            if !state.pending.isEmpty { state.pending[slot] = nil }
            state.own?.insert(slot)
            return hasRoom
        }
    }

    /// In a copy, a value that was set after copying; nil for inherited and missing values, and in an original.
    func ownValue(at slot: Int) -> CELValue? {
        state.withLock { state in state.own?.contains(slot) == true ? state.values[slot] : nil }
    }

    func clear(_ root: Root) {
        if state.withLock({ $0.values[root.rawValue] != nil }) { set(root.rawValue, nil) }
    }

    /// Registers a variable that is computed before its first use, unless a value is set earlier.
    func setLater(_ slot: Int, _ variable: Workflow.Variable) {
        state.withLock { $0.pending[slot] = variable }
    }

    private enum Step {
        case unset
        case compute(Workflow.Variable)
        case cycle(String)
    }

    package func value(at slot: Int) throws(CELError) -> CELValue? {
        // Nearly always there is a value, so the common case returns only that from under the lock.
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
        // Loading refuses a file with a cycle; this guards against a cycle that shows only at run time.
        case .cycle(let name): throw CELError("the variable `\(name)` needs itself")
        case .compute(let variable):
            defer { state.withLock { state in _ = state.evaluating.remove(slot) } }
            let value = try compute(variable, at: slot)?.measured
            // The variable stays marked as not set by a step.
            let hasRoom = state.withLock { state in
                guard value.map(share.add) ?? true else { return false }
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
        // A variable of the environment is computed once, in the slot that `env.vars` reads too.
        if let environmentSlot = variable.environmentSlot, environmentSlot != slot {
            return try value(at: environmentSlot)
        }
        do {
            return try variable.value.value(from: self)
        } catch {
            let kinds: [Failure.Kind: CELError.Kind] = [.cancelled: .cancelled, .notXML: .notXML]
            // In a long chain of variables, the names closest to the error are enough.
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
