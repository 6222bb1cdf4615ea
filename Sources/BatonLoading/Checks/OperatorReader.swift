import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonYAML

/// Reads the operand of a check: a scalar or a list means equality, a map is a set of operators.
struct OperatorReader {
    /// Reads an operator of a subject that has its own form of it; nil for the usual form.
    typealias Own = (MapReader.Entry) -> Reading?

    enum Reading {
        case read(any CheckOperator)
        case reported
    }

    let templates: TemplateReader

    var sink: DiagnosticSink { templates.sink }

    /// - Parameters:
    ///   - what: what is checked, as the file names it.
    ///   - isNegated: whether the operators stand under `not`, where each is tested on its own.
    func test(
        _ node: YAMLNode, of what: String, _ domain: Domain, isNegated: Bool = false, own: Own = { _ in nil }
    ) -> Check.Test? {
        guard let pairs = node.entries else {
            return approved(.equals(templates.comparedValue(node)), node, what, domain, isNegated)
        }
        if pairs.isEmpty {
            sink.report(
                .checksNothing(
                    "`\(what)`", at: node.range, help: "write a value, or an operator such as `{ exists: true }`"))
            return nil
        }
        return operators(node, of: what, domain, isNegated: isNegated, own: own)
    }

    private func operators(
        _ node: YAMLNode, of what: String, _ domain: Domain, isNegated: Bool, own: Own
    ) -> Check.Test? {
        let entries = MapReader(sink: sink).entries(of: node, as: Language.operators)
        let reported = sink.diagnostics.count
        var comparisons: [Check.Comparison] = []
        comparisons.reserveCapacity(entries.count)
        for index in 0..<entries.endIndex {
            let entry = entries[index]
            guard let operation = operation(entry, domain, own) else { continue }
            comparisons.append(Check.Comparison(operation: operation, range: entry.range))
        }
        // What is left of a map with mistakes says nothing about the whole.
        guard comparisons.count == node.entries?.count, sink.diagnostics.count == reported else {
            return comparisons.isEmpty ? nil : .operators(comparisons)
        }
        return approved(.operators(comparisons), node, what, domain, isNegated)
    }

    private func operation(_ entry: MapReader.Entry, _ domain: Domain, _ own: Own) -> (any CheckOperator)? {
        switch own(entry) {
        case .read(let read): read
        case .reported: nil
        case nil:
            OperatorWord[entry.name].flatMap {
                OperandReader(entry: entry, domain: domain, reader: self).read($0.operand)
            }
        }
    }

    /// Operators under `not` are approved together with it.
    private func approved(
        _ test: Check.Test, _ node: YAMLNode, _ what: String, _ domain: Domain, _ isNegated: Bool
    ) -> Check.Test? {
        isNegated || domain.approves(test, of: what, at: node.range, sink) ? test : nil
    }
}
