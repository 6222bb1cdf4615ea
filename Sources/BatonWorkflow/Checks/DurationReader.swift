import BatonDiagnostics
import BatonTime
import BatonYAML

/// Reads `duration: { lt: 500ms }` and the like; a bare duration would mean equality, which is never intended.
struct DurationReader {
    let operators: OperatorReader
    let key: Key

    /// What is checked.
    struct Key {
        let name: String
        /// The operator and the bound that most checks have.
        let usual: (word: String, bound: String)
        /// The unit that a bare number most likely has.
        var unit = "ms"
        let type: SubjectType
        /// Whether it is never zero.
        var isAboveZero = false

        static let duration = Key(
            name: "duration", usual: ("lt", "500ms"), type: .wholeNumber("`duration`"), isAboveZero: true)
        static let firstEvent = Key(
            name: "first_event", usual: ("lt", "500ms"), type: .wholeNumber("`first_event`"), isAboveZero: true)
        static let gap = Key(name: "gap", usual: ("lt", "2s"), type: .wholeNumber("`gap`"))
        /// Negative for what has expired.
        static let expiresIn = Key(
            name: "expires_in", usual: ("gt", "30d"), unit: "d", type: .integer("`expires_in`"))
    }

    private var sink: DiagnosticSink { operators.sink }

    func test(_ node: YAMLNode) -> Check.Test? {
        guard let pairs = node.entries else {
            sink.report(finding(node))
            return nil
        }
        if pairs.isEmpty {
            sink.report(
                .checksNothing(
                    "`\(key.name)`", at: node.range, help: "write `{ \(key.usual.word): \(key.usual.bound) }`"))
        }
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
            if let text = entry.value.scalar?.text, DurationText.microseconds(text) == 0, isShort(text) {
                sink.report(
                    .cannotHold(
                        "`\(key.name)` is measured in microseconds, and `\(text)` is less than one",
                        at: entry.value.range, help: "write at least `1us`"))
                continue
            }
            if relation == .gt, key.isAboveZero, DurationText.microseconds(entry.value.scalar?.text ?? "") == 0 {
                sink.report(
                    .checksNothing(
                        "`gt` with this duration", at: entry.range, help: "`\(key.name)` is always more than nothing"))
            }
            let order = DurationOrder(relation: relation, bound: operators.templates.duration(entry.value))
            comparisons.append(Check.Comparison(operation: order, range: entry.range))
        }
        // A bound that could not be read stands for zero.
        if sink.diagnostics.count == reported {
            Contradictions(sink: sink).check(comparisons, key.type)
        }
        return comparisons.isEmpty ? nil : .operators(comparisons)
    }

    /// Whether a duration is not zero.
    private func isShort(_ text: String) -> Bool { DurationText.nanoseconds(text).map { $0 != 0 } ?? false }

    // MARK: - A value without an operator

    private func finding(_ node: YAMLNode) -> Diagnostic {
        let help = "write `\(key.name): { \(meant(node)) }`"
        guard var finding = OperatorText.finding(node) else {
            return Diagnostic(
                "workflow.wrong-type", "`\(key.name)` wants an operator", at: node.range, help: help)
        }
        if let text = node.scalar?.text, OperatorText.operation(text) != "{ \(meant(node)) }" {
            finding.correction = nil
            finding.help = help
        }
        return finding
    }

    /// The check that is meant by `500`, `500ms` or `< 500ms`: `lt: 500ms`.
    private func meant(_ node: YAMLNode) -> String {
        let text = node.isNull ? "" : node.scalar?.text ?? ""
        let parts = OperatorText.parts(text)
        let word = parts.flatMap { Order.Relation(rawValue: $0.name) }?.rawValue ?? key.usual.word
        let written = parts.map { String($0.operand) } ?? text
        let isNumber = !written.isEmpty && written.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
        let bound = isNumber ? written + key.unit : written
        let isBound = DurationText.nanoseconds(bound) != nil || bound.hasPrefix("$(")
        return "\(word): \(isBound ? bound : key.usual.bound)"
    }
}
