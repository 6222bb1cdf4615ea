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

    private var names: [String] { operators.templates.scope.position.outcomes ?? Self.requestNames }

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
    func rejectOthers(_ entries: MapReader.Entries) {
        guard let outcome = entries[.outcome] else { return }
        let wanted = names.filter { Self.mayHold($0, outcome.value) }
        guard !wanted.isEmpty, wanted.allSatisfy(Self.leavesNoAnswer) else { return }
        let written = outcome.value.scalar?.text ?? outcome.value.range.text
        for entry in entries where entry.word != .outcome {
            sink.report(.neverChecked(entry.name, outcome: written, at: entry.keyRange, because: outcome.keyRange))
        }
    }

    private static func leavesNoAnswer(_ outcome: String) -> Bool {
        outcome.hasPrefix("network.") || outcome.hasPrefix("request.") || outcome == Failure.Kind.cacheMiss.rawValue
    }

    /// Whether a check may be met by an outcome, as far as that can be seen without running.
    private static func mayHold(_ outcome: String, _ node: YAMLNode) -> Bool {
        guard let pairs = node.entries else { return mayBe(outcome, node) }
        return pairs.allSatisfy { pair in
            let operand = pair.value
            let text = operand.scalar.flatMap { $0.text.contains("$(") ? nil : $0.text }
            return switch pair.keyText {
            case "eq": mayBe(outcome, operand)
            case "ne": text != outcome
            case "in": operand.items?.contains { mayBe(outcome, $0) } ?? true
            case "not_in": operand.items?.contains { $0.scalar?.text == outcome } != true
            case "starts_with": text.map { outcome.hasPrefix($0) } ?? true
            case "ends_with": text.map { outcome.hasSuffix($0) } ?? true
            case "contains": text.map { outcome.containsUTF8($0) } ?? true
            default: true
            }
        }
    }

    private static func mayBe(_ outcome: String, _ node: YAMLNode) -> Bool {
        guard let text = node.scalar?.text, !text.contains("$(") else { return true }
        return text == outcome
    }
}

extension Failure.Kind {
    /// What may become of one request, before anything is said about its answer.
    static var ofRequests: [Failure.Kind] {
        all.filter { ["request", "network", "http", "response", "mapping"].contains($0.family) } + [cacheMiss]
    }
}
