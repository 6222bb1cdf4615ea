import BatonDiagnostics
import BatonYAML

/// Reads `duration: { lt: 500ms }`; a bare duration would mean equality, which is never intended.
struct DurationReader {
    let operators: OperatorReader

    private var sink: DiagnosticSink { operators.sink }

    func test(_ node: YAMLNode) -> Check.Test? {
        guard let pairs = node.entries else {
            sink.report(
                OperatorText.finding(node)
                    ?? Diagnostic(
                        "workflow.wrong-type", "`duration` wants an operator", at: node.range,
                        help: "write `duration: { lt: \(node.isNull ? "500ms" : node.scalar?.text ?? "500ms") }`"))
            return nil
        }
        if pairs.isEmpty { sink.report(.checksNothing("`duration`", at: node.range, help: "write `{ lt: 500ms }`")) }
        let entries = MapReader(sink: sink).entries(of: node, as: Language.operators)
        var comparisons: [Check.Comparison] = []
        let reported = sink.diagnostics.count
        for entry in entries {
            guard let relation = Order.Relation(rawValue: entry.name) else {
                sink.report(
                    Diagnostic(
                        "workflow.operator-does-not-fit", "`\(entry.name)` does not fit a duration",
                        at: entry.keyRange, help: "use `lt`, `lte`, `gt` or `gte`"))
                continue
            }
            let order = DurationOrder(relation: relation, bound: operators.templates.duration(entry.value))
            comparisons.append(Check.Comparison(operation: order, range: entry.range))
        }
        // A bound that could not be read stands for zero.
        if sink.diagnostics.count == reported {
            Contradictions(sink: sink).check(comparisons, .wholeNumber("`duration`"))
        }
        return comparisons.isEmpty ? nil : .operators(comparisons)
    }
}
