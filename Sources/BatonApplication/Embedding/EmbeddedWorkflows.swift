import BatonDiagnostics
import BatonFiles
import BatonJudging
import BatonLoading
import BatonProcesses
package import BatonRecords

/// The workflows that Swift code runs within its own process: their cases, and what each run of them begins with.
///
/// Nothing of this writes to standard output, reads the command line or handles signals.
package struct EmbeddedWorkflows: Sendable {
    package struct Case: Sendable {
        package let identity: CaseIdentity
        /// The absolute path of the file.
        package let path: String
    }

    package let options: RunOptions
    /// The folder of baton.yaml, otherwise of the Swift package: paths in results are relative to it.
    package let folder: String
    /// The selected cases, without those that baton.yaml lists under `before` and `after`. A file with errors is a case.
    package let cases: [Case]

    /// Reads the files and selects the cases.
    ///
    /// - Parameters:
    ///   - path: a folder or a file, absolute or relative to the package of `sourceFile`.
    ///   - sourceFile: the path of the Swift file that asks for it, as the compiler gives it.
    package init(in path: String, from sourceFile: String, _ options: RunOptions) throws(EmbeddingError) {
        let full = try Self.resolved(path, Self.package(of: sourceFile))
        var options = options
        options.origin = .swift
        options.paths = [full.path]
        options.recordsHistory = false
        options.writesUsualReports = false
        options.colour = .never
        self.options = options
        folder = full.root
        let context = ProcessContext.embedded(in: full.root)
        let messages = Messages(context, .never)
        do throws(UsageError) {
            cases = try Self.cases(options, context, messages)
        } catch {
            throw EmbeddingError(error.diagnostics, messages)
        }
    }

    private static func cases(
        _ options: RunOptions, _ context: ProcessContext, _ messages: Messages
    ) throws(UsageError) -> [Case] {
        let workspace = try Workspace(context)
        messages.hideSecrets(of: workspace, context.environment)
        for value in options.secretValues.values { messages.secrets.add(value) }
        let files = try WorkflowFiles(options.paths, in: workspace)
        let loaded = try LoadedWorkflows.loadOneByOne(files, in: workspace, options, context)
        if loaded.hasProjectErrors { throw UsageError(loaded.diagnostics.filter { $0.severity == .error }) }
        let selected = try SelectedCases(options, loaded, files, workspace, context.environment, messages)
        let frames = loaded.framePaths
        let cases = selected.plan.cases.map(\.identity).filter { !frames.contains($0.path) }
        if cases.isEmpty {
            throw UsageError(
                "run.nothing-selected", "baton.yaml lists every workflow here under `before` or `after`",
                help: "these run before and after the others; alone they test nothing")
        }
        return cases.map { Case(identity: $0, path: RealPath.join(workspace.root, $0.path)) }
    }

    /// The absolute path, and the folder to which shown paths are relative.
    private static func resolved(
        _ path: String, _ package: String
    ) throws(EmbeddingError) -> (path: String, root: String) {
        let full = PathText.absolute(RealPath.join(package, path))
        let kind = PathText.kind(of: full)
        guard kind != .missing, !path.isEmpty else {
            throw EmbeddingError(
                "file.unreadable", "there is no file or folder `\(path)`",
                help: full == path ? nil : "a relative path counts from the folder of the package: \(full)")
        }
        let start = kind == .folder ? full : RealPath.folder(of: full)
        do {
            let home = EnvironmentVariables.ofProcess["HOME"]
            if let project = try ProjectSearch(home: home).find(from: start) {
                return (full, RealPath.folder(of: project))
            }
        } catch {
            throw EmbeddingError(
                "project.refused", Message(value: error.message), help: error.projectFileHelp)
        }
        return (full, RealPath.contains(package, full) ? package : RealPath.folder(of: start))
    }

    /// The nearest folder above a Swift file that has a Package.swift; the working folder where there is none, as for a
    /// test that was built on another machine.
    private static func package(of sourceFile: String) -> String {
        var folder = RealPath.folder(of: sourceFile)
        while folder != "/", folder != "." {
            if PathText.kind(of: RealPath.join(folder, "Package.swift")) == .file { return folder }
            folder = RealPath.folder(of: folder)
        }
        return (try? Folder.current()) ?? "/"
    }
}

extension EnvironmentVariables {
    /// The environment of this process when it was first asked for.
    static let ofProcess = EnvironmentVariables.current()
}

extension ProcessContext {
    /// The context of a run within another program: nothing is printed.
    ///
    /// - Parameter warn: gets the text of errors and warnings.
    static func embedded(
        in folder: String, warn: @escaping @Sendable (String) -> Void = { _ in }
    ) -> ProcessContext {
        let terminal = Terminal(isTerminal: false, width: 80, prefersColour: false, allowsLiveProgress: false)
        return ProcessContext(
            workingFolder: folder, environment: .ofProcess, output: { _ in }, errorOutput: warn, terminal: terminal,
            errorTerminal: terminal, processorCount: processorCount)
    }
}
