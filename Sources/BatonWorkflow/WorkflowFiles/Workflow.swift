package import BatonDiagnostics
package import BatonJSON
import BatonText

/// A workflow file that was found to be whole: everything in it is resolved, nothing of it has run.
package final class Workflow: Sendable {
    package let file: SourceFile
    package let name: String
    package let description: String?
    package let tags: [String]
    /// The person or team that takes care of it.
    package let owner: String?
    /// Why nothing of it runs in the chosen environment: a part of a sentence. Nil where it runs.
    package let absence: String?
    package let inputs: [Input]
    /// What the whole of it runs once for each of; nil for a workflow that runs once.
    package let rows: RowSet?
    package let variables: [Variable]
    package let setup: [Step]
    package let steps: [Step]
    package let teardown: [Step]
    package let outputs: [Output]
    /// How many more times the whole of it runs when it fails.
    package let retries: Int
    package let quarantine: Quarantine?
    /// The workflows that must have passed before it.
    package let needs: [Need]
    /// What it must not share with another at the same time; each name once.
    package let locks: [String]
    /// How long setup and steps may take; nil where nothing bounds them.
    package let timeout: DurationTemplate?
    /// Where that is written.
    package let timeoutRange: SourceRange?
    /// The environments beside the run's that its steps name.
    package let environments: [StepEnvironment]
    /// The session of steps that name none.
    package let session: SessionChoice
    /// How many slots a run of it needs.
    package let slotCount: Int
    /// Every variable's slot, for `vars.x`.
    package let slots: VariableSlots
    package let uses: WorkflowUses
    package let warnings: [Diagnostic]

    init(
        file: SourceFile, name: String, description: String?, tags: [String], owner: String? = nil,
        absence: String? = nil,
        inputs: [Input], rows: RowSet?,
        variables: [Variable],
        setup: [Step], steps: [Step], teardown: [Step], outputs: [Output], retries: Int, quarantine: Quarantine?,
        needs: [Need] = [], locks: [String] = [], timeout: DurationTemplate? = nil, timeoutRange: SourceRange? = nil,
        environments: [StepEnvironment] = [], session: SessionChoice = .standard, slotCount: Int, slots: VariableSlots,
        uses: WorkflowUses, warnings: [Diagnostic]
    ) {
        self.file = file
        self.name = name
        self.description = description
        self.tags = tags
        self.owner = owner
        self.absence = absence
        self.inputs = inputs
        self.rows = rows
        self.variables = variables
        self.setup = setup
        self.steps = steps
        self.teardown = teardown
        self.outputs = outputs
        self.retries = retries
        self.quarantine = quarantine
        self.needs = needs
        self.locks = locks
        self.timeout = timeout
        self.timeoutRange = timeoutRange
        self.environments = environments
        self.session = session
        self.slotCount = slotCount
        self.slots = slots
        self.uses = uses
        self.warnings = warnings
    }

    static let mostRetries = 100

    package var path: String { file.path }
    /// Every step of every section, those within groups included.
    package var allSteps: [Step] {
        var all: [Step] = []
        visitSteps { all.append($0) }
        return all
    }
    /// The names of its variables, and of those of the workflows that it calls.
    package var declaredVariables: [String] {
        uses.called.isEmpty ? variables.map(\.name) : withCalled.flatMap { $0.variables.map(\.name) }
    }

    /// The workflow behind those that it calls, and those that these call: each once, however many ways lead to it.
    package var withCalled: [Workflow] {
        var seen: Set<TextKey> = []
        var all: [Workflow] = []
        func add(_ workflow: Workflow) {
            guard seen.insert(TextKey(workflow.path)).inserted else { return }
            workflow.uses.called.forEach(add)
            all.append(workflow)
        }
        add(self)
        return all
    }

    /// Every step of every section in order, those within groups included, without making a list of them.
    package func visitSteps(_ visit: (Step) -> Void) {
        for step in setup { step.visit(visit) }
        for step in steps { step.visit(visit) }
        for step in teardown { step.visit(visit) }
    }
    package var stepCount: Int { setup.count + steps.count + teardown.count }

    /// A value that comes from outside.
    package struct Input: Sendable {
        package let name: String
        package let slot: Int
        /// One of `Language.typeNames`; nil takes any.
        package let type: String?
        package let defaultValue: JSONValue?
        package let isRequired: Bool
        package let isSecret: Bool
        package let range: SourceRange
    }

    /// A variable with its first value; the value is computed once per run of the workflow, before its first use.
    package struct Variable: Sendable {
        package let name: String
        package let slot: Int
        package let value: Template
        /// The slot of `env.vars.NAME`, where the value comes from the environment: it stays when the variable changes.
        package let environmentSlot: Int?
        package let range: SourceRange
    }

    /// A value for the users of the workflow; it is computed once all steps have passed, before teardown.
    package struct Output: Sendable {
        package let name: String
        package let value: Template
        package let range: SourceRange
    }
}
