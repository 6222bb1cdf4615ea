import BatonDiagnostics
import BatonFiles
import BatonJudging
import BatonLoading
import BatonRunner
import BatonSecrets
import BatonValues
import BatonWorkflow

/// The files of `--provide`: outputs of workflows that do not run.
struct ProvidedFiles: Sendable {
    private struct File: Sendable {
        /// The workflow as the user named it.
        let name: String
        /// The file as the user named it.
        let shown: String
        let document: OutputsDocument
        let outputs: ProvidedOutputs
    }

    private let files: [File]
    private let isWatching: Bool

    /// Reads the files and masks their secrets from now on. Throws for a file that others can read, and for one that
    /// `--outputs` did not write in this environment.
    init(
        _ options: RunOptions, workingFolder: String, environment: String?, into registry: SecretRegistry
    ) throws(UsageError) {
        isWatching = options.isWatching
        var files: [File] = []
        for given in options.providedFiles {
            let document = try Self.document(given, workingFolder)
            guard let outputs = ProvidedOutputs(document, from: given.value) else {
                throw Self.wrongFile("\(given.value) is cut or damaged", given)
            }
            outputs.noteSecrets(in: registry)
            guard document.environment == environment else {
                let one = document.environment.map { "of the environment `\($0)`" } ?? "of a run without an environment"
                let other = environment.map { "this run is in `\($0)`" } ?? "this run has none"
                throw Self.wrongFile("the outputs of \(given.value) are \(one), and \(other)", given)
            }
            files.append(File(name: given.name, shown: given.value, document: document, outputs: outputs))
        }
        self.files = files
    }

    private static func document(
        _ given: RunOptions.Assignment, _ workingFolder: String
    ) throws(UsageError) -> OutputsDocument {
        let shown = given.value
        let path = RealPath.join(workingFolder, shown)
        let help: Message = "the run of the workflow that `\(given.name)` names writes it, with `--outputs \(shown)`"
        let bytes: [UInt8]
        do throws(PrivateFile.ReadError) {
            bytes = try PrivateFile.read(path, limit: OutputsDocument.limit)
        } catch {
            switch error {
            case .link:
                throw unsafeFile("\(shown) is a link", "name the file itself")
            case .notRegular:
                throw unsafeFile("\(shown) is not a regular file", "name a file that `--outputs` wrote")
            case .open(let mode):
                throw unsafeFile(
                    "others may use \(shown), which has secrets: its mode is \(mode)",
                    "`chmod 600 \(ShellWord.quote(shown))`")
            case .otherOwner:
                throw unsafeFile(
                    "\(shown) belongs to another user", "run as its owner, or write it again with `--outputs`")
            case .tooLarge:
                throw unsafeFile("\(shown) is larger than 16 MB", "name a file that `--outputs` wrote")
            case .unreadable(let error):
                throw UsageError(
                    "run.wrong-provided",
                    "--provide: \(error.code == .missing ? "\(shown) does not exist" : error.message)",
                    help: help)
            }
        }
        do throws(OutputsDocument.ReadError) {
            return try OutputsDocument(bytes)
        } catch {
            throw UsageError(
                "run.wrong-provided", "\(shown) \(error.message)", help: help)
        }
    }

    private static func unsafeFile(_ message: Message, _ help: Message) -> UsageError {
        UsageError("run.unsafe-file", message, help: help)
    }

    private static func wrongFile(_ message: Message, _ given: RunOptions.Assignment) -> UsageError {
        UsageError(
            "run.wrong-provided", message,
            help: "write it again: `baton run \(ShellWord.quote(given.name)) --outputs \(ShellWord.quote(given.value))`"
        )
    }

    // MARK: - Workflows

    /// The outputs by the absolute paths of the workflows that they stand for.
    ///
    /// Throws where a name is not that of a workflow that a case of the plan needs, and where a file cannot stand for its
    /// workflow.
    ///
    /// - Parameter plan: the selected cases, of all shards.
    func outputs(for plan: Plan, of loaded: LoadedWorkflows) throws(UsageError) -> [String: ProvidedOutputs] {
        if files.isEmpty { return [:] }
        let needs = NeededByPlan(plan, loaded)
        var found: [String: ProvidedOutputs] = [:]
        for file in files {
            guard let target = try target(of: file, needs, loaded) else { continue }
            guard found.updateValue(file.outputs, forKey: target.path) == nil else {
                throw UsageError(
                    "run.wrong-provided", "two files provide the outputs of \(target.entry.file.identity)",
                    help: "leave out one `--provide`")
            }
            try check(file, target.entry)
        }
        for (need, taker) in needs.all where found[need.path] != nil && need.arguments.isEmpty {
            guard taker.uses.neededSessions.contains(need.name) else { continue }
            throw UsageError([.providedSession(need, shown(need.path, loaded))])
        }
        return found
    }

    private func shown(_ path: String, _ loaded: LoadedWorkflows) -> String {
        loaded.entry(at: path)?.file.identity ?? path
    }

    private func target(
        of file: File, _ needs: NeededByPlan, _ loaded: LoadedWorkflows
    ) throws(UsageError) -> (path: String, entry: LoadedWorkflows.Entry)? {
        let known = needs.plain.compactMap { path in loaded.entry(at: path).map { (path: path, entry: $0) } }
        let hits = known.filter { Self.names(file.name, $0.entry.file.identity) }
        if let exact = hits.first(where: { TextKey($0.entry.file.identity) == TextKey(file.name) }) { return exact }
        if hits.count == 1 { return hits[0] }
        let option = "--provide \(file.name)=\(file.shown)"
        guard hits.isEmpty else {
            let list = hits.map { "`\($0.entry.file.identity)`" }.joined(separator: ", ")
            throw UsageError(
                "run.wrong-provided", "\(option): several needed workflows are called so",
                help: "write one of \(list)")
        }
        let withValues = needs.withArguments.first { Self.names(file.name, shown($0.path, loaded)) }
        if let need = withValues {
            throw UsageError([.providedWithArguments(need, shown(need.path, loaded))])
        }
        // After a saved file, only what it affects runs.
        if isWatching { return nil }
        let names = known.map(\.entry.file.identity)
        let near = Spelling.nearest(
            to: file.name, in: names + names.flatMap { [RealPath.name(of: $0), FileName.withoutEnding($0)] })
        throw UsageError(
            "run.wrong-provided", "\(option): no selected workflow needs a workflow of this name",
            help: near.map { "did you mean `\($0)`?" }
                ?? (names.isEmpty
                    ? "nothing that is selected needs another workflow: leave it out"
                    : "needed are \(names.sorted().map { "`\($0)`" }.joined(separator: ", "))"))
    }

    /// Whether a name is that of a path: the path, its end, or the name of the file without its ending.
    private static func names(_ name: String, _ path: String) -> Bool {
        let written = TextKey(name.hasPrefix("./") ? String(name.dropFirst(2)) : name)
        if [path, RealPath.name(of: path), FileName.withoutEnding(path)].contains(where: { TextKey($0) == written }) {
            return true
        }
        return path.utf8.count > written.text.utf8.count
            && path.utf8.suffix(written.text.utf8.count + 1).elementsEqual("/\(written.text)".utf8)
    }

    private func check(_ file: File, _ entry: LoadedWorkflows.Entry) throws(UsageError) {
        let path = entry.file.identity
        let given = "`baton run \(ShellWord.quote(path)) --outputs \(ShellWord.quote(file.shown))`"
        guard TextKey(file.document.workflow) == TextKey(path) else {
            throw UsageError(
                "run.wrong-provided",
                "\(file.shown) has the outputs of \(file.document.workflow), not of \(path)",
                help: "\(given) writes those of \(path)")
        }
        // A file with errors is reported as such.
        guard let workflow = entry.workflow else { return }
        if workflow.rows != nil {
            throw UsageError(
                "run.wrong-provided", "\(path) has rows, each with outputs of its own: no file can provide them",
                help: "leave out `--provide \(ShellWord.quote("\(file.name)=\(file.shown)"))`")
        }
        let declared = Set(workflow.outputs.map { TextKey($0.name) })
        let names = Set(file.outputs.names.map { TextKey($0) })
        if let missing = workflow.outputs.first(where: { !names.contains(TextKey($0.name)) }) {
            throw UsageError([.missingProvided(missing, file.shown, help: "\(given) writes it again")])
        }
        if let other = file.outputs.names.first(where: { !declared.contains(TextKey($0)) }) {
            throw UsageError(
                "run.wrong-provided", "\(file.shown) has an output `\(other)`, which \(path) has not",
                help: "\(given) writes it again")
        }
    }
}

/// What the cases of a plan need, directly or not.
private struct NeededByPlan {
    /// Every need, with the workflow that has it.
    private(set) var all: [(need: Workflow.Need, taker: Workflow)] = []
    /// The absolute paths of what is needed without input values, and of `before`.
    private(set) var plain: [String] = []

    var withArguments: [Workflow.Need] { all.map(\.need).filter { !$0.arguments.isEmpty } }

    init(_ plan: Plan, _ loaded: LoadedWorkflows) {
        var seen: Set<TextKey> = []
        var isPlain: Set<TextKey> = []
        var waiting = plan.workflows
        func visit(_ path: String) {
            guard seen.insert(TextKey(path)).inserted, let workflow = loaded.entry(at: path)?.workflow else { return }
            waiting.append(workflow)
        }
        for frame in loaded.before {
            if isPlain.insert(TextKey(frame.path)).inserted { plain.append(frame.path) }
            visit(frame.path)
        }
        for frame in loaded.after { visit(frame.path) }
        var next = 0
        while next < waiting.count {
            let workflow = waiting[next]
            next += 1
            if workflow.absence != nil { continue }
            for need in workflow.needs {
                all.append((need, workflow))
                if need.arguments.isEmpty, isPlain.insert(TextKey(need.path)).inserted { plain.append(need.path) }
                visit(need.path)
            }
        }
    }
}

extension Diagnostic {
    fileprivate static func providedSession(_ need: Workflow.Need, _ path: String) -> Diagnostic {
        Diagnostic(
            "run.wrong-provided",
            "`session: \("needs.\(need.name)")` wants the session of \(path), and a file of outputs has none",
            at: need.range,
            help: "let it send an output, such as a token; or leave out `--provide` for \(path)")
    }

    fileprivate static func providedWithArguments(_ need: Workflow.Need, _ path: String) -> Diagnostic {
        Diagnostic(
            "run.wrong-provided",
            "\(path) is needed with values for its inputs, which give it other outputs: no file can provide them",
            at: need.range, help: "leave out `--provide` for it, or need it without `with`")
    }

    fileprivate static func missingProvided(_ output: Workflow.Output, _ file: String, help: Message) -> Diagnostic {
        Diagnostic(
            "run.wrong-provided", "\(file) has no output `\(output.name)`", at: output.range, help: help)
    }
}
