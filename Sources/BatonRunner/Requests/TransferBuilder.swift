import BatonCEL
import BatonFiles
package import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonSecrets
package import BatonWorkflow

/// Builds the options of a transfer; steps without such options share those of the run.
struct TransferBuilder {
    let settings: RunSettings
    let scope: any TemplateScope
    /// Whether the connection uses TLS.
    let isSecure: Bool

    func options(_ template: TransferTemplate) throws(StepFailure) -> TransferOptions {
        var options = template.options
        if let timeout = template.timeout {
            options.timeout = .microseconds(try timeout.microseconds(from: scope))
        }
        if let timeout = template.connectTimeout {
            options.connectTimeout = .microseconds(try timeout.microseconds(from: scope))
        }
        if let path = template.savePath { options.savePlace = try place(path) }
        try fill(&options.connection, template)
        return options
    }

    private func fill(_ connection: inout ConnectionOptions, _ template: TransferTemplate) throws(StepFailure) {
        var values = connection.values
        if let tls = template.tls { values.tls = try self.tls(tls, isSecure) }
        if let proxy = template.proxy {
            let url = try self.proxy(proxy.url)
            values.proxy = url
            if let tls = proxy.tls { values.proxyTLS = try self.tls(tls, ProxyText.isSecure(url)) }
        }
        if let hosts = template.noProxy {
            values.noProxy = try mappings(hosts, of: "no_proxy", ProxyExceptions.violation(in:)).joined(separator: ",")
        }
        values.resolve = try mappings(template.resolve, of: "resolve", HostMapping.violation(inResolve:))
        values.connectTo = try mappings(template.connectTo, of: "connect_to", HostMapping.violation(inConnectTo:))
        if let path = template.unixSocket { values.unixSocket = try socket(path) }
        // Requests with equal options share one storage where nothing was filled in.
        if values != connection.values { connection.values = values }
    }

    /// - Parameter isSecure: whether this TLS is spoken; else its files are not read and need not exist.
    private func tls(_ template: TLSTemplate, _ isSecure: Bool) throws(StepFailure) -> TLSOptions {
        var tls = template.options
        if let path = template.ca { tls.ca = try file(path, for: "ca", isSecure) }
        if let path = template.certificate { tls.certificate = try file(path, for: "cert", isSecure) }
        if let path = template.key { tls.key = try file(path, for: "key", isSecure) }
        if let password = template.keyPassword {
            let text = try filled(password)
            scope.noteSecret(text)
            tls.keyPassword = text
        }
        if let pin = template.pin {
            let text = try filled(pin)
            tls.pin = PinnedKey.isHash(text) ? text : try file(pin, for: "pin", isSecure)
            if let violation = try pinViolation(text, tls.pin ?? "", pin, isSecure) {
                throw StepFailure(
                    .badInput, "pin: \(violation)",
                    hint: "write `sha256//` and the SHA-256 of the public key in base64, or name a file with the key",
                    at: pin.range)
            }
        }
        return tls
    }

    /// What is wrong with a pin; nil for a valid one. libcurl would report an invalid pin as a server with another key.
    private func pinViolation(
        _ written: String, _ path: String, _ template: TextTemplate, _ isSecure: Bool
    ) throws(StepFailure) -> String? {
        if PinnedKey.isHash(written) {
            return PinnedKey.violation(inHashes: written).map { hidden($0, of: template, "pinned key") }
        }
        guard isSecure, let bytes = try? FileReading.bytes(of: path, limit: 1 << 20), !PinnedKey.isPublicKey(bytes)
        else { return nil }
        return "`\(written)` holds no public key in PEM or DER"
    }

    /// The proxy's URL; empty for a direct connection.
    private func proxy(_ template: TextTemplate) throws(StepFailure) -> String {
        let text = try filled(template)
        if text == "none" { return "" }
        for password in OutsideSecrets.secrets(inProxy: text) { scope.noteSecret(password) }
        if let violation = ProxyText.violation(in: text) {
            throw StepFailure(
                .badInput, "proxy: \(hidden(violation, of: template, "URL of a proxy"))", at: template.range)
        }
        return text
    }

    private func mappings(
        _ templates: [TextTemplate], of key: String, _ violation: (String) -> String?
    ) throws(StepFailure) -> [String] {
        var texts: [String] = []
        for template in templates {
            let text = try filled(template)
            if let violation = violation(text) {
                throw StepFailure(
                    .badInput, "\(key): \(hidden(violation, of: template, "list of hosts, ports and addresses"))",
                    at: template.range)
            }
            texts.append(text)
        }
        return texts
    }

    /// The error message for a text, without the quoted parts of it where an expression gave a secret.
    private func hidden(_ violation: String, of template: TextTemplate, _ kind: String) -> String {
        let noting = NotingScope(scope)
        _ = try? template.text(from: noting)
        return noting.hasNoted ? "the text, which holds a secret, is no \(kind)" : violation
    }

    private func socket(_ text: TextTemplate) throws(StepFailure) -> String {
        let path = try file(text)
        if let violation = UnixSocketText.violation(in: try filled(text)) ?? UnixSocketText.violation(in: path) {
            throw StepFailure(.badInput, violation, at: text.range)
        }
        return path
    }

    /// Path of a certificate or socket, which may lie outside the file root; relative to the folder of the file that
    /// names it.
    private func file(_ text: TextTemplate) throws(StepFailure) -> String {
        RealPath.join(settings.files.folder(of: text.range.file), try filled(text))
    }

    /// Path of a file that libcurl reads during the TLS handshake. Its existence is checked first, because libcurl
    /// reports a missing file as a connection failure. Without TLS it is not read and need not exist.
    private func file(_ text: TextTemplate, for key: String, _ isSecure: Bool) throws(StepFailure) -> String {
        let written = try filled(text)
        let path = try file(text)
        guard isSecure else { return path }
        do throws(FileError) {
            try FileReading.check(path, written: written)
        } catch {
            throw StepFailure(.badInput, "\(key): \(error.message)", at: text.range)
        }
        return path
    }

    private func place(_ path: TextTemplate) throws(StepFailure) -> FilePlace {
        let text = try filled(path)
        let file = path.range.file
        do throws(FileError) {
            let place = try settings.files.root(of: file).place(
                text, relativeTo: settings.files.folder(of: file), within: path.writtenFolder)
            let own = try? RealPath.of(RealPath.join(settings.files.workingFolder, file.path))
            if place.path == own || RealPath.name(of: place.path) == ProjectSearch.fileName {
                let message = "`\(text)` is not written over: it is a project file or this workflow"
                throw FileError(.closed, path: text, message: message)
            }
            settings.files.leftovers.remove(beside: place)
            settings.files.saved?.note(place.path)
            return place
        } catch {
            throw StepFailure(.badInput, error.message, at: path.range)
        }
    }

    private func filled(_ template: TextTemplate) throws(StepFailure) -> String {
        return try template.text(from: scope)
    }
}

extension RunSettings {
    /// The transfer options of a workflow's first request: what an environment's `tls`, `proxy` and `timeout` say.
    ///
    /// Throws the failure that a step would have: a certificate that cannot be read, a secret without a value. Variables
    /// have no value here.
    package func transferOptions(
        ofFirstRequestOf workflow: Workflow, isSecure: Bool
    ) throws(Failure) -> TransferOptions {
        guard case .request(let template)? = workflow.steps.first?.action, let transfer = template.transfer else {
            return .standard
        }
        do throws(StepFailure) {
            let builder = TransferBuilder(settings: self, scope: OutsideScope(self), isSecure: isSecure)
            return try builder.options(transfer)
        } catch {
            throw Failure(error.kind, "\(error.range.description): \(error.message)")
        }
    }
}

/// The values from outside a run: `secrets`, `process.env` and `run`.
private final class OutsideScope: TemplateScope {
    private let settings: RunSettings

    init(_ settings: RunSettings) { self.settings = settings }

    func value(at slot: Int) throws(CELError) -> CELValue? { settings.roots.first { $0.slot == slot }?.value }
    func noteSecret(_ text: String) { settings.secrets.add(text) }
}

/// Evaluates the `cache` setting of a request with the values of a running case.
struct CacheRuleBuilder {
    let scope: any TemplateScope
    /// Whether an earlier attempt at the whole workflow failed.
    var isRepeated = false

    /// Nil where no setting applies to the request. A retried request, and one repeated by `until`, is always sent to
    /// the server.
    func rule(_ template: RequestTemplate, _ attempt: RequestExecution.Attempt) throws(StepFailure) -> CacheRule? {
        guard let cache = template.effectiveCache else { return nil }
        var rule = CacheRule(cache.policy, stores: cache.stores, scope: cache.scope)
        if let ttl = cache.ttl { rule.ttl = .microseconds(try ttl.microseconds(from: scope)) }
        if let key = cache.key {
            let text = try key.text(from: scope)
            guard !text.isEmpty else { throw StepFailure("the cache key is empty", at: key.range) }
            rule.key = text
        }
        return isRepeated || attempt.number > 1 || attempt.until != nil ? rule.forLaterAttempt : rule
    }
}
