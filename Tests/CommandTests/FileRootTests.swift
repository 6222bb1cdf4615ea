import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `--file-root`, and what may lie outside the root whatever it is.
@Suite struct FileRootTests {
    /// A project whose workflow sends a file that lies beside the project.
    private static func project() throws -> Recording {
        let recording = try Recording()
        try recording.folder.write("shared/body.txt", "shared")
        try recording.folder.write("p/baton.yaml", "name: shop\n")
        try recording.folder.write("p/own.txt", "own")
        try recording.folder.write("p/w/up.yaml", "steps:\n  - post: /x\n    file: ../../shared/body.txt\n")
        try recording.folder.write("p/w/own.yaml", "steps:\n  - post: /x\n    file: ../own.txt\n")
        return recording
    }

    private func run(_ recording: Recording, _ command: String, _ file: String, _ arguments: String...) async throws
        -> Baton.Result
    {
        let base = command == "run" ? ["--base-url", recording.server.url] : []
        return try await Baton(workingFolder: recording.folder.path + "/p").run([command, file] + base + arguments)
    }

    @Test func `a wider root opens what lies beside the project, in check and in run`() async throws {
        let recording = try Self.project()
        for root in ["..", recording.folder.path, "../p/..", "/"] {
            #expect(try await run(recording, "check", "w/up.yaml", "--file-root", root).exitCode == 0)
            let result = try await run(recording, "run", "w/up.yaml", "--file-root", root)
            #expect(result.exitCode == 0, "\(result.everything)")
            #expect(try recording.last(result).text == "shared")
        }
    }

    @Test func `without a file root the project's folder is the root, and the mistake names the way out`()
        async throws
    {
        let recording = try Self.project()
        for command in ["check", "run"] {
            let result = try await run(recording, command, "w/up.yaml")
            #expect(result.exitCode == 2)
            #expect(
                result.errorOutput.hasPrefix(
                    """
                    error: `../../shared/body.txt` lies outside the file root \
                    `\(recording.folder.path)/p` [workflow.path-outside]
                      --> w/up.yaml:3:11
                    """), "\(result.errorOutput)")
            #expect(result.errorOutput.contains("= help: `--file-root DIR` names another root"))
        }
        #expect(recording.requests.isEmpty)
    }

    @Test func `a file that is not there is judged by where it would be`() async throws {
        let recording = try Self.project()
        try recording.folder.write("p/w/x.yaml", "steps:\n  - post: /x\n    file: ../../none.txt\n")
        #expect(try await run(recording, "check", "w/x.yaml").errorOutput.contains("lies outside the file root"))
        try recording.folder.write("p/w/x.yaml", "steps:\n  - post: /x\n    file: ../none.txt\n")
        for command in ["check", "run"] {
            let result = try await run(recording, command, "w/x.yaml")
            #expect(result.exitCode == 2)
            #expect(
                result.errorOutput.contains("`../none.txt` does not exist [file.unreadable]"),
                "\(result.errorOutput)")
        }
    }

    @Test func `a narrower root closes what lies in the project`() async throws {
        let recording = try Self.project()
        for command in ["check", "run"] {
            #expect(try await run(recording, command, "w/own.yaml").exitCode == 0)
            let result = try await run(recording, command, "w/own.yaml", "--file-root", "w")
            #expect(result.exitCode == 2)
            #expect(result.errorOutput.contains("lies outside the file root `\(recording.folder.path)/p/w`"))
        }
    }

    @Test(arguments: [
        ("none", "there is no such folder"), ("own.txt", "there is no such folder"),
        (".baton", "`.baton` is closed to workflows"), (".git", "`.git` is closed to workflows"),
    ])
    func `a root that cannot be one is wrong usage`(_ root: String, _ message: String) async throws {
        let recording = try Self.project()
        for name in [".baton", ".git"] { mkdir(recording.folder.path + "/p/\(name)", 0o700) }
        for command in ["check", "run"] {
            let result = try await run(recording, command, "w/own.yaml", "--file-root", root)
            #expect(result.exitCode == 2)
            #expect(result.errorOutput == "error: --file-root \(root): \(message) [file.unreadable]\n")
        }
        #expect(recording.requests.isEmpty)
    }

    @Test func `files of variables and secrets, reports and TLS files may lie outside the root`() async throws {
        let certificates = try #require(Certificates.shared, "the program openssl is missing")
        let server = try #require(TLSServer(certificates.server), "Python is missing")
        let folder = try Folder()
        try folder.write("vars.yaml", "size: 2\n")
        try folder.write("secrets.env", "PIN_CODE=a-secret\n")
        try folder.write("ca.pem", bytes: FileContents.bytes(of: certificates.server.certificate))
        try folder.write(
            "p/baton.yaml", "environments: { local: { base_url: \"\(server.url)\", tls: { ca: ../ca.pem } } }\n")
        try folder.write(
            "p/w.yaml",
            """
            vars: { size: 1 }
            steps:
              - get: /
              - get: /
                tls: { ca: ../ca.pem }
              - that: size == 2 && secrets.PIN_CODE == "a-secret"
            """)
        let result = try await Baton(workingFolder: folder.path + "/p")(
            "run", "w.yaml", "--env", "local", "--vars-file", "../vars.yaml", "--secrets-file", "../secrets.env",
            "--junit", "../report.xml", "--file-root", ".")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(folder.exists("report.xml"))
    }

    @Test func `what a workflow names must be a regular file, even where the root is the whole machine`() async throws {
        let recording = try Self.project()
        let project = recording.folder.path + "/p"
        mkfifo(project + "/pipe", 0o600)
        let steps = ["file: PATH", "multipart: { a: { file: PATH } }"]
        for path in ["/dev/zero", "/dev/null", "/dev/tty", "../pipe"] {
            for step in steps {
                try recording.folder.write(
                    "p/w/x.yaml", "steps:\n  - post: /x\n    " + step.replacing("PATH", with: path) + "\n")
                let result = try await run(recording, "run", "w/x.yaml", "--file-root", "/")
                #expect(result.exitCode == 1, "\(result.everything)")
                #expect(result.output.contains("`\(path)` is not a regular file [request.bad_input]"))
            }
            for step in ["get: /x\n    save: PATH", "set: { a: $(file('PATH')) }"] {
                try recording.folder.write(
                    "p/w/x.yaml", "steps:\n  - " + step.replacing("PATH", with: path) + "\n")
                let result = try await run(recording, "run", "w/x.yaml", "--file-root", "/")
                #expect(result.exitCode == 1, "\(result.everything)")
                #expect(result.output.contains("`\(path)` is not a regular file"), "\(result.output)")
            }
        }
        #expect(recording.requests.isEmpty)
    }

    @Test(arguments: ["--vars-file", "--secrets-file"])
    func `an endless device, a folder and a pipe without a writer are refused at once`(_ option: String)
        async throws
    {
        let folder = try Folder()
        try folder.write("w.yaml", "vars: { size: 1 }\nsteps: [ that: size == 1 ]\n")
        mkfifo(folder.path + "/pipe", 0o600)
        for (path, message) in [("/dev/zero", "`/dev/zero` is larger than 10 MB"), (".", "`.` is a folder")] {
            let result = try await Baton(folder: folder)("run", "w.yaml", option, path)
            #expect(result.exitCode == 2, "\(result.everything)")
            #expect(result.errorOutput.contains(message), "\(result.errorOutput)")
        }
        let result = try await Baton(folder: folder)("run", "w.yaml", option, "pipe")
        #expect([0, 2].contains(result.exitCode), "\(result.everything)")
    }

    @Test func `names with control characters are shown without them and steer nothing`() async throws {
        let recording = try Self.project()
        let name = "a\u{1B}]0;owned\u{07}\r\n::error::b\u{202E}.txt"
        try recording.folder.write("p/w/\(name)", "odd")
        try recording.folder.write("p/w/out\u{1B}[31m.yaml", "steps: [ that: 1 == 2 ]\n")
        let quoted = #"a\e]0;owned\a\r\n::error::b\u202e.txt"#
        try recording.folder.write(
            "p/w/x.yaml",
            """
            steps:
              - post: /x
                file: "\(quoted)"
                expect: { status: 404 }
              - get: /x
                save: "saved \(quoted)"
            """)
        try recording.folder.write("p/w/y.yaml", "steps:\n  - post: /x\n    file: \"$('none ')\(quoted)\"\n")
        for arguments in [["-v"], ["--color", "always"]] {
            let result = try await Baton(workingFolder: recording.folder.path + "/p").run(
                ["run", "w/x.yaml", "w/y.yaml", "w/out\u{1B}[31m.yaml", "--base-url", recording.server.url] + arguments)
            #expect(result.exitCode == 1, "\(result.everything)")
            #expect(!result.everything.contains("\u{1B}]"))
            #expect(!result.everything.contains("\u{1B}[31m.yaml"))
            #expect(!result.everything.contains("\u{07}"))
            #expect(!result.everything.contains("\r"))
            #expect(!result.everything.contains("\u{202E}"))
            #expect(!result.everything.contains("\n::error::"))
        }
        #expect(recording.requests.first?.text == "odd")
        let report = try recording.folder.read("p/reports/junit.xml")
        #expect(!report.contains("\u{1B}") && !report.contains("\u{202E}"))
    }
}
