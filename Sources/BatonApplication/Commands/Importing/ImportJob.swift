import BatonDiagnostics
import BatonFiles
import BatonImport
import BatonJSON
import BatonProcesses
import BatonRecords
import BatonValues

/// `baton import`: writes the workflow that a file of another tool stands for, with its saved responses beside it, and says
/// what is not carried over.
package struct ImportJob {
    private let options: ImportOptions
    private let path: String
    private let context: ProcessContext
    private let messages: Messages

    package init(_ options: RunOptions, in context: ProcessContext) {
        self.options = options.importing
        path = options.paths.first ?? "-"
        self.context = context
        messages = Messages(context, options.colour)
    }

    package func run() -> Int32 {
        do throws(UsageError) {
            guard
                let source = try ImportSource.find(path, options, in: context.workingFolder, isCertain: true)
            else { return ExitCode.invalid }
            try checkReport(source)
            let project = try source.project()
            for secret in project.secrets { messages.secrets.add(secret.value) }
            let report = options.isDryRun ? try show(project) : try write(project)
            try write(report, of: source)
            tell(report, project)
            return report.isLossy && !options.allowsPartial ? ExitCode.failed : ExitCode.passed
        } catch {
            messages.show(error.diagnostics)
            return ExitCode.invalid
        }
    }

    // MARK: - The files

    private typealias File = WorkflowWriter.Written.File

    private var folder: String {
        PathText.absolute(RealPath.join(context.workingFolder, options.folder ?? "."))
    }

    /// The workflow in the folder, beside the project file that is there or is to be written.
    private func written(_ project: ImportedProject, hasProject: Bool) -> WorkflowWriter.Written {
        var settings = WorkflowWriter.Settings()
        settings.hasProject = hasProject
        // The workflow that is shown is the one that `run` runs, where no sample is read.
        if !options.isDryRun { settings.samples = "samples/" + Self.stem(of: project) }
        let folder = folder
        settings.hasFile = { PathText.kind(of: RealPath.join(folder, $0)) == .file }
        settings.refusals = ImportPlace.refusals
        let place = ImportPlace(folder: folder, workingFolder: context.workingFolder)
        return WorkflowWriter.write(place.relating(project), settings)
    }

    /// What the workflow and the folder of its samples are called.
    private static func stem(of project: ImportedProject) -> String {
        let name = HarmlessName.of(project.collection.name, else: "imported")
        return name == "baton" ? "baton-collection" : name
    }

    private func show(_ project: ImportedProject) throws(UsageError) -> ImportReport {
        let (written, _) = try chosen(project)
        // First and alone, so that its lines are those that failures of `baton run` name.
        say(written.workflowText)
        if let text = written.projectText { say("\n# \(ProjectSearch.fileName)\n\(text)") }
        return written.report
    }

    /// With a project file of its own where the folder belongs to no other project.
    private func chosen(_ project: ImportedProject) throws(UsageError) -> (WorkflowWriter.Written, File?) {
        let own = written(project, hasProject: true)
        let text = own.projectText ?? ""
        guard let found = try projectFile() else {
            return (own, File(path: ProjectSearch.fileName, text: text))
        }
        let isOwn = (try? FileReading.bytes(of: found, limit: 1_000_000)) == Array(text.utf8)
        if isOwn, RealPath.folder(of: found) == (try? RealPath.of(folder)) { return (own, nil) }
        return (written(project, hasProject: false), nil)
    }

    /// The project file that the folder belongs to; nil for none.
    private func projectFile() throws(UsageError) -> String? {
        var start = folder
        while !Folder.isFolder(start), start != "/" { start = RealPath.folder(of: start) }
        do throws(FileError) {
            return try ProjectSearch(home: context.environment["HOME"]).find(from: start)
        } catch {
            throw UsageError(ofProjectFile: error, shownFrom: context.workingFolder)
        }
    }

    private func write(_ project: ImportedProject) throws(UsageError) -> ImportReport {
        let (written, projectFile) = try chosen(project)
        let workflow = File(path: Self.stem(of: project) + ".yaml", text: written.workflowText)
        let isNew = try check(workflow)
        for file in [workflow, projectFile].compactMap(\.self) + written.samples {
            try checkReport(is: RealPath.join(folder, file.path), "the \(file.path) that is written")
        }
        var samples: [File] = []
        for sample in written.samples where try check(sample) { samples.append(sample) }
        do throws(FileError) {
            try Folder.create(folder)
            try write(workflow, isNew)
            for sample in samples {
                let path = RealPath.join(folder, sample.path)
                try Folder.create(RealPath.folder(of: path))
                try AtomicFile.write(path, mode: 0o644, Array(sample.text.utf8))
            }
            if let sample = written.samples.first {
                let place = PathText.relative(
                    RealPath.folder(of: RealPath.join(folder, sample.path)), to: context.workingFolder)
                say("\(samples.isEmpty ? "kept " : "wrote")  \(place) (\(written.samples.count) saved responses)\n")
            }
            // The last file: until it is there, the import can be repeated.
            if let projectFile { try write(projectFile, true) }
        } catch {
            throw UsageError("file.unwritable", Message(value: error.message))
        }
        return written.report
    }

    /// Whether the file is to be written; throws where another one is in its place.
    private func check(_ file: File) throws(UsageError) -> Bool {
        let path = RealPath.join(folder, file.path)
        let shown = PathText.relative(path, to: context.workingFolder)
        for link in placesOnTheWay(file.path) where PathText.isLink(link) {
            let shown = PathText.relative(link, to: context.workingFolder)
            throw UsageError(
                "file.unwritable", "\(shown) is a link: nothing is written through it", help: "move it away")
        }
        guard PathText.kind(of: path) != .missing else { return true }
        if (try? FileReading.bytes(of: path, limit: ImportSource.limit)) == Array(file.text.utf8) { return false }
        guard options.overwrites, PathText.kind(of: path) == .file else {
            throw UsageError(
                "import.would-overwrite", "\(shown) is there already, and differs from what would be written",
                help: "`--force` replaces it; `--into DIR` writes elsewhere; `--dry-run` shows what would be written")
        }
        return true
    }

    /// The file and the folders on the way to it, from the folder of the import on.
    private func placesOnTheWay(_ name: String) -> [String] {
        var path = folder
        return name.split(separator: "/").map { part in
            path = RealPath.join(path, String(part))
            return path
        }
    }

    private func write(_ file: File, _ isNew: Bool) throws(FileError) {
        let path = RealPath.join(folder, file.path)
        if isNew { try AtomicFile.write(path, mode: 0o644, Array(file.text.utf8)) }
        say("\(isNew ? "wrote" : "kept ")  \(PathText.relative(path, to: context.workingFolder))\n")
    }

    // MARK: - The report

    /// Whether the report goes to the standard output.
    private var showsReport: Bool { options.report == "-" }

    /// Throws where the report would replace what is read.
    private func checkReport(_ source: ImportSource) throws(UsageError) {
        if showsReport, options.isDryRun {
            throw UsageError(
                "import.two-outputs", "--dry-run and --report - both write to the standard output",
                help: "name a file for the report")
        }
        let root = source.input.isFolder ? path + "/" : ""
        for file in source.input.files {
            try checkReport(is: RealPath.join(context.workingFolder, root + file.path), "a file of the source")
        }
        for path in [options.environment, options.globals, options.data].compactMap(\.self) {
            try checkReport(is: RealPath.join(context.workingFolder, path), "a file of the source")
        }
    }

    private func checkReport(is path: String, _ what: String) throws(UsageError) {
        guard let report = options.report, !showsReport else { return }
        let full = RealPath.join(context.workingFolder, report)
        let isSame = PathText.absolute(full) == PathText.absolute(path)
        let real = try? RealPath.of(full)
        guard isSame || real != nil && real == (try? RealPath.of(path)) else { return }
        throw UsageError(
            "import.would-overwrite", "--report \(report) would replace \(what)", help: "name another file")
    }

    private func write(_ report: ImportReport, of source: ImportSource) throws(UsageError) {
        guard let path = options.report else { return }
        let bytes = HarmlessJSON.escaped(
            Array((JSONWriter.pretty(report.json(file: source.shown)) + "\n").utf8))
        if showsReport { return context.output(String(decoding: bytes, as: UTF8.self)) }
        let full = RealPath.join(context.workingFolder, path)
        do {
            try AtomicFile.write(full, mode: 0o644, bytes)
        } catch {
            throw UsageError("file.unwritable", Message(value: error.message.replacing(full, with: path)))
        }
    }

    /// Says on standard output what was done, or on the other one where that holds the files or the report.
    private func tell(_ report: ImportReport, _ project: ImportedProject) {
        if !report.text.isEmpty { context.errorOutput(messages.secrets.redact(PrintableText.of(report.text)) + "\n") }
        let names = Set(project.secrets.map(\.name)).sorted()
        var lines = [report.summary]
        if !names.isEmpty { lines.append("secrets to set in the environment: \(names.joined(separator: ", "))") }
        let text = lines.joined(separator: "\n") + "\n"
        if options.isDryRun { context.errorOutput(text) } else { say(text) }
    }

    private func say(_ text: String) {
        if showsReport { context.errorOutput(PrintableText.of(text)) } else { context.output(PrintableText.of(text)) }
    }
}
