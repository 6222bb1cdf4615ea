import BatonWorkflow
import ProjectFolders

extension ReferencePage {
    /// The pages of the reference of the language.
    static let paths: [String] = {
        let names = (try? FileContents.names(in: "\(Repository.path)/docs/reference")) ?? []
        return names.sorted().filter { $0.hasSuffix(".md") }.map { "docs/reference/\($0)" }
    }()

    static func read(_ path: String) throws -> ReferencePage {
        ReferencePage(try FileContents.text(of: "\(Repository.path)/\(path)"), path: path)
    }

    /// The pages of the reference as one: their examples run with one project file, and use each other's files.
    static func reference() throws -> ReferencePage { ReferencePage(try paths.map(read)) }
}
