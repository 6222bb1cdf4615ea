import BatonJSON
package import BatonLanguage

/// `schema`.
package struct SchemaFit: CheckOperator {
    let schema: SchemaTemplate

    package init(schema: SchemaTemplate) {
        self.schema = schema
    }

    static let word = "schema"

    static let words = [
        OperatorWord(
            word, .any, "The value fits the JSON Schema (draft 2020-12).", takes: "path or schema",
            example: "item.schema.json", operand: .schema(SchemaFit.init))
    ]

    package var word: String { Self.word }

    package func failure(_ actual: ActualValue, _ evaluator: TestEvaluator) throws(StepFailure) -> ComparisonFailure? {
        let schema = try schema.compiled(from: evaluator.scope)
        guard let value = actual.value else {
            return .unfit(word, actual, "which is no JSON") { _ in schema.described }
        }
        do {
            if try schema.schema.accepts(value) { return nil }
        } catch {
            return ComparisonFailure(word, .unfit) { wording in
                .init(
                    expected: schema.described, actual: wording.actual(actual),
                    message: "cannot be held against \(schema.title): \(wording.mask(error.message))")
            }
        }
        return ComparisonFailure(word) { wording in
            SchemaViolations(schema: schema, wording: wording, root: evaluator.place).words(of: value)
        }
    }

    package func wanted(_ expectation: Expectation) -> String { schema.described }
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
