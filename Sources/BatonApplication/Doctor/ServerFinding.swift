import BatonAPI
import BatonCurl
import BatonDiagnostics
import BatonFiles
import BatonHTTP
import BatonRunner
import BatonSecrets
import BatonText
import BatonWorkflow

/// Whether the server at the base URL answers, found with one HEAD request without headers and credentials of the
/// environment.
struct ServerFinding {
    let workspace: Workspace
    let context: ProcessContext
    let options: RunOptions
    let registry: SecretRegistry

    private static let name = "base URL"
    /// Sent through the environment's `tls` and `proxy`, as a workflow's request is.
    private static let request = SourceFile(
        path: "doctor.yaml",
        bytes: Array("name: doctor\nsteps:\n  - head: /\n    expect: { status: { gte: 100 } }\n".utf8))
    /// The longest that one of DNS, connection, TLS and response together may take.
    private static let patience = Duration.seconds(10)

    func find(_ environment: EnvironmentSpec?) async -> Finding {
        let scope = ProjectScope(context.environment.values, registry)
        let url: URLText?
        do throws(UsageError) {
            url = try BaseURL.resolve(options, environment, scope)
        } catch {
            return Finding(
                Self.name, .problem, error.diagnostics.first?.message ?? "", help: error.diagnostics.first?.help)
        }
        guard let url else {
            return Finding(
                Self.name, .skipped, "none: workflows give whole URLs",
                help: "`base_url` of an environment in baton.yaml, or `--base-url URL`")
        }
        for password in UserInfo.passwords(in: url.userInfo ?? "") { registry.add(password) }
        let shown = ShownURL.of(url.shown)
        if options.isOffline { return Finding(Self.name, .skipped, "\(shown) was not asked") }
        do throws(Failure) {
            var request = Request(.head, url.withoutUserInfo)
            request.options = try transferOptions(environment, url)
            request.options.timeout = min(request.options.timeout, Self.patience)
            let response = try await CurlDispatcher(engine: CurlEngine(loopCount: 1)).send(request)
            let address = response.remoteAddress.isEmpty ? "" : " at \(response.remoteAddress)"
            let spent = response.timings.total / 1000
            return Finding(
                Self.name, .good,
                "\(shown) answers\(address): HEAD \(response.status) over HTTP/\(response.httpVersion) in \(spent) ms"
            )
        } catch {
            return failed(error, shown, environment)
        }
    }

    private func failed(_ failure: Failure, _ shown: String, _ environment: EnvironmentSpec?) -> Finding {
        let cause = failure.cause.map { " (\($0))" } ?? ""
        let message = "\(shown): \(failure.message)\(cause) [\(failure.kind)]"
        if failure.kind == .connect, options.baseURL == nil, environment?.server != nil {
            return Finding(Self.name, .good, "\(shown): no server runs yet; `baton run` starts it")
        }
        return Finding(Self.name, .problem, message, help: Self.help(for: failure.kind))
    }

    private static func help(for kind: Failure.Kind) -> String? {
        switch kind {
        case .dns: "check the name in `base_url`, the machine's DNS (/etc/resolv.conf), and whether a proxy is needed"
        case .connect: "is the server running, and does it listen on this port? a firewall or a proxy may be in between"
        case .timeout: "a firewall may drop the packets; is a proxy needed (`https_proxy`)?"
        case .tlsUntrusted:
            "name the certificate authority: `tls: { ca: FILE }` in the environment, or `SSL_CERT_FILE=FILE`"
        case .tlsHostname: "write the host name of the certificate in `base_url`"
        case .tlsExpired: "the server needs a new certificate; is the clock of this machine right?"
        default: kind.family == "request" ? "mend `tls` or `proxy` of the environment in baton.yaml" : nil
        }
    }

    private func transferOptions(_ environment: EnvironmentSpec?, _ url: URLText) throws(Failure) -> TransferOptions {
        let sink = DiagnosticSink()
        let loading = LoadingContext(
            projectVariables: workspace.project?.variables ?? [], environment: environment?.withoutCredentials,
            hasBaseURL: true, mayGetSecrets: true)
        guard let workflow = FileLoader(loading).load(Self.request, into: sink) else {
            let first = sink.diagnostics.first
            throw Failure(.badInput, (first?.range.map { "\($0.description): " } ?? "") + (first?.message ?? ""))
        }
        let secrets = (environment?.secrets ?? []).reduce(into: [String: String]()) { values, name in
            if let value = context.environment[name], !value.isEmpty { values[name] = value }
        }
        let settings = RunSettings(
            RunIdentity(id: "", started: 0), options: RunSettings.Options(userAgent: ""),
            environments: RunEnvironments(
                RunEnvironment(name: nil, baseURL: nil, trustedOrigins: [], secrets: registry), secrets: registry),
            values: RunValues(secrets: secrets, process: context.environment.values),
            files: RunFiles(workingFolder: workspace.workingFolder), secrets: registry)
        return try settings.transferOptions(ofFirstRequestOf: workflow, isSecure: url.isSecure)
    }
}
