import Glibc
import ProjectFolders
import Testing

/// Each file of docs/ci for a machine without Baton begins with its installation.
@Suite struct CIInstallTests {
    /// A file, and the number of jobs in it that install.
    static let files = [
        ("github-actions.yaml", 1), ("gitlab-ci.yaml", 1), ("Jenkinsfile", 1), ("shards/github-actions.yaml", 2),
        ("shards/gitlab-ci.yaml", 1), ("shards/Jenkinsfile", 2), ("shards/buildkite.yaml", 2),
        ("shards/slurm-shard.sbatch", 1), ("shards/bazel/BUILD.bazel", 1),
    ]

    /// The commands of a file that install, as a shell gets them.
    static func commands(_ name: String) throws -> [String] {
        try FileContents.text(of: "\(Repository.path)/docs/ci/\(name)").split(separator: "\n").compactMap { line in
            guard line.contains("BATON_RELEASE/install.sh") else { return nil }
            guard let start = line.firstRange(of: "curl ") else { return nil }
            let command = String(line[start.lowerBound...]).replacing("$$", with: "$")
            return line.contains("sh '") ? String(command.dropLast()) : command
        }
    }

    @Test(arguments: files)
    func `its command installs a program that runs`(_ name: String, _ count: Int) async throws {
        let commands = try Self.commands(name)
        #expect(commands.count == count)
        let release = try await ReleaseFolder()
        for command in commands {
            let home = try Folder()
            let environment = [
                "HOME": home.path, "BATON_RELEASE": release.address, "GITHUB_PATH": "\(home.path)/paths",
            ]
            // No test writes into the system.
            let line = command.replacing("/usr/local", with: "$HOME/.local")
            let result = try await Baton(folder: home, environment: environment, program: "/bin/sh").run(["-ec", line])
            #expect(result.exitCode == 0, "\(command): \(result.everything)")
            #expect(result.output.contains(" is installed: \(home.path)/.local/bin/baton\n"), "\(result.output)")
            let version = try await Baton(folder: home, program: "\(home.path)/.local/bin/baton")("--version")
            #expect(version.exitCode == 0 && !version.output.isEmpty, "\(version.everything)")
            if name.contains("github") { #expect(try home.read("paths") == "\(home.path)/.local/bin\n") }
        }
    }

    @Test func `the job of baton init is the file of these pages`() async throws {
        let folder = try Folder()
        _ = try await Baton(folder: folder)("init")
        let job = try folder.read(".github/workflows/baton.yaml")
        #expect(try job == FileContents.text(of: "\(Repository.path)/docs/ci/github-actions.yaml"))
        // The first push comes before anybody has set the variable: the job that needs it is left out then.
        #expect(job.contains("\n  baton:\n    if: vars.BATON_RELEASE != ''\n"))
    }
}
