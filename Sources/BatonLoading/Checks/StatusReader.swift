import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonYAML

/// Reads `status`: a number, a class such as `2xx`, a list of numbers and classes, or operators.
struct StatusReader {
    let operators: OperatorReader

    private var sink: DiagnosticSink { operators.sink }

    func test(_ node: YAMLNode) -> Check.Test? { test(node, isNegated: false) }

    private func test(_ node: YAMLNode, isNegated: Bool) -> Check.Test? {
        if node.entries != nil {
            return operators.test(node, of: "status", .status, isNegated: isNegated, own: operation)
        }
        guard let patterns = patterns(node) else { return nil }
        let isAny = StatusSet(word: Membership.Relation.in.rawValue, patterns: patterns)
        let test = Check.Test.operators([Check.Comparison(operation: isAny, range: node.range)])
        return isNegated || Domain.status.approves(test, of: "status", at: node.range, sink) ? test : nil
    }

    private func operation(_ entry: MapReader.Entry) -> OperatorReader.Reading? {
        let node = entry.value
        if let relation = Equality.Relation(rawValue: entry.name) {
            return reading(
                pattern(node).map { StatusSet(word: entry.name, patterns: [$0], isNegated: relation == .ne) })
        }
        if let relation = Membership.Relation(rawValue: entry.name) {
            let patterns =
                node.items == nil
                ? computedList(entry).map { [StatusSet.Pattern.computedList($0)] } : patterns(node)
            return reading(
                patterns.map { StatusSet(word: entry.name, patterns: $0, isNegated: relation == .notIn) })
        }
        guard entry.key == Negation.word.key else { return nil }
        return reading(test(node, isNegated: true).map(Negation.init))
    }

    private func reading(_ operation: (any CheckOperator)?) -> OperatorReader.Reading {
        operation.map { .read($0) } ?? .reported
    }

    private func computedList(_ entry: MapReader.Entry) -> Expression? {
        let operand = OperandReader(entry: entry, domain: .status, reader: operators)
        guard case .expression(let list)? = operand.computedList() else { return nil }
        return list
    }

    /// The patterns of one status or of a list.
    private func patterns(_ node: YAMLNode) -> [StatusSet.Pattern]? {
        guard let items = node.items else { return pattern(node).map { [$0] } }
        let patterns = items.compactMap(pattern)
        return patterns.count == items.count ? patterns : nil
    }

    private func pattern(_ node: YAMLNode) -> StatusSet.Pattern? {
        if let expression = operators.templates.wholeExpression(node) { return .computed(expression) }
        guard let scalar = node.scalar, node.isText else {
            sink.report(
                .wrongType(Language.Expect.status, wanted: "a number such as `200`, or a class such as `2xx`", node))
            return nil
        }
        let text = scalar.text
        if let pattern = StatusSet.Pattern(text: text) { return pattern }
        sink.report(.invalidStatus(text, at: node.range))
        return nil
    }
}
