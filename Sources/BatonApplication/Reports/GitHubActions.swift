import BatonFiles
import BatonRecords
import BatonReports

/// What a run leaves in GitHub Actions without being asked: annotations, and a part of the job's summary.
struct GitHubActions {
    private let annotations: EndReport
    private let summary: (report: EndReport, path: String)?
    /// Where the summary would go, if nothing else of the project were there.
    private let takenPath: String?

    var consumers: [any EventConsumer] { [annotations] + [summary?.report].compactMap(\.self) }

    /// Whether this is a step of one of its jobs.
    static func runs(_ context: ProcessContext) -> Bool { context.environment["GITHUB_ACTIONS"] == "true" }

    /// Nil elsewhere, and for a dry run, which proves nothing.
    ///
    /// - Parameters:
    ///   - isTaken: whether a path leads to a report of this run, the history or a YAML file, which nothing is written
    ///     behind.
    ///   - past: what the history knows of earlier runs.
    init?(
        _ context: ProcessContext, isDryRun: Bool, _ facts: RunFacts,
        isTaken: (String) -> Bool,
        past: @escaping @Sendable (PastRuns.Question) -> PastRuns.Finding
    ) {
        guard Self.runs(context), !isDryRun else { return nil }
        func dependencies(_ write: @escaping @Sendable (ReportDocument) throws -> Void) -> ReportDependencies {
            ReportDependencies(context: { facts.context }, past: past, write: write)
        }
        annotations = .gitHubAnnotations(
            dependencies { try $0 { context.serviceOutput(String(decoding: $0, as: UTF8.self)) } })
        let path = context.environment["GITHUB_STEP_SUMMARY"].flatMap { $0.isEmpty ? nil : $0 }
        takenPath = path.flatMap { isTaken($0) ? $0 : nil }
        summary =
            takenPath != nil
            ? nil
            : path.map { path in
                (.summary(dependencies { try $0 { try StreamedFile(appendingTo: path).write($0) } }), path)
            }
    }

    /// Writes both. A summary that cannot be written is a warning: the verdict does not depend on it.
    func finish(_ messages: Messages) {
        try? annotations.finish()
        if let takenPath {
            messages.warn(
                "the summary was not written to \(takenPath): it is a report of this run, the history or a YAML file")
        }
        guard let summary else { return }
        do {
            try summary.report.finish()
        } catch {
            messages.warn("the summary could not be written to \(summary.path): \(String(describing: error))")
        }
    }
}
