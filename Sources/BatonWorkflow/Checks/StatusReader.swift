import BatonDiagnostics
import BatonJSON
import BatonYAML

/// Reads `status`: a number, a class such as `2xx`, a list of numbers and classes, or operators.
struct StatusReader {
    let operators: OperatorReader

    private var sink: DiagnosticSink { operators.sink }

    func test(_ node: YAMLNode, isNegated: Bool = false) -> Check.Test? {
        guard let pairs = node.entries else {
            return patterns(node).map { patterns in
                let isAny = StatusSet(word: Membership.Relation.in.rawValue, patterns: patterns)
                return .operators([Check.Comparison(operation: isAny, range: node.range)])
            }
        }
        if pairs.isEmpty {
            sink.report(.checksNothing("`status`", at: node.range, help: "write a status, a class or operators"))
            return nil
        }
        let entries = MapReader(sink: sink).entries(of: node, as: Language.operators)
        let comparisons = entries.compactMap(comparison)
        if !isNegated { Contradictions(sink: sink).check(comparisons, .any) }
        return comparisons.isEmpty ? nil : .operators(comparisons)
    }

    private func comparison(_ entry: MapReader.Entry) -> Check.Comparison? {
        operation(entry).map {
            Check.Comparison(operation: $0, range: entry.keyRange.through(entry.value.range))
        }
    }

    private func operation(_ entry: MapReader.Entry) -> (any CheckOperator)? {
        let node = entry.value
        if let relation = Equality.Relation(rawValue: entry.name) {
            return pattern(node).map { StatusSet(word: entry.name, patterns: [$0], isNegated: relation == .ne) }
        }
        if let relation = Membership.Relation(rawValue: entry.name) {
            let computed = node.items == nil ? operand(entry).computedList() : nil
            if case .expression(let list)? = computed {
                return StatusSet(word: entry.name, patterns: [.computedList(list)], isNegated: relation == .notIn)
            }
            if node.items == nil { return nil }
            return patterns(node).map { StatusSet(word: entry.name, patterns: $0, isNegated: relation == .notIn) }
        }
        if let relation = Order.Relation(rawValue: entry.name) {
            return bound(node).map { Order(relation: relation, bound: $0) }
        }
        if entry.key == Negation.word.key { return test(node, isNegated: true).map(Negation.init) }
        sink.report(.operatorDoesNotFit(entry.name, Self.type, written: node.range.text, at: entry.keyRange))
        return nil
    }

    private static let type = SubjectType.wholeNumber("`status`")

    private func operand(_ entry: MapReader.Entry) -> WrittenOperand {
        WrittenOperand(entry: entry, subject: "status", type: Self.type, reader: operators)
    }

    private func bound(_ node: YAMLNode) -> Template? {
        if let expression = operators.templates.wholeExpression(node) { return .expression(expression) }
        guard let code = node.scalar.flatMap({ Int($0.text) }), (100...999).contains(code) else {
            sink.report(.invalidStatus(node.scalar?.text ?? node.kindName, at: node.range))
            return nil
        }
        return .literal(.integer(code))
    }

    /// The patterns of one status or of a list.
    private func patterns(_ node: YAMLNode) -> [StatusSet.Pattern]? {
        guard let items = node.items else { return pattern(node).map { [$0] } }
        if items.isEmpty {
            sink.report(.checksNothing("`status: []`", at: node.range, help: "write at least one status"))
            return nil
        }
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
