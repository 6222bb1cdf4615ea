import BatonCEL
import BatonWorkflow
import Synchronization

/// `steps`: the steps that ran, by their ids.
final class StepsView: CELNative {
    private typealias Entry = (id: String, step: StepView)

    /// Looked through one by one, the last first: that is quicker than hashing, and hardly a workflow has many ids.
    private let steps: Mutex<[Entry]>

    init() {
        steps = Mutex([])
    }

    /// The same steps, to be added to apart.
    init(copying view: StepsView) {
        steps = Mutex(view.steps.withLock { $0 })
    }

    var nativeType: CELNativeType { Roots.stepsType }

    func add(_ id: String, _ step: StepView) {
        steps.withLock { steps in
            if let index = steps.lastIndex(where: { $0.id == id }) {
                steps[index].step = step
            } else {
                steps.append((id, step))
            }
        }
    }

    /// Nil for one that has not had its turn.
    func step(_ id: String) -> StepView? { steps.withLock { $0.last { $0.id == id }?.step } }

    func member(_ name: String) throws(CELError) -> CELValue? {
        .native(step(name) ?? StepView(ran: false, values: CapturedValues(), answer: nil))
    }
}

/// `steps.ID`: what a step captured or set, whether it ran, and its answer where a later expression reads it.
final class StepView: CELNative {
    let ran: Bool
    private let values: CapturedValues
    private let answer: Answer?

    init(ran: Bool, values: CapturedValues, answer: Answer?) {
        self.ran = ran
        self.values = values
        self.answer = answer
    }

    /// What the endpoint or the workflow gave that the step called.
    var result: CELValue? { values[Root.result.name] }

    /// The same step with another result.
    func with(result: CELValue) -> StepView {
        var values = values
        values[Root.result.name] = result
        return StepView(ran: ran, values: values, answer: answer)
    }

    var nativeType: CELNativeType { Roots.stepType }

    func member(_ name: String) throws(CELError) -> CELValue? {
        switch name {
        case "ran": .bool(ran)
        case "response": answer.map { .native($0) }
        default: values[name]
        }
    }

    func absence(of member: String) -> String? {
        if !ran { return "`\(member)` is not set: the step did not run" }
        return member == "response" ? "the step got no answer" : "the step gave `\(member)` no value"
    }
}
