import BatonDiagnostics
import BatonJSON
import BatonYAML

/// The operand of an operator as written in a file.
struct WrittenOperand {
    let entry: MapReader.Entry
    /// The values that the operator is applied to.
    let domain: Domain
    /// Reads the operators that stand below this one.
    let reader: OperatorReader

    var node: YAMLNode { entry.value }
    var name: String { entry.name }
    var templates: TemplateReader { reader.templates }
    var sink: DiagnosticSink { reader.sink }

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

    /// The operators below this one, or a value that stands for equality.
    ///
    /// - Parameter isNegated: whether each operator is tested on its own, as below `not`.
    func test(_ domain: Domain, isNegated: Bool = false) -> Check.Test? {
        reader.test(node, of: name, domain, isNegated: isNegated)
    }
}
