import BatonJSON

extension Operator {
    /// - Parameter place: where the value stands in the document, for the paths of what does not fit.
    static func schema(_ actual: Actual, _ schema: CompiledSchema, at place: String) -> Mismatch? {
        guard let value = actual.value else {
            return .unfit(.schema, actual, "which is no JSON") { _ in schema.described }
        }
        do {
            if try schema.schema.accepts(value) { return nil }
        } catch {
            return Mismatch(.schema, .unfit) { wording in
                .init(
                    expected: schema.described, actual: wording.actual(actual),
                    message: "cannot be held against \(schema.title): \(wording.mask(error.message))")
            }
        }
        return Mismatch(.schema) { wording in
            SchemaViolations(schema: schema, wording: wording, root: place).words(of: value)
        }
    }
}

extension CompiledSchema {
    var title: String { written ?? "the schema" }
    /// What is expected.
    var described: String { "a value that fits \(title)" }
}

extension SchemaTemplate {
    var described: String {
        switch self {
        case .compiled(let schema): schema.described
        case .template: "a value that fits the schema"
        }
    }
}
