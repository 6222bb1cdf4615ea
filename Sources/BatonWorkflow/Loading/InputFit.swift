import BatonDiagnostics

/// Whether what is known of a value before anything runs fits the type of the input that gets it.
struct InputFit {
    let sink: DiagnosticSink

    func check(_ template: Template, _ input: Workflow.Input, at range: SourceRange) {
        guard let type = input.type else { return }
        if case .literal(let value) = template {
            guard !value.isNull, !value.isOf(type) else { return }
            sink.report(
                .inputOfWrongType(
                    input.name, wanted: type, got: Shown.json(value), at: range, input: input.range))
        } else if !template.type.mayBe(InputReader.type(named: type)) {
            sink.report(
                .inputOfWrongType(
                    input.name, wanted: type, got: template.type.description, at: range, input: input.range))
        }
    }
}
