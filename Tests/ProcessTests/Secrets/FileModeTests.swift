import BatonTesting
import Glibc
import ProjectFolders
import Subprocess
import Testing

/// What a run leaves is for its user alone, whatever the umask.
@Suite struct FileModeTests {
    private func mode(_ path: String) -> UInt32? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// The program under a umask of its own.
    private func run(_ folder: Folder, umask: String, _ arguments: String) async throws -> Bool {
        let baton = Products.path(of: "baton")
        let result = try await Subprocess.run(
            .path("/bin/sh"), arguments: ["-c", "umask \(umask); exec \(baton) \(arguments)"],
            workingDirectory: .init(folder.path), output: .discarded, error: .string(limit: 1 << 20))
        return result.terminationStatus.isSuccess
    }

    @Test(arguments: ["000", "022", "077", "277"])
    func `history, locks and reports are 0600, and .baton is 0700 with a .gitignore`(_ umask: String) async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: modes")
        try folder.write("workflows/w.yaml", "steps: [ that: true ]")
        // Removing the folder needs what the umask may take from reports.
        #expect(mkdir("\(folder.path)/reports", 0o755) == 0)
        #expect(
            try await run(
                folder, umask: umask,
                "run --junit reports/own.xml --events reports/events.jsonl --json reports/ctrf.json"))
        #expect(mode("\(folder.path)/.baton") == 0o700)
        #expect(try folder.read(".baton/.gitignore") == "*\n")
        #expect(!folder.exists("reports/.gitignore"), "the folder was there")
        for name in try FileContents.names(in: "\(folder.path)/.baton") {
            #expect(mode("\(folder.path)/.baton/\(name)") == 0o600, "\(name)")
        }
        for name in try FileContents.names(in: "\(folder.path)/reports") {
            #expect(mode("\(folder.path)/reports/\(name)") == 0o600, "\(name)")
        }
    }

    @Test func `what a run writes into a project is no local change to git`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: modes")
        try folder.write("workflows/w.yaml", "steps: [ that: true ]")
        for words in [
            ["init", "-q"], ["add", "."],
            ["-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "first"],
        ] {
            let git = try await Subprocess.run(
                .name("git"), arguments: .init(words), workingDirectory: .init(folder.path), output: .discarded)
            #expect(git.terminationStatus.isSuccess)
        }
        for _ in 0..<2 { _ = try await Baton(folder: folder)("run") }
        #expect(try folder.read("reports/.gitignore") == "*\n")
        let runs = try await Baton(folder: folder)("history", "sql", "SELECT count(*) AS n FROM run WHERE dirty")
        #expect(runs.output == "n\n0\n", "\(runs.everything)")
        for _ in 0..<2 { _ = try await Baton(folder: folder)("run", "--junit", "out/a.xml", "--html", "page.html") }
        let again = try await Baton(folder: folder)("history", "sql", "SELECT count(*) AS n FROM run WHERE dirty")
        #expect(again.output == "n\n0\n", "\(again.everything)")
        // The reports of other runs are files like all others.
        _ = try await Baton(folder: folder)("run")
        let other = try await Baton(folder: folder)("history", "sql", "SELECT count(*) AS n FROM run WHERE dirty")
        #expect(other.output == "n\n1\n", "\(other.everything)")
    }

    @Test(arguments: ["000", "277"])
    func `events that the history could not take are 0600`(_ umask: String) async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: modes")
        try folder.write("workflows/w.yaml", "steps: [ that: true ]")
        try folder.write(".baton/history.sqlite", "this is no database")
        #expect(try await run(folder, umask: umask, "run --junit /dev/null"))
        let names = try FileContents.names(in: "\(folder.path)/.baton").filter { $0.hasSuffix(".jsonl") }
        #expect(names.count == 1)
        for name in names { #expect(mode("\(folder.path)/.baton/\(name)") == 0o600) }
    }
}
