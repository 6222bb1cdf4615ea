package import BatonDiagnostics

/// The files that workflows may name: the loader reads those that must be known before anything runs.
package protocol ProjectFiles: Sendable {
    /// The absolute path, links followed, of a file in the file root.
    ///
    /// - Parameters:
    ///   - path: absolute, or relative to the workflow's folder.
    ///   - workflow: the workflow that names it, or that uses what names it.
    func locate(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> String

    /// - Parameter path: as `locate` gave it.
    func read(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> SourceFile

    /// The absolute path of a workflow itself.
    func path(of workflow: SourceFile) -> String
}

/// Why a file cannot be had: `` `a.json` does not exist``.
package struct ProjectFileError: Error, Sendable {
    package let message: String

    package init(_ message: String) { self.message = message }
}
