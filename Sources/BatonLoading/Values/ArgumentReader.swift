import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// Reads the values that `with` gives to the inputs of an endpoint or a workflow.
struct ArgumentReader {
    let templates: TemplateReader

    private var sink: DiagnosticSink { templates.sink }

    /// One argument for each input that gets a value or does not need one; missing and unknown inputs are reported.
    ///
    /// - Parameters:
    ///   - called: the name of the endpoint or workflow, for messages.
    ///   - range: the place of the call.
    ///   - slot: gives the slot of an input; nil for one that was left out because of an error.
    ///   - unknown: makes the finding about a name that is no input.
    func arguments(
        _ with: MapReader.Entry?, for inputs: [Workflow.Input], of called: String, at range: SourceRange,
        slot: (Workflow.Input) -> Int?, unknown: (YAMLEntry) -> Diagnostic
    ) -> [CallTemplate.Argument] {
        let given = with?.value.entries ?? []
        for pair in given where !inputs.contains(where: { $0.name == pair.keyText }) { sink.report(unknown(pair)) }
        return inputs.compactMap { input in
            var value: Template?
            var place = range
            if let pair = given.first(where: { $0.keyText == input.name }) {
                let template = templates.template(pair.value)
                place = pair.range
                if input.isSecret { pair.value.range.file.hide(pair.value.range) }
                InputFit(sink: sink).check(template, input, at: pair.value.range)
                value = template
            } else if let defaultValue = input.defaultValue {
                value = .literal(defaultValue)
            } else if input.isRequired {
                sink.report(.missingInput(input.name, of: called, at: range, input: input.range))
                return nil
            }
            return slot(input).map {
                CallTemplate.Argument(
                    name: input.name, slot: $0, value: value, type: input.type, isSecret: input.isSecret, range: place)
            }
        }
    }
}
