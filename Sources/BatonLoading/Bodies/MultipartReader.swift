import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reads `multipart`.
struct MultipartReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    func multipart(_ node: YAMLNode) -> MultipartTemplate {
        guard let entries = node.entries else {
            guard case .expression(let expression) = templates.map(node) else { return .parts([]) }
            return .expression(expression)
        }
        var parts: [MultipartTemplate.Part] = []
        for entry in entries {
            if entry.value.isLeftOut {
                sink.report(
                    .emptyParameter(entry.keyText, at: entry.keyRange))
                continue
            }
            for item in entry.value.itemsOrItself {
                if let part = part(entry, item) { parts.append(part) }
            }
        }
        return .parts(parts)
    }

    /// A `json` or `form` body that has files directly under its fields; nil when it has none.
    ///
    /// Only literal maps count: the value of an expression is data.
    func fields(_ node: YAMLNode) -> MultipartTemplate? {
        guard let entries = node.entries, entries.contains(where: { Self.hasFile($0.value) }) else { return nil }
        var parts: [MultipartTemplate.Part] = []
        for entry in entries {
            for item in entry.value.itemsOrItself {
                if Self.isFile(item) {
                    if let part = part(entry, item) { parts.append(part) }
                } else {
                    parts.append(
                        MultipartTemplate.Part(
                            name: templates.text(ofKey: entry), content: .value(templates.template(item)),
                            filename: nil,
                            type: nil, range: entry.keyRange.through(item.range)))
                }
            }
        }
        return .parts(parts)
    }

    private static func hasFile(_ node: YAMLNode) -> Bool {
        isFile(node) || node.items?.contains(where: isFile) == true
    }

    /// Whether the node is `{ file: path }`, with no other keys than `filename` and `type`.
    private static func isFile(_ node: YAMLNode) -> Bool {
        guard let entries = node.entries else { return false }
        return entries.allSatisfy { $0.isNamed("file") || $0.isNamed("filename") || $0.isNamed("type") }
            && entries.contains { $0.isNamed("file") && $0.value.isText }
    }

    private func part(_ entry: YAMLEntry, _ node: YAMLNode) -> MultipartTemplate.Part? {
        let name = templates.text(ofKey: entry)
        let range = entry.keyRange.through(node.range)
        guard node.isMapping else {
            return MultipartTemplate.Part(
                name: name, content: .value(templates.template(node)), filename: nil, type: nil, range: range)
        }
        var content: MultipartTemplate.Content?
        var filename: TextTemplate?
        var type: TextTemplate?
        for item in MapReader(sink: sink).entries(of: node, as: Language.MultipartPart.map) {
            switch item.key {
            case Language.MultipartPart.file: content = .file(templates.text(item.value))
            case Language.MultipartPart.text: content = content ?? .value(templates.template(item.value))
            case Language.MultipartPart.filename: filename = templates.text(item.value)
            case Language.MultipartPart.type: type = templates.text(item.value)
            default: break
            }
        }
        guard let content else {
            sink.report(
                Diagnostic(
                    "workflow.missing-key", "this part has no content", at: node.range,
                    help: "write `file: path` or `text: …`"))
            return nil
        }
        return MultipartTemplate.Part(name: name, content: content, filename: filename, type: type, range: range)
    }
}
