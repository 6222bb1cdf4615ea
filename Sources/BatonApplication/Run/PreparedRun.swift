import BatonDiagnostics
import BatonFiles
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonProcesses
import BatonRecords
import BatonRunner
import BatonSecrets
import BatonValues
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
        let workspace = try Workspace(context)
        var reports = ReportPaths(options, workspace, in: context, usesFolder: options.writesUsualReports)
        if !reports.faults.isEmpty { throw UsageError(reports.faults) }
        if options.recordsHistory && !options.isDryRun { try workspace.checkHistory(messages) }
        let environment = try workspace.environment(named: options.environment)
        let registry = messages.secrets
        messages.hideSecrets(of: workspace, context.environment)
        let provided = try ProvidedFiles(
            options, workingFolder: workspace.workingFolder, environment: environment?.name, into: registry)
        let values = ProjectScope(context.environment.values, registry)
        let given = try GivenSecrets(options, context.environment.values, workspace)
        for value in given.values.values { registry.add(value) }
        messages.show(given.warnings)
        let baseURL = try BaseURL.ofRun(options, environment, values)
        let files = try WorkflowFiles(options.paths, in: workspace)
        let share = try DescriptorShare.jobs(
            max(1, min(options.jobs ?? workspace.project?.jobs ?? context.processorCount, 10_000)),
            left: ProcessLimits.descriptorsLeft,
            loops: context.processorCount)
        jobs = share.count
        if let warning = share.warning { messages.warn(Message(value: warning)) }
        let fileRoot = try workspace.fileRoot(options)
        let loaded = await LoadedWorkflows(
            files, in: workspace,
            context: LoadingContext(
                projectVariables: workspace.project?.variables ?? [],
                projectUses: workspace.project?.uses ?? [], projectDefaults: workspace.project?.defaults,
                projectLocks: workspace.project?.locks ?? [], environment: environment,
                environments: workspace.project?.environments ?? [], hasBaseURL: baseURL != nil,
                givenSecrets: Array(given.values.keys), secretNames: workspace.secretNames,
                files: workspace.files(beneath: fileRoot), schemas: workspace.schemas(beneath: fileRoot)),
            paths: WrittenPaths(root: fileRoot, workingFolder: workspace.workingFolder),
            width: min(jobs, context.processorCount), on: context.dependencies.day)
        messages.show(workspace.explained(loaded.diagnostics, options))
        if loaded.hasProjectErrors { throw UsageError([]) }

        let selected = try SelectedCases(
            options, loaded, files, workspace, context.environment, messages)
        let sources = RunSources(options, loaded, workspace)
        reports.refuseSources { sources.contains($0) }
        if !reports.faults.isEmpty { throw UsageError(reports.faults) }
        self.reports = reports
        outputs = try OutputsTarget(options, workingFolder: workspace.workingFolder) {
            sources.contains($0) || reports.holds($0, or: workspace)
        }
        let outputsWorkflow = try outputs.map { outputs throws(UsageError) in
            try outputs.workflow(of: selected, options)
        }
        let secrets = SecretValues(workspace.project?.environments ?? [], given, context.environment.values, registry)
        var plan = loaded.completed(
            selected.plan, in: RunMeans(options, secrets),
            // Another shard may hold what needs them.
            provided: try provided.outputs(for: selected.whole, of: loaded), selecting: outputsWorkflow)
        nothingToDo = selected.nothingToDo
        if options.detail.isVerbose || options.isDryRun && options.detail != .quiet {
            messages.show(notes: plan.workflows.flatMap(\.defaultBounds))
        }
        isPartial = !selected.limits.isEmpty || selected.sharded != nil
        unusedSnapshots = UnusedSnapshots(
            plan, options, limited: selected.limits.keys, workingFolder: workspace.workingFolder)
        messages.show(plan.errors(RunMeans.codes))
        var options = options
        // No selected workflow is left that could declare these names.
        if selected.whole.cases.isEmpty {
            (options.inputs, options.variables, options.variableFiles) = ([], [], [])
            options.variableValues = [:]
        }
        // Other shards may hold the workflow that declares a name.
        let declaring = selected.sharded == nil ? plan : loaded.completed(selected.whole)
        let overrides = try GivenVariables(options, declaring, workspace)
        messages.show(overrides.warnings)
        let inputs = try Self.inputs(options, declaring)
        var others = workspace.project?.environments.filter { $0.name != environment?.name } ?? []
        if !others.isEmpty {
            let used = plan.usedEnvironments
            others.removeAll { !used.contains($0.name) }
        }
        messages.show(secrets.warnings(plan) + Self.shortInputs(inputs, plan))
        Self.noteOutside(plan, inputs, values, context.environment.values, into: registry)
        try Self.checkRows(plan, registry)

        self.workspace = workspace
        self.environment = environment
        let hasOtherServer = options.baseURL != nil || options.hasOwnDispatcher
        let needsServer = !options.isDryRun && !options.isStub && !hasOtherServer
        // A run of nothing but invalid files sends nothing.
        server = needsServer && plan.cases.contains { $0.workflow != nil } ? environment?.server : nil
        let shownBaseURL = baseURL.map { BaseURL.shown($0, registry) }
        plan = plan.masking(registry.redact)
        self.plan = plan
        let now = context.dependencies.clock()
        let id = context.dependencies.uuid7()
        let environments = RunEnvironments(
            RunEnvironment(
                name: environment?.name, baseURL: baseURL,
                baseURLSource: options.baseURL == nil
                    ? BaseURL.source(of: environment) : "`\(options.shownBaseURL)`",
                trustedOrigins: try BaseURL.trusted(baseURL, environment, values),
                session: environment?.session ?? SessionSpec(), secrets: registry),
            others: try others.map { other throws(UsageError) in try BaseURL.environment(other, values, registry) },
            secrets: registry)
        settings = RunSettings(
            RunIdentity(id: id, started: now),
            options: RunSettings.Options(
                options, workspace.project, stepLimits: selected.limits),
            environments: environments,
            values: RunValues(
                secrets: secrets.values, process: context.environment.values, variables: overrides.values,
                inputs: inputs),
            files: RunFiles(workingFolder: workspace.workingFolder, root: fileRoot, saved: saved), secrets: registry,
            dependencies: context.dependencies)
        loopCount = max(1, min(jobs, plan.cases.count, context.processorCount))
        started = RunStarted(
            id: id, started: now, toolVersion: Version.text, environment: environment?.name,
            baseURL: shownBaseURL, hostname: HostName.current(),
            project: workspace.project?.name ?? RealPath.name(of: workspace.root), cases: plan.cases.map(\.identity),
            jobs: jobs, isDryRun: options.isDryRun, isStub: options.isStub,
            isWhole: files.isWholeProject && !options.narrowsSelection, failsOnFlaky: options.failsOnFlaky,
            notes: selected.notes.map(registry.masked),
            givenOptions: options.given(baseURL: shownBaseURL, in: workspace, masked: registry.masked),
            leftOut: files.leftOut,
            shard: selected.sharded?.shard)
    }

    /// Registers secrets other than `secrets.NAME` that do not come from a server.
    private static func noteOutside(
        _ plan: Plan, _ inputs: [String: String], _ scope: ProjectScope, _ environment: [String: String],
        into registry: SecretRegistry
    ) {
        var outside = OutsideSecrets(scope, registry.names, inputs: inputs, environment: environment)
        for workflow in plan.workflows { outside.note(workflow) }
        for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            for secret in OutsideSecrets.secrets(inProxy: environment[name] ?? "") { registry.add(secret) }
        }
        guard outside.readsNetrc, let home = environment["HOME"],
            let bytes = try? FileReading.bytes(of: home + "/.netrc", limit: NetrcPasswords.limit)
        else { return }
        for password in NetrcPasswords.find(in: String(decoding: bytes, as: UTF8.self)) { registry.add(password) }
    }

    /// All secrets named by an environment of the project or by the command line; the value is nil where none is given.
    var secretValues: [String: String?] {
        var values: [String: String?] = settings.values.secrets
        for name in workspace.project?.environments.flatMap(\.secrets) ?? [] where values[name] == nil {
            values.updateValue(nil, forKey: name)
        }
        return values
    }

    /// Throws for a row name that contains a secret: names cannot be masked, because reports show them and they must be
    /// the same in every run.
    private static func checkRows(_ plan: Plan, _ registry: SecretRegistry) throws(UsageError) {
        for identity in plan.cases.lazy.map(\.identity) {
            guard let row = identity.row, registry.redact(row) != row else { continue }
            throw UsageError(
                "run.secret-name", "\(identity.path): the name of a row holds a secret",
                help: "let `name` be made of something else")
        }
    }

    private static func shortInputs(_ inputs: [String: String], _ plan: Plan) -> [Diagnostic] {
        if inputs.isEmpty { return [] }
        var names: Set<String> = []
        for workflow in plan.workflows {
            for input in workflow.inputs where input.isSecret {
                if let value = inputs[input.name], !SecretRegistry.isSearched(value) { names.insert(input.name) }
            }
        }
        return names.sorted().map { .shortSecret($0) }
    }

    private static func inputs(_ options: RunOptions, _ plan: Plan) throws(UsageError) -> [String: String] {
        if options.inputs.isEmpty { return [:] }
        var values: [String: String] = [:]
        var declared: Set<String> = []
        for workflow in plan.workflows {
            declared.formUnion(workflow.inputs.map(\.name))
        }
        for assignment in options.inputs {
            guard declared.contains(assignment.name) || plan.hasInvalidFiles else {
                let nearest = Spelling.nearest(to: assignment.name, in: declared.sorted())
                throw UsageError(
                    "run.unknown-input", "\(options.shownInput(assignment.name)): no selected file has this input",
                    help: nearest.map { "did you mean `\($0)`?" }
                        ?? "declare it under `inputs` of the file that uses it")
            }
            values[assignment.name] = assignment.value
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
