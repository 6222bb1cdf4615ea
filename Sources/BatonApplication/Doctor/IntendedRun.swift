import BatonDiagnostics
import BatonFiles
import BatonRunner
import BatonWorkflow

/// The run that `baton run` would make of the project's workflows with the same options: prepared as that prepares it,
/// and not begun.
struct IntendedRun {
    /// Nil where it would be refused.
    let plan: Plan?
    /// Why it would be refused before its first request.
    let refusals: [Diagnostic]

    /// - Parameters:
    ///   - given: the secrets of the command line.
    ///   - messages: of the command; nothing is printed.
    init(
        _ workspace: Workspace, _ options: RunOptions, _ given: GivenSecrets, _ context: ProcessContext,
        _ messages: Messages
    ) async {
        var options = options
        (options.recordsHistory, options.writesUsualReports, options.isDryRun) = (false, false, true)
        // Whether they are allowed is told by itself.
        options.allowsPrograms = true
        (options.secrets, options.secretFiles, options.secretValues) = ([], [], given.values)
        // Secrets without a value and a wrong base URL are told by themselves; here they keep nothing from being found.
        for name in workspace.project?.environments.flatMap(\.secrets) ?? []
        where given.values[name] == nil && context.environment[name]?.isEmpty != false {
            options.secretValues[name] = context.dependencies.uuid7()
        }
        for name in given.missing { options.secretValues[name] = context.dependencies.uuid7() }
        let environment = try? workspace.environment(named: options.environment)
        let scope = ProjectScope(context.environment.values, messages.secrets)
        if (try? BaseURL.resolve(options, environment, scope)) == nil, environment?.baseURL != nil {
            options.baseURL = "http://stub.invalid"
        }
        do throws(UsageError) {
            let prepared = try await PreparedRun(options, context, messages.silenced, saved: nil)
            plan = prepared.plan
            var errors: [Diagnostic] = []
            for planned in prepared.plan.cases {
                if case .invalid(let found)? = planned.content { errors += found.filter { $0.severity == .error } }
            }
            refusals = workspace.explained(errors, options)
        } catch {
            plan = nil
            refusals = error.diagnostics
        }
    }

    /// The workflows that would run, each with the paths of its cases; those of other environments do not.
    private var running: [Plan.Case] { plan?.cases.filter { $0.workflow.map { $0.absence == nil } == true } ?? [] }

    /// Why no workflow would run, and the run would end with exit code 2; nil where one would.
    var absence: String? {
        guard let plan, !plan.cases.isEmpty, running.isEmpty else { return nil }
        return plan.cases.lazy.compactMap { $0.workflow?.absence }.first
    }

    /// Whether workflows would run only before and after others, of which there are none: that proves nothing, and the
    /// run would end with exit code 2.
    var runsFramesOnly: Bool { !running.isEmpty && running.allSatisfy { $0.phase != .main } }

    /// Whether a request goes to the base URL; true where it is not known.
    var usesBaseURL: Bool {
        plan == nil || !refusals.isEmpty || running.contains { $0.workflow?.uses.usesBaseURL == true }
    }

    /// The first place where each secret is read; nil where it is not known.
    var usedSecrets: [String: SourceRange]? { plan.map(SecretValues.used) }

    /// The names of the environment variables of the process that expressions read, in order.
    var readVariables: [String] {
        Set(running.flatMap { $0.workflow?.uses.variables ?? [] }).sorted()
    }

    /// The files that start programs, by their paths relative to the project.
    var startsPrograms: [String] { paths { !($0.workflow?.uses.programs.isEmpty ?? true) } }

    /// The inputs that only the command line can give, with the files that want them.
    var wantedInputs: [(input: Workflow.Input, paths: [String])] {
        var inputs: [String: Workflow.Input] = [:]
        for planned in running {
            for input in planned.workflow?.inputs ?? [] where Self.wants(input, planned) { inputs[input.name] = input }
        }
        return inputs.values.sorted { $0.name < $1.name }.map { input in
            (
                input,
                paths { planned in
                    planned.workflow?.inputs.contains { $0.name == input.name && Self.wants($0, planned) } == true
                }
            )
        }
    }

    private static func wants(_ input: Workflow.Input, _ planned: Plan.Case) -> Bool {
        input.isRequired && !planned.arguments.contains { $0.name == input.name }
    }

    private func paths(where holds: (Plan.Case) -> Bool) -> [String] {
        var seen: Set<String> = []
        return running.filter(holds).map(\.identity.path).filter { seen.insert($0).inserted }
    }
}
