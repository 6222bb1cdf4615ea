import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLoading
import BatonRecords
import BatonRunner
import BatonValues
import BatonWorkflow

/// `baton doctor`: finds out what on this machine and in this project would keep a run from passing.
///
/// Each `…Findings` looks at one thing (the machine, proxies, the project, the servers of its environments) and returns
/// `Finding`s; this job prints them and counts.
package struct DoctorJob {
    private let options: RunOptions
    private let context: ProcessContext
    private let messages: Messages

    package init(_ options: RunOptions, in context: ProcessContext) {
        self.options = options
        self.context = context
        messages = Messages(context, options.colour)
    }

    /// Prints the findings, the worst first, and returns the exit code: 1 if there is a problem.
    package func run() async -> Int32 {
        for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            for secret in OutsideSecrets.secrets(inProxy: context.environment[name] ?? "") {
                messages.secrets.add(secret)
            }
        }
        var findings = MachineFindings.all(context.environment, processors: context.processorCount)
        findings += await projectFindings()
        // A variable of the environment may hold what an environment of the project calls a secret.
        findings = findings.map { $0.masked(by: messages.secrets.redact) }
        findings = Finding.State.allCases.flatMap { state in findings.filter { $0.state == state } }
        show(findings)
        return findings.contains { $0.state == .problem } ? ExitCode.failed : ExitCode.passed
    }

    private func projectFindings() async -> [Finding] {
        do throws(UsageError) {
            let workspace = try Workspace(context)
            messages.hideSecrets(of: workspace, context.environment)
            return await findings(in: workspace)
        } catch {
            let problem = Finding(
                "project", .problem, messages.text(error.diagnostics),
                help: error.diagnostics.first?.help == nil ? "`baton check` shows all errors of the project" : nil)
            // What is told without baton.yaml.
            let project = ProjectFindings(
                workspace: Workspace(withoutProjectIn: context.workingFolder), context: context, options: options)
            var findings = [problem] + ProxyFindings(context.environment, nil).all
            if options.baseURL != nil { findings += await server(project, GivenSecrets()).findings(nil) }
            return findings + project.folders + [project.git]
        }
    }

    private func findings(in workspace: Workspace) async -> [Finding] {
        let project = ProjectFindings(workspace: workspace, context: context, options: options)
        var findings = [project.project]
        var environment: EnvironmentSpec?
        var isUnknown = false
        do throws(UsageError) {
            environment = try workspace.environment(named: options.environment)
            findings += project.choice(of: environment)
        } catch {
            isUnknown = true
            findings.append(Finding("environment", .problem, error))
        }
        findings += ProxyFindings(context.environment, environment).all
        let given = GivenSecrets(reading: options, context.environment.values, workspace)
        for value in given.values.values { messages.secrets.add(value) }
        findings += given.warnings.map { Finding("secrets", .warning, $0) }
        findings += given.failures.map { Finding("secrets", .problem, $0) }
        if !isUnknown { findings.insert(contentsOf: await project.workflows(given), at: 1) }
        findings += project.secrets(of: environment, given)
        // Without its environment there is no base URL to look at.
        if !isUnknown || options.baseURL != nil {
            findings += await server(project, given).findings(environment)
        }
        return findings + [project.history] + project.folders + [project.git]
    }

    private func server(_ project: ProjectFindings, _ given: GivenSecrets) -> ServerFindings {
        ServerFindings(
            workspace: project.workspace, context: context, options: options, given: given,
            registry: messages.secrets)
    }

    private func show(_ findings: [Finding]) {
        if options.listing == .json {
            var object = JSONObject()
            object["version"] = .string(Version.text)
            object["healthy"] = .bool(!findings.contains { $0.state == .problem })
            object["findings"] = .array(findings.map(\.json))
            context.output(json: .object(object))
            return
        }
        for finding in findings { context.output(finding.text + "\n") }
        func count(_ state: Finding.State, _ word: String) -> String? {
            let count = findings.count { $0.state == state }
            return count == 0 ? nil : Plural.count(count, word)
        }
        let bad = [count(.problem, "problem"), count(.warning, "warning")].compactMap(\.self)
        context.output(bad.isEmpty ? "no problem found\n" : bad.joined(separator: ", ") + "\n")
    }
}

/// What `baton doctor` found out about one thing.
struct Finding: Sendable, Equatable {
    /// In the order in which findings are shown.
    enum State: String, Sendable, CaseIterable {
        /// Makes runs fail.
        case problem
        /// Works, but not as a user may expect.
        case warning
        case good
        /// Could not be found out, or does not matter here.
        case skipped

        var sign: String {
            switch self {
            case .good: "✓"
            case .warning: "!"
            case .problem: "✗"
            case .skipped: "-"
            }
        }
    }

    /// The thing: `certificates`.
    let name: String
    let state: State
    /// May have several lines.
    let message: String
    /// What to do; nil where there is nothing to do.
    let help: String?

    init(_ name: String, _ state: State, _ message: String, help: String? = nil) {
        self.name = name
        self.state = state
        self.message = message
        self.help = help
    }

    /// What a diagnostic says, with its place. Secrets that are written in the file or in a URL are hidden.
    ///
    /// - Parameter help: where the diagnostic has none.
    init(_ name: String, _ state: State, _ diagnostic: Diagnostic, help: String? = nil) {
        let shown = diagnostic.hidingValues(.documented)
        let place = shown.range.map { "\($0): " } ?? ""
        self.init(name, state, place + shown.message.text, help: shown.help?.text ?? help)
    }

    /// A problem that has been thrown.
    init(_ name: String, _ state: State, _ error: UsageError, help: String? = nil) {
        self.init(
            name, state, error.diagnostics.first ?? Diagnostic("run.not-started", "unknown", at: nil), help: help)
    }

    /// The same with secrets masked.
    func masked(by mask: (String) -> String) -> Finding {
        Finding(name, state, mask(message), help: help.map(mask))
    }

    private static let nameWidth = 14

    /// The lines of the console.
    var text: String {
        let indent = String(repeating: " ", count: Self.nameWidth + 3)
        let lines = message.split(separator: "\n").map { PrintableText.line(String($0)) }
        let shown = lines.joined(separator: "\n" + indent)
        let help = help.map { "\n\(indent)help: \(PrintableText.line($0))" } ?? ""
        return "\(state.sign) \(TextWidth.padded(name, Self.nameWidth)) \(shown)\(help)"
    }

    var json: JSONValue {
        var object = JSONObject()
        object["name"] = .string(name)
        object["state"] = .string(state.rawValue)
        object["message"] = .string(message)
        if let help { object["help"] = .string(help) }
        return .object(object)
    }
}
