import BatonFiles
import BatonProcesses
import BatonRecords
import BatonRunner
import BatonSecrets
import BatonWorkflow

/// Everything decided before the first request. Its initialiser throws every error that ends a run with exit code 2.
struct PreparedRun: Sendable {
    let workspace: Workspace
    let reports: ReportPaths
    let environment: EnvironmentSpec?
    /// The server to start; nil for a dry run, and where `--base-url` gives another server.
    let server: ServerSpec?
    let plan: Plan
    /// Why there is nothing to run, where that is not an error.
    let nothingToDo: String?
    /// Whether a workflow runs only up to a line, or this machine runs only its share.
    let isPartial: Bool
    let unusedSnapshots: UnusedSnapshots
    /// Where the outputs of the selected workflow are written; nil without `--outputs`.
    let outputs: OutputsTarget?
    let settings: RunSettings
    let started: RunStarted
    let jobs: Int
    /// Number of transfer loops: one per core, but no more than jobs or cases.
    let loopCount: Int

    init(
        _ options: RunOptions, _ context: ProcessContext, _ messages: Messages, saved: SavedFiles?
    ) async throws(UsageError) {
        let preparation = RunPreparation(options: options, context: context, messages: messages)
        let project = try preparation.project()
        let given = try preparation.given(to: project)
        let loaded = try await preparation.workflows(of: project, given)
        let selected = try preparation.cases(of: loaded, project)
        let targets = try preparation.targets(project, loaded, selected)
        let checked = try preparation.plan(project, given, loaded, selected, targets)
        let named = try preparation.namedValues(project, loaded, selected, checked)
        try preparation.hideSecrets(in: checked.plan, named, given)

        let baseURL = given.baseURL.map { BaseURL.shown($0, messages.secrets) }
        plan = checked.plan.masking(messages.secrets.redact)
        let now = context.dependencies.clock()
        let identity = RunIdentity(id: context.dependencies.uuid7(), started: now)
        settings = RunSettings(
            identity,
            options: RunSettings.Options(options, project.workspace.project, stepLimits: selected.limits),
            environments: try preparation.environments(of: project, given, checked.plan),
            values: RunValues(
                secrets: checked.secrets.values, process: context.environment.values, variables: named.variables,
                inputs: named.inputs),
            files: RunFiles(workingFolder: project.workspace.workingFolder, root: loaded.root, saved: saved),
            secrets: messages.secrets, dependencies: context.dependencies)
        started = preparation.started(identity, project, baseURL, loaded, selected, plan)

        workspace = project.workspace
        environment = project.environment
        reports = targets.reports
        outputs = targets.outputs
        server = preparation.needsServer(for: plan) ? project.environment?.server : nil
        nothingToDo = selected.nothingToDo
        isPartial = !selected.limits.isEmpty || selected.sharded != nil
        unusedSnapshots = checked.unusedSnapshots
        jobs = loaded.jobs
        loopCount = max(1, min(jobs, plan.cases.count, context.processorCount))
    }

    /// All secrets named by an environment of the project or by the command line; the value is nil where none is given.
    var secretValues: [String: String?] {
        var values: [String: String?] = settings.values.secrets
        for name in workspace.project?.environments.flatMap(\.secrets) ?? [] where values[name] == nil {
            values.updateValue(nil, forKey: name)
        }
        return values
    }
}

extension RunSettings.Options {
    fileprivate init(_ options: RunOptions, _ project: Project?, stepLimits: [String: StepLimit]) {
        self.init(userAgent: "baton/\(Version.text)")
        isDryRun = options.isDryRun
        isStub = options.isStub
        updatesSnapshots = options.updatesSnapshots
        retries = options.retries
        failsOnFlaky = options.failsOnFlaky
        isStrict = options.isStrict || project?.isStrict == true
        isTracing = options.isTracing || options.detail == .full
        keepsOutputs = options.outputs != nil
        allowsPrograms = options.allowsPrograms
        isShared = options.shard != nil
        self.stepLimits = stepLimits
    }
}
