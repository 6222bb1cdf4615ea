import BatonDiagnostics
import BatonYAML

/// Reads whether, when and how often a step is done.
struct StepFlowReader {
    let templates: TemplateReader
    let sink: DiagnosticSink

    /// The keys of a step that belong here.
    static let keys = Set(Language.flowKeys.map(\.name))

    /// What was read before the step itself was.
    struct Draft {
        var skip: String?
        var delay: DurationTemplate?
        var continuesOnFailure = false
        var isEmpty = true

        /// Nil for a step that is simply done once.
        func step(with loops: [Loop]) -> StepFlow? {
            if isEmpty, loops.isEmpty { return nil }
            return StepFlow(skip: skip, loops: loops, delay: delay, continuesOnFailure: continuesOnFailure)
        }
    }

    func flow(_ entries: [MapReader.Entry]) -> Draft {
        var draft = Draft()
        for entry in entries where Self.keys.contains(entry.name) {
            draft.isEmpty = false
            switch entry.name {
            case "skip": draft.skip = reason(entry.value)
            case "delay": draft.delay = templates.duration(entry.value)
            default: draft.continuesOnFailure = entry.value.bool ?? false
            }
        }
        return draft
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
