import BatonAPI
import BatonDiagnostics
import BatonHTTP
import BatonRegex
import BatonYAML

/// Reads `outcome`: `success`, or the kind of failure that is expected.
struct OutcomeReader {
    let operators: OperatorReader

    private var sink: DiagnosticSink { operators.sink }

    /// The possible outcomes of a plain request.
    static let requestNames = [CallOutcome.successName] + Failure.Kind.ofRequests.map(\.rawValue)

    /// The possible outcomes of the call of an endpoint. A value that does not fit its type gives `mapping_failed`,
    /// whatever the kind of the problem.
    static func names(ofCall own: [String]) -> [String] {
        [CallOutcome.successName] + own + [CallOutcome.mappingFailedName]
            + Failure.Kind.ofRequests.map(\.rawValue)
    }

    private var names: [String] { operators.templates.scope.position.outcomes ?? Self.requestNames }

    func test(_ node: YAMLNode) -> Check.Test? {
        guard isKnown(node) else { return nil }
        return operators.test(node, of: "outcome", .text("`outcome`", isAlwaysThere: true))
    }

    /// Whether all outcomes are known; reports an unknown one, which would never hold, or always hold under `ne` and
    /// `not`.
    private func isKnown(_ node: YAMLNode) -> Bool {
        if let pairs = node.entries { return pairs.map(isKnown).allSatisfy { $0 } }
        if node.items != nil {
            sink.report(.listOfOutcomes(node))
            return false
        }
        return isKnown(node, Equality.Relation.eq.rawValue)
    }

    private func isKnown(_ pair: YAMLEntry) -> Bool {
        let word = pair.keyText
        if word == "not" { return isKnown(pair.value) }
        guard let items = pair.value.items else { return isKnown(pair.value, word) }
        return items.map { isKnown($0, word) }.allSatisfy { $0 }
    }

    /// Whether any outcome matches a literal word.
    private func isKnown(_ node: YAMLNode, _ word: String) -> Bool {
        guard let text = node.scalar?.text, !text.isEmpty, !text.contains("$("),
            let isMet = Self.meeting(word, text), !names.contains(where: isMet)
        else { return true }
        if Self.comparesWhole(word) {
            let kind = Failure.Kind.all.first { $0.rawValue == text && !$0.isOutcome }
            sink.report(
                kind.map { .neverAnOutcome($0, known: names, at: node.range) }
                    ?? .unknownOutcome(text, known: names, at: node.range))
        } else {
            sink.report(.unmetOutcome(word, text, known: names, at: node.range))
        }
        return false
    }

    /// The condition on an outcome under which an operator with this operand holds, or under which its negated form
    /// fails; nil for operators that do not compare the outcome with a text.
    private static func meeting(_ word: String, _ text: String) -> ((String) -> Bool)? {
        if comparesWhole(word) { return { $0 == text } }
        if let end = Affix.End(rawValue: word) { return { end == .start ? $0.hasPrefix(text) : $0.hasSuffix(text) } }
        if Containment.Relation(rawValue: word) != nil { return { $0.containsUTF8(text) } }
        guard PatternMatch.Relation(rawValue: word) != nil, let pattern = try? Pattern(text) else { return nil }
        return { (try? pattern.matches($0)) ?? true }
    }

    private static func comparesWhole(_ word: String) -> Bool {
        Equality.Relation(rawValue: word) != nil || Membership.Relation(rawValue: word) != nil
    }

    /// Reports checks of the response beside an outcome that leaves no response.
    func rejectOthers(_ entries: MapReader.Entries) {
        guard let outcome = entries[Language.Expect.outcome] else { return }
        let wanted = names.filter { Self.mayHold($0, outcome.value) }
        guard !wanted.isEmpty, wanted.allSatisfy(Self.leavesNoResponse) else { return }
        let written = outcome.value.scalar?.text ?? outcome.value.range.text
        // Conditions need no response.
        for entry in entries where entry.key != Language.Expect.outcome && entry.key != Language.Expect.that {
            sink.report(.neverChecked(entry.name, outcome: written, at: entry.keyRange, because: outcome.keyRange))
        }
    }

    /// Whether an outcome means that nothing of a response came; others leave a part of it to check.
    private static func leavesNoResponse(_ outcome: String) -> Bool {
        let kind = Failure.Kind(rawValue: outcome)
        return kind == .dns || kind == .connect || kind == .cacheMiss || outcome.hasPrefix(Failure.Kind.tls.rawValue)
    }

    /// Whether an outcome may meet a check, as far as the file tells.
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
    /// The possible outcomes of one request, before its response is checked.
    static var ofRequests: [Failure.Kind] {
        all.filter(\.isOutcome)
    }
}
