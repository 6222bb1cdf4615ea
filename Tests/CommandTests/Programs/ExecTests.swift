import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// Programs that workflows start: what they get, what becomes of what they write, and how they fail.
@Suite struct ExecTests {
    private static func run(
        _ steps: String, _ arguments: String..., environment: [String: String] = [:],
        _ prepare: (Folder) throws -> Void = { _ in }
    ) async throws -> (result: Baton.Result, folder: Folder) {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments: { local: { secrets: [DB_PASSWORD] } }\n")
        try folder.write("workflows/w.yaml", steps)
        try prepare(folder)
        let values = ["DB_PASSWORD": "s3cret-of-the-db"].merging(environment) { $1 }
        let result = try await Baton(folder: folder, environment: values).run(["run", "-v"] + arguments)
        return (result, folder)
    }

    @Test func `a run without --allow-exec starts no program and runs the other workflows`() async throws {
        let folder = try Folder()
        try folder.write("a.yaml", "steps:\n  - that: 1 == 1\n  - steps: [ { exec: [touch, made] } ]\n")
        try folder.write("b.yaml", "steps: [ that: 1 == 1 ]\n")
        let result = try await Baton(folder: folder)("run", "a.yaml", "b.yaml", "--junit", "junit.xml")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput == """
                error: this workflow starts a program, and the run does not allow that [workflow.exec-not-allowed]
                  --> a.yaml:3:16
                   |
                 3 |   - steps: [ { exec: [touch, made] } ]
                   |                ^^^^^^^^^^^^^^^^^^^
                   = help: look at what it starts, and allow it for all workflows of the run: `--allow-exec`

                """, "\(result.errorOutput)")
        #expect(!folder.exists("made"))
        #expect(result.output.contains("✓ b.yaml"))
        #expect(try folder.read("junit.xml").contains("type=\"workflow.invalid\""))
        // What is not selected need not be allowed.
        let other = try await Baton(folder: folder)("run", "a.yaml", "b.yaml", "--name", "b")
        #expect(other.exitCode == 0, "\(other.everything)")
        let check = try await Baton(folder: folder)("check", "a.yaml")
        #expect(check.exitCode == 0, "\(check.everything)")
    }

    @Test func `a program gets a small environment and no open files`() async throws {
        let (result, _) = try await Self.run(
            """
            steps:
              - exec: [sh, -c, 'env | sort; exec ls /proc/self/fd']
                env: { GIVEN: $(secrets.DB_PASSWORD), HOME: null }
                expect:
                  that: |
                    response.stdout.contains("GIVEN=s3cret")
                    !response.stdout.contains("MY_TOKEN")
                    !response.stdout.contains("DB_PASSWORD")
                    !response.stdout.contains("HOME=")
                    response.stdout.contains("PATH=")
                    response.stdout.endsWith("\\n0\\n1\\n2\\n3")
            """, "--allow-exec", environment: ["MY_TOKEN": "tok-1234567", "HOME": "/tmp"])
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `an argument arrives as it is`() async throws {
        let (result, _) = try await Self.run(
            """
            vars: { hostile: "$('a b; touch made')", quote: "'\\"$HOME" }
            steps:
              - exec: [printf, '%s\\n', $(hostile), '*', '$HOME', $(quote), "", 1.10, true]
                expect: { stdout: "a b; touch made\\n*\\n$HOME\\n'\\"$HOME\\n\\n1.10\\ntrue" }
            """, "--allow-exec")
        #expect(result.exitCode == 0, "\(result.everything)")
    }

    @Test func `an argument and a variable without a value are left out, and a folder without one is an error`()
        async throws
    {
        let (result, _) = try await Self.run(
            """
            inputs: { flag: { type: string, required: false } }
            vars: { user: {} }
            steps:
              - exec: [sh, -c, 'echo $# ${A-none} ${B-none} ${C-none}', x, $(flag), a, $(user.?name), $(omit()), "", "$(null)"]
                env: { A: $(flag), B: $(user.?name), C: c }
                expect: { stdout: "2 none none c" }
              - exec: [pwd]
                cwd: $(flag)
            """, "--allow-exec")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains("`cwd` has no value"))
    }

    @Test func `a secret in what a program writes is masked everywhere, and so is one in its command`() async throws {
        let (result, folder) = try await Self.run(
            """
            steps:
              - exec: [sh, -c, 'echo "$1"; echo "$PW" | base64 >&2; exit 1', x, $(secrets.DB_PASSWORD)]
                env: { PW: $(secrets.DB_PASSWORD) }
            """, "--allow-exec")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("sh -c 'echo \"$1\"; echo \"$PW\" | base64 >&2; exit 1' x '***' → exit code 1"))
        #expect(result.output.contains("    stdout:\n    ***\n"), "\(result.output)")
        let history = try HistoryFile("\(folder.path)/.baton/history.sqlite")
        let rows =
            try history.rows("SELECT command, exit_code FROM step_result")
            + history.rows("SELECT stdout, stderr FROM step_result")
        let everything = result.everything + (try folder.read("reports/junit.xml")) + rows.joined()
        for form in ["s3cret-of-the-db", "czNjcmV0LW9m"] { #expect(!everything.contains(form), "\(form)") }
        #expect(rows[0].hasSuffix("'***' | 1"))
        #expect(rows[1].hasPrefix("***\n | "), "\(rows)")
    }

    /// A step, the message that it fails with, and whether it is an error and not a failure.
    private static let failures: [(step: String, message: String, isError: Bool)] = [
        ("exec: [sh, -c, exit 7]", "exit_code: expected 0, got 7", false),
        ("{ exec: [sh, -c, exit 7], expect: { exit_code: 0 } }", "exit_code: expected 0, got 7", false),
        ("exec: [no-such-program]", "the program `no-such-program` was not found", true),
        ("exec: [sh, -c, kill -9 $$]", "`sh` was ended by signal 9 (Killed)", true),
        ("{ exec: [sleep, 1000], timeout: 50ms }", "`sleep` did not end within 50 ms, and was ended", true),
        ("exec: [yes]", "`yes` wrote more than 10 MB, and was ended", true),
        ("{ exec: [ls], cwd: nowhere }", "`cwd`: `nowhere` does not exist", true),
        ("{ exec: [ls], cwd: w.yaml }", "`cwd`: `w.yaml` is no folder", true),
        ("{ exec: [echo, text], expect: { $.a: 1 } }", "$.a: stdout is not JSON", false),
        ("{ exec: [echo, text], capture: { a: $.a } }", "a: stdout is not JSON", false),
        ("{ exec: ['true'], capture: { a: $.a } }", "a: stdout is empty, `$.a` needs JSON", false),
        ("{ exec: [echo, '{}'], capture: { a: $.a } }", "a: there is nothing at `$.a`", false),
        ("{ exec: [echo, x], expect: { stderr: y } }", "stderr: expected \"y\", got \"\"", false),
        ("{ exec: [head, -c, 20, /bin/sh], expect: { json: {} } }", "json: stdout is not JSON", false),
    ]

    @Test(arguments: failures.indices)
    func `how it fails is told in one sentence`(_ index: Int) async throws {
        let failure = Self.failures[index]
        let (result, folder) = try await Self.run("steps:\n  - \(failure.step)\n", "--allow-exec")
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(result.output.contains(failure.message), "\(result.output)")
        let report = try folder.read("reports/junit.xml")
        #expect(report.contains(failure.isError ? "<error message=" : "<failure message="), "\(report)")
    }

    @Test func `a folder outside the file root is refused before anything runs`() async throws {
        let (result, _) = try await Self.run("steps: [ { exec: [ls], cwd: ../../.. } ]", "--allow-exec")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("`../../..` lies outside the file root"), "\(result.errorOutput)")
    }

    @Test func `setup, teardown, groups and loops start programs, and their captures go on`() async throws {
        let (result, _) = try await Self.run(
            """
            vars: { said: [] }
            setup:
              - exec: [mktemp, -d]
                capture: { folder: $(response.stdout) }
            steps:
              - name: Both
                steps:
                  - exec: [echo, $(item)]
                    id: say
                    name: Say
                    capture: { word: { regex: "(.+)" } }
                for_each: [a, b]
                concurrency: 2
              - that: word == ["a", "b"]
              - exec: [sh, -c, 'exit 1']
                if: 1 == 2
              - exec: ['false']
                continue_on_failure: true
              - exec: [echo, still here]
            teardown:
              - exec: [rmdir, $(folder)]
                name: Take it away
            """, "--allow-exec")
        #expect(result.exitCode == 1)
        #expect(result.output.contains("✓ Both › Say [item=a]"))
        #expect(result.output.contains("✓ exec echo still here"))
        #expect(result.output.contains("✓ Take it away (teardown)"), "\(result.output)")
    }

    @Test func `samples and dry runs start nothing`() async throws {
        let (stub, _) = try await Self.run("steps: [ exec: [touch, made] ]", "--allow-exec", "--stub")
        #expect(stub.exitCode == 1)
        #expect(stub.output.contains("a program has no sample: with `--stub` only requests are answered"))
        let (dry, folder) = try await Self.run("steps: [ exec: [touch, made] ]", "--allow-exec", "--dry-run")
        #expect(dry.exitCode == 0, "\(dry.everything)")
        #expect(!folder.exists("workflows/made"))
    }

    @Test func `the report and the verbose console have command, exit code and time`() async throws {
        let (result, folder) = try await Self.run("steps: [ { exec: [sh, -c, 'exit 0'], name: Fine } ]", "--allow-exec")
        #expect(result.output.contains(#/✓ Fine  sh -c 'exit 0' → exit code 0 in [0-9.]+ m?s\n/#), "\(result.output)")
        let report = try folder.read("reports/junit.xml")
        #expect(
            report.contains(#/<system-out>sh -c 'exit 0' -&gt; exit code 0 in [0-9.]+ m?s\n<\/system-out>/#),
            "\(report)")
    }
}
