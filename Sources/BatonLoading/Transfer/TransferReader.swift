import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Transfer

/// Reads transfer settings: timeouts, redirects, connections, limits.
///
/// The folder reads how a request is sent, whatever it asks for: connections, TLS, credentials and the cache.
struct TransferReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    func read(_ word: Language.Key.Identity?, _ node: YAMLNode, into written: inout WrittenTransfer?) {
        var transfer = written?.template ?? TransferTemplate()
        read(word, node, into: &transfer)
        written = .template(transfer)
    }

    /// - Parameter word: the key; keys other than those of `Keys.keys` and `save` are ignored.
    private func read(_ word: Language.Key.Identity?, _ node: YAMLNode, into transfer: inout TransferTemplate) {
        switch word {
        case Keys.timeout: transfer.timeout = templates.limit(node)
        case Keys.connectTimeout: transfer.connectTimeout = templates.limit(node)
        case Keys.compressed: transfer.options.isCompressed = node.bool ?? true
        case Keys.followRedirects: transfer.options.redirects = redirects(node)
        case Keys.maxResponse: transfer.options.maxResponse = SizeText.bytes(node, sink)
        case Keys.httpVersion: transfer.options.connection.values.httpVersion = httpVersion(node)
        case Keys.tls: transfer.tls = node.isNull ? nil : TLSReader(templates: templates).tls(node)
        case Keys.proxy: transfer.proxy = node.isNull ? nil : proxy(node)
        case Keys.noProxy:
            transfer.noProxy = node.isNull ? nil : mappings(node, of: "no_proxy", ProxyExceptions.violation(in:))
        case Keys.resolve: transfer.resolve = mappings(node, of: "resolve", HostMapping.violation(inResolve:))
        case Keys.connectTo: transfer.connectTo = mappings(node, of: "connect_to", HostMapping.violation(inConnectTo:))
        case Keys.unixSocket: transfer.unixSocket = node.isNull ? nil : socket(node)
        case Keys.limitRate: transfer.options.limitRate = node.isNull ? nil : rate(node)
        case Keys.ip: transfer.options.connection.values.ipVersion = ipVersion(node)
        case Keys.pathAsIs: transfer.options.pathAsIs = node.bool ?? false
        case Keys.netrc: transfer.options.netrc = node.bool ?? false
        case Language.Step.save: transfer.savePath = templates.text(node)
        default: break
        }
    }

    private func wrongValue(_ message: Message, _ node: YAMLNode) {
        sink.report(Diagnostic("workflow.wrong-value", message, at: node.range))
    }

    private func httpVersion(_ node: YAMLNode) -> HTTPVersionChoice {
        HTTPVersionChoice(rawValue: node.scalar?.text ?? "") ?? .automatic
    }

    private func ipVersion(_ node: YAMLNode) -> IPVersion {
        switch node.scalar?.text {
        case "4": .v4
        case "6": .v6
        default: .any
        }
    }

    private func rate(_ node: YAMLNode) -> Int64? {
        guard let bytes = SizeText.bytes(node, sink) else { return nil }
        if bytes == 0 { wrongValue("with `limit_rate: 0` nothing would arrive", node) }
        return Int64(bytes)
    }

    private func redirects(_ node: YAMLNode) -> RedirectPolicy? {
        if let flag = node.bool { return flag ? RedirectPolicy() : nil }
        guard node.isMapping else {
            sink.report(
                .wrongType(Language.Transfer.followRedirects, wanted: "`true`, `false` or `{ max, keep_auth }`", node))
            return nil
        }
        var policy = RedirectPolicy()
        for entry in MapReader(sink: sink).entries(of: node, as: Language.FollowRedirects.map) {
            if entry.key == Language.FollowRedirects.max {
                policy.maximum = entry.value.scalar.flatMap { Int($0.text) } ?? policy.maximum
            } else {
                policy.keepsCredentials = entry.value.bool ?? false
            }
        }
        return policy
    }

    private func proxy(_ node: YAMLNode) -> ProxyTemplate? {
        if node.isMapping { return TLSReader(templates: templates).proxy(node, url: proxyURL) }
        guard node.scalar != nil else {
            sink.report(.wrongType(Keys.proxy, wanted: "a URL, `none` or `{ url, ca, … }`", node))
            return nil
        }
        return ProxyTemplate(url: proxyURL(node))
    }

    private func proxyURL(_ node: YAMLNode) -> TextTemplate {
        let text = templates.text(node)
        if let literal = text.literal, literal != "none", let violation = ProxyText.violation(in: literal) {
            sink.report(
                Diagnostic(
                    "workflow.wrong-value", "\(violation)", at: node.range,
                    help: "write `http://proxy.example.com:3128` or `none`"))
        }
        return text
    }

    private func socket(_ node: YAMLNode) -> TextTemplate {
        let text = templates.text(node)
        if let literal = text.literal, let violation = UnixSocketText.violation(in: literal) {
            sink.report(
                Diagnostic(
                    "workflow.wrong-value", "\(violation)", at: node.range,
                    help: literal.isEmpty ? "write the path of a socket, or leave `unix_socket` out" : nil))
        }
        return text
    }

    /// One text, or a list of them.
    private func texts(_ node: YAMLNode, of name: String) -> [TextTemplate] {
        if let items = node.items, items.allSatisfy({ $0.scalar != nil && !$0.isNull }) {
            return items.map(templates.text)
        }
        if node.scalar != nil { return [templates.text(node)] }
        sink.report(.wrongType(wanted: "a text or a list of texts", what: "`\(name)`", node: node))
        return []
    }

    private func mappings(_ node: YAMLNode, of name: String, _ violation: (String) -> String?) -> [TextTemplate] {
        guard !node.isNull else { return [] }
        let texts = texts(node, of: name)
        for text in texts {
            guard let literal = text.literal, let violation = violation(literal) else { continue }
            sink.report(Diagnostic("workflow.wrong-value", "\(violation)", at: text.range))
        }
        return texts
    }
}
