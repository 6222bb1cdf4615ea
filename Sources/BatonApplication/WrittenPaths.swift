import BatonDiagnostics
import BatonFiles
import BatonWorkflow

/// Holds the paths that a workflow spells out against the file root, before the first request: where they lie, and whether
/// there is a file.
///
/// A file that is not there may be made on the way: by `save` of an earlier step, by a program, or by a workflow that this
/// one needs or calls. What expressions compute is judged when the step runs.
package struct WrittenPaths: Sendable {
    /// Nil: each workflow's own folder.
    let root: FileRoot?
    let workingFolder: String

    /// One error for each path that can never be reached, and for each file that is not there.
    func faults(in workflow: Workflow) -> [Diagnostic] {
        workflow.withCalled.flatMap(ownFaults)
    }

    private func ownFaults(of workflow: Workflow) -> [Diagnostic] {
        var faults: [Diagnostic] = []
        var made = MadeFiles(isUnknown: !workflow.needs.isEmpty || !workflow.uses.called.isEmpty)
        for step in workflow.setup + workflow.steps + workflow.teardown {
            // A later pass of a loop finds what an earlier one made, in whatever order its steps stand.
            let isOne = if case .group = step.action { false } else { true }
            if !isOne { step.visit { note($0, in: &made) } }
            step.visit { judge($0, made, &faults) }
            if isOne { note(step, in: &made) }
        }
        return faults
    }

    /// The files that steps make.
    private struct MadeFiles {
        /// Absolute, links followed.
        var paths: Set<String> = []
        /// Whether there may be any others.
        var isUnknown: Bool
    }

    private func note(_ step: Step, in made: inout MadeFiles) {
        switch step.action {
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

    private func judge(_ step: Step, _ made: MadeFiles, _ faults: inout [Diagnostic]) {
        switch step.action {
        case .exec(let program):
            guard let folder = program.folder else { return }
            judge(folder, isWritten: false, isFolder: true, &faults)
        case .request(let request):
            let sent = (request.body?.filePaths ?? []) + (request.call?.endpoint.sample?.body?.filePaths ?? [])
            for path in sent where judge(path, isWritten: false, &faults) { find(path, made, &faults) }
            if let path = request.savePath { judge(path, isWritten: true, &faults) }
            // These may lie anywhere.
            for path in request.transfer.tls?.filePaths ?? [] { find(path, made, &faults) }
        default: break
        }
    }

    /// `defaults` and `baton.yaml` count from their own file, and so does an API file.
    private func folder(of template: TextTemplate) -> String {
        RealPath.folder(of: RealPath.join(workingFolder, template.range.file.path))
    }

    private func place(_ path: String, _ folder: String) -> String? {
        let root = if let root { root } else { try? FileRoot(folder) }
        return (try? root?.resolveForWriting(path, relativeTo: folder))?.path
    }

    /// - Returns: whether it may be used, as far as its place says.
    @discardableResult
    private func judge(
        _ template: TextTemplate, isWritten: Bool, isFolder: Bool = false, _ faults: inout [Diagnostic]
    ) -> Bool {
        guard let path = template.literal else { return true }
        let folder = folder(of: template)
        do throws(FileError) {
            let root = if let root { root } else { try FileRoot(folder) }
            // Where a file would be says enough about one that is not there yet.
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
                faults.append(
                    Diagnostic(
                        "workflow.path-outside", error.message, at: template.range,
                        help: "`--file-root DIR` names another root"))
            case .closed: faults.append(Diagnostic("workflow.path-closed", error.message, at: template.range))
            default: return true
            }
            return false
        }
    }

    /// An error where there is nothing at a path and nothing will be.
    private func find(_ template: TextTemplate, _ made: MadeFiles, _ faults: inout [Diagnostic]) {
        guard let path = template.literal, !path.isEmpty, !made.isUnknown else { return }
        let folder = folder(of: template)
        let joined = RealPath.join(folder, path)
        do throws(FileError) {
            _ = try RealPath.of(joined)
        } catch {
            guard error.code == .missing, place(path, folder).map(made.paths.contains) != true else { return }
            faults.append(missing(path, joined, template))
        }
    }

    private func missing(_ path: String, _ joined: String, _ template: TextTemplate) -> Diagnostic {
        let shown = PathText.relative(PathText.absolute(joined), to: workingFolder)
        let name = RealPath.name(of: joined)
        let around = (try? Folder.names(in: RealPath.folder(of: joined))) ?? []
        let near = Spelling.nearest(to: name, in: around).map { "did you mean `\(path.dropLast(name.count))\($0)`? " }
        return Diagnostic(
            "workflow.missing-file", "`\(path)` does not exist", at: template.range,
            help: (near ?? "") + "paths count from the folder of \(template.range.file.path): there is no `\(shown)`")
    }
}

extension BodyTemplate {
    /// The paths of the files that are sent.
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
        // A pinned key is a hash, or the file that holds the key.
        return files + [pin].compactMap { $0?.literal?.hasPrefix("sha256//") == true ? nil : $0 }
    }
}
