import BatonJSON
import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `baton doctor` and the project: what is found in its folders, and in which order it is told.
@Suite struct DoctorProjectTests {
    private static let workflow = "steps:\n  - that: 1 == 1\n"

    private static func project(_ environment: String = "") throws -> Folder {
        let folder = try Folder()
        try folder.write(
            "baton.yaml", "name: shop\nenvironments: { local: { base_url: \"http://127.0.0.1:1\"\(environment) } }\n")
        try folder.write("workflows/a.yaml", "steps:\n  - get: /\n")
        return folder
    }

    @Test func `problems come first, then warnings, and the last line counts them`() async throws {
        let folder = try Self.project(", secrets: [GONE]")
        mkdir(folder.path + "/reports", 0o755)
        mkdir(folder.path + "/reports/junit.xml", 0o755)
        let result = try await Baton(folder: folder)("doctor")
        #expect(result.exitCode == 1)
        #expect(result.findings.prefix(4) == ["✗ base URL", "✗ reports", "! secrets", "✓ baton"], "\(result.output)")
        #expect(result.output.hasSuffix("\n2 problems, 1 warning\n"))
        let json = try JSONParser.parse(try await Baton(folder: folder)("doctor", "--json").output)
        #expect(json["findings"]?[0]?["state"] == "problem" && json["findings"]?[2]?["state"] == "warning")
    }

    @Test func `an environment that is not there does not keep the rest from being looked at`() async throws {
        let folder = try Self.project()
        try folder.write(".baton/history.sqlite", "no database")
        let result = try await Baton(folder: folder)("doctor", "--env", "nope")
        #expect(result.exitCode == 1)
        #expect(result.findings.prefix(2) == ["✗ environment", "✗ history"], "\(result.output)")
        for name in ["reports", "temporary", "git"] { #expect(!result.finding(name).isEmpty, "\(name)") }
        #expect(result.finding("base URL").isEmpty)
        let other = try await Baton(folder: folder)("doctor", "--env", "nope", "--base-url", "http://127.0.0.1:1")
        #expect(other.finding("base URL").contains("[network.connect]"), "\(other.output)")
    }

    @Test func `with a baton yaml that has errors the machine is looked at all the same`() async throws {
        let folder = try Self.project()
        try folder.write("baton.yaml", "enviroments: {}\n")
        let result = try await Baton(folder: folder)("doctor", "--base-url", "http://127.0.0.1:1")
        #expect(result.exitCode == 1)
        #expect(result.findings.prefix(2) == ["✗ project", "✗ base URL"], "\(result.output)")
        for name in ["proxy", "temporary", "git"] { #expect(!result.finding(name).isEmpty, "\(name)") }
        #expect(result.finding("history").isEmpty && result.finding("workflows").isEmpty)
    }

    @Test(.enabled(if: Unprivileged.isPossible, Unprivileged.obstacle))
    func `a folder of workflows that cannot be read is a problem`() async throws {
        let folder = try Self.project()
        Unprivileged.own(folder)
        chmod(folder.path + "/workflows", 0o000)
        let result = try await Unprivileged.run(["doctor", "--offline"], in: folder)
        #expect(result.exitCode == 1)
        #expect(
            result.finding("workflows") == """
                ✗ workflows      no permission to read `workflows`
                                 help: `ls -ld workflows` shows whose it is; `chmod u+rX workflows` lets that user read it
                """, "\(result.output)")
        let run = try await Unprivileged.run(["run"], in: folder)
        #expect(run.errorOutput.contains("[file.unreadable]\n   = help: `ls -ld workflows`"), "\(run.errorOutput)")
        chmod(folder.path + "/workflows", 0o755)
    }

    @Test(.enabled(if: Unprivileged.isPossible, Unprivileged.obstacle))
    func `of a folder inside that cannot be read, the advice names that folder`() async throws {
        let folder = try Self.project()
        try folder.write("workflows/dav/b.yaml", Self.workflow)
        Unprivileged.own(folder)
        chmod(folder.path + "/workflows/dav", 0o000)
        let run = try await Unprivileged.run(["run"], in: folder)
        #expect(
            run.errorOutput.contains(
                "help: `ls -ld workflows/dav` shows whose it is; `chmod u+rX workflows/dav` lets that user read it"),
            "\(run.errorOutput)")
        chmod(folder.path + "/workflows/dav", 0o755)
    }

    @Test(arguments: [("GITHUB_SHA", true), ("CI_COMMIT_SHA", true), ("GIT_COMMIT", true), ("BUILDKITE_COMMIT", false)])
    func `without git the commit is the one that the CI service names`(_ variable: String, _ isHash: Bool) async throws
    {
        let folder = try Self.project()
        let commit = isHash ? "abcdef0123abcdef0123abcdef0123abcdef0123" : "HEAD"
        let baton = Baton(folder: folder, environment: [variable: commit])
        _ = try await baton("run", "--base-url", "http://127.0.0.1:1")
        let list = try await baton("history", "list")
        #expect(list.output.contains("abcdef0123") == isHash, "\(list.everything)")
        #expect(!list.output.contains("HEAD"))
    }

    @Test func `of two variables for certificates the one that counts is named`() async throws {
        let certificates = try #require(Certificates.shared, "the program openssl is missing")
        let folder = try Self.project()
        let file = certificates.server.certificate
        let both = try await Baton(folder: folder, environment: ["CURL_CA_BUNDLE": file, "SSL_CERT_FILE": "/nowhere"])(
            "doctor", "--offline")
        #expect(
            both.finding("certificates") == """
                ! certificates   1 trusted certificate in \(file) (CURL_CA_BUNDLE)
                                 not those of SSL_CERT_FILE: CURL_CA_BUNDLE comes first
                                 help: `unset CURL_CA_BUNDLE`, if those of SSL_CERT_FILE are meant
                """, "\(both.output)")
        let server = try #require(TLSServer(certificates.server), "Python is missing")
        let missing = try await Baton(folder: folder, environment: ["CURL_CA_BUNDLE": "/nowhere"])(
            "doctor", "--base-url", server.url)
        #expect(
            missing.finding("base URL").contains("in /nowhere, which CURL_CA_BUNDLE names, cannot be read"),
            "\(missing.output)")
    }

    @Test func `workflows are counted, and a folder without any is a problem`() async throws {
        let folder = try Self.project()
        let counted = try await Baton(folder: folder)("doctor", "--offline")
        #expect(counted.finding("workflows") == "✓ workflows      1 file in workflows")
        try folder.remove("workflows/a.yaml")
        for message in ["there is no workflow in workflows", "workflows: no such file or folder"] {
            let result = try await Baton(folder: folder)("doctor", "--offline")
            #expect(result.exitCode == 1)
            #expect(result.finding("workflows").hasPrefix("✗ workflows      \(message)\n"), "\(result.output)")
            #expect(try await Baton(folder: folder)("run").exitCode == 2)
            rmdir(folder.path + "/workflows")
        }
    }

    @Test func `an input that a need gives is not wanted`() async throws {
        let folder = try Self.project()
        try folder.write("shared/login.yaml", "inputs: { user: {} }\n" + Self.workflow)
        try folder.write(
            "workflows/a.yaml",
            "needs:\n  login: { file: ../shared/login.yaml, with: { user: ann } }\n" + Self.workflow)
        let result = try await Baton(folder: folder)("doctor", "--offline")
        #expect(result.finding("workflows") == "✓ workflows      1 file in workflows", "\(result.output)")
    }

    @Test func `secrets of the command line count for the workflows too`() async throws {
        let folder = try Self.project()
        try folder.write("workflows/a.yaml", "steps:\n  - that: secrets.PW != \"\"\n")
        let baton = Baton(folder: folder, environment: ["PW": "sesame-1815"])
        let result = try await baton("doctor", "--offline", "--secret", "PW")
        #expect(result.exitCode == 0, "\(result.output)")
        #expect(try await baton("run", "--secret", "PW").exitCode == 0)
    }

    @Test func `a base URL that is mostly hidden is in no advice`() async throws {
        let folder = try Folder()
        try folder.write(
            "baton.yaml", "default_environment: a\nenvironments: { a: { base_url: $(process.env.API_KEY) } }\n")
        try folder.write("workflows/a.yaml", "steps:\n  - get: /\n")
        let result = try await Baton(folder: folder, environment: ["API_KEY": "ada:pw-1815@127.0.0.1"])("doctor")
        #expect(result.exitCode == 1 && !result.everything.contains("1815"), "\(result.everything)")
        #expect(!result.finding("base URL").contains("help: write `http://***"), "\(result.output)")
    }

    @Test func `what is left out is named`() async throws {
        let folder = try Self.project()
        symlink("/etc/hosts", folder.path + "/workflows/out.yaml")
        let result = try await Baton(folder: folder)("doctor", "--offline")
        #expect(
            result.finding("workflows").contains("\n                 left out: workflows/out.yaml: "),
            "\(result.output)")
    }

    @Test func `errors of workflows are told as baton check tells them, the first with its help`() async throws {
        let folder = try Self.project()
        try folder.write("workflows/b.yaml", "steps:\n  - get: /x\n    expct: 200\n    tls: { ca: nowhere.pem }\n")
        try folder.write("workflows/c.yaml", "steps:\n  - gett: /x\n")
        let result = try await Baton(folder: folder)("doctor", "--offline")
        #expect(result.exitCode == 1)
        #expect(
            result.finding("workflows").hasPrefix(
                """
                ✗ workflows      3 files in workflows, and `baton check` refuses them
                                 workflows/b.yaml:3:5: unknown key `expct` in a step
                                 and
                """), "\(result.output)")
        #expect(result.finding("workflows").contains("help: did you mean `expect`?"), "\(result.output)")
        #expect(try await Baton(folder: folder)("run").exitCode == 2)
    }

    @Test func `errors for want of an environment say so`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { a: { vars: { t: 1 } }, b: { vars: { t: 2 } } }\n")
        try folder.write("workflows/a.yaml", "steps:\n  - get: http://127.0.0.1:1/$(t)\n")
        let result = try await Baton(folder: folder)("doctor", "--offline")
        #expect(result.finding("workflows").contains("no environment is chosen; baton.yaml has `a`, `b`"))
    }

    @Test(arguments: ["junit.xml", "report.html"])
    func `a folder in the place of a report is a problem`(_ name: String) async throws {
        let folder = try Self.project()
        try folder.write("out/\(name)/kept.txt", "")
        try folder.write("baton.yaml", "reports: out\n")
        let result = try await Baton(folder: folder)("doctor")
        #expect(result.exitCode == 1)
        #expect(
            result.finding("reports").hasPrefix(
                "✗ reports        out/\(name) is a folder, so the report cannot be written\n"),
            "\(result.output)")
        #expect(try await Baton(folder: folder)("run").exitCode == 4)
    }

    @Test func `a file in the place of the folder of reports is to be moved away`() async throws {
        let folder = try Self.project()
        try folder.write("reports", "")
        let result = try await Baton(folder: folder)("doctor", "--offline")
        #expect(result.exitCode == 1)
        #expect(
            result.finding("reports").hasSuffix(
                "help: move the file away, or let `reports` in baton.yaml name another folder"), "\(result.output)")
    }

    @Test func `a report that leads out of the project is a problem`() async throws {
        let folder = try Self.project()
        symlink("/tmp", folder.path + "/reports")
        let result = try await Baton(folder: folder)("doctor", "--offline")
        #expect(result.finding("reports").contains("leads out of the project\n"), "\(result.output)")
        #expect(result.exitCode == 1)
    }

    @Test func `secrets come from files and options as for a run, and are not shown`() async throws {
        let folder = try Self.project(", secrets: [TOKEN, PASSWORD]")
        try folder.write("s.env", "TOKEN=sesame-1815\n")
        chmod(folder.path + "/s.env", 0o600)
        let baton = Baton(folder: folder, environment: ["PASSWORD": "", "OTHER": "poppy-1852"])
        let result = try await baton("doctor", "--offline", "--secrets-file", "s.env", "--secret", "OTHER")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(
            result.finding("secrets") == """
                ! secrets        without a value in the process environment: PASSWORD
                                 help: `export PASSWORD=…`, or name a file, here and for `baton run`: `--secrets-file FILE`
                ✓ secrets        set: TOKEN, OTHER
                """)
        #expect(!result.everything.contains("1815") && !result.everything.contains("1852"))
        chmod(folder.path + "/s.env", 0o644)
        let open = try await baton("doctor", "--offline", "--secrets-file", "s.env")
        #expect(open.finding("secrets").contains("! secrets        other users of this machine can read s.env\n"))
        let missing = try await baton("doctor", "--offline", "--secrets-file", "none.env", "--secret", "GONE")
        #expect(missing.exitCode == 1)
        #expect(missing.finding("secrets").hasPrefix("✗ secrets        `none.env` does not exist"), "\(missing.output)")
    }

    @Test(arguments: [
        (["--secret", "GONE"], "--secret GONE: the environment has no variable `GONE`"),
        (["--secret", "GONE="], "--secret GONE=: the secret has no value"),
        (["--secret", "GONE", "--secret", "no-name"], "--secret wants the name of an environment variable"),
        (["--secrets-file", "none.env"], "`none.env` does not exist"),
    ])
    func `the workflows are checked also where a secret of the command line is wrong`(
        _ words: [String], _ problem: String
    ) async throws {
        let folder = try Self.project()
        try folder.write("workflows/b.yaml", "steps:\n  - that: secrets.GONE != \"\"\n")
        let baton = Baton(folder: folder)
        let result = try await baton.run(["doctor", "--offline"] + words)
        #expect(result.exitCode == 1 && result.finding("secrets").contains(problem), "\(result.output)")
        #expect(result.findings.contains("✓ workflows"), "\(result.output)")
        try folder.write("workflows/a.yaml", "steps:\n  - gte: /\n")
        let wrong = try await baton.run(["doctor", "--offline"] + words)
        #expect(
            wrong.finding("workflows") == """
                ✗ workflows      2 files in workflows, and `baton check` refuses them
                                 workflows/a.yaml:2:5: unknown key `gte` in a step
                                 help: did you mean `get`?
                """, "\(wrong.output)")
    }

    @Test(arguments: ["/nowhere/there", "/etc/passwd"])
    func `a temporary folder that is none is a warning, because runs do without`(_ path: String) async throws {
        let folder = try Self.project()
        try folder.write("workflows/a.yaml", Self.workflow)
        let baton = Baton(folder: folder, environment: ["TMPDIR": path])
        let result = try await baton("doctor", "--offline")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(
            result.finding("temporary") == """
                ! temporary      \(path) cannot be written: it is no folder
                                 runs work without it, but reports of very many workflows stay in memory until they are written
                                 help: `export TMPDIR=DIR` names another folder; programs that a run starts get it too
                """)
        #expect(try await baton("run").exitCode == 0)
    }

    @Test func `folders outside the project are shown as absolute paths`() async throws {
        let folder = try Self.project()
        try folder.write("deep/er/x", "")
        let deep = "\(folder.path)/deep/er"
        for (path, shown) in [("/tmp", "/tmp"), ("", "/tmp"), ("\(folder.path)/deep", "..")] {
            let baton = Baton(workingFolder: deep, environment: ["TMPDIR": path])
            let result = try await baton("doctor", "--offline")
            #expect(result.finding("temporary") == "✓ temporary      \(shown) can be written", "\(result.output)")
            #expect(result.finding("reports") == "✓ reports        ../../reports can be written")
        }
    }

    @Test func `a proxy of the environment of baton yaml stands above those of the process`() async throws {
        let folder = try Self.project(", proxy: none")
        let baton = Baton(
            folder: folder, environment: ["http_proxy": "http://a:pw-1815@127.0.0.1:1", "HTTP_PROXY": ""])
        let none = try await baton("doctor", "--offline")
        #expect(
            none.finding("proxy") == """
                ✓ proxy          none: so says `proxy` of the environment `local`
                                 not through that of the process environment: http://a:***@127.0.0.1:1
                """, "\(none.output)")
        try folder.write(
            "baton.yaml",
            "environments: { local: { base_url: \"http://a.example\", proxy: \"http://b:pw-1815@127.0.0.1:3128\" } }")
        let capitals = Baton(folder: folder, environment: ["http_proxy": "", "HTTP_PROXY": "http://127.0.0.1:1"])
        let own = try await capitals("doctor", "--offline")
        #expect(
            own.finding("proxy")
                == "✓ proxy          requests go through http://b:***@127.0.0.1:3128, the `proxy` of the environment `local`"
        )
        #expect(own.exitCode == 0 && !own.everything.contains("1815"))
    }
}
