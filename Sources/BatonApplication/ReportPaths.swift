import BatonDiagnostics
import BatonFiles

/// Where the reports of a run are written, as absolute paths; nil for one that is not wanted or cannot be had.
struct ReportPaths: Sendable {
    /// A report with the option that names its file.
    enum Kind: String, CaseIterable, Sendable {
        case junit, html, json, events

        var option: String { "--\(rawValue)" }

        /// What such a file begins with, somewhere in its first bytes.
        fileprivate var mark: String {
            switch self {
            case .junit: "<testsuite"
            case .html: "<html lang=\"en\" xmlns="
            case .json: "\"reportFormat\":\"CTRF\""
            case .events: "\"type\":\"run-started\""
            }
        }
    }

    private var paths: [Kind: String] = [:]
    /// What is wrong with what the options say; such a report is not written.
    private(set) var faults: [Diagnostic] = []
    private let workingFolder: String

    var junit: String? { paths[.junit] }
    var html: String? { paths[.html] }
    var json: String? { paths[.json] }
    var events: String? { paths[.events] }
    var isEmpty: Bool { paths.isEmpty }

    /// - Parameter workspace: nil where baton.yaml cannot be read: then a report of an earlier run is looked for where
    ///   they usually are.
    init(_ options: RunOptions, _ workspace: Workspace?, in context: ProcessContext) {
        workingFolder = context.workingFolder
        let given: [Kind: String?] = [
            .junit: options.junit, .html: options.html, .json: options.json, .events: options.events,
        ]
        let usual = options.isDryRun ? nil : Self.usualFolder(workspace, context)
        var kindOf: [String: Kind] = [:]
        for kind in Kind.allCases {
            if given[kind] == "-" {
                faults.append(
                    Diagnostic(
                        "run.report-on-output", "\(kind.option) -: standard output is the console's", at: nil,
                        help: "name a file, or a pipe as in `\(kind.option) >(jq .)`"))
                continue
            }
            let place: String
            if let path = given[kind] ?? nil {
                place = RealPath.join(workingFolder, path)
            } else if let usual, let name = Self.usualName(kind) {
                place = RealPath.join(usual.folder, name)
                guard RealPath.leads(place, into: usual.project) else {
                    faults.append(
                        Diagnostic(
                            "run.report-outside", "the report \(shown(place)) leads out of the project", at: nil,
                            help: "let `reports` of baton.yaml name a folder in the project, which is no link; "
                                + "`\(kind.option) FILE` writes it anywhere"))
                    continue
                }
                if workspace == nil, PathText.kind(of: place) != .file { continue }
            } else {
                continue
            }
            if let project = workspace?.project,
                Self.key(place) == Self.key(project.historyPath)
            {
                refuse(kind, place, "the history")
                continue
            }
            if !AtomicFile.isSpecial(place) {
                if let other = kindOf[Self.key(place)] {
                    faults.append(
                        Diagnostic(
                            "run.same-report",
                            "\(other.option) and \(kind.option) name one file: \(shown(place))", at: nil))
                    paths[other] = nil
                    continue
                }
                kindOf[Self.key(place)] = kind
            }
            paths[kind] = place
        }
    }

    /// Refuses to write a report over a file that the run reads, or over any YAML file.
    ///
    /// - Parameter isRead: whether the run reads the file of an absolute path without links; asked only where there is
    ///   a file that is no report.
    mutating func refuseSources(isRead: (String) -> Bool) {
        for kind in Kind.allCases {
            guard let path = paths[kind], !AtomicFile.isSpecial(path), PathText.kind(of: path) == .file else {
                continue
            }
            let real = (try? RealPath.of(path)) ?? path
            let isYAML = [path, real].contains { path in Self.sources.contains { FileEnding.has(path, $0) } }
            guard isYAML || !isReport(kind, path, orEmpty: false) && isRead(real) else { continue }
            refuse(kind, path, isYAML ? "a YAML file" : "a file that the run reads")
        }
    }

    private mutating func refuse(_ kind: Kind, _ path: String, _ what: String) {
        paths[kind] = nil
        faults.append(
            Diagnostic(
                "run.report-over-source", "\(kind.option) would be written over \(shown(path)), \(what)", at: nil,
                help: "name another file, such as `\(kind.option) reports/\(Self.example(kind))`"))
    }

    /// Leaves the places in which something else than a report stands.
    mutating func keepReports() {
        paths = paths.filter { kind, path in
            AtomicFile.isSpecial(path) || PathText.kind(of: path) == .missing || isReport(kind, path, orEmpty: true)
        }
    }

    private static let sources = [".yaml", ".yml"]

    /// Whether an earlier report stands there, or nothing that could be lost, as in a pipe.
    private func isReport(_ kind: Kind, _ path: String, orEmpty allowsEmpty: Bool) -> Bool {
        guard let head = FileReading.head(of: path, count: 400) else { return true }
        return allowsEmpty && head.isEmpty || String(decoding: head, as: UTF8.self).contains(kind.mark)
    }

    /// The same for the same file, whatever way leads to it.
    private static func key(_ path: String) -> String {
        let folder = (try? RealPath.of(RealPath.folder(of: path))) ?? PathText.absolute(RealPath.folder(of: path))
        return (try? RealPath.of(path)) ?? RealPath.join(folder, RealPath.name(of: path))
    }

    private func shown(_ path: String) -> String { PathText.relative(path, to: workingFolder) }

    /// Where a project's run writes its usual reports, without an option.
    private static func usualFolder(
        _ workspace: Workspace?, _ context: ProcessContext
    ) -> (folder: String, project: String)? {
        if let workspace { return workspace.project.map { (RealPath.join($0.folder, $0.reports), $0.folder) } }
        let search = ProjectSearch(home: context.environment["HOME"])
        guard let file = try? search.find(from: context.workingFolder) else { return nil }
        let project = RealPath.folder(of: file)
        return (RealPath.join(project, "reports"), project)
    }

    private static func usualName(_ kind: Kind) -> String? {
        switch kind {
        case .junit: "junit.xml"
        case .html: "report.html"
        case .json, .events: nil
        }
    }

    private static func example(_ kind: Kind) -> String {
        usualName(kind) ?? (kind == .json ? "report.json" : "events.jsonl")
    }
}
