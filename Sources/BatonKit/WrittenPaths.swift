import BatonDiagnostics
import BatonSystem
import BatonWorkflow

/// Holds the paths that a workflow spells out against the file root, before the first request.
///
/// Only where they lie: a file that is not there may be made by an earlier step. What expressions compute is judged
/// when the step runs.
package struct WrittenPaths: Sendable {
    /// Nil: each workflow's own folder.
    let root: FileRoot?
    let workingFolder: String

    /// One error for each path that can never be reached.
    func faults(in workflow: Workflow) -> [Diagnostic] {
        var faults = workflow.called.flatMap { self.faults(in: $0) }
        workflow.visitSteps { step in
            if case .exec(let program) = step.action, let folder = program.folder {
                judge(folder, in: workflow, isWritten: false, isFolder: true, &faults)
            }
            guard case .request(let request) = step.action else { return }
            for path in request.body?.filePaths ?? [] { judge(path, in: workflow, isWritten: false, &faults) }
            if let path = request.savePath { judge(path, in: workflow, isWritten: true, &faults) }
        }
        return faults
    }

    private func judge(
        _ template: TextTemplate, in workflow: Workflow, isWritten: Bool, isFolder: Bool = false,
        _ faults: inout [Diagnostic]
    ) {
        guard let path = template.literal else { return }
        // `defaults` and `baton.yaml` name no files, so the path counts from the folder of the workflow, or of the API file.
        let folder = RealPath.folder(of: RealPath.join(workingFolder, template.range.file.path))
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
        } catch {
            switch error.code {
            case .outside:
                faults.append(
                    Diagnostic(
                        "workflow.path-outside", error.message, at: template.range,
                        help: "`--file-root DIR` names another root"))
            case .closed: faults.append(Diagnostic("workflow.path-closed", error.message, at: template.range))
            default: break
            }
        }
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
