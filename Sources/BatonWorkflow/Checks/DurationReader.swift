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
                        help: "write `duration: { lt: \(node.scalar?.text ?? "500ms") }`"))
            return nil
        }
        if pairs.isEmpty { sink.report(.checksNothing("`duration`", at: node.range, help: "write `{ lt: 500ms }`")) }
        let entries = MapReader(sink: sink).entries(of: node, as: Language.operators)
        var comparisons: [Check.Comparison] = []
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
        Contradictions(sink: sink).check(comparisons, .any)
        return comparisons.isEmpty ? nil : .operators(comparisons)
    }
}
