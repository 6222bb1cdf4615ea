import BatonHTTP
import BatonSecrets

/// A status outside 2xx explains why checks of the response fail that were written for a successful one.
enum StatusCause {
    /// Where the step wanted a 2xx response and an error came, leaves only the failure of the status, which says how
    /// many checks of body and headers failed with it.
    static func condense(_ failures: inout [FailureRecord], status: Int) {
        guard status >= 400, let first = failures.firstIndex(where: { $0.check == "status" }),
            failures[first].expected?.text.hasPrefix("2") == true
        else { return }
        let explained = failures.indices.filter { $0 != first && isExplained(failures[$0]) }
        guard !explained.isEmpty else { return }
        let count: MaskedText = explained.count == 1 ? "1 more check needs" : "\(explained.count) more checks need"
        let note: MaskedText = "\(count) a 2xx response"
        failures[first].hint = failures[first].hint.map { "\($0); \(note)" } ?? note
        for index in explained.reversed() { failures.remove(at: index) }
    }

    /// Whether the failure is of a check of what the response holds.
    private static func isExplained(_ failure: FailureRecord) -> Bool {
        let kinds: [Failure.Kind] = [.check, .notJSON, .notXML]
        guard kinds.contains(where: { $0.rawValue == failure.kind }), let check = failure.check?.text else {
            return false
        }
        return !["status", "outcome", "duration", "http_version", "that", "snapshot", "contract"].contains(check)
            && !check.hasPrefix("certificate")
    }
}
