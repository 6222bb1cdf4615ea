import BatonRecords
import BatonValues

/// Metrics of a run in the text format of Prometheus (version 0.0.4), for the textfile collector or a push gateway.
enum PrometheusText {
    static func document(_ records: RunRecords, _ run: RunStarted) -> [UInt8] {
        var text = ""
        var base = [("project", run.project)]
        if let environment = run.environment { base.append(("environment", environment)) }
        func metric(_ name: String, _ help: String, _ samples: [(labels: [(String, String)], value: String)]) {
            guard !samples.isEmpty else { return }
            text += "# HELP baton_\(name) \(help)\n# TYPE baton_\(name) gauge\n"
            for sample in samples { text += "baton_\(name)\(labels(base + sample.labels)) \(sample.value)\n" }
        }
        if let finished = records.finished {
            let counts = finished.counts
            metric("run_success", "Whether the run passed.", [([], finished.state == .passed ? "1" : "0")])
            metric("run_duration_seconds", "Duration of the run.", [([], TimeText.seconds(finished.duration))])
            metric(
                "run_finished_timestamp_seconds", "End of the run, in seconds since 1970.",
                [([], "\((run.started &+ finished.duration) / 1_000_000)")])
            metric("run_requests", "Requests sent.", [([], "\(finished.requestCount)")])
            let outcomes: [(String, Int)] = [
                ("passed", counts.passed), ("failed", counts.failed), ("error", counts.errors),
                ("blocked", counts.blocked), ("quarantined", counts.quarantined), ("skipped", counts.skipped),
            ]
            metric(
                "run_cases", "Workflows by outcome.", outcomes.map { ([("outcome", $0.0)], "\($0.1)") })
            metric("run_flaky_cases", "Workflows that passed after a failure.", [([], "\(counts.flaky)")])
        }
        let ended = run.cases.indices.compactMap { index in records.cases[index].map { (run.cases[index], $0) } }
        metric(
            "case_success", "Whether the workflow passed; a skipped one has no sample.",
            ended.filter { $0.1.state != .skipped }.map { identity, entry in
                (labels(of: identity), entry.state == .passed || entry.state == .flaky ? "1" : "0")
            })
        metric(
            "case_duration_seconds", "Duration of the workflow.",
            ended.filter { $0.1.state != .skipped }.map { (labels(of: $0), TimeText.seconds($1.duration)) })
        return Array(text.utf8)
    }

    private static func labels(of identity: CaseIdentity) -> [(String, String)] {
        var labels = [("path", identity.path), ("name", identity.name)]
        if let row = identity.row { labels.append(("row", row)) }
        if let variant = identity.variant { labels.append(("variant", variant)) }
        if let repetition = identity.repetition { labels.append(("repeat", "\(repetition)")) }
        if let owner = identity.owner { labels.append(("owner", owner)) }
        return labels
    }

    private static func labels(_ labels: [(String, String)]) -> String {
        let texts = labels.map { name, value in
            let text = FailureText.line(value).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "\(name)=\"\(text)\""
        }
        return "{\(texts.joined(separator: ","))}"
    }
}

extension ReportFormat {
    package static let prometheus = ReportFormat(
        "prometheus", "Writes metrics for Prometheus here.", title: "the metrics", fileName: "baton.prom",
        mark: "# HELP baton_"
    ) { EndReport($0, text: PrometheusText.document) }
}
