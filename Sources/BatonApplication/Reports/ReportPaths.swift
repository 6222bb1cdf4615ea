import BatonDiagnostics
import BatonFiles
import BatonReports

/// The absolute paths of a run's reports; nil for a report that is not wanted or cannot be written.
struct ReportPaths: Sendable {
    private var paths: [(format: ReportFormat, path: String)] = []
    /// The folder of the reports that a project has without an option; nil where none is written there.
    private(set) var usualFolder: String?
    /// Errors in the options; such reports are not written.
    private(set) var diagnostics: [Diagnostic] = []
    private let workingFolder: String

    subscript(format: ReportFormat) -> String? { paths.first { $0.format == format }?.path }
    var isEmpty: Bool { paths.isEmpty }
    /// The files, with links in their folders resolved.
    var files: Set<String> { Set(paths.map { Self.key($0.path) }) }

    /// - Parameters:
    ///   - workspace: nil where baton.yaml cannot be read; reports of an earlier run are then expected in the usual
    ///     folder.
    init(_ options: RunOptions, _ workspace: Workspace?, in context: ProcessContext) {
        workingFolder = context.workingFolder
        let usual = options.isDryRun || !options.writesUsualReports ? nil : Self.usualFolder(workspace, context)
        var formatOf: [String: ReportFormat] = [:]
        for format in ReportFormat.all {
            if options.reports[format] == "-" {
                diagnostics.append(
                    Diagnostic(
                        "run.wrong-output-file", "\(format.option) -: standard output is the console's", at: nil,
                        help: "name a file, or a pipe as in `\(format.option) >(jq .)`"))
                continue
            }
            let place: String
            var isUsual = false
            if let path = options.reports[format] {
                place = RealPath.join(workingFolder, path)
            } else if let usual, let name = Self.usualName(format, options, context) {
                place = RealPath.join(usual.folder, name)
                guard RealPath.leads(place, into: usual.project) else {
                    diagnostics.append(
                        Diagnostic(
                            "workflow.path-outside", "the report \(shown(place)) leads out of the project", at: nil,
                            help: "let `reports` of baton.yaml name a folder in the project, which is no link; "
                                + "`\(format.option) FILE` writes it anywhere"))
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
                refuse(format, place, "the history")
                continue
            }
            if !AtomicFile.isSpecial(place) {
                if let other = formatOf[Self.key(place)] {
                    diagnostics.append(
                        Diagnostic(
                            "run.wrong-output-file",
                            "\(other.option) and \(format.option) name one file: \(shown(place))", at: nil))
                    paths.removeAll { $0.format == other }
                    continue
                }
                formatOf[Self.key(place)] = format
            }
            paths.append((format, place))
            if isUsual { usualFolder = RealPath.folder(of: place) }
        }
    }

    /// Whether a path leads to one of the reports, to the history, or to a YAML file.
    func holds(_ path: String, or workspace: Workspace?) -> Bool {
        let key = Self.key(RealPath.join(workingFolder, path))
        let history = workspace?.project.map { Self.key($0.historyPath) }
        return paths.contains { Self.key($0.path) == key } || key == history
            || Self.sources.contains { FileEnding.has(key, $0) }
    }

    /// Refuses to overwrite a file that the run reads, or any YAML file, with a report.
    ///
    /// - Parameter isRead: whether the run reads the file at an absolute path without links; called only where a file
    ///   other than a report exists.
    mutating func refuseSources(isRead: (String) -> Bool) {
        for format in ReportFormat.all {
            guard let path = self[format], !AtomicFile.isSpecial(path), PathText.kind(of: path) == .file else {
                continue
            }
            let real = (try? RealPath.of(path)) ?? path
            let isYAML = [path, real].contains { path in Self.sources.contains { FileEnding.has(path, $0) } }
            guard isYAML || !isReport(format, path, orEmpty: false) && isRead(real) else { continue }
            refuse(format, path, isYAML ? "a YAML file" : "a file that the run reads")
        }
    }

    private mutating func refuse(_ format: ReportFormat, _ path: String, _ what: String) {
        paths.removeAll { $0.format == format }
        diagnostics.append(
            Diagnostic(
                "run.wrong-output-file", "\(format.option) would be written over \(shown(path)), \(what)", at: nil,
                help: "name another file, such as `\(format.option) reports/\(format.fileName)`"))
    }

    /// Drops the reports whose path is taken by a file other than a report.
    mutating func keepReports() {
        paths = paths.filter { format, path in
            AtomicFile.isSpecial(path) || PathText.kind(of: path) == .missing || isReport(format, path, orEmpty: true)
        }
    }

    private static let sources = [".yaml", ".yml"]

    /// Whether the path holds an earlier report, or nothing that could be lost, such as a pipe.
    private func isReport(_ format: ReportFormat, _ path: String, orEmpty allowsEmpty: Bool) -> Bool {
        guard let head = FileReading.head(of: path, count: 400) else { return true }
        return allowsEmpty && head.isEmpty || String(decoding: head, as: UTF8.self).contains(format.mark)
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
            found = error.isInPlaceOfProjectFile ? error.path : nil
        }
        guard let file = found else { return nil }
        let project = RealPath.folder(of: file)
        return (RealPath.join(project, "reports"), project)
    }

    /// The name of a report that is written without an option; nil for none.
    ///
    /// So are the events of a shard, without which it cannot be merged: a name of its own for each, because the files of
    /// all shards are gathered in one folder.
    private static func usualName(_ format: ReportFormat, _ options: RunOptions, _ context: ProcessContext) -> String? {
        if format.isUsual { return format.fileName }
        guard format == .events, let choice = options.shard, let place = try? ShardPlace(choice, context.environment)
        else { return nil }
        return "shard-\(place.index)-of-\(place.total).jsonl"
    }
}
