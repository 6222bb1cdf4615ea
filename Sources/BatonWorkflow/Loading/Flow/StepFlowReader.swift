import BatonDiagnostics
import BatonYAML

/// Reads whether, when and how often a step is done.
struct StepFlowReader {
    let templates: TemplateReader
    let sink: DiagnosticSink

    /// The keys of a step that belong here.
    static let keys = Set(Language.flowKeys.map(\.name))

    /// Nil for a step that is simply done.
    func flow(_ entries: [MapReader.Entry]) -> StepFlow? {
        var skip: String?
        var delay: DurationTemplate?
        var continuesOnFailure = false
        var isEmpty = true
        for entry in entries where Self.keys.contains(entry.name) {
            isEmpty = false
            switch entry.name {
            case "skip": skip = reason(entry.value)
            case "delay": delay = templates.duration(entry.value)
            default: continuesOnFailure = entry.value.bool ?? false
            }
        }
        if isEmpty { return nil }
        return StepFlow(skip: skip, delay: delay, continuesOnFailure: continuesOnFailure)
    }

    private func reason(_ node: YAMLNode) -> String? {
        let text = node.scalar?.text ?? ""
        if node.bool != nil || text.isEmpty {
            sink.report(.skipWithoutReason(text, at: node.range))
            return nil
        }
        return text
    }
}
