import BatonDiagnostics
import BatonJSON
import BatonYAML

/// Reads `capture`.
struct CaptureReader {
    let scope: Scope
    let templates: TemplateReader
    let sink: DiagnosticSink

    func captures(_ node: YAMLNode) -> [Capture] {
        guard let entries = node.entries else { return [] }
        if entries.isEmpty {
            sink.report(
                Diagnostic(
                    "workflow.captures-nothing", "`capture` takes nothing", at: node.range,
                    help: "write names and where their values come from, for example `token: $.token`"))
        }
        return entries.compactMap(capture)
    }

    private func capture(_ entry: YAMLEntry) -> Capture? {
        guard scope.mayDeclare(entry.keyText, at: entry.key.range, sink) else { return nil }
        let range = entry.key.range.through(entry.value.range)
        if entry.value.entries != nil {
            return detailed(entry, range)
        }
        guard let source = source(entry.value) else { return nil }
        return Capture(
            name: entry.keyText, slot: scope.declare(entry.keyText), source: source, isOptional: false,
            defaultValue: nil, isSecret: false, range: range)
    }

    /// `$.path`, `dotted.path` or `$(expression)`.
    private func source(_ node: YAMLNode) -> Capture.Source? {
        guard let scalar = node.scalar, !node.isNull else {
            sink.report(.wrongType(wanted: "a path, `$(…)` or a map", what: "a capture", node: node))
            return nil
        }
        if let expression = templates.wholeExpression(node) { return .expression(expression) }
        let paths = PathReader(templates: templates, sink: sink)
        return paths.path(node).map { .path($0, written: scalar.text) }
    }

    private func detailed(_ entry: YAMLEntry, _ range: SourceRange) -> Capture? {
        var sources: [(name: String, range: SourceRange, source: Capture.Source?)] = []
        var isOptional = false
        var isSecret = false
        var defaultValue: Template?
        let reader = MapReader(sink: sink)
        for item in reader.entries(of: entry.value, as: Language.capture) {
            switch item.name {
            case "path", "value": sources.append((item.name, item.keyRange, source(item.value)))
            case "header": sources.append((item.name, item.keyRange, .header(templates.text(item.value))))
            case "cookie": sources.append((item.name, item.keyRange, .cookie(templates.text(item.value))))
            case "optional": isOptional = item.value.bool ?? false
            case "secret": isSecret = item.value.bool ?? false
            default: defaultValue = templates.template(item.value)
            }
        }
        guard let first = sources.first else {
            sink.report(
                Diagnostic(
                    "workflow.capture-without-source", "`\(entry.keyText)` does not say where its value comes from",
                    at: entry.key.range, help: "write one of `path`, `header`, `cookie`, `value`"))
            return nil
        }
        if sources.count > 1 {
            sink.report(
                Diagnostic(
                    "workflow.two-sources",
                    "a capture has one source: this one has `\(first.name)` and `\(sources[1].name)`",
                    at: sources[1].range, notes: [.init("the first is here", at: first.range)]))
        }
        guard let source = first.source else { return nil }
        return Capture(
            name: entry.keyText, slot: scope.declare(entry.keyText), source: source, isOptional: isOptional,
            defaultValue: defaultValue, isSecret: isSecret, range: range)
    }
}

/// Reads JSONPaths and dotted key paths.
struct PathReader {
    let templates: TemplateReader
    let sink: DiagnosticSink

    func path(_ node: YAMLNode) -> PathTemplate? {
        guard let scalar = node.scalar else { return nil }
        let text = templates.text(node)
        guard let literal = text.literal else {
            return .template(text)
        }
        if literal.hasPrefix("$") { return jsonPath(literal, scalar, node) }
        do {
            return .keyPath(try JSONKeyPath.parse(literal))
        } catch {
            sink.report(
                Diagnostic(
                    "workflow.invalid-path", "`\(literal)` is no path: \(error.message)", at: node.range,
                    help: "write a JSONPath such as `$.token`, or keys with dots such as `user.name`"))
            return nil
        }
    }

    private func jsonPath(_ literal: String, _ scalar: YAMLScalar, _ node: YAMLNode) -> PathTemplate? {
        do {
            return .path(try JSONPath.parse(literal))
        } catch {
            sink.report(
                Diagnostic(
                    "workflow.invalid-path", "the path `\(literal)` is not valid: \(error.message)",
                    at: node.sourceMap.range(error.range)))
            return nil
        }
    }
}
