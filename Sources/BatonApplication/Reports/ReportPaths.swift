import BatonDiagnostics
import BatonFiles

/// The absolute paths of a run's reports; nil for a report that is not wanted or cannot be written.
struct ReportPaths: Sendable {
    /// A report type, with the option that names its file.
    enum Kind: String, CaseIterable, Sendable {
        case junit, html, json, events, summary, tap, har, prometheus

        var option: String { "--\(rawValue)" }

        /// Text within the first bytes of such a file.
        fileprivate var mark: String {
            switch self {
            case .junit: "<testsuite"
            case .html: "<html lang=\"en\" xmlns="
            case .json: "\"reportFormat\":\"CTRF\""
            case .events: "\"type\":\"run-started\""
            case .summary: "<!-- baton summary -->"
            case .tap: "TAP version 14"
            case .har: "\"creator\":{\"name\":\"baton\""
            case .prometheus: "# HELP baton_"
            }
        }
    }

    private var paths: [Kind: String] = [:]
    /// The folder of the reports that a project has without an option; nil where none is written there.
    private(set) var usualFolder: String?
    /// Errors in the options; such reports are not written.
    private(set) var faults: [Diagnostic] = []
    private let workingFolder: String

    subscript(kind: Kind) -> String? { paths[kind] }
    var isEmpty: Bool { paths.isEmpty }
    /// The files, with links in their folders resolved.
    var files: Set<String> { Set(paths.values.map(Self.key)) }

    /// - Parameters:
    ///   - workspace: nil where baton.yaml cannot be read; reports of an earlier run are then expected in the usual
    ///     folder.
    ///   - usesFolder: whether a project's reports are also written without an option.
    init(_ options: RunOptions, _ workspace: Workspace?, in context: ProcessContext, usesFolder: Bool = true) {
        workingFolder = context.workingFolder
        let given: [Kind: String?] = [
            .junit: options.junit, .html: options.html, .json: options.json, .events: options.events,
            .summary: options.summary, .tap: options.tap, .har: options.har, .prometheus: options.prometheus,
        ]
        let usual = options.isDryRun || !usesFolder ? nil : Self.usualFolder(workspace, context)
        var kindOf: [String: Kind] = [:]
        for kind in Kind.allCases {
            if given[kind] == "-" {
                faults.append(
                    Diagnostic(
                        "run.wrong-output-file", "\(kind.option) -: standard output is the console's", at: nil,
                        help: "name a file, or a pipe as in `\(kind.option) >(jq .)`"))
                continue
            }
            let place: String
            var isUsual = false
            if let path = given[kind] ?? nil {
                place = RealPath.join(workingFolder, path)
            } else if let usual, let name = Self.usualName(kind) ?? Self.shardName(kind, options, context) {
                place = RealPath.join(usual.folder, name)
                guard RealPath.leads(place, into: usual.project) else {
                    faults.append(
                        Diagnostic(
                            "workflow.path-outside", "the report \(shown(place)) leads out of the project", at: nil,
                            help: "let `reports` of baton.yaml name a folder in the project, which is no link; "
                                + "`\(kind.option) FILE` writes it anywhere"))
                    continue
                }
                if workspace == nil, PathText.kind(of: place) != .file { continue }
                isUsual = true
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
                            "run.wrong-output-file",
                            "\(other.option) and \(kind.option) name one file: \(shown(place))", at: nil))
                    paths[other] = nil
                    continue
                }
                kindOf[Self.key(place)] = kind
            }
            paths[kind] = place
            if isUsual { usualFolder = RealPath.folder(of: place) }
        }
    }

    /// Whether a path leads to one of the reports, to the history, or to a YAML file.
    func holds(_ path: String, or workspace: Workspace?) -> Bool {
        let key = Self.key(RealPath.join(workingFolder, path))
        let history = workspace?.project.map { Self.key($0.historyPath) }
        return paths.values.contains { Self.key($0) == key } || key == history
            || Self.sources.contains { FileEnding.has(key, $0) }
    }

    /// Refuses to overwrite a file that the run reads, or any YAML file, with a report.
    ///
    /// - Parameter isRead: whether the run reads the file at an absolute path without links; called only where a file
    ///   other than a report exists.
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
                "run.wrong-output-file", "\(kind.option) would be written over \(shown(path)), \(what)", at: nil,
                help: "name another file, such as `\(kind.option) reports/\(Self.example(kind))`"))
    }

    /// Drops the reports whose path is taken by a file other than a report.
    mutating func keepReports() {
        paths = paths.filter { kind, path in
            AtomicFile.isSpecial(path) || PathText.kind(of: path) == .missing || isReport(kind, path, orEmpty: true)
        }
    }

    private static let sources = [".yaml", ".yml"]

    /// Whether the path holds an earlier report, or nothing that could be lost, such as a pipe.
    private func isReport(_ kind: Kind, _ path: String, orEmpty allowsEmpty: Bool) -> Bool {
        guard let head = FileReading.head(of: path, count: 400) else { return true }
        return allowsEmpty && head.isEmpty || String(decoding: head, as: UTF8.self).contains(kind.mark)
    }

    /// The same key for the same file, whichever path leads to it.
    private static func key(_ path: String) -> String {
        let folder = (try? RealPath.of(RealPath.folder(of: path))) ?? PathText.absolute(RealPath.folder(of: path))
        return (try? RealPath.of(path)) ?? RealPath.join(folder, RealPath.name(of: path))
    }

    private func shown(_ path: String) -> String { PathText.relative(path, to: workingFolder) }

    /// The folder for a project's reports without an option.
    private static func usualFolder(
        _ workspace: Workspace?, _ context: ProcessContext
    ) -> (folder: String, project: String)? {
        if let workspace { return workspace.project.map { (RealPath.join($0.folder, $0.reports), $0.folder) } }
        let search = ProjectSearch(home: context.environment["HOME"])
        let found: String?
        do throws(FileError) {
            found = try search.find(from: context.workingFolder)
        } catch {
            found = ProjectRefusal.isInPlaceOfFile(error) ? error.path : nil
        }
        guard let file = found else { return nil }
        let project = RealPath.folder(of: file)
        return (RealPath.join(project, "reports"), project)
    }

    private static func usualName(_ kind: Kind) -> String? {
        switch kind {
        case .junit: "junit.xml"
        case .html: "report.html"
        case .json, .events, .summary, .tap, .har, .prometheus: nil
        }
    }

    /// The events of a shard, without which it cannot be merged: a name of its own for each, because the files of all
    /// shards are gathered in one folder.
    private static func shardName(_ kind: Kind, _ options: RunOptions, _ context: ProcessContext) -> String? {
        guard kind == .events, let choice = options.shard, let place = try? ShardPlace(choice, context.environment)
        else { return nil }
        return "shard-\(place.index)-of-\(place.total).jsonl"
    }

    private static func example(_ kind: Kind) -> String {
        switch kind {
        case .junit: "junit.xml"
        case .html: "report.html"
        case .json: "report.json"
        case .events: "events.jsonl"
        case .summary: "summary.md"
        case .tap: "report.tap"
        case .har: "failures.har"
        case .prometheus: "baton.prom"
        }
    }
}
