import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// A repository that came from elsewhere with its `.git`: nothing that its configuration names is started.
@Suite struct HostileRepositoryTests {
    /// What a configuration can name, and whether `git status` starts it: so the trap is known to work.
    struct Trap: Sendable, CustomTestStringConvertible {
        var name: String
        /// Lines of `.git/config`. PROGRAM is a program that leaves a mark, HERE the repository.
        var configuration: String
        var attributes = ""
        /// Other files of `.git`, by their names there.
        var files: [String: String] = [:]
        var isSprungByStatus = false

        var testDescription: String { name }
    }

    private static let hooks = [
        "fsmonitor-watchman", "post-checkout", "post-index-change", "pre-auto-gc", "pre-commit", "query-watchman",
        "reference-transaction",
    ]

    static let traps = [
        Trap(name: "core.fsmonitor", configuration: "[core]\nfsmonitor = PROGRAM", isSprungByStatus: true),
        Trap(
            name: "core.pager", configuration: "[core]\npager = PROGRAM\n[pager]\nstatus = PROGRAM\nls-files = PROGRAM"),
        Trap(
            name: "core.sshCommand, core.gitProxy and core.askPass",
            configuration: "[core]\nsshCommand = PROGRAM\ngitProxy = PROGRAM\naskPass = PROGRAM\neditor = PROGRAM"),
        Trap(
            name: "core.hooksPath", configuration: "[core]\nhooksPath = HERE/.git/other",
            files: Dictionary(uniqueKeysWithValues: hooks.map { ("other/\($0)", "SCRIPT") }), isSprungByStatus: true),
        Trap(
            name: "hooks", configuration: "",
            files: Dictionary(uniqueKeysWithValues: hooks.map { ("hooks/\($0)", "SCRIPT") }),
            isSprungByStatus: true),
        Trap(
            name: "filter.*.clean", configuration: "[filter \"x\"]\nclean = PROGRAM\nsmudge = PROGRAM\nrequired = true",
            attributes: "* filter=x", isSprungByStatus: true),
        Trap(
            name: "filter.*.process", configuration: "[filter \"x\"]\nprocess = PROGRAM", attributes: "* filter=x",
            isSprungByStatus: true),
        Trap(
            name: "filters of attributes inside .git", configuration: "[filter \"x=y\"]\nclean = PROGRAM",
            files: ["info/attributes": "* filter=x=y"], isSprungByStatus: true),
        Trap(
            name: "diff.external and diff.*",
            configuration: "[diff]\nexternal = PROGRAM\n[diff \"x\"]\ntextconv = PROGRAM\ncommand = PROGRAM",
            attributes: "* diff=x merge=x"),
        Trap(
            name: "merge.*, interactive.diffFilter and trailer.*",
            configuration:
                "[merge \"x\"]\ndriver = PROGRAM\n[interactive]\ndiffFilter = PROGRAM\n[trailer \"x\"]\ncommand = PROGRAM",
            attributes: "* merge=x"),
        Trap(name: "credential.helper", configuration: "[credential]\nhelper = !PROGRAM"),
        Trap(
            name: "gpg.program",
            configuration: "[gpg]\nprogram = PROGRAM\n[log]\nshowSignature = true\n[commit]\ngpgSign = true"),
        Trap(
            name: "alias",
            configuration:
                "[alias]\nstatus = !PROGRAM\nls-files = !PROGRAM\ndiff-index = !PROGRAM\nconfig = !PROGRAM\nrev-parse = !PROGRAM"
        ),
        Trap(
            name: "include.path", configuration: "[include]\npath = included",
            files: ["included": "[core]\nfsmonitor = PROGRAM"],
            isSprungByStatus: true),
        Trap(
            name: "includeIf", configuration: "[includeIf \"gitdir:/\"]\npath = included",
            attributes: "* filter=x", files: ["included": "[filter \"x\"]\nclean = PROGRAM"], isSprungByStatus: true),
        Trap(
            name: "config.worktree", configuration: "[extensions]\nworktreeConfig = true",
            files: ["config.worktree": "[core]\nfsmonitor = PROGRAM"], isSprungByStatus: true),
        Trap(
            name: "submodule.*.update",
            configuration:
                "[submodule \"x\"]\nactive = true\nurl = ext::PROGRAM\nupdate = !PROGRAM\n[submodule]\nrecurse = true"),
        Trap(
            name: "core.alternateRefsCommand and uploadpack.packObjectsHook",
            configuration: "[core]\nalternateRefsCommand = PROGRAM\n[uploadpack]\npackObjectsHook = PROGRAM",
            files: ["objects/info/alternates": "HERE/.git/objects\n"]),
        Trap(
            name: "a remote with a program",
            configuration:
                "[remote \"origin\"]\nurl = ext::PROGRAM\nvcs = ext\nuploadpack = PROGRAM\nreceivepack = PROGRAM\nproxy = PROGRAM"
        ),
    ]

    private static let program = "mark.sh"

    private static func git(_ folder: String, _ words: [String]) {
        _ = ChildProcess.output(
            of: [
                "git", "-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.com", "-c",
                "protocol.file.allow=always",
            ]
                + words)
    }

    /// A committed project in `p`, and a program that leaves a mark beside it.
    private static func project(attributes: String = "") throws -> Folder {
        let folder = try Folder()
        try folder.write(program, "#!/bin/sh\n: > '\(folder.path)/mark'\n")
        chmod(folder.path + "/" + program, 0o755)
        try folder.write("p/baton.yaml", "name: shop\n")
        try folder.write("p/.gitignore", ".baton/\nreports/\n")
        if !attributes.isEmpty { try folder.write("p/.gitattributes", attributes + "\n") }
        try folder.write("p/workflows/a.yaml", SelectionProject.passing("A"))
        try folder.write("p/workflows/b.yaml", SelectionProject.passing("B"))
        git(folder.path + "/p", ["init", "-q", "-b", "main"])
        git(folder.path + "/p", ["add", "."])
        git(folder.path + "/p", ["commit", "-qm", "first"])
        return folder
    }

    /// A change of the same size, for which git looks at the contents.
    private static func change(_ folder: Folder) throws {
        try folder.write("p/workflows/a.yaml", SelectionProject.passing("C"))
    }

    /// All that asks git something.
    private static func expectNoMark(
        _ folder: Folder, in place: String = "p", sourceLocation: SourceLocation = #_sourceLocation
    )
        async throws
    {
        let baton = Baton(workingFolder: folder.path + "/" + place)
        for arguments in [
            ["run", "--base-url", "http://127.0.0.1:1", "--html", "report.html", "--json", "report.json"],
            ["list", "--only-changed"], ["run", "--only-changed", "--no-history"],
        ] {
            let result = try await baton.run(arguments)
            #expect(!folder.exists("mark"), "\(arguments): \(result.everything)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: traps)
    func `a program that a configuration of git names is not started`(_ trap: Trap) async throws {
        let folder = try Self.project(attributes: trap.attributes)
        let here = folder.path + "/p"
        func filled(_ text: String) throws -> String {
            text.replacing("PROGRAM", with: "\(folder.path)/\(Self.program)").replacing("HERE", with: here)
                .replacing("SCRIPT", with: try folder.read(Self.program))
        }
        for (name, text) in trap.files {
            try folder.write("p/.git/\(name)", try filled(text))
            chmod("\(here)/.git/\(name)", 0o755)
        }
        try folder.write("p/.git/config", try folder.read("p/.git/config") + (try filled(trap.configuration)) + "\n")
        try Self.change(folder)
        try await Self.expectNoMark(folder)
        let list = try await Baton(workingFolder: here)("list", "--only-changed")
        #expect(list.output.contains("1 workflow\n"), "\(list.everything)")
        guard trap.isSprungByStatus else { return }
        Self.git(here, ["status"])
        // It need not write the index, after which hooks are asked for.
        if !folder.exists("mark") { Self.git(here, ["add", "-A"]) }
        #expect(folder.exists("mark"), "the trap does not work")
    }

    @Test func `a nested repository and a submodule start nothing`() async throws {
        let folder = try Self.project()
        let here = folder.path + "/p"
        try folder.write("other/a.txt", "a")
        Self.git(folder.path + "/other", ["init", "-q"])
        Self.git(folder.path + "/other", ["add", "."])
        Self.git(folder.path + "/other", ["commit", "-qm", "first"])
        Self.git(here, ["submodule", "add", "-q", folder.path + "/other", "sub"])
        Self.git(here, ["commit", "-qm", "second"])
        Self.git(here, ["clone", "-q", folder.path + "/other", "nested"])
        let trap = "[core]\nfsmonitor = \(folder.path)/\(Self.program)\n"
        for config in ["p/.git/modules/sub/config", "p/nested/.git/config"] {
            try folder.write(config, try folder.read(config) + trap)
        }
        try folder.write("p/sub/a.txt", "b")
        try Self.change(folder)
        try await Self.expectNoMark(folder)
        Self.git(here, ["status"])
        #expect(folder.exists("mark"), "the trap does not work")
    }

    /// It came as files of another repository, or in an archive.
    @Test(arguments: [true, false])
    func `a folder that looks like a bare repository is none`(_ isInRepository: Bool) async throws {
        let folder = try Self.project()
        let bare = "p/project"
        try folder.write("\(bare)/HEAD", "ref: refs/heads/main\n")
        try folder.write(
            "\(bare)/config",
            "[core]\nrepositoryformatversion = 0\nbare = false\nworktree = .\nfsmonitor = \(folder.path)/\(Self.program)\n"
        )
        for name in ["objects", "refs"] { try folder.write("\(bare)/\(name)/keep", "") }
        try folder.write("\(bare)/baton.yaml", "name: bare\n")
        try folder.write("\(bare)/workflows/a.yaml", SelectionProject.passing("A"))
        if !isInRepository { rename(folder.path + "/p/.git", folder.path + "/elsewhere") }
        try await Self.expectNoMark(folder, in: bare)
        Self.git(folder.path + "/" + bare, ["status"])
        #expect(folder.exists("mark"), "the trap does not work")
    }

    @Test func `what is missing in a partial clone is not fetched`() async throws {
        let folder = try Self.project()
        let here = folder.path + "/p"
        let tree = try #require(ChildProcess.output(of: ["git", "-C", here, "rev-parse", "HEAD^{tree}"])?.first)
        #expect(unlink("\(here)/.git/objects/\(tree.prefix(2))/\(tree.dropFirst(2))") == 0)
        try folder.write(
            "p/.git/config",
            """
            [core]
            repositoryformatversion = 1
            [extensions]
            partialClone = origin
            [protocol]
            allow = always
            [protocol "ext"]
            allow = always
            [remote "origin"]
            promisor = true
            url = ext::\(folder.path)/\(Self.program)

            """)
        try await Self.expectNoMark(folder)
        Self.git(here, ["diff-index", "--cached", "HEAD"])
        #expect(folder.exists("mark"), "the trap does not work")
    }

    @Test func `variables that steer git reach it only where they say where the repository is`() async throws {
        let folder = try Self.project()
        try Self.change(folder)
        let mark = "\(folder.path)/\(Self.program)"
        let hostile = [
            "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": mark,
            "GIT_CONFIG_PARAMETERS": "'core.fsmonitor=\(mark)'", "GIT_EXTERNAL_DIFF": mark, "GIT_PAGER": mark,
            "GIT_TRACE": "\(folder.path)/mark", "GIT_TRACE2": "\(folder.path)/mark", "GIT_EXEC_PATH": folder.path,
        ]
        let result = try await Baton(workingFolder: folder.path + "/p", environment: hostile)("list", "--only-changed")
        #expect(result.output.contains("1 workflow\n"), "\(result.everything)")
        #expect(!folder.exists("mark"))
        // As a hook of git gives them to what it starts.
        rename(folder.path + "/p/.git", folder.path + "/elsewhere")
        let steered = try await Baton(
            workingFolder: folder.path + "/p", environment: ["GIT_DIR": folder.path + "/elsewhere"])(
                "list", "--only-changed")
        #expect(steered.output.contains("1 workflow\n"), "\(steered.everything)")
    }

    @Test func `a git in a relative folder of PATH is not started`() async throws {
        let folder = try Self.project()
        try folder.write("p/git", try folder.read(Self.program))
        chmod(folder.path + "/p/git", 0o755)
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let result = try await Baton(workingFolder: folder.path + "/p", environment: ["PATH": ".::\(path)"])(
            "list", "--only-changed")
        #expect(!folder.exists("mark"), "\(result.everything)")
        #expect(result.exitCode == 2)
    }

    /// As git-lfs does it: the repository has a short text in the place of each file.
    @Test func `a clone whose files are filtered is unchanged until one of them is changed`() async throws {
        let folder = try Self.project()
        let here = folder.path + "/p"
        try folder.write("p/.gitattributes", "*.csv filter=upper\n")
        try folder.write("p/workflows/users.csv", "NAME\nADA\n")
        try folder.write(
            "p/workflows/a.yaml", "steps:\n  - for_each: { csv: users.csv }\n    as: user\n    that: user.NAME != ''\n")
        let filter = ["-c", "filter.upper.clean=tr A-Z a-z", "-c", "filter.upper.smudge=tr a-z A-Z"]
        Self.git(here, filter + ["add", "."])
        Self.git(here, ["commit", "-qm", "second"])
        Self.git(folder.path, filter + ["clone", "-q", here, "clone"])
        #expect(try folder.read("clone/workflows/users.csv") == "NAME\nADA\n")
        let baton = Baton(workingFolder: folder.path + "/clone")
        let clean = try await baton("list", "--only-changed")
        #expect(clean.errorOutput.contains("nothing has changed since the last commit"), "\(clean.everything)")
        try folder.write("clone/workflows/users.csv", "NAME\nBOB\n")
        let changed = try await baton("list", "--only-changed")
        #expect(changed.output.contains("workflows/a.yaml"), "\(changed.everything)")
        #expect(changed.output.contains("1 workflow\n"), "\(changed.everything)")
    }
}
