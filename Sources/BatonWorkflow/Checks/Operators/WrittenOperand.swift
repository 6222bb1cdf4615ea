import BatonDiagnostics
import BatonJSON
import BatonYAML

/// The operand of an operator as written in a file.
struct WrittenOperand {
    let entry: MapReader.Entry
    /// What the operator is applied to, as the file names it: `$.rows`.
    let subject: String
    /// The known facts about the value that the operator is applied to.
    let type: SubjectType
    /// Reads the operators that stand below this one.
    let reader: OperatorReader

    var node: YAMLNode { entry.value }
    var name: String { entry.name }
    var templates: TemplateReader { reader.templates }
    var sink: DiagnosticSink { reader.sink }
    var isEmptyList: Bool { node.items?.isEmpty == true }

    /// Whether the operand is an explicit empty text: `""`.
    var isEmptyText: Bool {
        guard let scalar = node.scalar else { return false }
        return scalar.withContents(\.isEmpty) && !node.isMissing
    }

    /// Reports a mistake in the operand, and returns nil.
    func report<Operand>(_ diagnostic: Diagnostic) -> Operand? {
        sink.report(diagnostic)
        return nil
    }

    func reportWrongType<Operand>(wanted: String) -> Operand? {
        report(
            .wrongType(
                wanted: wanted, what: "`\(name)`", node: node,
                help: OperatorWord[name].map { "write `\($0.key.example)`" }))
    }

    func reportEmptyList<Operand>() -> Operand? {
        report(.checksNothing("`\(name): []`", at: node.range, help: "write at least one value"))
    }

    /// Reports `contains: ""` and the like, which hold for every text.
    func reportEmptyText<Operand>() -> Operand? {
        report(
            .checksNothing(
                "`\(name): \"\"`", at: node.range,
                help: "every text passes it; write what must be there, or `{ type: string }`"))
    }

    /// Reports `not_contains: ""` and the like, which hold for no text.
    func reportEmptyTextIsEverywhere<Operand>() -> Operand? {
        report(
            .cannotHold(
                "`\(name): \"\"` can never hold", at: node.range,
                help: "the empty text is in every text; write what must not be there, or `{ empty: true }`"))
    }

    /// The expression of `in: $(list)`; reports an expression whose type is known and not a list.
    func computedList() -> Template? {
        guard let expression = templates.wholeExpression(node) else { return nil }
        let type = expression.program.resultType
        guard type.mayBeList else {
            return report(
                Diagnostic(
                    "workflow.wrong-type", "`\(name)` wants a list, `\(expression.text)` is \(type.description)",
                    at: expression.range, help: "write `\(name): [$(\(expression.text))]`"))
        }
        return .expression(expression)
    }

    /// Whether the value of the check can be equal to a template; reports a template that it can never equal.
    func mayEqual(_ template: Template, _ node: YAMLNode) -> Bool {
        reader.mayEqual(template, type, node, to: name)
    }

    /// The operators below this one, or a value that stands for equality.
    ///
    /// - Parameter isNegated: whether each operator is tested on its own, as below `not`.
    func test(_ type: SubjectType, isNegated: Bool = false) -> Check.Test? {
        reader.test(node, of: name, type, isNegated: isNegated)
    }
}
