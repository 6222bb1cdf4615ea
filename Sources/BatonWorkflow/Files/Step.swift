package import BatonDiagnostics
package import BatonJudging
package import BatonLanguage

/// One step of a workflow.
package final class Step: Sendable {
    /// A name that is unique within the workflow: `name`, else `METHOD url` as written, with ` #2` for the second step
    /// of the same name.
    package let name: String
    package let id: String?
    /// The start of the step, which reports point to.
    package let range: SourceRange
    package let condition: Expression?
    package let action: Action
    /// The flow of the step; nil for one that runs once, unconditionally and without delay.
    package let flow: StepFlow?
    /// The variables that any expression of the step reads by their bare names, each once.
    package let reads: [String]

    package init(
        name: String, id: String?, range: SourceRange, condition: Expression?, action: Action, flow: StepFlow?,
        reads: [String]
    ) {
        self.name = name
        self.id = id
        self.range = range
        self.condition = condition
        self.action = action
        self.flow = flow
        self.reads = reads
    }

    package enum Action: Sendable {
        case request(RequestTemplate)
        case set([VariableAssignment])
        case that([Expression])
        case wait(DurationTemplate)
        case awaiting(Awaited)
        case log(TextTemplate)
        case group(Group)
        case exec(ExecTemplate)
        case workflow(WorkflowCall)
    }

    /// The steps of a group.
    package struct Group: Sendable {
        package let steps: [Step]
        /// The written name of the group, which precedes the names of its steps.
        package let title: String?
        /// Whether its steps run at the same time.
        package var isParallel = false
        /// The ids of steps that steps of another branch wait for.
        package var awaited: Set<String> = []

        package init(steps: [Step], title: String?, isParallel: Bool = false, awaited: Set<String> = []) {
            self.steps = steps
            self.title = title
            self.isParallel = isParallel
            self.awaited = awaited
        }
    }

    /// A step of another branch, by its id, with the place where the name stands.
    package struct Awaited: Sendable {
        package let id: String
        package let range: SourceRange

        package init(id: String, range: SourceRange) {
            self.id = id
            self.range = range
        }
    }
}

extension Step.Action {
    /// The variables that the step sets or captures.
    package var givenNames: [String] {
        switch self {
        case .request(let template): template.captures.map(\.name)
        case .set(let assignments): assignments.map(\.name)
        case .group(let group): group.steps.flatMap(\.action.givenNames)
        case .exec(let template): template.captures.map(\.name)
        case .workflow(let call): call.captures.map(\.name)
        case .that, .wait, .awaiting, .log: []
        }
    }
}

extension Step.Action {
    /// Whether the step calls an endpoint or a workflow that gives a `result`.
    package var givesResult: Bool {
        switch self {
        case .request(let template): template.call != nil
        case .workflow: true
        case .set, .that, .wait, .awaiting, .log, .group, .exec: false
        }
    }
}

extension Step {
    /// The step and all steps within it, at any depth.
    package var all: [Step] {
        var all: [Step] = []
        visit { all.append($0) }
        return all
    }

    package func visit(_ visit: (Step) -> Void) {
        visit(self)
        guard case .group(let group) = action else { return }
        for step in group.steps { step.visit(visit) }
    }
}

/// The rules for whether, when and how often a step runs; most steps have none.
package final class StepFlow: Sendable {
    /// The reason why the step is skipped; nil for a step that runs.
    package let skip: String?
    /// The loops around the step, outermost first.
    package let loops: [Loop]
    package let delay: DurationTemplate?
    /// The maximum duration of a group or a call, with all its passes and attempts.
    package let timeout: DurationTemplate?
    /// Whether the later steps run although this one failed.
    package let continuesOnFailure: Bool

    package init(
        skip: String?, loops: [Loop], delay: DurationTemplate?, timeout: DurationTemplate?, continuesOnFailure: Bool
    ) {
        self.timeout = timeout
        self.skip = skip
        self.loops = loops
        self.delay = delay
        self.continuesOnFailure = continuesOnFailure
    }
}

/// The last step that runs before teardown, which always runs whole.
package struct StepLimit: Sendable, Equatable {
    /// Whether the last step belongs to `setup`, so that no step of `steps` runs.
    package let isInSetup: Bool
    /// The line as the user gave it.
    package let line: Int
    /// The offset of the first byte after the last step.
    package let offset: Int

    package init(isInSetup: Bool, line: Int, offset: Int) {
        self.isInSetup = isInSetup
        self.line = line
        self.offset = offset
    }

    /// The reason why a step of `steps` or `setup` does not run; nil for one that runs.
    package func reason(for step: Step, isInSetup: Bool) -> String? {
        let isBehind = self.isInSetup == isInSetup ? step.range.lower >= offset : self.isInSetup
        return isBehind ? "behind line \(line), with which this run ends" : nil
    }
}

/// The call of a workflow (`workflow`), whose steps run within this one with variables of their own.
package final class WorkflowCall: Sendable {
    /// The maximum depth of calls: the number of files in the chain.
    package static let mostLevels = 32
    /// The maximum number of steps of a file, each call counted with the steps of the called workflow.
    package static let mostSteps = 1_000_000

    package let workflow: Workflow
    /// Values for the inputs, with slots of the called workflow.
    package let arguments: [CallTemplate.Argument]
    /// The caller's session that the called workflow uses; nil for a session of its own.
    package let sharedSession: SessionChoice?
    /// The captures from the outputs, and the checks of them.
    package let captures: [Capture]
    package let checks: [Check]
    package let conditions: [Expression]

    package init(
        workflow: Workflow, arguments: [CallTemplate.Argument], sharedSession: SessionChoice?, captures: [Capture],
        checks: [Check], conditions: [Expression]
    ) {
        self.workflow = workflow
        self.arguments = arguments
        self.sharedSession = sharedSession
        self.captures = captures
        self.checks = checks
        self.conditions = conditions
    }
}
