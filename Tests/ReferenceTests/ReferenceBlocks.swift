import BatonDiagnostics
import BatonJudging
import BatonLoading
import BatonYAML
import ProjectFolders

/// What the yaml blocks of the reference are, by their first line or by the mark above them.
extension ReferencePage.Block {
    enum Kind: Equatable {
        /// A whole workflow that passes.
        case workflow
        /// A whole workflow that fails with this kind.
        case failing(String)
        /// A file with this error (the code of its first diagnostic); nothing of it runs.
        case wrong(String)
        /// The project file that the workflows of the page run with.
        case project
        /// A file that workflows of the page use, by its path beside them.
        case file(String)
        /// Something that stands inside a step, a list of steps or the top of a workflow.
        case part(Whole)
        case unmarked
    }

    /// What a fragment is a part of.
    enum Whole: String, CaseIterable {
        case request = "a request"
        case expect
        case capture
        case environment = "an environment"
    }

    var kind: Kind {
        guard let mark else {
            return text.hasPrefix("name:") || text.hasPrefix("steps:") ? .workflow : .unmarked
        }
        if mark == "baton.yaml" { return .project }
        if mark.hasPrefix("file: ") { return .file(String(mark.dropFirst(6))) }
        if mark.hasPrefix("fails: ") { return .failing(String(mark.dropFirst(7))) }
        if mark.hasPrefix("error: ") { return .wrong(String(mark.dropFirst(7))) }
        if mark.hasPrefix("part of "), let whole = Whole(rawValue: String(mark.dropFirst(8))) { return .part(whole) }
        return .unmarked
    }

    /// A file name by which a failing test finds the block: `expect-0120-certificates.yaml`.
    var fileName: String {
        let page = place.path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
        let words = section.lowercased().split { !$0.isLetter && !$0.isNumber }
        let number = String(place.line)
        let digits = String(repeating: "0", count: max(0, 4 - number.count)) + number
        return "\(page)-\(digits)-\(words.joined(separator: "-")).yaml"
    }

    /// The block as a whole file: a fragment gets around it what it is a part of.
    var wholeFile: String {
        guard case .part(let whole) = kind else { return text }
        func indented(by count: Int) -> String {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.map { String(repeating: " ", count: count) + $0 }.joined(separator: "\n")
        }
        return switch whole {
        case .request: "steps:\n  - post: /echo\n" + indented(by: 4)
        case .expect: "steps:\n  - get: /echo\n    expect:\n" + indented(by: 6)
        case .capture: "steps:\n  - get: /echo\n    capture:\n" + indented(by: 6)
        case .environment: "environments:\n  local:\n" + indented(by: 4)
        }
    }
}

extension ReferencePage {
    var yamlBlocks: [Block] { blocks.filter { $0.language == "yaml" } }

    /// What the project file of the page says, for loading the page's workflows.
    func project() throws -> Project? {
        guard let block = yamlBlocks.first(where: { $0.kind == .project }) else { return nil }
        return ProjectLoader(into: DiagnosticSink()).load(
            SourceFile(path: "baton.yaml", text: block.text), folder: "/")
    }

    /// What is wrong with a block when it is read as the file that it is or is a part of.
    func diagnostics(of block: Block) throws -> [Diagnostic] {
        let sink = DiagnosticSink()
        let path = if case .file(let path) = block.kind { path } else { block.fileName }
        let file = SourceFile(path: path, text: block.wholeFile)
        if block.kind == .project || block.kind == .part(.environment) {
            _ = ProjectLoader(into: sink).load(file, folder: "/")
        } else {
            let project = try project()
            let context = LoadingContext(
                projectVariables: project?.variables ?? [], environment: project?.environments.first,
                environments: project?.environments ?? [], hasBaseURL: true,
                files: PageFiles(page: self), schemas: SchemaLibrary(SampleFiles()))
            _ = FileLoader(context).load(file, into: sink)
        }
        return sink.diagnostics
    }
}

/// The files of `workflows/data`, as an example beside the samples would name them.
private struct SampleFiles: ProjectFiles {
    func path(of workflow: SourceFile) -> String { "\(Repository.path)/workflows/\(workflow.path)" }

    func locate(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> String {
        if path.hasPrefix("/") { return path }
        if workflow.path == "baton.yaml" { return "\(Repository.path)/\(path)" }
        let folder = workflow.path.lastIndex(of: "/").map { workflow.path[...$0] } ?? ""
        return "\(Repository.path)/workflows/\(folder)\(path)"
    }

    func read(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> SourceFile {
        guard let bytes = try? FileContents.bytes(of: path) else {
            throw ProjectFileError("`\(path)` cannot be read")
        }
        return SourceFile(path: path, bytes: bytes)
    }
}

/// The files of the page that its workflows use, by their paths beside them.
private struct PageFiles: ProjectFiles {
    let page: ReferencePage

    func path(of workflow: SourceFile) -> String { workflow.path }

    func locate(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> String {
        workflow.path.lastIndex(of: "/").map { workflow.path[...$0] + path } ?? path
    }

    func read(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> SourceFile {
        guard let block = page.yamlBlocks.first(where: { $0.kind == .file(path) }) else {
            return try SampleFiles().read("\(Repository.path)/workflows/\(path)", for: workflow)
        }
        return SourceFile(path: path, text: block.text)
    }
}
