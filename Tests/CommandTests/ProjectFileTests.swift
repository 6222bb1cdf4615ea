import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// What is not a readable file in the place of baton.yaml: one error, everywhere, and never a run without the project.
@Suite struct ProjectFileTests {
    private static let commands = [
        ["run"], ["run", "workflows"], ["check"], ["list"], ["history", "list"], ["init"], ["init", "below"],
    ]

    private static func project() throws -> Folder {
        let folder = try Folder()
        try folder.write(".git/HEAD", "ref: refs/heads/main\n")
        try folder.write("workflows/a.yaml", "steps:\n  - that: 1 == 1\n")
        return folder
    }

    @Test(arguments: [
        ("pipe", "`baton.yaml` is a pipe or a device, not a file"), ("folder", "`baton.yaml` is a folder"),
        ("/dev/zero", "`baton.yaml` is a pipe or a device, not a file"),
        ("nowhere", "`baton.yaml` is a link that leads nowhere"),
        ("baton.yaml", "`baton.yaml` is a link that leads nowhere"),
    ])
    func `something else in the place of baton yaml is one error with its help`(
        _ kind: String, _ message: String
    ) async throws {
        let folder = try Self.project()
        let place = folder.path + "/baton.yaml"
        switch kind {
        case "pipe": mkfifo(place, 0o600)
        case "folder": mkdir(place, 0o755)
        default: symlink(kind, place)
        }
        for command in Self.commands {
            let result = try await Baton(folder: folder).run(command)
            #expect(result.exitCode == 2, "\(command): \(result.everything)")
            #expect(result.output == "")
            #expect(
                result.errorOutput == """
                    error: \(message) [project.refused]
                       = help: move it away: a project file is a text file, and `baton init` writes one

                    """, "\(command)")
        }
        #expect(!folder.exists("schemas") && !folder.exists("below"))
        let doctor = try await Baton(folder: folder)("doctor")
        #expect(doctor.exitCode == 1)
        #expect(
            doctor.finding("project").hasPrefix("✗ project        error: \(message) [project.refused]\n"),
            "\(doctor.output)")
    }

    @Test func `reports of an earlier run do not stay beside a baton yaml that is none`() async throws {
        let folder = try Self.project()
        try folder.write("baton.yaml", "name: shop\n")
        #expect(try await Baton(folder: folder)("run").exitCode == 0)
        try folder.remove("baton.yaml")
        mkfifo(folder.path + "/baton.yaml", 0o600)
        #expect(try await Baton(folder: folder)("run").exitCode == 2)
        #expect(try folder.read("reports/junit.xml").contains("is a pipe or a device, not a file"))
    }

    @Test(.enabled(if: Unprivileged.isPossible, Unprivileged.obstacle))
    func `a baton yaml that may not be read is one error with its help`() async throws {
        let folder = try Self.project()
        try folder.write("baton.yaml", "name: shop\n")
        Unprivileged.own(folder)
        chmod(folder.path + "/baton.yaml", 0o000)
        for command in Self.commands {
            let result = try await Unprivileged.run(command, in: folder)
            #expect(result.exitCode == 2 && result.output == "", "\(command): \(result.everything)")
            #expect(
                result.errorOutput == """
                    error: no permission to read `baton.yaml` [file.unreadable]
                       = help: `ls -l baton.yaml` shows whose file it is; `chmod u+r baton.yaml` lets that user read it

                    """, "\(command)")
        }
        let doctor = try await Unprivileged.run(["doctor"], in: folder)
        #expect(
            doctor.finding("project").contains("help: `ls -l baton.yaml` shows whose file it is"), "\(doctor.output)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root may give files away"))
    func `a baton yaml of another user is refused with its help`() async throws {
        let folder = try Self.project()
        try folder.write("baton.yaml", "name: shop\n")
        chown(folder.path + "/baton.yaml", 65534, 65534)
        let result = try await Baton(folder: folder)("run")
        #expect(
            result.errorOutput == """
                error: `baton.yaml` is not used: it belongs to another user (65534) [project.refused]
                   = help: `chown` makes it yours, and so does a copy of the project, as by `git clone`

                """)
    }
}
