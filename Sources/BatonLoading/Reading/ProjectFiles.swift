package import BatonDiagnostics

/// The files that workflows may name, of which the loader reads those that it needs before the run.
package protocol ProjectFiles: Sendable {
    /// The absolute path of a file in the file root, with symbolic links resolved.
    ///
    /// - Parameters:
    ///   - path: an absolute path, or one relative to the workflow's folder.
    ///   - workflow: the workflow that names the file, or that uses another file that names it.
    func locate(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> String

    /// - Parameter path: the path from `locate`.
    func read(_ path: String, for workflow: SourceFile) throws(ProjectFileError) -> SourceFile

    /// The absolute path of a workflow itself.
    func path(of workflow: SourceFile) -> String
}

extension ProjectFiles {
    /// The path by which a file is found that was not found by another one: by a name in its place, or from one of four
    /// folders above, because other tools count paths from there.
    func path(meantBy path: String, or names: [String] = [], for workflow: SourceFile) -> String? {
        guard !path.hasPrefix("/"), !path.isEmpty else { return nil }
        return (0...4).lazy.flatMap { above in ([path] + names).map { String(repeating: "../", count: above) + $0 } }
            .first { $0 != path && (try? locate($0, for: workflow)) != nil }
    }
}

/// The reason why a file cannot be read: `` `a.json` does not exist``.
package struct ProjectFileError: Error, Sendable {
    package let message: String

    package init(_ message: String) { self.message = message }
}
