import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonYAML

/// Reads `outcome`: `success`, or the kind of failure that is expected.
struct OutcomeReader {
    let operators: OperatorReader

    private var sink: DiagnosticSink { operators.sink }

    /// What a plain request may end in.
    private static let requestNames = [CallOutcome.successName] + Failure.Kind.ofRequests.map(\.rawValue)

    /// What the call of an endpoint may end in: a value that does not fit is `mapping_failed`, whatever its kind.
    static func names(ofCall own: [String]) -> [String] {
        [CallOutcome.successName] + own + [CallOutcome.mappingFailedName]
            + Failure.Kind.ofRequests.filter { $0.family != "mapping" }.map(\.rawValue)
    }

    private var names: [String] { operators.templates.scope.outcomes ?? Self.requestNames }

    func test(_ node: YAMLNode) -> Check.Test? {
        guard isKnown(node) else { return nil }
        return operators.test(node, of: "outcome", .text("`outcome`", isAlwaysThere: true))
    }

    /// A word that is no outcome would never be met, or under `ne` always.
    private func isKnown(_ node: YAMLNode) -> Bool {
        if let pairs = node.entries {
            return pairs.filter { ["eq", "ne", "in", "not_in", "not"].contains($0.keyText) }
                .allSatisfy { pair in
                    pair.value.items.map { $0.allSatisfy(isKnown) } ?? isKnown(pair.value)
                }
        }
        if node.items != nil {
            sink.report(.listOfOutcomes(node))
            return false
        }
        guard let text = node.scalar?.text, !text.contains("$("), !names.contains(text) else { return true }
        sink.report(.unknownOutcome(text, known: names, at: node.range))
        return false
    }

    /// Where no answer is expected, no answer is checked.
    func rejectOthers(_ entries: [MapReader.Entry]) {
        guard let outcome = entries.first(where: { $0.name == "outcome" }),
            let kind = outcome.value.scalar?.text,
            kind.hasPrefix("network.") || kind.hasPrefix("request.") || kind == Failure.Kind.cacheMiss.rawValue
        else { return }
        for entry in entries where entry.name != "outcome" {
            sink.report(.neverChecked(entry.name, outcome: kind, at: entry.keyRange, because: outcome.keyRange))
        }
    }
}

extension Failure.Kind {
    /// What may become of one request, before anything is said about its answer.
    static var ofRequests: [Failure.Kind] {
        all.filter { ["request", "network", "http", "response", "mapping"].contains($0.family) } + [cacheMiss]
    }
}
