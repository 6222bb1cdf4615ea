import BatonDiagnostics
import BatonFiles
import BatonJudging
import BatonLoading
import BatonRunner
import BatonValues
import BatonWorkflow

/// The file of `--outputs`: where a run writes the outputs of its one selected workflow, with their real values.
struct OutputsTarget: Sendable {
    /// As the user named it.
    let shown: String
    private let path: String

    /// Nil without the option. Throws for a path where no such file may be written.
    ///
    /// - Parameter isTaken: whether the run reads the file at an absolute path without links, or writes something else
    ///   there.
    init?(
        _ options: RunOptions, workingFolder: String, isTaken: (String) -> Bool = { _ in false }
    ) throws(UsageError) {
        guard let shown = options.outputs else { return nil }
        self.shown = shown
        path = RealPath.join(workingFolder, shown)
        let taken = FileIdentity.of(path)
        if options.providedFiles.contains(where: { FileIdentity.of(RealPath.join(workingFolder, $0.value)) == taken }) {
            throw Self.refusal(shown, "--provide names the same file")
        }
        if options.reports.values.contains(where: { FileIdentity.of(RealPath.join(workingFolder, $0)) == taken }) {
            throw Self.refusal(shown, "a report has the same file")
        }
        if isTaken(taken) { throw Self.refusal(shown, "the run uses it otherwise") }
        do throws(PrivateFile.ReadError) {
            guard try PrivateFile.check(path) else { return }
        } catch {
            switch error {
            case .link: throw Self.refusal(shown, "it is a link")
            case .notRegular, .open, .otherOwner, .tooLarge: throw Self.refusal(shown, "it is not a regular file")
            case .unreadable(let error): throw UsageError("run.wrong-output-file", "--outputs: \(error.message)")
            }
        }
        guard Self.holdsOutputs(path, orNothing: true) else {
            throw Self.refusal(shown, "it is another file, which would be lost")
        }
    }

    private static func refusal(_ shown: String, _ reason: String) -> UsageError {
        UsageError(
            "run.wrong-output-file", "--outputs cannot write \(shown): \(reason)",
            help: "name a new file, such as `--outputs login.json`")
    }

    /// Whether the file holds outputs of an earlier run.
    private static func holdsOutputs(_ path: String, orNothing allowsEmpty: Bool = false) -> Bool {
        guard let head = FileReading.head(of: path, count: OutputsDocument.mark.utf8.count) else { return false }
        return allowsEmpty && head.isEmpty || String(decoding: head, as: UTF8.self) == OutputsDocument.mark
    }

    // MARK: - What runs

    /// Throws unless the run has exactly one selected workflow, with outputs that it can give.
    ///
    /// - Returns: the path of the workflow relative to the project folder.
    func workflow(of selected: SelectedCases, _ options: RunOptions) throws(UsageError) -> String {
        if selected.nothingToDo != nil { throw refusal("nothing runs") }
        let cases = selected.plan.cases
        let paths = Set(cases.map(\.identity.path))
        guard let first = cases.first, paths.count == 1 else {
            throw refusal("\(paths.count) workflows are selected, and the file has the outputs of one")
        }
        let path = first.identity.path
        if options.repeatCount > 1 { throw refusal("\(path) runs \(options.repeatCount) times") }
        if first.identity.row != nil { throw refusal("\(path) has rows, each with outputs of its own") }
        if !selected.limits.isEmpty { throw refusal("\(path) runs up to a line, without its outputs") }
        // A file with errors is reported as such.
        guard let workflow = first.workflow else { return path }
        if workflow.outputs.isEmpty { throw refusal("\(path) has no `outputs`") }
        if let absence = workflow.absence { throw refusal("\(path) does not run: \(absence)") }
        return path
    }

    private func refusal(_ reason: String) -> UsageError {
        UsageError(
            "run.no-outputs", "--outputs \(shown): \(reason)",
            help:
                "name one workflow that has `outputs`: `baton run workflows/login.yaml --outputs \(ShellWord.quote(shown))`"
        )
    }

    // MARK: - Writing

    /// Removes the outputs of an earlier run, so that they are not taken for those of this one.
    func withdraw() {
        AtomicFile.removeLeftovers(of: path)
        if (try? PrivateFile.check(path)) == true, Self.holdsOutputs(path) { AtomicFile.remove(path) }
    }

    /// Writes the file, with mode 0600 from its creation on.
    func write(_ document: OutputsDocument) throws(FileError) {
        guard let bytes = document.bytes else {
            throw FileError(
                .tooLarge, path: shown,
                message: "the outputs cannot be kept: they have more than 16 MB, or no exact form")
        }
        try Folder.create(RealPath.folder(of: path))
        // The file may have become a link or a device since the run began.
        guard (try? PrivateFile.check(path)) != nil else { throw FileError.notRegular(shown) }
        try AtomicFile.write(path, mode: 0o600, bytes)
    }
}

/// The same text for the same file, whichever path leads to it.
enum FileIdentity {
    static func of(_ path: String) -> String {
        if let real = try? RealPath.of(path) { return real }
        let folder = RealPath.folder(of: path)
        return RealPath.join((try? RealPath.of(folder)) ?? PathText.absolute(folder), RealPath.name(of: path))
    }
}
