import BatonDiagnostics
import BatonFiles
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonProcesses
import BatonRecords
import BatonReports
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
    /// The step that `baton send` shows; nil for other commands.
    let sentStep: ConsoleOptions.StepPlace?
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
            options: RunSettings.Options(options, project.workspace.project, selected),
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
        sentStep = selected.sentStep
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
    fileprivate init(_ options: RunOptions, _ project: Project?, _ selected: SelectedCases) {
        self.init(userAgent: "baton/\(Version.text)")
        isDryRun = options.isDryRun
        isStub = options.isStub
        updatesSnapshots = options.updatesSnapshots
        retries = options.retries
        failsOnFlaky = options.failsOnFlaky
        isStrict = options.isStrict || project?.isStrict == true
        tellsEveryCheck = options.tellsEveryCheck
        isTracing = options.isTracing || options.detail == .full
        keepsOutputs = options.outputs != nil
        allowsPrograms = options.allowsPrograms
        isShared = options.shard != nil
        stepLimits = selected.limits
        seed = selected.seed
    }
}

/// What a run gives to its workflows and may withhold: the right to start programs, and values of secrets. A workflow that
/// lacks one of them fails, and no other does.
struct RunMeans: Sendable {
    private let allowsPrograms: Bool
    private let secrets: SecretValues
    private let origin: RunOptions.Origin

    init(_ options: RunOptions, _ secrets: SecretValues) {
        allowsPrograms = options.allowsPrograms
        self.secrets = secrets
        origin = options.origin
    }

    /// The codes of what `lacks(_:)` finds.
    static let codes: Set = [Diagnostic.execNotAllowedCode, Diagnostic.missingSecretCode]

    /// What the workflow needs and does not get; empty where it can run, and where it is left out in any case.
    func lacks(_ workflow: Workflow) -> [Diagnostic] {
        if workflow.absence != nil { return [] }
        if !allowsPrograms, let program = workflow.uses.programs.first { return [.execNotAllowed(at: program)] }
        return workflow.uses.secrets.filter { secrets.values[$0.key] == nil }.sorted { $0.key < $1.key }
            .map { .missingSecret($0.key, at: $0.value, origin) }
    }
}

/// The files that a run reads, as far as they are known beforehand: its workflows with all files that they name,
/// baton.yaml, and the files of the command line.
struct RunSources {
    private let options: RunOptions
    private let loaded: LoadedWorkflows
    private let workspace: Workspace

    init(_ options: RunOptions, _ loaded: LoadedWorkflows, _ workspace: Workspace) {
        self.options = options
        self.loaded = loaded
        self.workspace = workspace
    }

    /// - Parameter path: absolute, without links.
    func contains(_ path: String) -> Bool {
        let dependencies = FileDependencies(schemas: workspace.project?.schemas ?? [])
        let provided = options.providedFiles.map { FileIdentity.of(RealPath.join(workspace.workingFolder, $0.value)) }
        return provided.contains(path) || ProjectWideFiles(options, workspace).first(in: [path], dependencies) != nil
            || loaded.all.contains { dependencies.names(path, in: $0.file.path) }
    }
}

extension RunOptions {
    /// The options that decide what is sent and what is right, as words of a command line that runs the same again from
    /// the project's folder.
    ///
    /// Values are left out: they may be secrets that nothing else tells to be some.
    ///
    /// - Parameter baseURL: that of `--base-url`, without its password.
    func given(baseURL: MaskedText?, in workspace: Workspace, masked: (String) -> MaskedText) -> [MaskedText] {
        func path(_ file: String) -> MaskedText {
            let absolute = PathText.absolute(RealPath.join(workspace.workingFolder, file))
            return masked(PathText.relative(absolute, to: workspace.root))
        }
        var words: [MaskedText] = []
        if self.baseURL != nil, let baseURL { words += ["--base-url", baseURL] }
        for file in variableFiles { words += ["--vars-file", path(file)] }
        for variable in variables { words += ["--var", masked("\(variable.name)=…")] }
        for input in inputs { words += ["--input", masked("\(input.name)=…")] }
        for file in providedFiles { words += ["--provide", masked("\(file.name)=") + path(file.value)] }
        for file in secretFiles { words += ["--secrets-file", path(file)] }
        for secret in secrets { words += ["--secret", masked(String(secret.prefix { $0 != "=" }))] }
        if let fileRoot { words += ["--file-root", path(fileRoot)] }
        if allowsPrograms { words.append("--allow-exec") }
        if isStub { words.append("--stub") }
        return words
    }
}
