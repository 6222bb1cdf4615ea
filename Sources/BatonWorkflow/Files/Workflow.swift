package import BatonDiagnostics
package import BatonJSON
import BatonJudging
package import BatonLanguage
import BatonValues

/// A workflow file without mistakes, with everything in it resolved.
package final class Workflow: Sendable {
    package let file: SourceFile
    package let name: String
    package let description: String?
    package let tags: [String]
    /// The person or team that is responsible for the workflow.
    package let owner: String?
    /// The reason why the workflow does not run in the chosen environment, as a part of a sentence; nil where it runs.
    package let absence: String?
    /// Whether it runs only where another workflow calls or needs it, or when its file is named.
    package let isCalledOnly: Bool
    package let inputs: [Input]
    /// The rows for each of which the whole workflow runs; nil for a workflow that runs once.
    package let rows: RowSet?
    package let variables: [Variable]
    package let setup: [Step]
    package let steps: [Step]
    package let teardown: [Step]
    package let outputs: [Output]
    /// The maximum number of further runs of the whole workflow when it fails.
    package let retries: Int
    package let quarantine: Quarantine?
    /// The workflows that must pass before this one runs.
    package let needs: [Need]
    /// The names of the locks that the workflow holds while it runs, each once.
    package let locks: [String]
    /// The maximum duration of setup and steps; nil for no limit.
    package let timeout: DurationTemplate?
    /// The place of `timeout` in the file.
    package let timeoutRange: SourceRange?
    /// The environments that steps name, other than that of the run.
    package let environments: [StepEnvironment]
    /// The session of steps without a session of their own.
    package let session: SessionChoice
    /// The number of slots that a run needs.
    package let slotCount: Int
    /// The slot of every variable, for `vars.x`.
    package let slots: VariableSlots
    package let uses: WorkflowUses
    package let warnings: [Diagnostic]

    package init(
        file: SourceFile, name: String, description: String?, tags: [String], owner: String? = nil,
        absence: String? = nil, isCalledOnly: Bool = false, inputs: [Input], rows: RowSet?, variables: [Variable],
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
        self.isCalledOnly = isCalledOnly
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

    package static let mostRetries = 100

    package var path: String { file.path }
    /// Every step of every section, including the steps within groups.
    package var allSteps: [Step] {
        var all: [Step] = []
        visitSteps { all.append($0) }
        return all
    }
    /// The names of the variables of this workflow and of the workflows that it calls.
    package var declaredVariables: [String] {
        uses.called.isEmpty ? variables.map(\.name) : withCalled.flatMap { $0.variables.map(\.name) }
    }

    /// The workflow and all workflows that it calls, directly or indirectly, each once; called workflows precede their
    /// callers.
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

    /// Visits every step of every section in order, including the steps within groups, without making a list.
    package func visitSteps(_ visit: (Step) -> Void) {
        for step in setup { step.visit(visit) }
        for step in steps { step.visit(visit) }
        for step in teardown { step.visit(visit) }
    }
    package var stepCount: Int { setup.count + steps.count + teardown.count }

    /// An input: a value that the caller or the user gives.
    package struct Input: Sendable {
        package let name: String
        package let slot: Int
        /// One of `Language.typeNames`; nil takes any.
        package let type: String?
        package let defaultValue: JSONValue?
        package let isRequired: Bool
        package let isSecret: Bool
        package let range: SourceRange

        package init(
            name: String, slot: Int, type: String?, defaultValue: JSONValue?, isRequired: Bool, isSecret: Bool,
            range: SourceRange
        ) {
            self.name = name
            self.slot = slot
            self.type = type
            self.defaultValue = defaultValue
            self.isRequired = isRequired
            self.isSecret = isSecret
            self.range = range
        }
    }

    /// A variable with its first value; the value is computed once per run of the workflow, before its first use.
    package struct Variable: Sendable {
        package let name: String
        package let slot: Int
        package let value: Template
        /// The slot of `env.vars.NAME`, which keeps its value when the variable changes; nil where the value does not
        /// come from the environment.
        package let environmentSlot: Int?
        package let range: SourceRange

        package init(name: String, slot: Int, value: Template, environmentSlot: Int?, range: SourceRange) {
            self.name = name
            self.slot = slot
            self.value = value
            self.environmentSlot = environmentSlot
            self.range = range
        }
    }

    /// A value for the users of the workflow; it is computed once all steps have passed, before teardown.
    package struct Output: Sendable {
        package let name: String
        package let value: Template
        package let range: SourceRange

        package init(name: String, value: Template, range: SourceRange) {
            self.name = name
            self.value = value
            self.range = range
        }
    }
}

extension Workflow {
    /// Another workflow that must pass first.
    package struct Need: Sendable {
        /// The name by which expressions read the outputs: `needs.NAME`.
        package let name: String
        /// The absolute path of the file, with symbolic links resolved.
        package let path: String
        package let arguments: [Argument]
        package let range: SourceRange

        package init(name: String, path: String, arguments: [Argument], range: SourceRange) {
            self.name = name
            self.path = path
            self.arguments = arguments
            self.range = range
        }

        /// A value for an input of the needed workflow. It cannot contain values of the workflow with the need, because
        /// the needed workflow runs first, and possibly for others as well.
        package struct Argument: Sendable {
            package let name: String
            package let value: Template
            /// The value in reports: cut where it is long, and without its type.
            package let text: String
            /// The whole value as written, as JSON, so that `1` differs from `"1"`.
            let written: JSONValue

            package init(name: String, value: Template, text: String, written: JSONValue) {
                self.name = name
                self.value = value
                self.text = text
                self.written = written
            }
        }

        /// The key of the arguments; needs of one file with equal keys share one case of the run.
        package var key: String {
            if arguments.isEmpty { return "" }
            let members = arguments.sorted { $0.name < $1.name }.map { ($0.name, $0.written) }
            return JSONWriter.compact(.object(JSONObject(members)))
        }
    }
}

extension JSONValue {
    /// Whether the value has a type of `Language.typeNames`.
    package func isOf(_ type: String) -> Bool {
        switch (self, type) {
        case (.number(let number), "integer"): number.isInteger
        default: typeName == type
        }
    }
}

extension Workflow {
    /// Whether a request of this workflow, or of a workflow that it calls, uses `cache`.
    package var usesCache: Bool { uses.called.isEmpty ? uses.hasCache : withCalled.contains(where: \.uses.hasCache) }

    /// Whether a request of this workflow, or of a workflow that it calls, keeps responses on disk.
    package var usesDiskCache: Bool {
        uses.called.isEmpty ? uses.hasDiskCache : withCalled.contains(where: \.uses.hasDiskCache)
    }
}

/// The reason and the period for which the failures of a workflow do not break the build.
package struct Quarantine: Sendable, Equatable {
    /// The last day of the quarantine, as written: `2026-12-31`.
    package let until: String
    /// The last day as the number of days since 1970-01-01 in UTC.
    package let lastDay: Int
    package let reason: String
    /// The person or team that is responsible for the quarantine.
    package let owner: String?

    package init(until: String, lastDay: Int, reason: String, owner: String?) {
        self.until = until
        self.lastDay = lastDay
        self.reason = reason
        self.owner = owner
    }
}

extension Language {
    /// `quarantine`.
    package enum Quarantine {
        package static let until = Key(
            "until", .plainText, "The last day, in UTC, on which a failure does not count.", takes: "date",
            example: "until: 2030-01-31")
        package static let reason = Key(
            "reason", .plainText, "What is wrong.", example: "reason: The stock is counted twice.")
        package static let owner = Key(
            "owner", .plainText, "The person or team that takes care of it.", example: "owner: shop team")
        package static let map = Map("`quarantine`", [until, reason, owner], rules: [.all([until, reason])])
    }
}

/// The slots of a workflow's variables, by name.
package struct VariableSlots: Sendable {
    /// In the order of their declaration.
    private var entries: [(name: String, slot: Int)] = []
    /// By name, the position in the list. Empty for a few names, which are compared one after the other.
    private var positions: [String: Int] = [:]

    /// Up to this number of names, comparing is faster than hashing.
    private static let compared = 12

    package init(capacity: Int) {
        entries.reserveCapacity(capacity)
    }

    /// Of several slots with the same name, the first one counts.
    package init(_ slots: [(String, Int)]) {
        self.init(capacity: slots.count)
        for (name, slot) in slots where self[name] == nil { add(name, slot) }
    }

    package mutating func add(_ name: String, _ slot: Int) {
        if let position = position(of: name) {
            entries[position].slot = slot
            return
        }
        entries.append((name, slot))
        guard entries.count > Self.compared else { return }
        for position in positions.count..<entries.count { positions[entries[position].name] = position }
    }

    package var names: [String] { entries.map(\.name) }

    package subscript(name: String) -> Int? { position(of: name).map { entries[$0].slot } }

    private func position(of name: String) -> Int? {
        entries.count > Self.compared ? positions[name] : entries.firstIndex { $0.name == name }
    }
}

/// An environment that steps name, other than that of the run.
package struct StepEnvironment: Sendable {
    package let name: String
    /// The slot of `env` in expressions of these steps.
    package let slot: Int
    /// The variables under `env.vars`: those of baton.yaml, with slots of their own.
    package let variables: [Workflow.Variable]

    package init(name: String, slot: Int, variables: [Workflow.Variable]) {
        self.name = name
        self.slot = slot
        self.variables = variables
    }
}

extension Workflow {
    /// The names of all environments, other than that of the run, to which the workflow, or one that it calls, sends
    /// requests.
    package var usedEnvironments: Set<String> {
        if environments.isEmpty, uses.called.isEmpty { return [] }
        return uses.called.reduce(into: Set(environments.map(\.name))) { $0.formUnion($1.usedEnvironments) }
    }
}

/// The settings for headers that the sessions of an environment keep in addition to cookies.
package struct SessionSpec: Sendable {
    /// Names of headers, compared without regard to case.
    package var headers: [String] = []
    package var scope = Scope.workflow

    /// The scope in which kept headers are shared; cookies always stay with their workflow.
    package enum Scope: String, Sendable, CaseIterable {
        case workflow
        case run
    }

    package init() {}
}
