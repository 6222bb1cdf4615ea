import BatonDiagnostics
import BatonHTTP
import BatonJSON
import BatonYAML

/// Reads the request of a step and merges it with what the environment and the file's `defaults` say.
struct RequestReader {
    let scope: Scope
    let templates: TemplateReader
    let sink: DiagnosticSink
    let environment: EnvironmentTemplates
    let defaults: DefaultsTemplates
    /// Whether a URL that starts with `/` has something to stand after.
    let hasBaseURL: Bool

    private struct Draft {
        var query: [MapTemplate] = []
        var headers: [Sourced<MapTemplate>] = []
        var cookies: [MapTemplate] = []
        var body: (key: MapReader.Entry, template: BodyTemplate)?
        var auth: Sourced<AuthTemplate>?
        var transfer = TransferTemplate()
        var captureNode: YAMLNode?
        var expectNode: YAMLNode?
    }

    func action(_ method: MapReader.Entry, _ entries: [MapReader.Entry]) -> Step.Action? {
        var draft = Draft()
        draft.query = defaults.query
        draft.headers = environment.headers + defaults.headers
        draft.cookies = defaults.cookies
        draft.auth = defaults.auth
        draft.transfer = defaults.transfer
        let url = templates.text(method.value)
        check(url)
        for entry in entries where entry.keyNode !== method.keyNode { read(entry, into: &draft) }
        // What the answer gives is known to the checks, so captures are read first.
        let captures =
            draft.captureNode.map { CaptureReader(scope: scope, templates: templates, sink: sink).captures($0) } ?? []
        var expected =
            draft.expectNode.map { CheckReader(templates: templates, sink: sink).expect($0) } ?? CheckReader.Result()
        expected.checks = merged(expected.checks)
        return .request(
            RequestTemplate(
                method: Language.methods.contains(method.name) ? method.name.uppercased() : method.name, url: url,
                query: draft.query, headers: draft.headers, cookies: draft.cookies, body: draft.body?.template,
                auth: draft.auth, transfer: draft.transfer, captures: captures, checks: expected.checks,
                conditions: expected.conditions, checksStatus: expected.checksStatus))
    }

    /// The file's default checks, where the step does not check the same thing itself.
    private func merged(_ own: [Check]) -> [Check] {
        guard !defaults.checks.isEmpty else { return own }
        let labels = Set(own.map { $0.label.lowercased() })
        return defaults.checks.filter { !labels.contains($0.label.lowercased()) } + own
    }

    private func read(_ entry: MapReader.Entry, into draft: inout Draft) {
        let node = entry.value
        switch entry.name {
        case "query": draft.query.append(templates.map(node))
        case "headers":
            draft.headers.append(
                Sourced(value: HeaderReader(templates: templates, sink: sink).headers(node), isOwn: true))
        case "cookies": draft.cookies.append(templates.map(node))
        case "json": setBody(.json(templates.template(node)), entry, &draft)
        case "form": setBody(.form(templates.map(node)), entry, &draft)
        case "text": setBody(.text(templates.text(node)), entry, &draft)
        case "file": setBody(.file(templates.text(node)), entry, &draft)
        case "multipart":
            setBody(.multipart(MultipartReader(templates: templates, sink: sink).multipart(node)), entry, &draft)
        case "auth":
            if let auth = AuthReader(templates: templates, sink: sink).auth(node) {
                draft.auth = Sourced(value: auth, isOwn: true)
            }
        case "capture": draft.captureNode = node
        case "expect": draft.expectNode = node
        case "name", "id", "if": break
        default: TransferReader(templates: templates, sink: sink).read(entry, into: &draft.transfer)
        }
    }

    private func setBody(_ body: BodyTemplate, _ entry: MapReader.Entry, _ draft: inout Draft) {
        if let first = draft.body?.key {
            sink.report(.twoBodies(first.name, entry.name, at: entry.keyRange, first: first.keyRange))
            return
        }
        draft.body = (entry, body)
    }

    /// A URL without expressions is checked whole; with them, as far as it is known.
    private func check(_ url: TextTemplate) {
        let written = url.written
        if written.isEmpty {
            sink.report(.invalidURL("the URL is empty", at: url.range, help: "write `/` for the base URL itself"))
            return
        }
        if written.hasPrefix("/") {
            if !hasBaseURL { sink.report(.relativeURLWithoutBase(written, at: url.range)) }
            return
        }
        guard let literal = url.literal else { return }
        do {
            _ = try URLText.parse(literal)
        } catch {
            let help: String? =
                literal.contains("://")
                ? nil : "a URL begins with `http://` or `https://`, or with `/` after the base URL"
            sink.report(.invalidURL(error.message, at: url.range, help: help))
        }
    }
}

/// Reads a map of headers; what is known when the file is loaded is checked there.
struct HeaderReader {
    let templates: TemplateReader
    let sink: DiagnosticSink

    func headers(_ node: YAMLNode) -> MapTemplate {
        let map = templates.map(node)
        guard case .entries(let entries) = map else { return map }
        for entry in entries {
            guard let name = entry.key.literal else { continue }
            if !Token.isValid(name) { sink.report(.invalidHeaderName(name, at: entry.key.range)) }
            if case .literal(.string(let value)) = entry.value, value.utf8.contains(where: { $0 == 10 || $0 == 13 }) {
                sink.report(.lineBreakInHeader(name, at: entry.range))
            }
        }
        return map
    }
}

/// Reads `multipart`.
struct MultipartReader {
    let templates: TemplateReader
    let sink: DiagnosticSink

    func multipart(_ node: YAMLNode) -> MultipartTemplate {
        guard let entries = node.entries else {
            guard case .expression(let expression) = templates.map(node) else { return .parts([]) }
            return .expression(expression)
        }
        var parts: [MultipartTemplate.Part] = []
        for entry in entries {
            for item in entry.value.items ?? [entry.value] {
                if let part = part(entry, item) { parts.append(part) }
            }
        }
        return .parts(parts)
    }

    private func part(_ entry: YAMLEntry, _ node: YAMLNode) -> MultipartTemplate.Part? {
        let name = templates.text(entry.key)
        let range = entry.key.range.through(node.range)
        guard node.entries != nil else {
            return MultipartTemplate.Part(
                name: name, content: .value(templates.template(node)), filename: nil, type: nil, range: range)
        }
        var content: MultipartTemplate.Content?
        var filename: TextTemplate?
        var type: TextTemplate?
        for item in MapReader(sink: sink).entries(of: node, as: Language.multipartPart) {
            switch item.name {
            case "file": content = .file(templates.text(item.value))
            case "text": content = content ?? .value(templates.template(item.value))
            case "filename": filename = templates.text(item.value)
            default: type = templates.text(item.value)
            }
        }
        guard let content else {
            sink.report(
                Diagnostic(
                    "workflow.part-without-content", "this part has no content", at: node.range,
                    help: "write `file: path` or `text: …`"))
            return nil
        }
        return MultipartTemplate.Part(name: name, content: content, filename: filename, type: type, range: range)
    }
}
