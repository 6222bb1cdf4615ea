import BatonJSON

/// `schema`.
struct SchemaFit: CheckOperator {
    let schema: SchemaTemplate

    static let word = "schema"

    static let words = [
        OperatorWord(
            word, .any, "A JSON Schema (draft 2020-12) that the value fits: a file, or the schema itself."
        ) { operand in
            SchemaReader(templates: operand.templates).schema(operand.node).map(SchemaFit.init)
        }
    ]

    var word: String { Self.word }

    func mismatch(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(TemplateFailure) -> Mismatch? {
        let schema = try schema.compiled(from: evaluator.scope)
        guard let value = actual.value else {
            return .unfit(word, actual, "which is no JSON") { _ in schema.described }
        }
        do {
            if try schema.schema.accepts(value) { return nil }
        } catch {
            return Mismatch(word, .unfit) { wording in
                .init(
                    expected: schema.described, actual: wording.actual(actual),
                    message: "cannot be held against \(schema.title): \(wording.mask(error.message))")
            }
        }
        return Mismatch(word) { wording in
            SchemaViolations(schema: schema, wording: wording, root: evaluator.place).words(of: value)
        }
    }

    func wanted(_ expectation: Expectation) -> String { schema.described }
}

extension CompiledSchema {
    var title: String { written ?? "the schema" }
    /// The expectation in words.
    var described: String { "a value that fits \(title)" }
}

extension SchemaTemplate {
    fileprivate var described: String {
        switch self {
        case .compiled(let schema): schema.described
        case .template: "a value that fits the schema"
        }
    }
}
