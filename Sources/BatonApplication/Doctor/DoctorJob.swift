import BatonDiagnostics
import BatonJSON
import BatonRunner
import BatonWorkflow

/// `baton doctor`: finds out what on this machine and in this project would keep a run from passing.
package struct DoctorJob {
    private let options: RunOptions
    private let context: ProcessContext
    private let messages: Messages

    package init(_ options: RunOptions, in context: ProcessContext) {
        self.options = options
        self.context = context
        messages = Messages(context, options.colour)
    }

    /// Prints the findings and returns the exit code: 1 if there is a problem.
    package func run() async -> Int32 {
        for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            for secret in OutsideSecrets.secrets(inProxy: context.environment[name] ?? "") {
                messages.secrets.add(secret)
            }
        }
        var findings = MachineFindings.all(context.environment, processors: context.processorCount)
        do throws(UsageError) {
            let workspace = try Workspace(context)
            messages.hideSecrets(of: workspace, context.environment)
            let environment = try workspace.environment(named: options.environment)
            findings += await self.findings(in: workspace, environment)
        } catch {
            findings.append(
                Finding(
                    "project", .problem, messages.text(error.diagnostics),
                    help: error.diagnostics.first?.help == nil ? "`baton check` shows all errors of the project" : nil))
        }
        // A variable of the environment may hold what an environment of the project calls a secret.
        findings = findings.map { $0.masked(by: messages.secrets.redact) }
        show(findings)
        return findings.contains { $0.state == .problem } ? ExitCode.failed : ExitCode.passed
    }

    private func findings(in workspace: Workspace, _ environment: EnvironmentSpec?) async -> [Finding] {
        let project = ProjectFindings(workspace: workspace, context: context)
        var findings = [project.project]
        if let known = workspace.project?.environments, !known.isEmpty {
            let names = known.map(\.name).joined(separator: ", ")
            findings.append(
                environment.map { Finding("environment", .good, $0.name + (known.count > 1 ? " of \(names)" : "")) }
                    ?? Finding(
                        "environment", .skipped, "none is chosen; baton.yaml has \(names)",
                        help: "`baton doctor --env \(known[0].name)` looks at one of them"))
        }
        findings += project.secrets(of: environment)
        let server = ServerFinding(
            workspace: workspace, context: context, options: options, registry: messages.secrets)
        findings.append(await server.find(environment))
        return findings + [project.history] + project.folders + [project.git]
    }

    private func show(_ findings: [Finding]) {
        if options.listing == .json {
            var object = JSONObject()
            object["version"] = .string(Version.text)
            object["healthy"] = .bool(!findings.contains { $0.state == .problem })
            object["findings"] = .array(findings.map(\.json))
            context.output(JSONWriter.pretty(.object(object)) + "\n")
            return
        }
        for finding in findings { context.output(finding.text + "\n") }
        func count(_ state: Finding.State, _ word: String) -> String? {
            let count = findings.count { $0.state == state }
            return count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
        }
        let bad = [count(.problem, "problem"), count(.warning, "warning")].compactMap(\.self)
        context.output(bad.isEmpty ? "nothing is wrong\n" : bad.joined(separator: ", ") + "\n")
    }
}
