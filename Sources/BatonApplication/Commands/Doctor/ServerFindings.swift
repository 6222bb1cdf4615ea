import BatonAPI
import BatonCurl
import BatonDiagnostics
import BatonFiles
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonProcesses
import BatonRunner
import BatonSecrets
import BatonValues
import BatonWorkflow

/// Whether the server at the base URL answers, found with a HEAD request for `/` without headers and credentials of the
/// environment, and a GET request where that is not answered well; and whether the program of the environment's `server`
/// can be started.
struct ServerFindings {
    let workspace: Workspace
    let context: ProcessContext
    let options: RunOptions
    let given: GivenSecrets
    let registry: SecretRegistry

    private static let name = "base URL"
    /// Sent through the environment's `tls` and `proxy`, as a workflow's request is.
    private static let request = SourceFile(
        path: "doctor.yaml",
        bytes: Array("name: doctor\nsteps:\n  - head: /\n    expect: { status: { gt: 100 } }\n".utf8))
    /// The longest that one of DNS, connection, TLS and response together may take.
    private static let patience = Duration.seconds(10)
    private static let mostBytes = 1_000_000

    func findings(_ environment: EnvironmentSpec?) async -> [Finding] {
        // With `--base-url` no server is started.
        let server = options.baseURL == nil ? environment?.server : nil
        let program = server.map(self.program)
        let base = await base(environment, server, isStartable: program?.state == .good)
        guard let program else { return [base] }
        // What answers already is used.
        guard server?.reuse == true, base.state == .good, program.state == .problem else { return [base, program] }
        return [base, Finding(program.name, .warning, program.message, help: program.help)]
    }

    private func program(of server: ServerSpec) -> Finding {
        let name = "server"
        let place = "\(server.range): "
        let word: String
        do {
            let command = try server.command.text(from: ProjectScope(context.environment.values, registry))
            word = try CommandWords.split(command).first ?? ""
        } catch let error as StepFailure {
            return Finding(name, .problem, place + error.message, help: "`export NAME=…` sets a variable")
        } catch {
            let reason = (error as? CommandWords.ParseError)?.message ?? "\(error)"
            return Finding(name, .problem, "\(place)`command` cannot be read: \(reason)")
        }
        let path = context.environment["PATH"]
        guard let obstacle = ProgramFile.obstacle(word, in: workspace.root, searchPath: path) else {
            return Finding(name, .good, "`\(word)` can be started")
        }
        let help: String? =
            switch obstacle.code {
            case .denied: "`chmod +x \(word)` makes it a program"
            case .noProgram: nil
            default: "write its path, which counts from the folder of baton.yaml and has a `/`, or install it"
            }
        return Finding(name, .problem, place + obstacle.message, help: help)
    }

    private func base(
        _ environment: EnvironmentSpec?, _ server: ServerSpec?, isStartable: Bool
    ) async -> Finding {
        let scope = ProjectScope(context.environment.values, registry)
        let url: URLText?
        do throws(UsageError) {
            url = try BaseURL.resolve(options, environment, scope)
        } catch {
            let isComputed = error.diagnostics.first?.code == "expression.failed"
            return Finding(
                Self.name, .problem, error, help: isComputed ? "`export NAME=…` sets a variable of the process" : nil)
        }
        guard let url else {
            let isChosen = environment != nil || workspace.project?.environments.isEmpty != false
            return Finding(
                Self.name, .skipped,
                isChosen ? "none" : "none without an environment",
                help: "`base_url` of an environment in baton.yaml, or `--base-url URL`")
        }
        for password in UserInfo.passwords(in: url.userInfo ?? "") { registry.add(password) }
        let shown = registry.names.hidden(inURL: url.shown)
        if options.isOffline { return Finding(Self.name, .skipped, "\(shown) was not asked") }
        do throws(Failure) {
            let workflow = try workflow(environment)
            let templates = [options.baseURL == nil ? environment?.baseURL : nil, workflow.firstProxy]
            if let computed = templates.compactMap(\.self).first(where: { !$0.isChosenWhole }) {
                return Finding(
                    Self.name, .skipped,
                    "\(computed.range): `\(computed.written)` is put together from values, so nothing was sent",
                    help: "`baton run` uses it; `--base-url URL` without a `proxy` asks here")
            }
            var request = Request(.head, try origin(of: url))
            request.options = try transferOptions(workflow, environment, url)
            request.options.timeout = min(request.options.timeout, Self.patience)
            return answered(try await answer(to: request), shown, server)
        } catch {
            if error.kind == .connect, server != nil {
                return isStartable
                    ? Finding(Self.name, .good, "\(shown): no server runs yet; `baton run` starts it")
                    : Finding(Self.name, .skipped, "\(shown): no server runs yet")
            }
            let cause = error.cause.map { " (\($0))" } ?? ""
            return Finding(
                Self.name, .problem, "\(shown): \(error.message)\(cause) [\(error.kind)]",
                help: "`baton explain \(error.kind)` says what that means")
        }
    }

    /// Nothing of a path or a query is sent: a cloned repository may have written variables of the process there.
    private func origin(of url: URLText) throws(Failure) -> URLText {
        do {
            return try URLText.parse("\(url.origin)/")
        } catch {
            throw Failure(.badInput, error.message)
        }
    }

    private struct Answer {
        let response: Response
        let method: Method
        /// Why the HEAD request failed, where `response` answers a GET request.
        var head: String?
    }

    /// Some servers know no HEAD: they hang, close the connection, or fail.
    private func answer(to request: Request) async throws(Failure) -> Answer {
        let engine = CurlEngine(loopCount: 1, environment: CurlEnvironment(context.environment))
        defer { engine.shutDown() }
        let dispatcher = CurlDispatcher(engine: engine)
        var get = request
        get.method = .get
        get.options.maxResponse = Self.mostBytes
        let head: Response
        do throws(Failure) {
            head = try await dispatcher.send(request)
        } catch {
            let isOfServer = error.kind == .reset || error.kind == .protocol || error.kind == .timeout
            guard isOfServer, let response = await Self.response(to: get, by: dispatcher) else { throw error }
            return Answer(response: response, method: .get, head: error.message)
        }
        guard head.status >= 500, let response = await Self.response(to: get, by: dispatcher), response.status < 500
        else { return Answer(response: head, method: .head) }
        return Answer(response: response, method: .get, head: "status \(head.status)")
    }

    /// Also a response whose body is too large, or has no end.
    private static func response(to get: Request, by dispatcher: CurlDispatcher) async -> Response? {
        do throws(Failure) {
            return try await dispatcher.send(get)
        } catch {
            // Informational responses announce one, and are none.
            return error.response.flatMap { $0.status < 200 ? nil : $0 }
        }
    }

    /// - Parameter server: the server that a run starts there.
    private func answered(_ answer: Answer, _ shown: String, _ server: ServerSpec?) -> Finding {
        let response = answer.response
        let address = response.remoteAddress.isEmpty ? "" : " at \(response.remoteAddress)"
        let spent = response.timings.total / 1000
        let head = answer.head.map { "\na HEAD request fails there: \($0)" } ?? ""
        let answer =
            "\(shown) answers\(address): \(answer.method.rawValue) \(response.status) over HTTP/\(response.httpVersion) in \(spent) ms"
            + head
        if let server, !server.reuse {
            return Finding(
                Self.name, .problem, "\(answer)\nso `baton run` does not start its server, and ends",
                help: "stop what answers, change the port, or write `reuse: true` under `server` to run against it")
        }
        let state: Finding.State =
            response.status == 407 ? .problem : response.status >= 500 ? .warning : .good
        return Finding(Self.name, state, answer)
    }

    private func workflow(_ environment: EnvironmentSpec?) throws(Failure) -> Workflow {
        let sink = DiagnosticSink()
        let loading = LoadingContext(
            projectVariables: workspace.project?.variables ?? [], environment: environment?.withoutCredentials,
            hasBaseURL: true, givenSecrets: Array(given.values.keys), mayGetSecrets: true)
        guard let workflow = FileLoader(loading).load(Self.request, into: sink) else {
            let first = sink.diagnostics.first
            throw Failure(.badInput, (first?.range.map { "\($0.description): " } ?? "") + (first?.message.text ?? ""))
        }
        return workflow
    }

    private func transferOptions(
        _ workflow: Workflow, _ environment: EnvironmentSpec?, _ url: URLText
    ) throws(Failure) -> TransferOptions {
        var secrets = (environment?.secrets ?? []).reduce(into: [String: String]()) { values, name in
            if let value = context.environment[name], !value.isEmpty { values[name] = value }
        }
        secrets.merge(given.values) { _, given in given }
        let settings = RunSettings(
            RunIdentity(id: "", started: 0), options: RunSettings.Options(userAgent: ""),
            environments: RunEnvironments(
                RunEnvironment(name: nil, baseURL: nil, trustedOrigins: [], secrets: registry), secrets: registry),
            values: RunValues(secrets: secrets, process: context.environment.values),
            files: RunFiles(workingFolder: workspace.workingFolder), secrets: registry)
        return try settings.transferOptions(ofFirstRequestOf: workflow, isSecure: url.isSecure)
    }
}

extension Workflow {
    /// The proxy of the first request, which is that of the environment.
    fileprivate var firstProxy: TextTemplate? {
        guard case .request(let template)? = steps.first?.action else { return nil }
        return template.transfer?.proxy?.url
    }
}

extension TextTemplate {
    /// Whether nothing of the text is put together: it is literal, or begins with the whole value of one variable of the
    /// process, which whoever set that variable has chosen, and goes on with a literal path.
    fileprivate var isChosenWhole: Bool {
        guard case .expression(let first)? = pieces.first else { return literal != nil }
        let variable = "process.env."
        guard first.text.hasPrefix(variable), EnvironmentSpec.isSecretName(String(first.text.dropFirst(variable.count)))
        else {
            return false
        }
        switch pieces.dropFirst().first {
        case nil: return true
        case .literal(let rest)?: return pieces.count == 2 && rest.hasPrefix("/")
        case .expression?: return false
        }
    }
}
