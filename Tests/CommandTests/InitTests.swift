import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `baton init`: a project that runs at once.
@Suite struct InitTests {
    static let files = [
        "baton.yaml", "workflows/01-first.yaml", "workflows/02-api.yaml", ".github/workflows/baton.yaml",
        "schemas/workflow.json", "schemas/api.json", "schemas/project.json",
    ]

    @Test func `what it writes is green at once, without a network`() async throws {
        let folder = try Folder()
        let made = try await Baton(folder: folder)("init")
        #expect(made.exitCode == 0 && made.errorOutput == "", "\(made.everything)")
        for file in Self.files {
            #expect(made.output.contains("wrote  \(file)\n"))
            #expect(folder.exists(file))
        }
        #expect(made.output.contains("wrote  .gitignore: .baton/, reports/\n"))
        #expect(made.output.contains("run it:        baton run\n"))
        #expect(try folder.read(".gitignore") == ".baton/\nreports/\n")

        let run = try await Baton(folder: folder)("run")
        #expect(run.exitCode == 0, "\(run.everything)")
        #expect(run.output.contains("1 passed, 1 skipped in"))
        #expect(run.output.contains("Hello, Ada! From here on, see workflows/02-api.yaml."))
        #expect(run.errorOutput == "")
        let check = try await Baton(folder: folder)("check")
        #expect(check.output == "2 workflows, no errors\n" && check.errorOutput == "")
    }

    @Test(arguments: [".", "./"]) func `the working folder may be named`(_ name: String) async throws {
        let folder = try Folder()
        let made = try await Baton(folder: folder)("init", name)
        #expect(made.exitCode == 0 && folder.exists("baton.yaml"), "\(made.everything)")
        #expect(made.output.contains("run it:        baton run\n"), "\(made.output)")
    }

    @Test func `a folder that is given is made`() async throws {
        let folder = try Folder()
        let made = try await Baton(folder: folder)("init", "api tests/inner")
        #expect(made.exitCode == 0, "\(made.everything)")
        #expect(made.output.contains("run it:        cd 'api tests/inner' && baton run\n"))
        #expect(try folder.read("api tests/inner/baton.yaml").contains("name: \"inner\"\n"))
    }

    @Test(arguments: ["true", "null", "1.5"])
    func `a folder's name that YAML would take for something else is a name`(_ name: String) async throws {
        let folder = try Folder()
        let made = try await Baton(folder: folder)("init", name)
        #expect(made.exitCode == 0, "\(made.everything)")
        let check = try await Baton(workingFolder: "\(folder.path)/\(name)")("check")
        #expect(check.exitCode == 0, "\(check.everything)")
    }

    @Test func `nothing is written through a link that leads out of the folder`() async throws {
        let folder = try Folder()
        try folder.write("out/kept.txt", "")
        try folder.write("p/README.md", "")
        symlink("../out", folder.path + "/p/workflows")
        let result = try await Baton(workingFolder: folder.path + "/p").run(["init"])
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.errorOutput.contains("`workflows/01-first.yaml` leads out of the folder: move the link away"))
        #expect(try FileContents.names(in: folder.path + "/out") == ["kept.txt"])
    }

    @Test func `a .gitignore that cannot be read is left alone`() async throws {
        let folder = try Folder()
        try folder.write(".gitignore/inner", "")
        let made = try await Baton(folder: folder)("init")
        #expect(made.exitCode == 2, "\(made.everything)")
        #expect(made.errorOutput.contains(".gitignore` is a folder [file.unwritable]"), "\(made.errorOutput)")
    }

    @Test func `a pipe or a folder in the place of a file is not said to be kept`() async throws {
        for kind in [S_IFIFO, S_IFDIR] {
            let folder = try Folder()
            mkdir(folder.path + "/workflows", 0o755)
            let place = folder.path + "/workflows/01-first.yaml"
            if kind == S_IFIFO { mkfifo(place, 0o600) } else { mkdir(place, 0o755) }
            let made = try await Baton(folder: folder)("init")
            #expect(made.exitCode == 2, "\(made.everything)")
            #expect(made.errorOutput.contains("/workflows/01-first.yaml` is "), "\(made.errorOutput)")
            #expect(!made.output.contains("kept   workflows/01-first.yaml"))
        }
    }

    @Test func `nothing is written over`() async throws {
        let folder = try Folder()
        try folder.write("workflows/01-first.yaml", "mine")
        try folder.write(".gitignore", "/reports\n*.log")
        let made = try await Baton(folder: folder)("init")
        #expect(made.exitCode == 0)
        #expect(made.output.contains("kept   workflows/01-first.yaml\n"), "\(made.output)")
        #expect(made.output.contains("added  .gitignore: .baton/\n"))
        #expect(try folder.read("workflows/01-first.yaml") == "mine")
        #expect(try folder.read(".gitignore") == "/reports\n*.log\n.baton/\n")
    }

    @Test(.enabled(if: SmallDisk.isPossible, SmallDisk.obstacle))
    func `what a full disk broke off can be repeated`() async throws {
        let folder = try Folder()
        mkdir(folder.path + "/disk", 0o755)
        let disk = try SmallDisk(at: folder.path + "/disk")
        // Enough for the first workflows, too little for the schemas.
        try disk.fill(leaving: 24_000)
        let broken = try await Baton(folder: folder)("init", "disk")
        #expect(broken.exitCode == 2, "\(broken.everything)")
        #expect(broken.errorOutput.contains("No space left on device [file.unwritable]"), "\(broken.errorOutput)")
        #expect(broken.output.contains("wrote  workflows/01-first.yaml\n"), "\(broken.output)")
        #expect(!folder.exists("disk/baton.yaml") && !folder.exists("disk/schemas/workflow.json"))
        disk.makeRoom()
        let again = try await Baton(folder: folder)("init", "disk")
        #expect(again.exitCode == 0, "\(again.everything)")
        #expect(again.output.contains("kept   workflows/01-first.yaml\n"))
        #expect(again.output.contains("wrote  schemas/workflow.json\n") && again.output.contains("wrote  baton.yaml\n"))
        let printed = try await Baton(folder: folder)("schema", "workflow")
        #expect(try folder.read("disk/schemas/workflow.json") == printed.output)
        #expect(try await Baton(workingFolder: folder.path + "/disk")("check").exitCode == 0)
    }

    @Test func `baton.yaml is written last, so that what was broken off can be repeated`() async throws {
        let folder = try Folder()
        let made = try await Baton(folder: folder)("init")
        let lines = made.output.split(separator: "\n").prefix { $0.hasPrefix("wrote  ") }
        #expect(lines.count == Self.files.count + 1 && lines.last == "wrote  baton.yaml", "\(made.output)")
    }

    @Test func `in a project, and below one, it writes nothing`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "name: mine\n")
        try folder.write("below/x", "")
        for words in [["init"], ["init", "below"], ["init", "below/new"]] {
            let made = try await Baton(folder: folder).run(words)
            #expect(made.exitCode == 2)
            #expect(made.errorOutput.contains("there is a project already: baton.yaml [init.project]"))
        }
        #expect(try folder.read("baton.yaml") == "name: mine\n")
        #expect(!folder.exists("workflows") && !folder.exists("below/new"))
    }

    @Test(arguments: ["workflow", "api", "project"])
    func `the schemas are those that baton schema prints, here and in the repository`(_ kind: String) async throws {
        let folder = try Folder()
        _ = try await Baton(folder: folder)("init")
        let printed = try await Baton(folder: folder)("schema", kind)
        #expect(printed.exitCode == 0 && printed.errorOutput == "")
        #expect(try folder.read("schemas/\(kind).json") == printed.output)
        #expect(
            try FileContents.text(of: "\(Repository.path)/schemas/\(kind).json") == printed.output,
            "scripts/schemas writes it anew")
    }

    @Test func `every sample says where its schema is, and that is there`() throws {
        for (folder, up, kind) in [
            ("workflows", "../", "workflow"), ("workflows/apis", "../../", "api"),
            ("workflows/httpbin", "../../", "workflow"), ("workflows/programs", "../../", "workflow"),
        ] {
            for name in try FileContents.names(in: "\(Repository.path)/\(folder)") where name.hasSuffix(".yaml") {
                let first = try FileContents.text(of: "\(Repository.path)/\(folder)/\(name)").prefix { $0 != "\n" }
                let kind = name == "baton.yaml" ? "project" : kind
                #expect(first == "# yaml-language-server: $schema=\(up)schemas/\(kind).json", "\(folder)/\(name)")
            }
        }
    }
}
