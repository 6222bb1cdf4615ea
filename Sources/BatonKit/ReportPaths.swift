import BatonSystem

/// Where the reports of a run are written, as absolute paths; nil for one that is not wanted.
struct ReportPaths: Sendable {
    private(set) var junit: String?
    private(set) var html: String?
    private(set) var json: String?
    private(set) var events: String?

    /// Throws for two reports in one file, and for standard output, where the console's text is.
    init(_ options: RunOptions, _ workspace: Workspace) throws(UsageError) {
        let wanted = [
            ("--junit", options.junit), ("--html", options.html), ("--json", options.json),
            ("--events", options.events),
        ]
        var optionOf: [String: String] = [:]
        for case (let option, let path?) in wanted {
            if path == "-" {
                throw UsageError(
                    "run.report-on-output", "\(option) -: standard output is the console's",
                    help: "name a file, or a pipe as in `\(option) >(jq .)`")
            }
            let place = Self.place(path, workspace)
            guard !AtomicFile.isSpecial(place) else { continue }
            if let other = optionOf.updateValue(option, forKey: PathText.absolute(place)) {
                throw UsageError("run.same-report", "\(other) and \(option) name one file: \(path)")
            }
        }
        junit = options.junit.map { Self.place($0, workspace) } ?? Self.usual("junit.xml", options, workspace)
        html = options.html.map { Self.place($0, workspace) } ?? Self.usual("report.html", options, workspace)
        json = options.json.map { Self.place($0, workspace) }
        events = options.events.map { Self.place($0, workspace) }
    }

    private static func place(_ path: String, _ workspace: Workspace) -> String {
        RealPath.join(workspace.workingFolder, path)
    }

    /// Where a project's run writes a report that nobody asked for.
    private static func usual(_ name: String, _ options: RunOptions, _ workspace: Workspace) -> String? {
        guard let project = workspace.project, !options.isDryRun else { return nil }
        return RealPath.join(RealPath.join(project.folder, project.reports), name)
    }
}
