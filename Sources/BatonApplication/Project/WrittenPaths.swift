import BatonDiagnostics
import BatonFiles
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonValues
import BatonWorkflow

/// Checks the literal paths in a workflow before the first request: whether they are inside the file root, and whether
/// the file exists.
///
/// A missing file may be created during the run: by `save` of an earlier step, by a program, or by a workflow that this
/// one needs or calls. Computed paths are checked when the step runs.
package struct WrittenPaths: Sendable {
    /// Nil for each workflow's own folder.
    let root: FileRoot?
    let workingFolder: String

    /// One error for each path outside the file root, and for each missing file.
    func diagnostics(in workflow: Workflow) -> [Diagnostic] {
        workflow.uses.called.isEmpty ? ownDiagnostics(of: workflow) : workflow.withCalled.flatMap(ownDiagnostics)
    }

    private func ownDiagnostics(of workflow: Workflow) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        var made = MadeFiles(isUnknown: !workflow.needs.isEmpty || !workflow.uses.called.isEmpty)
        for step in workflow.setup { judge(step, noting: &made, &diagnostics) }
        for step in workflow.steps { judge(step, noting: &made, &diagnostics) }
        for step in workflow.teardown { judge(step, noting: &made, &diagnostics) }
        return diagnostics
    }

    private func judge(_ step: Step, noting made: inout MadeFiles, _ diagnostics: inout [Diagnostic]) {
        let action = step.action
        guard case .group = action else {
            judge(action, made, &diagnostics)
            note(action, in: &made)
            return
        }
        // In a loop, a later pass can read files of an earlier pass, whatever the order of the steps.
        step.visit { note($0.action, in: &made) }
        step.visit { judge($0.action, made, &diagnostics) }
    }

    /// The files that steps create.
    private struct MadeFiles {
        /// Absolute, links resolved.
        var paths: Set<String> = []
        /// Whether steps may create other files too.
        var isUnknown: Bool
    }

    private func note(_ action: Step.Action, in made: inout MadeFiles) {
        switch action {
        case .exec: made.isUnknown = true
        case .request(let request):
            guard let saved = request.savePath else { return }
            guard let path = saved.literal, let place = place(path, folder(of: saved)) else {
                made.isUnknown = true
                return
            }
            made.paths.insert(place)
        default: break
        }
    }

    private func judge(_ action: Step.Action, _ made: MadeFiles, _ diagnostics: inout [Diagnostic]) {
        switch action {
        case .exec(let program):
            guard let folder = program.folder else { return }
            judge(folder, isWritten: false, isFolder: true, &diagnostics)
        case .request(let request):
            if let body = request.body { judge(filesOf: body, made, &diagnostics) }
            if let body = request.sample?.body { judge(filesOf: body, made, &diagnostics) }
            if let path = request.savePath { judge(path, isWritten: true, &diagnostics) }
            guard let transfer = request.transfer else { return }
            // These may be outside the file root.
            for path in (transfer.tls?.filePaths ?? []) + (transfer.proxy?.tls?.filePaths ?? []) {
                find(path, made, &diagnostics)
            }
        default: break
        }
    }

    private func judge(filesOf body: BodyTemplate, _ made: MadeFiles, _ diagnostics: inout [Diagnostic]) {
        for path in body.filePaths where judge(path, isWritten: false, &diagnostics) {
            find(path, made, &diagnostics)
        }
    }

    /// The folder to which the path is relative: that of the file in which it is written, also for `defaults`,
    /// `baton.yaml` and API files.
    private func folder(of template: TextTemplate) -> String {
        RealPath.folder(of: RealPath.join(workingFolder, template.range.file.path))
    }

    private func place(_ path: String, _ folder: String) -> String? {
        let root = if let root { root } else { try? FileRoot(folder) }
        return (try? root?.resolveForWriting(path, relativeTo: folder))?.path
    }

    /// - Returns: whether the path is inside the file root.
    @discardableResult
    private func judge(
        _ template: TextTemplate, isWritten: Bool, isFolder: Bool = false, _ diagnostics: inout [Diagnostic]
    ) -> Bool {
        guard let path = template.literal else { return true }
        let folder = folder(of: template)
        do throws(FileError) {
            let root = if let root { root } else { try FileRoot(folder) }
            // For a missing file the folder shows whether the path is allowed.
            if isFolder, root.exists(path, relativeTo: folder) {
                _ = try root.resolveFolder(path, relativeTo: folder)
            } else if isWritten || !root.exists(path, relativeTo: folder) {
                _ = try root.resolveForWriting(path, relativeTo: folder)
            } else {
                _ = try root.resolve(path, relativeTo: folder)
            }
            return true
        } catch {
            switch error.code {
            case .outside:
                diagnostics.append(
                    Diagnostic(
                        "workflow.path-outside", Message(value: error.message), at: template.range,
                        help: "`--file-root DIR` names another root"))
            case .closed:
                diagnostics.append(
                    Diagnostic("workflow.path-outside", Message(value: error.message), at: template.range))
            default: return true
            }
            return false
        }
    }

    /// Adds an error where the file neither exists nor can be created by the run.
    private func find(_ template: TextTemplate, _ made: MadeFiles, _ diagnostics: inout [Diagnostic]) {
        guard let path = template.literal, !path.isEmpty, !made.isUnknown else { return }
        let folder = folder(of: template)
        let joined = RealPath.join(folder, path)
        do throws(FileError) {
            _ = try RealPath.of(joined)
        } catch {
            guard error.code == .missing, place(path, folder).map(made.paths.contains) != true else { return }
            diagnostics.append(missing(path, joined, template))
        }
    }

    private func missing(_ path: String, _ joined: String, _ template: TextTemplate) -> Diagnostic {
        let shown = PathText.relative(PathText.absolute(joined), to: workingFolder)
        let name = RealPath.name(of: joined)
        let around = (try? Folder.names(in: RealPath.folder(of: joined))) ?? []
        let near: Message? = Spelling.nearest(to: name, in: around).map {
            "did you mean `\(path.dropLast(name.count))\($0)`? "
        }
        return Diagnostic(
            "file.unreadable", "`\(path)` does not exist", at: template.range,
            help: (near ?? "") + "paths count from the folder of \(template.range.file.path): there is no `\(shown)`")
    }
}

extension BodyTemplate {
    /// The paths of the files that a request sends.
    fileprivate var filePaths: [TextTemplate] {
        switch self {
        case .file(let file): [file.path]
        case .multipart(.parts(let parts)):
            parts.compactMap { part in
                guard case .file(let path) = part.content else { return nil }
                return path
            }
        case .json, .form, .text, .xml, .graphQL, .binary, .multipart(.expression): []
        }
    }
}

extension TLSTemplate {
    /// The paths of certificates and keys.
    fileprivate var filePaths: [TextTemplate] {
        let files = [ca, certificate, key].compactMap(\.self)
        // A pinned key is a hash, or a file with the key.
        return files + [pin].compactMap { $0?.literal?.hasPrefix("sha256//") == true ? nil : $0 }
    }
}
