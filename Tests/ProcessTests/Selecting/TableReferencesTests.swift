import Glibc
import ProjectFolders
import Testing

/// Repositories whose branches stand in tables (reftable), which only git reads.
@Suite struct TableReferencesTests {
    /// The script stands for a git that can read tables: many cannot.
    @Test(arguments: [
        ("echo refs/heads/main", " | main"), ("echo refs/other/main", " | NULL"), ("exit 1", " | NULL"),
    ])
    func `git is asked for commit and branch`(_ response: String, _ branch: String) async throws {
        let commit = String(repeating: "a1", count: 20)
        let folder = try Folder()
        try folder.write(
            "bin/git",
            """
            #!/bin/sh
            case "$*" in
            *rev-parse*) echo \(commit) ;;
            *symbolic-ref*) \(response) ;;
            esac
            """)
        chmod(folder.path + "/bin/git", 0o755)
        try folder.write(".git/HEAD", "ref: refs/heads/.invalid\n")
        try folder.write("baton.yaml", "name: shop\n")
        try folder.write("workflows/a.yaml", SelectionProject.passing("A"))
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let result = try await Baton(folder: folder, environment: ["PATH": "\(folder.path)/bin:\(path)"])("run")
        #expect(result.exitCode == 0, "\(result.everything)")
        let history = try HistoryFile(folder.path + "/.baton/history.sqlite")
        #expect(try history.rows("SELECT commit_hash, coalesce(branch, 'NULL') FROM run") == [commit + branch])
    }
}
