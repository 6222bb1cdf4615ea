import BatonDiagnostics
import BatonFiles
import BatonHTTP
import BatonJSON
import BatonLoading
import BatonProcesses
import BatonRecords
import BatonRunner
import BatonSecrets
import BatonValues
import BatonWorkflow

/// The decisions before the first request of a run, in their order. Each is made from the ones before it, and is a value.
///
/// A mistake that ends the run with exit code 2 is thrown; warnings and mistakes in single files are shown.
struct RunPreparation {
    let options: RunOptions
    let context: ProcessContext
    let messages: Messages

    private var registry: SecretRegistry { messages.secrets }

    // MARK: - The project

    /// The project with the chosen environment.
    struct ChosenProject {
        let workspace: Workspace
        /// Where the reports go.
        let reports: ReportPaths
        let environment: EnvironmentSpec?
    }

    /// Finds the project; from here on messages hide its secrets.
    func project() throws(UsageError) -> ChosenProject {
        let workspace = try Workspace(context, importing: options)
        let reports = ReportPaths(options, workspace, in: context)
        if !reports.diagnostics.isEmpty { throw UsageError(reports.diagnostics) }
        if options.recordsHistory && !options.isDryRun { try workspace.checkHistory(messages) }
        let environment = try workspace.environment(named: options.environment)
        messages.hideSecrets(of: workspace, context.environment)
        messages.show(workspace.imported?.warnings ?? [])
        return ChosenProject(workspace: workspace, reports: reports, environment: environment)
    }

    // MARK: - What it is given

    /// What the command line, files and the process give to the project.
    struct GivenValues {
        /// Outputs of workflows that do not run.
        let provided: ProvidedFiles
        let secrets: GivenSecrets
        /// What templates of baton.yaml read.
        let scope: ProjectScope
        let baseURL: URLText?
    }

    func given(to project: ChosenProject) throws(UsageError) -> GivenValues {
        let provided = try ProvidedFiles(
            options, workingFolder: project.workspace.workingFolder, environment: project.environment?.name,
            into: registry)
        let scope = ProjectScope(context.environment.values, registry)
        let secrets = try GivenSecrets(options, context.environment.values, project.workspace)
        for value in secrets.values.values { registry.add(value) }
        messages.show(secrets.warnings)
        let baseURL = try BaseURL.ofRun(options, project.environment, scope)
        return GivenValues(provided: provided, secrets: secrets, scope: scope, baseURL: baseURL)
    }

    // MARK: - Its workflows

    /// The workflow files of the command, loaded.
    struct LoadedFiles {
        let files: WorkflowFiles
        /// Nil where each workflow's own folder is its file root.
        let root: FileRoot?
        /// Number of cases that run at the same time.
        let jobs: Int
        let workflows: LoadedWorkflows
    }

    func workflows(of project: ChosenProject, _ given: GivenValues) async throws(UsageError) -> LoadedFiles {
        let workspace = project.workspace
        let files = try WorkflowFiles(options.paths, in: workspace)
        let share = try DescriptorShare.jobs(
            max(1, min(options.jobs ?? workspace.project?.jobs ?? context.processorCount, 10_000)),
            left: ProcessLimits.descriptorsLeft,
            loops: context.processorCount)
        if let warning = share.warning { messages.warn(Message(value: warning)) }
        let root = try workspace.fileRoot(options)
        let loaded = await LoadedWorkflows(
            files, in: workspace,
            context: LoadingContext(
                workspace, project.environment, beneath: root, hasBaseURL: given.baseURL != nil,
                givenSecrets: Array(given.secrets.values.keys)),
            paths: WrittenPaths(root: root, workingFolder: workspace.workingFolder),
            width: min(share.count, context.processorCount), on: context.dependencies.day)
        messages.show(workspace.explained(loaded.diagnostics, options))
        if loaded.hasProjectErrors { throw UsageError([]) }
        return LoadedFiles(files: files, root: root, jobs: share.count, workflows: loaded)
    }

    func cases(of loaded: LoadedFiles, _ project: ChosenProject) throws(UsageError) -> SelectedCases {
        try SelectedCases(
            options, loaded.workflows, loaded.files, project.workspace, context.environment, messages)
    }

    // MARK: - What it writes

    /// The files that the run writes, none of which it reads.
    struct Targets {
        let reports: ReportPaths
        /// Nil without `--outputs`.
        let outputs: OutputsTarget?
        /// The path of the workflow whose outputs are written.
        let outputsWorkflow: String?
    }

    func targets(
        _ project: ChosenProject, _ loaded: LoadedFiles, _ selected: SelectedCases
    ) throws(UsageError) -> Targets {
        let workspace = project.workspace
        let sources = RunSources(options, loaded.workflows, workspace)
        var reports = project.reports
        reports.refuseSources { sources.contains($0) }
        if !reports.diagnostics.isEmpty { throw UsageError(reports.diagnostics) }
        let outputs = try OutputsTarget(options, workingFolder: workspace.workingFolder) {
            sources.contains($0) || reports.holds($0, or: workspace)
        }
        let workflow = try outputs.map { outputs throws(UsageError) in try outputs.workflow(of: selected, options) }
        return Targets(reports: reports, outputs: outputs, outputsWorkflow: workflow)
    }

    // MARK: - The plan

    /// The selected cases with all that they need.
    struct CheckedPlan {
        let plan: Plan
        let secrets: SecretValues
        let unusedSnapshots: UnusedSnapshots
    }

    /// Completes the plan, and shows which of its workflows cannot run.
    func plan(
        _ project: ChosenProject, _ given: GivenValues, _ loaded: LoadedFiles, _ selected: SelectedCases,
        _ targets: Targets
    ) throws(UsageError) -> CheckedPlan {
        let workspace = project.workspace
        let secrets = SecretValues(
            workspace.environments, given.secrets, context.environment.values, registry)
        let plan = loaded.workflows.completed(
            selected.plan, lacks: RunMeans(options, secrets).lacks,
            // Another shard may hold what needs them.
            provided: try given.provided.outputs(for: selected.whole, of: loaded.workflows),
            selecting: targets.outputsWorkflow)
        if options.detail.isVerbose || options.isDryRun && options.detail != .quiet {
            messages.show(notes: plan.workflows.flatMap(\.defaultBounds))
        }
        messages.show(plan.errors(RunMeans.codes))
        return CheckedPlan(
            plan: plan, secrets: secrets,
            unusedSnapshots: UnusedSnapshots(
                plan, options, limited: selected.limits.keys, workingFolder: workspace.workingFolder))
    }

    // MARK: - Values by name

    /// What `--var`, `--vars-file` and `--input` give, by the names that workflows declare.
    struct NamedValues {
        let variables: [String: JSONValue]
        let inputs: [String: String]
    }

    func namedValues(
        _ project: ChosenProject, _ loaded: LoadedFiles, _ selected: SelectedCases, _ checked: CheckedPlan
    ) throws(UsageError) -> NamedValues {
        // Other shards may hold the workflow that declares a name.
        let declaring = selected.sharded == nil ? checked.plan : loaded.workflows.completed(selected.whole)
        let options = options(declaredBy: selected)
        let variables = try GivenVariables(options, declaring, project.workspace)
        messages.show(variables.warnings)
        let inputs = try inputs(options, declaring)
        messages.show(checked.secrets.warnings(checked.plan) + shortInputs(inputs, checked.plan))
        return NamedValues(variables: variables.values, inputs: inputs)
    }

    /// The options, without names that no selected workflow is left to declare.
    private func options(declaredBy selected: SelectedCases) -> RunOptions {
        guard selected.whole.cases.isEmpty else { return options }
        var options = options
        (options.inputs, options.variables, options.variableFiles) = ([], [], [])
        options.variableValues = [:]
        return options
    }

    private func inputs(_ options: RunOptions, _ plan: Plan) throws(UsageError) -> [String: String] {
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
                    "run.unknown-variable", "\(options.shownInput(assignment.name)): no selected file has this input",
                    help: nearest.map { "did you mean `\($0)`?" }
                        ?? "declare it under `inputs` of the file that uses it")
            }
            values[assignment.name] = assignment.value
        }
        return values
    }

    private func shortInputs(_ inputs: [String: String], _ plan: Plan) -> [Diagnostic] {
        if inputs.isEmpty { return [] }
        var names: Set<String> = []
        for workflow in plan.workflows {
            for input in workflow.inputs where input.isSecret {
                if let value = inputs[input.name], !SecretRegistry.isSearched(value) { names.insert(input.name) }
            }
        }
        return names.sorted().map { .shortSecret($0) }
    }

    // MARK: - Secrets

    /// Registers secrets of the plan other than `secrets.NAME` that do not come from a server.
    ///
    /// Throws for a row name that contains a secret: names cannot be masked, because reports show them and they must be
    /// the same in every run.
    func hideSecrets(in plan: Plan, _ named: NamedValues, _ given: GivenValues) throws(UsageError) {
        let environment = context.environment.values
        var outside = OutsideSecrets(given.scope, registry.names, inputs: named.inputs, environment: environment)
        for workflow in plan.workflows { outside.note(workflow) }
        for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            for secret in OutsideSecrets.secrets(inProxy: environment[name] ?? "") { registry.add(secret) }
        }
        if outside.readsNetrc { hidePasswordsOfNetrc(environment) }
        for identity in plan.cases.lazy.map(\.identity) {
            guard let row = identity.row, registry.redact(row) != row else { continue }
            throw UsageError(
                "data.row-name", "\(identity.path): the name of a row holds a secret",
                help: "let `name` be made of something else")
        }
    }

    private func hidePasswordsOfNetrc(_ environment: [String: String]) {
        guard let home = environment["HOME"],
            let bytes = try? FileReading.bytes(of: home + "/.netrc", limit: NetrcPasswords.limit)
        else { return }
        for password in NetrcPasswords.find(in: String(decoding: bytes, as: UTF8.self)) { registry.add(password) }
    }

    // MARK: - Servers

    /// Whether the server of the environment is started. A run of nothing but invalid files sends nothing.
    func needsServer(for plan: Plan) -> Bool {
        let hasOtherServer = options.baseURL != nil || options.hasOwnDispatcher
        return !options.isDryRun && !options.isStub && !hasOtherServer && plan.cases.contains { $0.workflow != nil }
    }

    /// The chosen environment, and the others of the project that steps of the plan name.
    func environments(
        of project: ChosenProject, _ given: GivenValues, _ plan: Plan
    ) throws(UsageError) -> RunEnvironments {
        let environment = project.environment
        var others = project.workspace.project?.environments.filter { $0.name != environment?.name } ?? []
        if !others.isEmpty {
            let used = plan.usedEnvironments
            others.removeAll { !used.contains($0.name) }
        }
        let chosen = RunEnvironment(
            name: environment?.name, baseURL: given.baseURL,
            baseURLSource: options.baseURL == nil ? BaseURL.source(of: environment) : "`\(options.shownBaseURL)`",
            trustedOrigins: try BaseURL.trusted(given.baseURL, environment, given.scope),
            session: environment?.session ?? SessionSpec(), secrets: registry)
        return RunEnvironments(
            chosen,
            others: try others.map { other throws(UsageError) in
                try BaseURL.environment(other, given.scope, registry)
            },
            secrets: registry)
    }

    // MARK: - The first event

    /// - Parameter baseURL: without its password.
    func started(
        _ identity: RunIdentity, _ project: ChosenProject, _ baseURL: MaskedText?, _ loaded: LoadedFiles,
        _ selected: SelectedCases, _ plan: Plan
    ) -> RunStarted {
        let workspace = project.workspace
        return RunStarted(
            id: identity.id, started: identity.started, toolVersion: Version.text,
            environment: project.environment?.name,
            baseURL: baseURL, hostname: HostName.current(),
            project: workspace.project?.name ?? RealPath.name(of: workspace.root), cases: plan.cases.map(\.identity),
            jobs: loaded.jobs, isDryRun: options.isDryRun, isStub: options.isStub,
            isWhole: loaded.files.isWholeProject && !options.narrowsSelection, failsOnFlaky: options.failsOnFlaky,
            notes: (selected.notes + (workspace.imported?.notes ?? [])).map(registry.masked),
            givenOptions: options(declaredBy: selected).given(
                baseURL: baseURL, in: workspace, masked: registry.masked),
            leftOut: loaded.files.leftOut,
            shard: selected.sharded?.shard)
    }
}

/// Divides the available file descriptors between jobs, reports and history.
enum DescriptorShare {
    /// Descriptors for reports with their temporary files, the history with its journals, and the event stream.
    static let reserve = 24
    /// Descriptors that any run has open; each transfer loop needs two more.
    private static let fixed = 12
    /// Descriptors per job: connections, files that are sent and saved, and the pipes of a program.
    private static let perJob = 4

    /// The number of jobs that the descriptors allow, with a warning where it is smaller than requested.
    ///
    /// Throws where they do not allow a single job.
    static func jobs(_ wanted: Int, left: Int, loops: Int) throws(UsageError) -> (count: Int, warning: String?) {
        let most = (left - reserve - fixed - 2 * min(loops, wanted)) / perJob
        guard most >= 1 else {
            let needed = reserve + fixed + 2 + perJob
            throw UsageError(
                "run.unavailable",
                "too few files and connections may be open at a time: \(left) more, and a run needs \(needed)",
                help: "allow more, as `ulimit -n 1024` does")
        }
        guard most < wanted else { return (wanted, nil) }
        return (
            most,
            "\(most) jobs at a time instead of \(wanted): no more files and connections may be open; `ulimit -n` allows more"
        )
    }
}
