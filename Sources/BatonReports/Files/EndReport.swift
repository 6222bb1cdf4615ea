package import BatonRecords

/// A report that is written when the run has ended: the summary in Markdown, HAR, and metrics for Prometheus.
package final class EndReport: EventConsumer {
    private let reporter: RecordsReporter

    private init(_ reporter: RecordsReporter) { self.reporter = reporter }

    package var followsSteps: Bool { reporter.followsSteps }

    package func receive(_ event: RunEvent) { reporter.receive(event) }

    /// Writes the document, once. Rethrows errors of the closure that writes.
    package func finish() throws { try reporter.finish() }

    /// Markdown for people: the verdict, what changed, and the failures.
    ///
    /// - Parameters:
    ///   - context: where the run happens; asked once, at the end.
    ///   - past: what the history knows of earlier runs; asked once, at the end.
    package static func summary(
        context: @escaping @Sendable () -> RunContext,
        past: @escaping @Sendable (PastRuns.Question) -> PastRuns.Finding,
        write: @escaping @Sendable ([UInt8]) throws -> Void
    ) -> EndReport {
        EndReport(
            RecordsReporter(
                { records, run in
                    let context = context()
                    return Array(
                        SummaryText(records, run, context, past(records.question(run, context))).text.utf8)
                }, write: write))
    }

    /// What changed since earlier runs, in one line for each branch that the run is compared with; empty for the first
    /// run, and where the history is not known.
    package static func changes(
        context: @escaping @Sendable () -> RunContext,
        past: @escaping @Sendable (PastRuns.Question) -> PastRuns.Finding,
        write: @escaping @Sendable ([UInt8]) throws -> Void
    ) -> EndReport {
        EndReport(
            RecordsReporter(
                { records, run in
                    Array(ChangesText.lines(records, past(records.question(run, context()))).utf8)
                }, write: write))
    }

    /// The exchanges of what failed, as HTTP Archive 1.2.
    package static func har(write: @escaping @Sendable ([UInt8]) throws -> Void) -> EndReport {
        EndReport(RecordsReporter({ HARText($0, $1).document }, write: write))
    }

    /// Metrics in the text format of Prometheus.
    package static func prometheus(write: @escaping @Sendable ([UInt8]) throws -> Void) -> EndReport {
        EndReport(RecordsReporter({ PrometheusText.document($0, $1) }, write: write))
    }

    /// Commands by which GitHub Actions shows failures at their lines.
    ///
    /// - Parameter folder: the project's folder as seen from the top folder of the repository; empty for the same.
    package static func gitHubAnnotations(
        folder: String, write: @escaping @Sendable ([UInt8]) throws -> Void
    ) -> EndReport {
        EndReport(
            RecordsReporter(
                { records, _ in Array(AnnotationCommands.text(records, folder: folder).utf8) }, write: write))
    }
}
