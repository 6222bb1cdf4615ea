import BatonTesting
import Glibc
import ProjectFolders
import Testing

/// The files of docs/ci: the commands of each, in their order, in two clones with what the service keeps between them.
struct CIFilesTests {
    /// The shell commands of a file, in the order in which the service runs them.
    private static func commands(_ name: String) throws -> [String] {
        let text = try FileContents.text(of: "\(Repository.path)/docs/ci/\(name)")
        return text.split(separator: "\n").compactMap { line in
            let line = line.drop { $0 == " " }
            for (beginning, end) in [("run: ", ""), ("- if ", ""), ("- baton ", ""), ("- curl ", ""), ("sh '", "'")] {
                guard line.hasPrefix(beginning), line.hasSuffix(end) else { continue }
                let keeps = beginning.hasPrefix("- ") ? 2 : beginning.count
                return String(line.dropFirst(keeps).dropLast(end.count))
            }
            return nil
        }
    }

    private static func clone(_ server: RawServer, passes: Bool) throws -> Folder {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: shop\nenvironments: { local: { base_url: \"\(server.url)\" } }\n")
        try folder.write(
            "workflows/b.yaml",
            "name: B\nsteps:\n  - get: /b\n    expect: { $.name: \(passes ? "Ada" : "Grace") }\n")
        return folder
    }

    /// Runs a job in a fresh clone on a fresh machine, with the file that the service kept, and returns the file that it
    /// keeps then.
    private static func job(
        _ commands: [String], in folder: Folder, kept: [UInt8]?, _ release: ReleaseFolder
    ) async throws -> [UInt8] {
        if let kept { try folder.write(".baton/kept.sqlite", bytes: kept) }
        let home = try Folder()
        let environment = [
            "HOME": home.path, "PATH": "\(home.path)/.local/bin:" + String(cString: getenv("PATH")),
            "BATON_RELEASE": release.address, "GITHUB_PATH": "\(home.path)/paths",
        ]
        for command in commands {
            // No test writes into the system.
            let line = command.replacing("/usr/local", with: "$HOME/.local")
            let result = try await Baton(folder: folder, environment: environment, program: "/bin/sh").run(
                ["-ec", line])
            #expect(command == "baton run" || result.exitCode == 0, "\(command): \(result.everything)")
        }
        return try folder.bytes(".baton/kept.sqlite")
    }

    @Test(arguments: ["github-actions.yaml", "gitlab-ci.yaml", "Jenkinsfile"])
    func `a job in a fresh clone knows the runs of the jobs before`(_ name: String) async throws {
        let commands = try Self.commands(name)
        #expect(try commands.first == CIInstallTests.commands(name).first)
        #expect(
            commands.dropFirst() == [
                "if [ -f .baton/kept.sqlite ]; then baton history import .baton/kept.sqlite; fi", "baton run",
                "baton history export .baton/kept.sqlite",
            ])
        let server = RawServer { _ in
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"name\":\"Ada\"}"
        }
        defer { server.stop() }
        let release = try await ReleaseFolder()
        var kept: [UInt8]?
        for passes in [true, false, false] {
            kept = try await Self.job(commands, in: try Self.clone(server, passes: passes), kept: kept, release)
        }
        let last = try Self.clone(server, passes: false)
        _ = try await Self.job(commands, in: last, kept: kept, release)
        let story = try await Baton(folder: last)("history", "case", "b")
        #expect(story.output.contains("\nfailing on local: 3 bad results, since run "), "\(story.everything)")
        #expect(story.output.contains("; last passed at run "), "\(story.output)")
        #expect(try HistoryFile("\(last.path)/.baton/history.sqlite").rows("SELECT count(*) FROM run") == ["4"])
        let page = try HTMLOutcomes(try last.read("reports/report.html"))
        #expect(try page.texts("//summary/b[starts-with(@class, 'badge')]") == ["known"])
    }
}
