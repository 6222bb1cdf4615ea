import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// Which project file is trusted, and what a workflow may reach from it.
@Suite struct ProjectSafetyTests {
    private static let passing = "steps: [ that: 1 == 1 ]\n"

    @Test func `the search for baton yaml stops at the root of the repository and at the home folder`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: above\n")
        try folder.write("repository/.git/HEAD", "ref: refs/heads/main\n")
        try folder.write("repository/inner/w.yaml", Self.passing)
        try folder.write("home/inner/w.yaml", Self.passing)
        try folder.write("free/inner/w.yaml", Self.passing)
        let inRepository = try await Baton(workingFolder: folder.path + "/repository/inner").run(["run"])
        #expect(inRepository.errorOutput.contains("there is no baton.yaml here or above"))
        let inHome = try await Baton(
            workingFolder: folder.path + "/home/inner", environment: ["HOME": folder.path + "/home"]
        ).run(["run"])
        #expect(inHome.errorOutput.contains("there is no baton.yaml here or above"))
        // Nothing in between: it is found, and its folder of workflows is what is missing.
        let free = try await Baton(workingFolder: folder.path + "/free/inner").run(["run"])
        #expect(free.errorOutput.contains("workflows: no such file or folder"), "\(free.errorOutput)")
    }

    @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.obstacle))
    func `the search stops at the border of a file system`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: above\n")
        mkdir(folder.path + "/disk", 0o755)
        let disk = try SmallDisk(at: folder.path + "/disk")
        mkdir(folder.path + "/disk/inner", 0o755)
        let result = try await Baton(workingFolder: folder.path + "/disk/inner").run(["run"])
        #expect(result.errorOutput.contains("there is no baton.yaml here or above"), "\(result.errorOutput)")
        disk.makeRoom()
    }

    @Test(.enabled(if: geteuid() == 0, "only root may give files away"))
    func `a project file of another user is refused, also behind a link, and root's is not`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: shop\n")
        try folder.write("workflows/w.yaml", Self.passing)
        chown(folder.path + "/baton.yaml", 65534, 65534)
        for command in [["run"], ["check", "workflows/w.yaml"], ["list"], ["history", "list"]] {
            let result = try await Baton(folder: folder).run(command)
            #expect(result.exitCode == 2)
            #expect(result.errorOutput.contains("baton.yaml` is not used: it belongs to another user (65534)"))
            #expect(result.output == "")
        }
        rename(folder.path + "/baton.yaml", folder.path + "/other.yaml")
        symlink("other.yaml", folder.path + "/baton.yaml")
        #expect(try await Baton(folder: folder)("run").errorOutput.contains("belongs to another user"))
        chown(folder.path + "/other.yaml", 0, 0)
        #expect(try await Baton(folder: folder)("run").exitCode == 0)
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root's files are root's"),
        .enabled(if: Unprivileged.isPossible, Unprivileged.obstacle))
    func `a project of root may be run by another user`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: shop\n")
        try folder.write("workflows/w.yaml", Self.passing)
        chmod(folder.path, 0o755)
        #expect(try await Unprivileged.run(["check"], in: folder).exitCode == 0)
    }

    /// A project with secrets beside it, and links of every kind that lead there.
    private static func hostile() throws -> (outer: Folder, project: String) {
        let outer = try Folder()
        try outer.write("secret.txt", "outside")
        try outer.write("p/baton.yaml", "name: shop\n")
        try outer.write("p/data/in.txt", "inside")
        try outer.write("p/.baton/cache.txt", "closed")
        let project = outer.path + "/p"
        try outer.write("p/.git/config", "closed")
        try outer.write("p/nested/.git/config", "closed")
        try outer.write("p/other/.GIT/config", "closed")
        symlink(".git/config", project + "/settings")
        symlink("../secret.txt", project + "/leaf")
        symlink("..", project + "/up")
        symlink(".baton", project + "/cache")
        symlink("circle", project + "/circle")
        symlink("data/in.txt", project + "/good")
        return (outer, project)
    }

    static let refused = [
        ("../secret.txt", "lies outside the file root"), ("/etc/hostname", "lies outside the file root"),
        ("leaf", "lies outside the file root"), ("up/secret.txt", "lies outside the file root"),
        ("data/../../secret.txt", "lies outside the file root"),
        ("/proc/self/root/etc/hostname", "lies outside the file root"),
        ("/proc/self/cwd/../secret.txt", "lies outside the file root"),
        (".baton/cache.txt", "is closed to workflows"), ("cache/cache.txt", "is closed to workflows"),
        ("./data/../.baton/cache.txt", "is closed to workflows"), (".git/config", "is closed to workflows"),
        ("nested/.git/config", "is closed to workflows"), ("other/.GIT/config", "is closed to workflows"),
        ("settings", "is closed to workflows"), ("circle", "is a link that leads nowhere"),
        ("data", "is a folder"),
    ]

    @Test(
        arguments: refused,
        [
            "post: /x\n    file: PATH", "post: /x\n    multipart: { a: { file: PATH } }",
            "post: /x\n    json: { a: [{ file: PATH }] }", "post: /x\n    file: $(string('PATH'))",
            "post: /x\n    multipart: { a: { file: \"$(string('PATH'))\" } }", "set: { a: $(file('PATH')) }",
        ])
    func `nothing outside the root is read, however it is written`(_ path: (String, String), _ step: String)
        async throws
    {
        let (outer, project) = try Self.hostile()
        let recording = try Recording()
        try outer.write("p/w.yaml", "steps:\n  - " + step.replacing("PATH", with: path.0) + "\n  - that: 1 == 1\n")
        let result = try await Baton(workingFolder: project).run(
            ["run", "w.yaml", "--no-history", "--base-url", recording.server.url])
        // What is spelled out is known to be wrong before the first request.
        let isKnown = !step.contains("$(") && (path.1.hasPrefix("lies") || path.1.hasSuffix("closed to workflows"))
        #expect(result.exitCode == (isKnown ? 2 : 1), "\(result.everything)")
        #expect(result.everything.contains(path.1), "\(result.everything)")
        #expect(result.everything.contains("w.yaml:"))
        #expect(try await Baton(workingFolder: project)("check", "w.yaml").exitCode == (isKnown ? 2 : 0))
        #expect(recording.requests.isEmpty)
        #expect(!result.everything.contains("outside\n"))
    }

    @Test(
        arguments: [
            ("../new.txt", "lies outside the file root"), ("/tmp/baton-new.txt", "lies outside the file root"),
            ("up/new.txt", "lies outside the file root"), ("leaf", "is not a regular file"),
            ("good", "is not a regular file"), ("circle", "is not a regular file"), ("data", "is a folder"),
            (".baton/new.txt", "is closed to workflows"), ("cache/new.txt", "is closed to workflows"),
            ("circle/new.txt", "is a link that leads nowhere"), (".git/config", "is closed to workflows"),
            (".git", "is closed to workflows"), (".Git/hooks/pre-commit", "is closed to workflows"),
            ("new/.git/config", "is closed to workflows"), ("nested/.git", "is closed to workflows"),
            ("data/in.txt/new.txt", "data/in.txt` is a file"),
        ], [false, true])
    func `nothing outside the root, and no link, is written`(_ path: (String, String), _ isComputed: Bool) async throws
    {
        let (outer, project) = try Self.hostile()
        let recording = try Recording()
        let written = isComputed ? "$(string('\(path.0)'))" : path.0
        try outer.write("p/w.yaml", "steps:\n  - get: /x\n    save: \(written)\n    expect: { status: 200 }\n")
        let result = try await Baton(workingFolder: project).run(
            ["run", "w.yaml", "--no-history", "--base-url", recording.server.url])
        let isKnown = !isComputed && (path.1.hasPrefix("lies") || path.1.hasSuffix("closed to workflows"))
        #expect(result.exitCode == (isKnown ? 2 : 1), "\(result.everything)")
        #expect(result.everything.contains(path.1), "\(result.everything)")
        #expect(recording.requests.isEmpty)
        #expect(try outer.read("secret.txt") == "outside")
        #expect(!outer.exists("new.txt"))
        #expect(try FileContents.names(in: project + "/.baton") == ["cache.txt"])
    }

    @Test(
        arguments: [
            ("downloads/$(name)", "../x.csv", "`downloads/../x.csv` leads out of `downloads/`"),
            ("./downloads/$(name)", "../x.csv", "`./downloads/../x.csv` leads out of `./downloads/`"),
            ("downloads/$(name)", "up/x.csv", "`downloads/up/x.csv` leads out of `downloads/`"),
            ("downloads/sub-$(name)", "/../../x.csv", "`downloads/sub-/../../x.csv` leads out of `downloads/`"),
            ("$(name)", "../top.csv", "`../top.csv` leads out of the folder of its file"),
            ("downloads/$(name)", "../../.git/config", "`downloads/../../.git/config` lies in `.git`"),
            ("downloads/$(name)", "../../.baton/cache.txt", "lies in `.baton`"),
            ("../$(name)", "../secret.txt", "lies outside the file root"),
        ],
        [
            "get: /x\n    save: PATH", "post: /x\n    file: PATH", "post: /x\n    multipart: { a: { file: PATH } }",
            "get: /x\n    for_each: { csv: PATH }\n    as: user",
        ])
    func `what a server chooses of a path does not leave the folder that is written before it`(
        _ path: (written: String, chosen: String, message: String), _ step: String
    ) async throws {
        let (outer, project) = try Self.hostile()
        let response = "{\"name\":\"\(path.chosen)\"}"
        let recording = try Recording { request in
            request.target == "/name"
                ? "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(response.utf8.count)\r\n\r\n\(response)"
                : Recording.empty
        }
        for name in ["x.csv", "downloads/kept.csv", "downloads/sub-/kept.csv"] {
            try outer.write("p/w/\(name)", "a\n1\n")
        }
        try outer.write("p/top.csv", "a\n1\n")
        symlink("..", project + "/w/downloads/up")
        try outer.write(
            "p/w/w.yaml",
            "steps:\n  - get: /name\n    capture: { name: $.name }\n  - "
                + step.replacing("PATH", with: "\"\(path.written)\"") + "\n    expect: { status: 200 }\n")
        let result = try await Baton(workingFolder: project).run(
            ["run", "w/w.yaml", "--no-history", "--base-url", recording.server.url])
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains(path.message), "\(result.everything)")
        #expect(recording.requests.map(\.target) == ["/name"])
        for name in ["w/x.csv", "top.csv"] { #expect(try outer.read("p/\(name)") == "a\n1\n") }
        #expect(try outer.read("p/.git/config") == "closed")
        #expect(try outer.read("secret.txt") == "outside")
    }

    @Test func `what a server chooses of a path may name folders below the one that is written before it`() async throws
    {
        let (outer, project) = try Self.hostile()
        let recording = try Recording()
        try outer.write(
            "p/w/w.yaml",
            "steps:\n  - get: /x\n    save: ../downloads/$('a/b.txt')\n    expect: { status: 200 }\n"
                + "  - post: /x\n    file: $('./w.yaml')\n    expect: { status: 200 }\n")
        let result = try await Baton(workingFolder: project).run(
            ["run", "w/w.yaml", "--no-history", "--base-url", recording.server.url])
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(outer.exists("p/downloads/a/b.txt"))
    }

    @Test(
        arguments: [
            ("reports: ../out", "", false), ("reports: /tmp", "", false), ("", "reports", false),
            ("", "reports/junit.xml", false), ("reports: deep/er", "deep", false),
            ("history: ../out/h.sqlite", "", true), ("history: new/../../h.sqlite", "", true), ("", ".baton", true),
            ("", ".baton/history.sqlite", true),
        ])
    func `neither a project file nor a link writes outside the project, unless the command line says where`(
        _ line: String, _ link: String, _ isHistory: Bool
    ) async throws {
        let outer = try Folder()
        let project = outer.path + "/p"
        try outer.write("out/kept.txt", "")
        try outer.write("p/baton.yaml", "name: shop\n\(line)\n")
        try outer.write("p/workflows/w.yaml", Self.passing)
        if let slash = link.firstIndex(of: "/") { mkdir("\(project)/\(link[..<slash])", 0o700) }
        if !link.isEmpty { symlink("\(outer.path)/out" + (link.contains("/") ? "/new" : ""), "\(project)/\(link)") }
        let baton = Baton(workingFolder: project)
        let result = try await baton("run")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.errorOutput.contains("leads out of the project"), "\(result.errorOutput)")
        #expect(result.errorOutput.contains("[workflow.path-outside]"), "\(result.errorOutput)")
        #expect(try FileContents.names(in: outer.path + "/out") == ["kept.txt"])
        if isHistory {
            let list = try await baton("history", "list")
            #expect(list.exitCode == 2)
            #expect(list.errorOutput.contains("`baton run --no-history` does without it"), "\(list.errorOutput)")
        } else {
            #expect(result.errorOutput.contains("`--junit FILE` writes it anywhere"), "\(result.errorOutput)")
        }
        let said = try await baton.run(
            ["run"] + (isHistory ? ["--no-history"] : ["--junit", "../out/j.xml", "--html", "../out/r.html"]))
        #expect(said.exitCode == 0, "\(said.everything)")
        #expect(outer.exists("out/j.xml") == !isHistory)
    }

    @Test(arguments: ["baton.yaml", "./w.yaml", "sub/baton.yaml"])
    func `a workflow does not write over a file that says what runs`(_ path: String) async throws {
        let (outer, project) = try Self.hostile()
        let recording = try Recording()
        let text = "steps:\n  - get: /x\n    save: \(path)\n    expect: { status: 200 }\n"
        try outer.write("p/w.yaml", text)
        let result = try await Baton(workingFolder: project).run(
            ["run", "w.yaml", "--no-history", "--base-url", recording.server.url])
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(
            result.output.contains("`\(path)` is not written over: it is a project file or this workflow"),
            "\(result.output)")
        #expect(recording.requests.isEmpty)
        #expect(try outer.read("p/w.yaml") == text)
        #expect(try outer.read("p/baton.yaml") == "name: shop\n")
    }

    @Test func `folders on the way of a saved body are made, and what was there is replaced`() async throws {
        let (outer, project) = try Self.hostile()
        let recording = try Recording()
        try outer.write(
            "p/w.yaml",
            "steps:\n  - get: /x\n    save: a/b/c.txt\n    expect: { status: 200 }\n  - get: /x\n    save: data/in.txt\n"
                + "    expect: { status: 200 }\n")
        let result = try await Baton(workingFolder: project).run(
            ["run", "w.yaml", "--no-history", "--base-url", recording.server.url])
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try outer.read("p/a/b/c.txt") == "")
        #expect(try outer.read("p/data/in.txt") == "")
    }

    @Test(arguments: ["save: hist/h.sqlite", "save: ./hist/h.sqlite-journal", "file: hist/h.sqlite"])
    func `a history that the project file puts elsewhere is closed too`(_ line: String) async throws {
        let (outer, project) = try Self.hostile()
        try outer.write("p/baton.yaml", "name: shop\nhistory: hist/h.sqlite\n")
        try outer.write("p/hist/h.sqlite", "kept")
        try outer.write("p/w.yaml", "steps:\n  - post: http://127.0.0.1:1/x\n    \(line)\n")
        let result = try await Baton(workingFolder: project).run(["check", "w.yaml"])
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(
            result.everything.contains("belongs to the history, which is closed to workflows [workflow.path-outside]"),
            "\(result.everything)")
        #expect(try outer.read("p/hist/h.sqlite") == "kept")
    }
}
