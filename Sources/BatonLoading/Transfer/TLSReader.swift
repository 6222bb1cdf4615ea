import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.TLS

/// Reads `tls`, and what `proxy` has of it.
struct TLSReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    func tls(_ node: YAMLNode) -> TLSTemplate {
        var tls = TLSTemplate()
        var maximum: SourceRange?
        for entry in MapReader(sink: sink).entries(of: node, as: Keys.map) {
            switch entry.key {
            case Keys.minVersion: tls.options.minimumVersion = entry.word()
            case Keys.maxVersion:
                tls.options.maximumVersion = entry.word()
                maximum = entry.value.range
            default: read(entry, into: &tls)
            }
        }
        if let low = tls.options.minimumVersion, let high = tls.options.maximumVersion, let maximum, low > high {
            sink.report(
                Diagnostic(
                    "workflow.wrong-value",
                    "`max_version` \(high.rawValue) is below `min_version` \(low.rawValue)", at: maximum))
        }
        return tls
    }

    /// The proxy's URL, and its TLS; nil where no URL is written.
    func proxy(_ node: YAMLNode, url: (YAMLNode) -> TextTemplate) -> ProxyTemplate? {
        var tls = TLSTemplate()
        var text: TextTemplate?
        for entry in MapReader(sink: sink).entries(of: node, as: Language.Proxy.map) {
            if entry.key == Language.Proxy.url { text = url(entry.value) } else { read(entry, into: &tls) }
        }
        return text.map { ProxyTemplate(url: $0, tls: tls) }
    }

    private func read(_ entry: MapReader.Entry, into tls: inout TLSTemplate) {
        switch entry.key {
        case Keys.verify: tls.options.verify = entry.value.bool ?? true
        case Keys.ca: tls.ca = templates.text(entry.value)
        case Keys.cert: tls.certificate = templates.text(entry.value)
        case Keys.key: tls.key = templates.text(entry.value)
        case Keys.keyPassword: tls.keyPassword = templates.text(entry.value)
        default: tls.pin = pin(entry.value)
        }
    }

    /// Reads `pin`: hashes, each `sha256//` and 44 characters of base64, or the path of a file.
    private func pin(_ node: YAMLNode) -> TextTemplate {
        let text = templates.text(node)
        if let literal = text.literal, PinnedKey.isHash(literal), let violation = PinnedKey.violation(inHashes: literal)
        {
            sink.report(
                Diagnostic(
                    "workflow.wrong-value", "\(violation)", at: node.range,
                    help: "write `sha256//` and the SHA-256 of the public key in base64, 44 characters"))
        }
        return text
    }
}
