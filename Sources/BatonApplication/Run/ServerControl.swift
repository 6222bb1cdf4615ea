import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonProcesses
import BatonRunner
import BatonSecrets
import BatonSources
import Synchronization

/// Starts the server of an environment before the run, and stops it with all its processes afterwards.
final class ServerControl: Sendable {
    /// Why the server could not be started: exit code 3.
    struct StartError: Error {
        var message: String
        var help: String?

        /// - Parameter secrets: masks the server's output and command.
        func diagnostic(at spec: ServerSpec?, _ secrets: SecretRegistry) -> Diagnostic {
            Diagnostic(
                "server.not-started", Message(value: secrets.redact(message)), at: spec?.range,
                help: help.map { Message(value: secrets.redact($0)) }
            ).hidingValues(secrets.names)
        }
    }

    private let spec: ServerSpec?
    private let folder: String
    private let probeURL: URLText?
    private let environment: EnvironmentVariables
    /// The project's secrets, by name.
    private let secretValues: [String: String?]
    /// Secrets of the run and of the server's environment variables: the server gets most of them, and may print them.
    let secrets: SecretRegistry
    private let dispatcher: any Dispatcher
    private let process = Mutex<ServerProcess?>(nil)
    /// What the last request for `ready` met: `answered 307`.
    private let lastAnswer = Mutex("did not answer")

    init(
        _ spec: ServerSpec?, baseURL: URLText?, folder: String, environment: EnvironmentVariables,
        secretValues: [String: String?], secrets: SecretRegistry, dispatcher: any Dispatcher
    ) throws(UsageError) {
        self.secrets = secrets.makeChild()
        for (name, value) in environment.values where secrets.names.containsVariable(name) { self.secrets.add(value) }
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
                    "workflow.missing-key", "a `server` needs the environment's `base_url`", at: spec.range,
                    help: "it says where the server answers: `base_url: http://127.0.0.1:8080`")
            ])
        }
        do {
            probeURL = try Self.probeURL(spec.ready, baseURL)
        } catch {
            throw UsageError([
                Diagnostic("workflow.wrong-value", "`ready: \(spec.ready)` is no path of the server", at: spec.range)
            ])
        }
    }

    /// The URL that answers 2xx when the server is ready: a path stands behind the base URL and its path, as in a step.
    private static func probeURL(_ ready: String, _ baseURL: URLText) throws(URLTextError) -> URLText {
        guard ready.hasPrefix("/") else { return try URLText.parse(ready) }
        let base = baseURL.text.hasSuffix("/") ? baseURL.text.dropLast() : baseURL.text[...]
        return try URLText.parse(base + ready)
    }

    func start() async throws(StartError) {
        guard let spec, let probeURL else { return }
        if await isListening(probeURL) {
            if spec.reuse { return }
            throw StartError(
                message: "something already answers at \(probeURL.text), so the server was not started",
                help: "stop it, change the port, or write `reuse: true` to run against it")
        }
        if Task.isCancelled { throw StartError(message: "the run was interrupted before its server was started") }
        let command: String
        do {
            command = try spec.command.text(from: ProjectScope(environment.values, secrets))
        } catch {
            throw StartError(message: error.message)
        }
        let limit = Duration.microseconds(spec.within)
        do {
            let folder = folder
            let environment = environment(of: spec)
            // Under the lock, so that a second signal waits here and then finds the process that it must end.
            let started = try process.withLock { process throws(ProcessError) in
                let started = try ServerProcess.start(command, in: folder, environment: environment)
                process = started
                return started
            }
            try await started.waitUntilReady(within: limit) { await self.isReady(probeURL) }
        } catch {
            await stop()
            throw startError(error, spec, probeURL)
        }
    }

    /// The process environment without the project's secrets, except those intended for the server.
    private func environment(of spec: ServerSpec) -> EnvironmentVariables {
        var given = environment
        for (name, value) in secretValues {
            given.values[name] = spec.secrets.contains(name) ? value ?? environment[name] : nil
        }
        return given
    }

    private func startError(_ error: ProcessError, _ spec: ServerSpec, _ url: URLText) -> StartError {
        let output = error.output.split(separator: "\n").suffix(20).joined(separator: "\n")
        let help = output.isEmpty ? nil : "its last output:\n\(output)"
        guard error.code == .notReady else {
            let shell = Self.needsShell(error.message) ? "there is no shell: write `command: sh -c '…'`" : nil
            return StartError(message: error.message, help: shell ?? help)
        }
        let answer = lastAnswer.withLock(\.self)
        let path = answer.hasPrefix("answered") ? "`ready` names a path that answers 2xx, or a whole URL" : nil
        let parts = [path, help].compactMap(\.self)
        return StartError(
            message: "the server was not ready within \(ValueText.duration(spec.within)): \(url.text) \(answer)",
            help: parts.isEmpty ? nil : parts.joined(separator: "; "))
    }

    /// Whether what was not found is a word of shells: `cd`, `PORT=1`.
    private static func needsShell(_ message: String) -> Bool {
        message.firstMatch(of: /^the program `(cd|export|source|\.|[A-Za-z_][A-Za-z0-9_]*=.*)` was not found/) != nil
    }

    func stop() async {
        // Kept while the server stops, so that a second signal can kill it.
        await process.withLock { $0 }?.stop()
        process.withLock { $0 = nil }
    }

    /// Kills the server without waiting, because the process is about to exit.
    func kill() {
        process.withLock { $0 }?.kill()
    }

    /// Whether a server responds at the URL, even if the response breaks off.
    private func isListening(_ url: URLText) async -> Bool {
        do throws(Failure) {
            _ = try await response(url)
            return true
        } catch {
            return error.response != nil
        }
    }

    private func isReady(_ url: URLText) async -> Bool {
        let start = ContinuousClock.now
        do throws(Failure) {
            // Reads the whole response: one that breaks off or never ends means that the server is not ready.
            let status = try await response(url).status
            if (200..<300).contains(status) { return true }
            lastAnswer.withLock { $0 = "answered \(status), not 2xx" }
        } catch {
            // The last request is cut off when the time is over; where that was short, the one before says more.
            if error.kind != .cancelled {
                lastAnswer.withLock { $0 = "did not answer: \(error.message)" }
            } else if start.duration(to: .now) > .milliseconds(500) {
                lastAnswer.withLock { $0 = "took the connection and did not answer" }
            }
        }
        return false
    }

    private func response(_ url: URLText) async throws(Failure) -> Response {
        var options = TransferOptions.standard
        options.timeout = .seconds(2)
        return try await dispatcher.send(Request(.get, url, headers: ["Connection": "close"], options: options))
    }
}
