import BatonDiagnostics
import BatonHTTP
import BatonProcesses
import BatonRunner
import BatonSecrets
import BatonWorkflow
import Synchronization

/// The server of an environment: started before the run, stopped after it with all its processes.
final class ServerControl: Sendable {
    /// Why there is no server to run against: exit code 3.
    struct Problem: Error {
        var message: String
        var help: String?

        /// - Parameter secrets: what the server has written and what its command holds may have some.
        func diagnostic(at spec: ServerSpec?, _ secrets: SecretRegistry) -> Diagnostic {
            Diagnostic(
                "server.not-started", secrets.redact(message), at: spec?.range, help: help.map { secrets.redact($0) }
            ).hidingLiteralSecrets
        }
    }

    private let spec: ServerSpec?
    private let folder: String
    private let probeURL: URLText?
    private let environment: EnvironmentVariables
    /// The project's secrets, by their names.
    private let secretValues: [String: String?]
    /// What it knows beside the run's: the server gets most of the environment, and may write of it what it likes.
    let secrets: SecretRegistry
    private let dispatcher: any Dispatcher
    private let process = Mutex<ServerProcess?>(nil)

    init(
        _ spec: ServerSpec?, baseURL: URLText?, folder: String, environment: EnvironmentVariables,
        secretValues: [String: String?], secrets: SecretRegistry, dispatcher: any Dispatcher
    ) throws(UsageError) {
        self.secrets = secrets.makeChild()
        for (name, value) in environment.values where SecretNames.isSecretVariable(name) { self.secrets.add(value) }
        self.spec = spec
        self.folder = folder
        self.environment = environment
        self.secretValues = secretValues
        self.dispatcher = dispatcher
        guard let spec else {
            probeURL = nil
            return
        }
        guard let baseURL else {
            throw UsageError([
                Diagnostic(
                    "project.server-without-base-url", "a `server` needs the environment's `base_url`", at: spec.range,
                    help: "it says where the server answers: `base_url: http://127.0.0.1:8080`")
            ])
        }
        do {
            probeURL = try baseURL.resolving(spec.ready)
        } catch {
            throw UsageError([
                Diagnostic("project.invalid-ready", "`ready: \(spec.ready)` is no path of the server", at: spec.range)
            ])
        }
    }

    func start() async throws(Problem) {
        guard let spec, let probeURL else { return }
        if await responses(probeURL) {
            if spec.reuse { return }
            throw Problem(
                message: "something already answers at \(probeURL.text), so the server was not started",
                help: "stop it, change the port, or write `reuse: true` to run against it")
        }
        if Task.isCancelled { throw Problem(message: "the run was interrupted before its server was started") }
        let command: String
        do {
            command = try spec.command.text(from: ProjectScope(environment.values, secrets))
        } catch {
            throw Problem(message: error.message)
        }
        let limit = Duration.microseconds(spec.within)
        do {
            let folder = folder
            let environment = environment(of: spec)
            // Under the lock, so that a second signal that comes meanwhile waits and finds what it has to end.
            let started = try process.withLock { process throws(ProcessError) in
                let started = try ServerProcess.start(command, in: folder, environment: environment)
                process = started
                return started
            }
            let dispatcher = dispatcher
            try await started.waitUntilReady(within: limit) { await Self.isReady(probeURL, dispatcher) }
        } catch {
            await stop()
            throw problem(error, spec, probeURL)
        }
    }

    /// The environment without the secrets of the project, but with those that the server is to have.
    private func environment(of spec: ServerSpec) -> EnvironmentVariables {
        var given = environment
        for (name, value) in secretValues {
            given.values[name] = spec.secrets.contains(name) ? value ?? environment[name] : nil
        }
        return given
    }

    private func problem(_ error: ProcessError, _ spec: ServerSpec, _ url: URLText) -> Problem {
        let message =
            error.code == .notReady
            ? "the server was not ready within \(Shown.duration(spec.within)): \(url.text) did not answer 2xx"
            : error.message
        let output = error.output.split(separator: "\n").suffix(20).joined(separator: "\n")
        return Problem(message: message, help: output.isEmpty ? nil : "its last output:\n\(output)")
    }

    func stop() async {
        // Kept while it ends, for a second signal to find.
        await process.withLock { $0 }?.stop()
        process.withLock { $0 = nil }
    }

    /// Ends the server without waiting: the process is about to exit.
    func kill() {
        process.withLock { $0 }?.kill()
    }

    /// Whether anything at all answers there.
    private func responses(_ url: URLText) async -> Bool {
        do throws(Failure) {
            _ = try await Self.response(url, dispatcher)
            return true
        } catch {
            return error.response != nil
        }
    }

    private static func isReady(_ url: URLText, _ dispatcher: any Dispatcher) async -> Bool {
        // The whole of a response: one that breaks off, or never ends, says that something is not ready.
        guard let response = try? await response(url, dispatcher) else { return false }
        return (200..<300).contains(response.status)
    }

    private static func response(_ url: URLText, _ dispatcher: any Dispatcher) async throws(Failure) -> Response {
        var options = TransferOptions.standard
        options.timeout = .seconds(2)
        return try await dispatcher.send(Request(.get, url, headers: ["Connection": "close"], options: options))
    }
}
