import BatonWorkflow
import ProjectFolders

extension ReferencePage {
    /// Pages whose examples are workflows; each has the project file that these run with.
    static let paths = ["docs/language.md", "docs/cache.md"]

    static func read(_ path: String = paths[0]) throws -> ReferencePage {
        ReferencePage(try FileContents.text(of: "\(Repository.path)/\(path)"))
    }
}
