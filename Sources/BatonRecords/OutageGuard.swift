/// Recognises a run during which the system under test was down: of at least 10 cases, 80 % failed with network errors
/// or with 502, 503 or 504; of 3 to 9 cases, all did. The history calls such a run `infra` and leaves it out of scores
/// and comparisons.
///
/// A failed login is no outage: the server responded.
package struct OutageGuard: Sendable {
    private static let fewest = 3
    /// From this number of cases on, a share is enough.
    private static let many = 10

    private var cases = 0
    private var down = 0

    package init() {}

    /// Counts a result; skipped and blocked cases say nothing about the server.
    package mutating func add(_ record: CaseRecord) {
        guard record.outcome != .skipped, !record.isBlocked else { return }
        cases += 1
        if record.endedByOutage { down += 1 }
    }

    package var isOutage: Bool {
        cases >= Self.many ? down * 5 >= cases * 4 : cases >= Self.fewest && down == cases
    }
}

extension CaseRecord {
    fileprivate var endedByOutage: Bool {
        guard outcome == .failed || outcome == .error, let failure = firstFailure else { return false }
        if failure.kind.hasPrefix("network.") { return true }
        let step = steps.first { !$0.failures.isEmpty }
        return step?.exchanges.last?.status.map { (502...504).contains($0) } ?? false
    }
}
