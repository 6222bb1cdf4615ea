package import BatonDiagnostics

/// One step of a workflow.
package final class Step: Sendable {
    /// Unique within its workflow: `name`, else `METHOD url` as written, with ` #2` for a second of the same.
    package let name: String
    package let id: String?
    /// Where the step begins: the place that reports point to.
    package let range: SourceRange
    package let condition: Expression?
    package let action: Action
    /// Nil for a step that is simply done once.
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
        case log(TextTemplate)
        case group(Group)
        case exec(ExecTemplate)
        case workflow(WorkflowCall)
    }

    /// Steps that belong together.
    package struct Group: Sendable {
        package let steps: [Step]
        /// The name that the file gives it: it stands before those of its steps.
        package let title: String?
        /// Whether its steps run at the same time.
        package var isParallel = false
    }

    package struct Assignment: Sendable {
        package let name: String
        package let slot: Int
        package let value: Template
        package let range: SourceRange
    }
}

extension Step.Action {
    /// The variables that the step gives a value.
    package var givenNames: [String] {
        switch self {
        case .request(let template): template.captures.map(\.name)
        case .set(let assignments): assignments.map(\.name)
        case .group(let group): group.steps.flatMap(\.action.givenNames)
        case .exec(let template): template.captures.map(\.name)
        case .workflow(let call): call.captures.map(\.name)
        case .that, .wait, .log: []
        }
    }
}

extension Step.Action {
    /// Whether what it calls gives a `result`.
    package var givesResult: Bool {
        switch self {
        case .request(let template): template.call != nil
        case .workflow: true
        case .set, .that, .wait, .log, .group, .exec: false
        }
    }
}

extension Step {
    /// The step and those within it, however deep.
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
