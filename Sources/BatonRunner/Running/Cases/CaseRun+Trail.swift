import BatonRecords
import BatonSecrets

extension CaseRun {
    /// The records of the case; those of a case that did not pass with the exchanges in full that led to its failure,
    /// and with `--trace` all.
    ///
    /// They are made at the end of the case, when all of its secrets are known.
    func recordsWithTrail(_ outcome: Outcome) -> [StepRecord] {
        defer { context.trail.forgetAll() }
        let records = recording.records
        if settings.options.isTracing { return records.map(withTrail) }
        guard outcome == .failed || outcome == .error else { return records }
        // A failure outside the steps, such as a deadline, comes after all of them.
        let end =
            recording.ownFailures.isEmpty
            ? records.lastIndex { !$0.failures.isEmpty } ?? 0
            : records.firstIndex { $0.section == .teardown } ?? records.count
        return records.enumerated().map { $0 < end ? withTrail($1) : $1 }
    }

    private func withTrail(_ record: StepRecord) -> StepRecord {
        guard record.exchanges.contains(where: { $0.kept != nil }) else { return record }
        let exchanges = record.exchanges.map { exchange in
            guard let content = (exchange.kept as? KeptExchange)?.take() else { return exchange }
            var exchange = exchange
            exchange.kept = nil
            exchange.isDetailLate = true
            exchange.detail = stepSecrets.hiding(content.words) {
                Reporting(self).detail(content.request, content.session, content.response, started: content.started)
            }
            return exchange
        }
        return record.copy(exchanges: exchanges)
    }
}
