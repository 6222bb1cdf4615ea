package import BatonDiagnostics

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

    init(
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
        case set([Assignment])
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
    }

    /// A step of another branch, by its id, with the place where the name stands.
    package struct Awaited: Sendable {
        package let id: String
        package let range: SourceRange
    }

    package struct Assignment: Sendable {
        package let name: String
        package let slot: Int
        package let value: Template
        package let range: SourceRange
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
