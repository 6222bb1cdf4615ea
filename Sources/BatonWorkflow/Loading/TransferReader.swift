import BatonDiagnostics
import BatonJSON
import BatonYAML

/// Reads how a request travels: timeouts, redirects, TLS, limits.
struct TransferReader {
    let templates: TemplateReader
    let sink: DiagnosticSink

    func read(_ entry: MapReader.Entry, into transfer: inout TransferTemplate) {
        let node = entry.value
        switch entry.name {
        case "timeout": transfer.timeout = templates.duration(node)
        case "connect_timeout": transfer.connectTimeout = templates.duration(node)
        case "compressed": transfer.acceptsCompression = node.bool
        case "follow_redirects": followRedirects(node, &transfer)
        case "max_response": transfer.maxResponse = size(node)
        case "http_version":
            guard let text = node.scalar?.text, ["1.0", "1.1", "2"].contains(text) else {
                sink.report(
                    Diagnostic(
                        "workflow.wrong-value", "`http_version` is `1.0`, `1.1` or `2`", at: node.range))
                return
            }
            transfer.httpVersion = text
        case "tls": tls(node, &transfer)
        default: break
        }
    }

    private func followRedirects(_ node: YAMLNode, _ transfer: inout TransferTemplate) {
        if let flag = node.bool {
            transfer.maxRedirects = flag ? 10 : nil
            return
        }
        guard node.entries != nil else {
            sink.report(
                .wrongType(wanted: "`true`, `false` or `{ max, keep_auth }`", what: "`follow_redirects`", node: node))
            return
        }
        transfer.maxRedirects = 10
        for entry in MapReader(sink: sink).entries(of: node, as: Language.followRedirects) {
            if entry.name == "max" {
                transfer.maxRedirects = entry.value.scalar.flatMap { Int($0.text) } ?? 10
            } else {
                transfer.keepsAuthAcrossOrigins = entry.value.bool ?? false
            }
        }
    }

    private func tls(_ node: YAMLNode, _ transfer: inout TransferTemplate) {
        for entry in MapReader(sink: sink).entries(of: node, as: Language.tls) {
            switch entry.name {
            case "verify": transfer.verifiesCertificate = entry.value.bool
            case "ca": transfer.caFile = templates.text(entry.value)
            case "cert": transfer.certificateFile = templates.text(entry.value)
            default: transfer.keyFile = templates.text(entry.value)
            }
        }
    }

    private func size(_ node: YAMLNode) -> Int? {
        let text = node.scalar?.text ?? ""
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let factors = ["": 1, "B": 1, "kB": 1000, "KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000]
        let unit = String(text.dropFirst(digits.count).drop { $0 == " " })
        guard let number = Int(digits), let factor = factors[unit] else {
            sink.report(.invalidSize(text, at: node.range))
            return nil
        }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
        return overflow ? Int.max : bytes
    }
}

/// Reads `auth`.
struct AuthReader {
    let templates: TemplateReader
    let sink: DiagnosticSink

    func auth(_ node: YAMLNode) -> AuthTemplate? {
        guard node.entries != nil else {
            if node.scalar?.text == "none" { return AuthTemplate.none }
            sink.report(
                .wrongType(wanted: "`{ bearer: … }`, `{ basic: … }` or `none`", what: "`auth`", node: node))
            return nil
        }
        let entries = MapReader(sink: sink).entries(of: node, as: Language.auth)
        guard let entry = entries.first else {
            if node.entries?.isEmpty == true {
                sink.report(
                    Diagnostic(
                        "workflow.auth-without-method", "`auth` does not say how", at: node.range,
                        help: "write `auth: { bearer: $(token) }`"))
            }
            return nil
        }
        if entries.count > 1 {
            sink.report(
                Diagnostic(
                    "workflow.two-auths",
                    "`auth` has one method: this one has `\(entry.name)` and `\(entries[1].name)`",
                    at: entries[1].keyRange, notes: [.init("the first is here", at: entry.keyRange)]))
        }
        if entry.name == "bearer" { return .bearer(templates.text(entry.value)) }
        var username: TextTemplate?
        var password: TextTemplate?
        for item in MapReader(sink: sink).entries(of: entry.value, as: Language.basicAuth) {
            if item.name == "username" { username = templates.text(item.value) }
            if item.name == "password" { password = templates.text(item.value) }
        }
        guard let username, let password else {
            sink.report(
                Diagnostic(
                    "workflow.incomplete-auth", "`basic` needs `username` and `password`", at: entry.value.range))
            return nil
        }
        return .basic(username: username, password: password)
    }
}
