import BatonDiagnostics
import BatonYAML

/// Reads whether, when and how often a step is done.
struct StepFlowReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    /// The keys of a step that belong here.
    static let keys = Language.Flow.keys

    /// What was read before the step itself was.
    struct Draft {
        var skip: String?
        var delay: DurationTemplate?
        var timeout: DurationTemplate?
        var continuesOnFailure = false
        var isEmpty = true

        /// Nil for a step that is simply done once.
        func step(with loops: [Loop]) -> StepFlow? {
            if isEmpty, loops.isEmpty { return nil }
            return StepFlow(
                skip: skip, loops: loops, delay: delay, timeout: timeout, continuesOnFailure: continuesOnFailure)
        }
    }

    /// What has other steps or several requests in it: its `timeout` bounds the whole.
    static let bounded: [Language.Key] = [
        Language.Step.steps, Language.Step.parallel, Language.Step.call, Language.Step.workflow,
    ]

    /// - Parameter action: the key that says what the step does.
    func flow(_ entries: MapReader.Entries, of action: Language.Key?) -> Draft {
        var draft = Draft()
        if Self.bounded.contains(action), let entry = entries[Language.Transfer.timeout] {
            draft.isEmpty = false
            draft.timeout = templates.limit(entry.value)
        }
        guard entries.contains(anyOf: Self.keys) else { return draft }
        for entry in entries where Self.keys.contains(entry.key) {
            draft.isEmpty = false
            switch entry.key {
            case Language.Flow.skip: draft.skip = reason(entry.value)
            case Language.Flow.delay: draft.delay = templates.duration(entry.value)
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
