import BatonHTTP
import BatonSecrets
import BatonWorkflow

/// A status outside 2xx explains why checks of the response fail that were written for a successful one.
struct StatusCause {
    let conditions: [Expression]

    /// Where the step wanted a 2xx response and an error came, leaves only the failure of the status, which says how
    /// many checks and captures of body and headers failed with it.
    ///
    /// - Parameter captures: the failures of the step's captures.
    func condense(_ failures: inout [FailureRecord], captures: inout [FailureRecord], status: Int) {
        guard status >= 400, let first = failures.firstIndex(where: { $0.check == "status" }),
            failures[first].expected?.text.hasPrefix("2") == true
        else { return }
        let explained = failures.indices.filter { $0 != first && isExplained(failures[$0]) }
        let missed = captures.count { Self.isExplained(capture: $0) }
        guard explained.count + missed > 0 else { return }
        func count(_ number: Int, _ word: String) -> String? {
            number == 0 ? nil : "\(number) more \(word)\(number == 1 ? "" : "s")"
        }
        let counts = [count(explained.count, "check"), count(missed, "capture")].compactMap(\.self)
        let note = MaskedText(
            harmless:
                "\(counts.joined(separator: " and ")) need\(explained.count + missed == 1 ? "s" : "") a 2xx response")
        failures[first].hint = failures[first].hint.map { "\($0); \(note)" } ?? note
        for index in explained.reversed() { failures.remove(at: index) }
        captures.removeAll(where: Self.isExplained(capture:))
    }

    /// Whether the failure is of a check of what the response holds.
    private func isExplained(_ failure: FailureRecord) -> Bool {
        if isOfCondition(failure) { return true }
        let kinds: [Failure.Kind] = [.check, .notJSON, .notXML]
        guard kinds.contains(where: { $0.rawValue == failure.kind }), let check = failure.check?.text else {
            return false
        }
        return !["status", "outcome", "duration", "http_version", "that", "snapshot", "contract"].contains(check)
            && !check.hasPrefix("certificate")
    }

    /// Whether the failure is of a condition that reads the response.
    private func isOfCondition(_ failure: FailureRecord) -> Bool {
        guard failure.check == "that" || failure.kind == Failure.Kind.expression.rawValue else { return false }
        return conditions.contains { condition in
            let (start, end) = (condition.range.start, condition.range.end)
            let place = failure.place
            guard place.file == condition.range.file.path,
                (start.line, start.column) <= (place.line, place.column),
                (place.line, place.column) <= (end.line, end.column)
            else { return false }
            return condition.program.references.contains { $0.first == Root.response.name }
        }
    }

    private static func isExplained(capture failure: FailureRecord) -> Bool {
        [Failure.Kind.mappingMissing, .mappingType, .notJSON, .notXML].contains { $0.rawValue == failure.kind }
    }
}
