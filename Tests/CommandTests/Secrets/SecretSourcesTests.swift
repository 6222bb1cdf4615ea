import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// Where secrets come from, which of them wins, and what is said when one is missing.
@Suite struct SecretSourcesTests {
    private static let project = "environments: { local: { base_url: http://127.0.0.1:1, secrets: [KEY_ONE] } }"

    /// Runs a workflow that holds where `condition` does.
    private func run(
        _ condition: String, project: String? = nil, file: String? = nil, environment: [String: String] = [:],
        _ arguments: String...
    ) async throws -> Baton.Result {
        let folder = try Folder()
        if let project { try folder.write("baton.yaml", project) }
        if let file {
            let path = try folder.write("s.env", file)
            #expect(chmod(path, 0o600) == 0)
        }
        try folder.write("w.yaml", "steps:\n  - that:\n    - \(condition)\n")
        return try await Baton(folder: folder, environment: environment).run(["run", "w.yaml"] + arguments)
    }

    @Test func `--secret NAME reads the process environment where there is no project`() async throws {
        let result = try await run(
            "secrets.KEY_ONE == 'one-1'", environment: ["KEY_ONE": "one-1"], "--secret", "KEY_ONE")
        #expect(result.exitCode == 0 && result.errorOutput.isEmpty, "\(result.everything)")
    }

    @Test func `NAME=value works and warns, and the value may hold anything`() async throws {
        let result = try await run("secrets.KEY_ONE == 'a=b c'", "--secret", "KEY_ONE=a=b c")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(
            result.errorOutput == """
                warning: --secret KEY_ONE=…: everyone on this machine can see the value in the list of processes [run.visible-secret]
                   = help: `export KEY_ONE=…` and `--secret KEY_ONE`, or `--secrets-file FILE`, keep it to yourself

                """)
    }

    @Test(arguments: ["KEY_ONE=one-1\n", "KEY_ONE: one-1\n", #"{ "KEY_ONE": "one-1" }"#])
    func `a file gives secrets`(_ file: String) async throws {
        let result = try await run("secrets.KEY_ONE == 'one-1'", file: file, "--secrets-file", "s.env")
        #expect(result.exitCode == 0 && result.errorOutput.isEmpty, "\(result.everything)")
    }

    @Test(
        arguments: [
            ([], "listed"), (["--secrets-file", "s.env"], "filed"),
            (["--secret", "KEY_ONE=given", "--secrets-file", "s.env"], "given"),
            (["--secret", "KEY_ONE=given", "--secret", "KEY_ONE=last"], "last"), (["--secret", "KEY_ONE"], "listed"),
        ] as [([String], String)])
    func `the later wins, and --secret over files over the environment's list`(
        _ arguments: [String], _ wanted: String
    ) async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", Self.project)
        try folder.write("s.env", "KEY_ONE=filed")
        try folder.write("w.yaml", "steps: [ that: secrets.KEY_ONE == '\(wanted)' ]")
        let baton = Baton(folder: folder, environment: ["KEY_ONE": "listed"])
        let result = try await baton.run(["run", "w.yaml"] + arguments)
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a later file wins over an earlier`() async throws {
        let folder = try Folder()
        try folder.write("a.env", "KEY_ONE=first\nKEY_TWO=kept")
        try folder.write("b.yaml", "KEY_ONE: second")
        try folder.write("w.yaml", "steps: [ that: secrets.KEY_ONE == 'second' && secrets.KEY_TWO == 'kept' ]")
        let result = try await Baton(folder: folder)(
            "run", "w.yaml", "--secrets-file", "a.env", "--secrets-file", "b.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `a secret that nothing provides fails its workflow before the first request`() async throws {
        let server = RawServer(answering: { _ in Recording.empty })
        defer { server.stop() }
        let folder = try Folder()
        try folder.write(
            "baton.yaml", "environments: { local: { base_url: '\(server.url)', secrets: [KEY_ONE, KEY_TWO] } }")
        try folder.write("a.yaml", "steps: [ get: /x ]")
        try folder.write(
            "b.yaml", "steps:\n  - get: /x\n  - get: /y\n    auth: { bearer: $(secrets.KEY_TWO + secrets.KEY_ONE) }\n")
        let result = try await Baton(folder: folder)("run", "a.yaml", "b.yaml")
        #expect(result.exitCode == 2 && server.requests.count == 1, "\(result.everything)")
        #expect(
            result.errorOutput == """
                error: the secret `KEY_ONE` has no value [run.missing-secret]
                  --> b.yaml:4:23
                   |
                 4 |     auth: { bearer: $(secrets.KEY_TWO + secrets.KEY_ONE) }
                   |                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                   = help: set it in the environment, `export KEY_ONE=…`, or name a file that has it: `--secrets-file FILE`

                error: the secret `KEY_TWO` has no value [run.missing-secret]
                  --> b.yaml:4:23
                   |
                 4 |     auth: { bearer: $(secrets.KEY_TWO + secrets.KEY_ONE) }
                   |                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                   = help: set it in the environment, `export KEY_TWO=…`, or name a file that has it: `--secrets-file FILE`

                """, "\(result.errorOutput)")
    }

    @Test func `a secret that no list names is an error with the ways to provide it`() async throws {
        let result = try await run("secrets.KEY_ON == ''", project: Self.project, environment: ["KEY_ONE": "listed"])
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("error: nothing provides the secret `KEY_ON` [workflow.undeclared-secret]"))
        #expect(
            result.errorOutput.contains(
                "help: did you mean `KEY_ONE`? Otherwise add it to the environment's list in baton.yaml, `secrets: [KEY_ON]`, or give it with `--secret KEY_ON` or `--secrets-file FILE`"
            ), "\(result.errorOutput)")
    }

    @Test func `check outside a project takes every name`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ that: secrets.KEY_ONE == '' ]")
        let result = try await Baton(folder: folder)("check", "w.yaml")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test(arguments: [
        (
            "KEY_ONE",
            "--secret KEY_ONE: the environment has no variable `KEY_ONE`, or an empty one [run.missing-secret]"
        ),
        (
            "hunter2pass",
            "--secret, number 1: the environment has no variable of this name, or an empty one; it is not shown, because it may be the value [run.missing-secret]"
        ),
        ("HUNTER22", "--secret, number 1: the environment has no variable of this name"),
        ("KEY_ONE=", "--secret KEY_ONE=: the secret has no value [run.missing-secret]"),
        ("=hunter22", "--secret wants the name of an environment variable, this is none [workflow.invalid-name]"),
        ("hunter-22", "--secret wants the name of an environment variable, this is none [workflow.invalid-name]"),
    ])
    func `what gives no secret is exit 2, and no value is shown`(_ option: String, _ message: String) async throws {
        let result = try await run("true", "--secret", option)
        #expect(result.exitCode == 2 && result.errorOutput.hasPrefix("error: " + message), "\(result.everything)")
        #expect(!result.everything.lowercased().contains("hunter"))
    }

    @Test func `a file that others can read is warned of`() async throws {
        let folder = try Folder()
        let path = try folder.write("s.env", "KEY_ONE=one-1")
        try folder.write("w.yaml", "steps: [ that: secrets.KEY_ONE == 'one-1' ]")
        for (mode, warns) in [(0o600, false), (0o644, true), (0o640, true), (0o400, false)] {
            #expect(chmod(path, mode_t(mode)) == 0)
            let result = try await Baton(folder: folder)("run", "w.yaml", "--secrets-file", "s.env")
            let warning = """
                warning: other users of this machine can read s.env [run.unsafe-file]
                   = help: `chmod 600 s.env` keeps it to yourself

                """
            #expect(result.exitCode == 0 && result.errorOutput == (warns ? warning : ""), "\(result.everything)")
        }
    }

    @Test(
        arguments: [
            (nil, "error: `s.env` does not exist [file.unreadable]"),
            ("A='hunter22", "error: s.env:1: the quote that begins here is never closed"),
            ("A: [", "error: s.env:1: this cannot be read as YAML (yaml."),
        ] as [(String?, String)])
    func `a file that cannot be read is exit 2`(_ file: String?, _ message: String) async throws {
        let result = try await run("true", file: file, "--secrets-file", "s.env")
        #expect(result.exitCode == 2 && result.errorOutput.hasPrefix(message), "\(result.everything)")
        #expect(!result.everything.contains("hunter22"))
    }
}
