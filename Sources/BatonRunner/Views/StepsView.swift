import BatonCEL
import BatonJudging
import BatonLanguage
import Synchronization

/// `steps`: the steps that ran, by their ids.
final class StepsView: CELNative {
    private typealias Entry = (id: String, step: StepView)

    private struct State {
        /// Searched linearly from the end, which is faster than hashing: hardly any workflow has many ids.
        var steps: [Entry] = []
        /// In a copy, the ids of the steps added after copying; nil in an original.
        var own: Set<String>?

        func step(_ id: String) -> StepView? { steps.last { $0.id == id }?.step }
    }

    private let state: Mutex<State>

    init() {
        state = Mutex(State())
    }

    /// Copies the steps, so that both views can grow independently.
    init(copying view: StepsView) {
        state = Mutex(State(steps: view.state.withLock { $0.steps }, own: []))
    }

    var nativeType: CELNativeType { Roots.stepsType }

    func add(_ id: String, _ step: StepView) {
        state.withLock { state in
            if let index = state.steps.lastIndex(where: { $0.id == id }) {
                state.steps[index].step = step
            } else {
                state.steps.append((id, step))
            }
            state.own?.insert(id)
        }
    }

    /// Nil for a step that has not been reached.
    func step(_ id: String) -> StepView? { state.withLock { $0.step(id) } }

    /// The step with this id; in a copy, nil for a step from before copying.
    func ownStep(_ id: String) -> StepView? {
        state.withLock { state in state.own?.contains(id) == false ? nil : state.step(id) }
    }

    func member(_ name: String) throws(CELError) -> CELValue? {
        .native(step(name) ?? .empty(ran: false))
    }
}

/// `steps.ID`: the values that a step captured or set, whether it ran, and its response where a later expression reads
/// it.
final class StepView: CELNative {
    let ran: Bool
    private let values: CapturedValues
    private let response: StepResponse?
    /// The variable space that values and response take, until the view is released.
    private let share: VariableSpace.Share?

    init(ran: Bool, values: CapturedValues, response: StepResponse?, share: VariableSpace.Share? = nil) {
        self.ran = ran
        self.values = values
        self.response = response
        self.share = share
    }

    /// A step without values.
    static func empty(ran: Bool) -> StepView { StepView(ran: ran, values: CapturedValues(), response: nil) }

    /// The result of the endpoint or workflow that the step called.
    var result: CELValue? { values[Root.result.name] }

    /// The same step with the results of all passes of a loop.
    ///
    /// - Parameter share: the variable space that the results take.
    func with(result: CELValue, share: VariableSpace.Share) -> StepView {
        var values = values
        values[Root.result.name] = result
        return StepView(ran: ran, values: values, response: response, share: share)
    }

    var nativeType: CELNativeType { Roots.stepType }

    func member(_ name: String) throws(CELError) -> CELValue? {
        switch name {
        case "ran": .bool(ran)
        case "response": response.map { .native($0) }
        default: values[name]
        }
    }

    func absence(of member: String) -> String? {
        if !ran { return "`\(member)` is not set: the step did not run" }
        return member == "response" ? "the step got no response" : "the step gave `\(member)` no value"
    }
}

/// `needs`: the outputs of other workflows, by the names that this workflow declares for them.
final class NeedsView: CELNative {
    private let needs: [String: CELValue]

    /// - Parameter needs: the outputs of each; a list for a workflow with rows.
    init(_ needs: [String: CELValue]) {
        self.needs = needs
    }

    var nativeType: CELNativeType { Roots.needsType }

    func member(_ name: String) throws(CELError) -> CELValue? { needs[name] }
}

/// `needs.NAME`: the outputs of one workflow.
final class NeedView: CELNative {
    private let outputs: [String: CELValue]

    init(_ outputs: [String: CELValue]) {
        self.outputs = outputs
    }

    var nativeType: CELNativeType { Roots.needType }

    func member(_ name: String) throws(CELError) -> CELValue? { outputs[name] }
}

/// `case`: one attempt at a case, shared with the workflows that it calls.
final class CaseView: CELNative {
    private let host: any FunctionHost
    /// Created at its first use.
    private let id = Mutex<String?>(nil)

    init(host: any FunctionHost) {
        self.host = host
    }

    var nativeType: CELNativeType { Roots.caseType }

    func member(_ name: String) throws(CELError) -> CELValue? {
        guard name == "id" else { return nil }
        return .string(
            try id.withLock { id throws(CELError) in
                if let id { return id }
                let made = try host.uuid7()
                id = made
                return made
            })
    }
}
