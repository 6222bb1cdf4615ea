import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `--last-failed`: what failed when it last ran, from the history.
@Suite struct LastFailedTests {
    private static func project() throws -> SelectionProject {
        try SelectionProject([
            "a.yaml": SelectionProject.passing("A"), "b.yaml": "name: B\nsteps:\n  - that: 1 == 1\n  - that: 1 == 2\n",
            "c.yaml": SelectionProject.failing("C"), "d.yaml": SelectionProject.passing("D"),
        ])
    }

    @Test func `what failed runs again, until nothing fails`() async throws {
        let project = try Self.project()
        let first = try await project.run("--last-failed")
        #expect(first.ran == ["✓a", "✗b", "✗c", "✓d"])
        #expect(first.output.hasPrefix("no run has been recorded yet, so everything runs\n"))

        let second = try await project.run("--last-failed")
        #expect(second.ran == ["✗b", "✗c"] && second.exitCode == 1)
        #expect(second.output.hasPrefix("2 workflows failed when they last ran (last run: "), "\(second.output)")

        try project.folder.write("workflows/b.yaml", SelectionProject.passing("B, renamed"))
        try project.folder.write("workflows/c.yaml", SelectionProject.passing("C"))
        let third = try await project.run("--last-failed")
        #expect(third.ran == ["✓b", "✓c"] && third.exitCode == 0)

        let fourth = try await project.run("--last-failed")
        #expect(fourth.exitCode == 0)
        #expect(fourth.output.hasPrefix("no workflow failed when it last ran (last run: "), "\(fourth.output)")
        #expect(fourth.output.hasSuffix("): nothing to run\n"))
        #expect(try project.folder.read("reports/junit.xml").contains("tests=\"0\""))
    }

    @Test func `what has never run is named, and does not run`() async throws {
        let project = try Self.project()
        _ = try await project.run("workflows/a.yaml", "workflows/b.yaml")
        let some = try await project.run("--last-failed")
        #expect(some.ran == ["✗b"])
        #expect(
            some.output.contains(
                "\n2 workflows have no result yet, and do not run: workflows/c.yaml, workflows/d.yaml\n"),
            "\(some.output)")

        try project.folder.write("workflows/b.yaml", SelectionProject.passing("B"))
        _ = try await project.run("workflows/b.yaml", "workflows/d.yaml")
        let none = try await project.run("--last-failed")
        #expect(none.exitCode == 0 && none.ran == [])
        #expect(
            none.output.hasSuffix(": nothing to run\nworkflows/c.yaml has no result yet, and does not run\n"),
            "\(none.output)")
    }

    @Test func `a deleted file is forgotten when everything ran without it`() async throws {
        let project = try SelectionProject([
            "a.yaml": SelectionProject.passing("A"), "b.yaml": SelectionProject.failing("B"),
        ])
        _ = try await project.run()
        try project.folder.remove("workflows/b.yaml")
        // It may have been renamed.
        let before = try await project.run("--last-failed")
        #expect(
            before.output.hasPrefix("no workflow that is there failed when it last ran (last run: "),
            "\(before.everything)")
        #expect(
            before.output.hasSuffix(
                "): nothing to run\nworkflows/b.yaml failed when it last ran, and is not there any more\n"),
            "\(before.everything)")
        #expect(try await project.run().ran == ["✓a"])
        let after = try await project.run("--last-failed")
        #expect(after.exitCode == 0)
        #expect(after.output.hasPrefix("no workflow failed when it last ran (last run: "), "\(after.everything)")
    }

    @Test func `with a secret in the base URL everything runs`() async throws {
        let project = try Self.project()
        try project.folder.write(
            "baton.yaml",
            "default_environment: a\nenvironments: { a: { base_url: \"http://127.0.0.1:1/$(process.env.API_KEY)\" } }\n"
        )
        for tenant in ["alpha-tenant-1", "beta-tenant-22"] {
            let baton = Baton(folder: project.folder, environment: ["API_KEY": tenant])
            let result = try await baton("run", "--last-failed")
            #expect(result.ran == ["✓a", "✗b", "✗c", "✓d"], "\(result.everything)")
            #expect(
                result.output.hasPrefix("the base URL holds a secret, so it is not known which runs were against it: "))
        }
    }

    @Test func `a clock that was set back changes no order`() async throws {
        let project = try Self.project()
        _ = try await project.run()
        // Recorded while the clock was ahead by a year.
        let year = 31_536_000_000_000
        let history = try HistoryFile(project.folder.path + "/.baton/history.sqlite")
        try history.rows("UPDATE run SET started = started + \(year)")
        try project.folder.write("workflows/b.yaml", SelectionProject.passing("B"))
        try project.folder.write("workflows/c.yaml", SelectionProject.passing("C"))
        #expect(try await project.run("--last-failed").ran == ["✓b", "✓c"])
        #expect(try await project.run("--last-failed").ran == [])
        let list = try await Baton(folder: project.folder)("history", "list")
        let states = list.output.split(separator: "\n").dropFirst().map { $0.contains("  failed  ") }
        #expect(states == [false, true], "\(list.output)")
    }

    @Test func `a file that has errors since is no green`() async throws {
        let project = try SelectionProject(["a.yaml": SelectionProject.passing("A")])
        _ = try await project.run()
        try project.folder.write("workflows/b.yaml", "stpes: []\n")
        let result = try await project.run("--last-failed")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("stpes"))
    }

    @Test func `what a later run left out is not forgotten`() async throws {
        let project = try Self.project()
        _ = try await project.run()
        _ = try await project.run("workflows/a.yaml")
        #expect(try await project.run("--last-failed", "--name", "C").ran == ["✗c"])
        try project.folder.write("workflows/c.yaml", SelectionProject.passing("C"))
        #expect(try await project.run("workflows/c.yaml").exitCode == 0)
        #expect(try await project.run("--last-failed").ran == ["✗b"])
    }

    @Test func `options and paths narrow further, and leaving nothing is said`() async throws {
        let project = try Self.project()
        _ = try await project.run()
        #expect(try await project.run("--last-failed", "--name", "C").ran == ["✗c"])
        #expect(try await project.run("--last-failed", "workflows/b.yaml").ran == ["✗b"])
        let none = try await project.run("--last-failed", "workflows/a.yaml")
        #expect(none.exitCode == 0)
        #expect(none.output.hasPrefix("none of the selected workflows failed when it last ran (last run: "))
        #expect(
            none.output.hasSuffix(
                """
                ): nothing to run
                workflows/b.yaml failed when it last ran, and is not selected
                workflows/c.yaml failed when it last ran, and is not selected

                """), "\(none.output)")
    }

    @Test func `each environment has its own failures`() async throws {
        let project = try SelectionProject(["a.yaml": "name: A\nsteps:\n  - that: env.name == 'staging'\n"])
        try project.folder.write(
            "baton.yaml",
            "name: shop\nenvironments: { local: {}, staging: {}, other: {} }\ndefault_environment: local\n")
        #expect(try await project.run().ran == ["✗a"])
        #expect(try await project.run("--env", "staging").ran == ["✓a"])
        #expect(try await project.run("--last-failed", "--env", "staging").ran == [])
        #expect(try await project.run("--last-failed").ran == ["✗a"])
        let other = try await project.run("--last-failed", "--env", "other")
        #expect(other.output.hasPrefix("no run against other has been recorded yet, so everything runs\n"))
    }

    @Test func `each base URL has its own failures, and its password is in no history`() async throws {
        let project = try SelectionProject(["a.yaml": "name: A\nsteps:\n  - that: \"'x' in vars\"\n"])
        let here = ["run", "--last-failed", "--base-url", "http://ada:pw@127.0.0.1:1/"]
        let there = ["run", "--last-failed", "--base-url", "http://127.0.0.1:2"]
        #expect(try await project.baton(here).ran == ["✗a"])
        let other = try await project.baton(there)
        #expect(other.ran == ["✗a"])
        #expect(
            other.output.hasPrefix(
                "no run against http://127.0.0.1:2/ has been recorded yet, so everything runs\n"), "\(other.output)")
        let none = try await project.run("--last-failed")
        #expect(none.output.hasPrefix("no run has been recorded yet, so everything runs\n"), "\(none.output)")
        try project.folder.write("workflows/a.yaml", SelectionProject.passing("A"))
        #expect(try await project.baton(there).ran == ["✓a"])
        #expect(try await project.baton(there).ran == [])
        // What passed elsewhere is still a failure here.
        let again = try await project.baton(here)
        #expect(again.ran == ["✓a"] && again.output.hasPrefix("1 workflow failed when it last ran (last run: "))
        let history = try HistoryFile(project.folder.path + "/.baton/history.sqlite")
        #expect(
            try history.rows("SELECT DISTINCT base_url FROM run WHERE base_url LIKE '%ada%'")
                == ["http://ada:***@127.0.0.1:1/"])
    }

    @Test func `each environment's base URL in baton.yaml counts, and baton list looks at the same runs`() async throws
    {
        let project = try SelectionProject([
            "a.yaml": SelectionProject.failing("A"), "b.yaml": SelectionProject.passing("B"),
        ])
        func write(_ port: Int) throws {
            try project.folder.write(
                "baton.yaml",
                "environments: { local: { base_url: \"http://127.0.0.1:\(port)\" } }\ndefault_environment: local\n")
        }
        try write(1)
        _ = try await project.run()
        let list = try await project.baton(["list", "--last-failed"])
        #expect(list.output.contains("workflows/a.yaml") && !list.output.contains("workflows/b.yaml"), "\(list.output)")
        try write(2)
        let moved = try await project.run("--last-failed")
        #expect(
            moved.output.hasPrefix(
                "no run against local at http://127.0.0.1:2/ has been recorded yet, so everything runs\n"),
            "\(moved.output)")
        #expect(moved.ran == ["✗a", "✓b"])
    }

    @Test func `a row that failed runs again, and after a change of its name the rows that have never run`()
        async throws
    {
        func rows(_ names: String, _ good: String) -> String {
            "name: R\nrows: [\(names)]\nsteps:\n  - that: row in [\(good)]\n"
        }
        let project = try SelectionProject(["r.yaml": rows("x, y, z", "'x', 'z'")])
        _ = try await project.run()
        #expect(try await project.run("--last-failed").ran == ["✗r[row=y]"])
        #expect(try await project.run("--name", "R [[]row=x]").exitCode == 0)
        #expect(try await project.run("--last-failed").ran == ["✗r[row=y]"])
        try project.folder.write("workflows/r.yaml", rows("x, w, z", "'x', 'w', 'z'"))
        // It may be the row that has never run.
        #expect(try await project.run("--name", "R [[]row=x]").exitCode == 0)
        let renamed = try await project.run("--last-failed")
        #expect(renamed.ran == ["✓r[row=w]"])
        #expect(
            renamed.output.hasPrefix(
                "workflows/r.yaml [row=y] failed when it last ran, and is not there any more: the rows of its file that have never run run; one run of everything forgets it\n"
            ), "\(renamed.output)")
        let named = try await project.run("--last-failed")
        #expect(
            named.ran == [] && named.output.contains("workflows/r.yaml [row=y] failed when it last ran, and is not"))
        #expect(try await project.run().exitCode == 0)
        #expect(try await !project.run("--last-failed").output.contains("row=y"))
        #expect(try await project.run("--last-failed").ran == [])
    }

    @Test func `a row that failed is not looked for among others that were selected`() async throws {
        let rows = "name: R\nrows: [a, b, c]\nsteps:\n  - that: row != 'c'\n"
        let project = try SelectionProject(["r.yaml": rows, "s.yaml": "tags: [slow]\n" + SelectionProject.passing("S")])
        #expect(try await project.run().exitCode == 1)
        for options in [["--name", "R*row=b*"], ["--tag", "slow"]] {
            let result = try await project.baton(["run", "--last-failed"] + options)
            #expect(result.ran == [] && result.exitCode == 0)
            #expect(
                result.output.hasPrefix("none of the selected workflows failed when it last ran (last run: "),
                "\(result.output)")
        }
        #expect(try await project.run("--last-failed").ran == ["✗r[row=c]"])
    }

    /// `dep` and `other` need `login`, which lies outside of what is run.
    private static func withNeed(_ login: String) throws -> SelectionProject {
        let project = try SelectionProject([
            "dep.yaml": "needs: { l: ../lib/login.yaml }\n" + SelectionProject.passing("Dep"),
            "far.yaml": "needs: { d: dep.yaml }\n" + SelectionProject.passing("Far"),
            "zz.yaml": SelectionProject.passing("Z"),
        ])
        try project.folder.write("lib/login.yaml", login)
        return project
    }

    @Test func `where only the teardown of a workflow failed that others need, they run again`() async throws {
        let bad = SelectionProject.passing("Login") + "teardown:\n  - that: 1 == 2\n"
        let project = try Self.withNeed(bad)
        #expect(try await project.run().exitCode == 1)
        let again = try await project.run("--last-failed")
        #expect(again.exitCode == 1 && again.ran == ["✓dep", "✓far"], "\(again.everything)")
        #expect(
            again.output.contains("lib/login.yaml failed, so what needs it runs: 2 workflows\n"), "\(again.output)")
        // What does not need it is left out as before.
        let other = try await project.run("--last-failed", "--name", "Z")
        #expect(other.ran == [] && other.exitCode == 0)
        #expect(other.output.hasPrefix("none of the selected workflows failed when it last ran"), "\(other.output)")
        try project.folder.write("lib/login.yaml", SelectionProject.passing("Login"))
        #expect(try await project.run("--last-failed").exitCode == 0)
        let done = try await project.run("--last-failed")
        #expect(done.ran == [] && done.output.hasPrefix("no workflow failed when it last ran"), "\(done.output)")
    }

    @Test func `a workflow that gives other values to a need brings along only its own case of the need`() async throws
    {
        let project = try SelectionProject(
            Dictionary(
                uniqueKeysWithValues: ["c", "d", "e", "f"].map { name in
                    let key = name == "f" ? "e" : name
                    let check = name == "d" ? "needs.l.key != 'd'" : "needs.l.key == '\(key)'"
                    return (
                        "\(name).yaml",
                        "needs: { l: { file: ../lib/login.yaml, with: { key: \(key) } } }\nsteps:\n  - that: \"\(check)\"\n"
                    )
                }))
        func write(_ teardown: String) throws {
            try project.folder.write(
                "lib/login.yaml",
                """
                inputs: { key: { default: x } }
                steps: [ { that: key != "" } ]
                teardown: [ { that: '\(teardown)' } ]
                outputs: { key: $(key) }
                """)
        }
        try write(#"key == "d""#)
        #expect(try await project.run().exitCode == 1)
        let again = try await project.run("--last-failed")
        #expect(again.exitCode == 1 && again.ran == ["✓c", "✗d", "✓e", "✓f"], "\(again.everything)")
        #expect(again.output.hasPrefix("3 workflows failed when they last ran"), "\(again.output)")
        #expect(
            again.output.contains("lib/login.yaml failed, so what needs it runs: 3 workflows\n"), "\(again.output)")
        // What none of the selected ones needs does not come along.
        let some = try await project.run("--last-failed", "workflows/c.yaml", "workflows/d.yaml")
        #expect(some.exitCode == 1 && some.ran == ["✓c", "✗d"], "\(some.everything)")
        try write(#"key != "e""#)
        #expect(try await project.run("--last-failed").exitCode == 1)
        // Only those that have not passed since.
        #expect(try await project.run("--last-failed").ran == ["✗d", "✓e", "✓f"])
        try write("key != \"\"")
        try project.folder.write("workflows/d.yaml", SelectionProject.passing("D"))
        #expect(try await project.run("--last-failed").exitCode == 0)
        #expect(try await project.run("--last-failed").ran == [])
    }

    @Test func `a need that is given other values since is any of its file`() async throws {
        let project = try SelectionProject([
            "c.yaml": "needs: { l: { file: ../lib/login.yaml, with: { key: a } } }\nsteps:\n  - that: 1 == 1\n",
            "z.yaml": SelectionProject.passing("Z"),
        ])
        let login = "inputs: { key: { default: x } }\nsteps:\n  - that: 1 == 1\nteardown:\n  - that: key == \"\"\n"
        try project.folder.write("lib/login.yaml", login)
        #expect(try await project.run().exitCode == 1)
        try project.folder.write(
            "workflows/c.yaml",
            "needs: { l: { file: ../lib/login.yaml, with: { key: b } } }\nsteps:\n  - that: 1 == 1\n")
        let again = try await project.run("--last-failed")
        #expect(again.exitCode == 1 && again.ran == ["✓c"], "\(again.everything)")
    }

    @Test func `what a failed need blocked runs, and no more than that`() async throws {
        let project = try Self.withNeed(SelectionProject.failing("Login"))
        #expect(try await project.run("workflows/dep.yaml").exitCode == 1)
        let again = try await project.run("--last-failed")
        #expect(again.exitCode == 1 && again.output.contains("workflows/dep.yaml"), "\(again.output)")
        #expect(again.ran.filter { !$0.hasSuffix("dep") && !$0.hasSuffix("login") } == [], "\(again.ran)")
        #expect(
            again.output.contains(
                "2 workflows have no result yet, and do not run: workflows/far.yaml, workflows/zz.yaml\n"),
            "\(again.output)")
    }

    @Test(arguments: ["before", "after"])
    func `a file of before or after that failed makes everything run`(_ key: String) async throws {
        let project = try SelectionProject([
            "a.yaml": SelectionProject.passing("A"), "b.yaml": SelectionProject.passing("B"),
        ])
        try project.folder.write("baton.yaml", "name: shop\n\(key): [lib/frame.yaml]\n")
        try project.folder.write(
            "lib/frame.yaml", SelectionProject.passing("Frame") + "teardown:\n  - that: 1 == 2\n")
        #expect(try await project.run().exitCode == 1)
        let again = try await project.run("--last-failed", "--name", "B")
        #expect(again.exitCode == 1 && again.ran == ["✓b"], "\(again.everything)")
        let all = try await project.run("--last-failed")
        #expect(all.exitCode == 1 && all.ran == ["✓a", "✓b"], "\(all.everything)")
        #expect(all.output.contains("lib/frame.yaml failed, so everything runs: 2 workflows\n"), "\(all.output)")
        try project.folder.write("lib/frame.yaml", SelectionProject.passing("Frame"))
        #expect(try await project.run("--last-failed").exitCode == 0)
        #expect(try await project.run("--last-failed").ran == [])
    }

    @Test(arguments: ["before", "after"])
    func `it makes everything run also where its file is one of the workflows`(_ key: String) async throws {
        let project = try SelectionProject([
            "a.yaml": SelectionProject.passing("A"), "b.yaml": SelectionProject.passing("B"),
            "frame.yaml": SelectionProject.passing("Frame") + "teardown:\n  - that: 1 == 2\n",
        ])
        try project.folder.write("baton.yaml", "name: shop\n\(key): [workflows/frame.yaml]\n")
        #expect(try await project.run().exitCode == 1)
        try project.folder.write("workflows/frame.yaml", SelectionProject.passing("Frame"))
        let all = try await project.run("--last-failed")
        #expect(all.exitCode == 0 && all.ran.contains("✓a") && all.ran.contains("✓b"), "\(all.everything)")
        #expect(all.output.contains("workflows/frame.yaml failed, so everything runs: 2 workflows\n"), "\(all.output)")
    }

    @Test func `runs that proved nothing, or a part, are no last run`() async throws {
        let project = try Self.project()
        _ = try await project.run()
        _ = try await project.run("--dry-run")
        _ = try await project.run("workflows/b.yaml:3", "workflows/a.yaml")
        #expect(try await project.run("--last-failed").ran == ["✗b", "✗c"])
    }

    @Test func `a workflow that is gone is named`() async throws {
        let project = try Self.project()
        _ = try await project.run()
        try project.folder.remove("workflows/c.yaml")
        let result = try await project.run("--last-failed")
        #expect(result.ran == ["✗b"])
        #expect(result.output.contains("workflows/c.yaml failed when it last ran, and is not there any more\n"))
    }

    @Test func `what may be a renamed file is not counted as failed, and the way to forget it is told`() async throws {
        let project = try SelectionProject([
            "a.yaml": SelectionProject.passing("A"), "b.yaml": SelectionProject.failing("B"),
        ])
        _ = try await project.run()
        try project.folder.remove("workflows/b.yaml")
        try project.folder.write("workflows/z.yaml", "steps:\n  - that: 1 == 1\n    skip: later\n")
        let guessed = try await project.run("--last-failed")
        #expect(guessed.exitCode == 2, "\(guessed.everything)")
        #expect(
            guessed.output.hasPrefix(
                "workflows/b.yaml failed when it last ran, and is not there any more: what has never run by its name runs; one run of everything forgets it\n"
            ), "\(guessed.output)")
        #expect(!guessed.output.contains("1 workflow failed"))
        #expect(try await project.run().exitCode == 0)
        #expect(try await project.run("--last-failed").exitCode == 0)
    }

    @Test func `a renamed file is not forgotten by a run that stopped before it`() async throws {
        let project = try SelectionProject([
            "a.yaml": SelectionProject.passing("A"), "b.yaml": SelectionProject.failing("B"),
        ])
        _ = try await project.run()
        rename(project.folder.path + "/workflows/b.yaml", project.folder.path + "/workflows/z.yaml")
        try project.folder.write("workflows/a.yaml", SelectionProject.failing("A"))
        #expect(try await project.run("--fail-fast").ran == ["✗a", "-z"])
        try project.folder.write("workflows/a.yaml", SelectionProject.passing("A"))
        let again = try await project.run("--last-failed")
        #expect(again.ran == ["✓a", "✗z"], "\(again.output)")
    }

    @Test func `rows without a result are named`() async throws {
        let project = try SelectionProject(["r.yaml": "rows: [x]\nsteps:\n  - that: row == 'x'\n"])
        _ = try await project.run()
        try project.folder.write("workflows/r.yaml", "rows: [x, z]\nsteps:\n  - that: row == 'x'\n")
        let result = try await project.run("--last-failed")
        #expect(result.ran == [])
        #expect(
            result.output.hasSuffix("\nworkflows/r.yaml [row=z] has no result yet, and does not run\n"),
            "\(result.output)")
    }

    @Test func `what runs as a need or before everything is not told to be left out`() async throws {
        let project = try SelectionProject([
            "a.yaml": "needs: { l: login.yaml }\n" + SelectionProject.failing("A"),
            "login.yaml": SelectionProject.failing("Login"), "x.yaml": SelectionProject.failing("X"),
        ])
        _ = try await project.run()
        let result = try await project.run("--last-failed", "workflows/a.yaml")
        #expect(!result.output.contains("workflows/login.yaml failed when it last ran, and is not"), "\(result.output)")
        #expect(result.output.contains("workflows/x.yaml failed when it last ran, and is not selected\n"))
    }

    @Test func `what a killed run did not reach stays selected until it has a result`() async throws {
        let project = try SelectionProject([
            "a.yaml": SelectionProject.passing("A"), "b.yaml": SelectionProject.passing("B"),
            "c.yaml": SelectionProject.passing("C"),
        ])
        _ = try await project.run()
        _ = try await project.run()
        // The second run was killed after its first workflow.
        let history = try HistoryFile(project.folder.path + "/.baton/history.sqlite")
        try history.rows("DELETE FROM result WHERE run = 2 AND position > 0")
        try history.rows("UPDATE run SET state = 'interrupted', passed = 1 WHERE id = 2")
        #expect(try await project.run("workflows/a.yaml").exitCode == 0)
        #expect(try await project.run("workflows/b.yaml").exitCode == 0)
        let again = try await project.run("--last-failed")
        #expect(again.ran == ["✓c"], "\(again.output)")
        #expect(
            again.output.contains(" was cut off: 1 workflow has no result since, and runs\n"), "\(again.output)")
        let done = try await project.run("--last-failed")
        #expect(done.ran == [] && done.exitCode == 0)
        #expect(done.output.hasPrefix("no workflow failed when it last ran"), "\(done.output)")
    }

    /// A run that was killed, as the history has it.
    private static func tear(_ project: SelectionProject, keeping count: Int) throws {
        let history = try HistoryFile(project.folder.path + "/.baton/history.sqlite")
        let last = "(SELECT MAX(id) FROM run)"
        try history.rows("DELETE FROM result WHERE run = \(last) AND position >= \(count)")
        try history.rows(
            "UPDATE run SET state = 'interrupted', passed = \(count), failed = 0, errors = 0, blocked = 0 WHERE id = \(last)"
        )
    }

    @Test func `rows that a killed run did not reach stay selected`() async throws {
        let project = try SelectionProject(["r.yaml": "rows: [x, y, z]\nsteps:\n  - that: row == 'x'\n"])
        _ = try await project.run()
        try Self.tear(project, keeping: 1)
        let again = try await project.run("--last-failed")
        #expect(again.ran == ["✗r[row=y]", "✗r[row=z]"] && again.exitCode == 1, "\(again.output)")
    }

    @Test func `what a killed run had not ended for others makes everything run, once`() async throws {
        let project = try SelectionProject([
            "a.yaml": SelectionProject.passing("A"), "b.yaml": SelectionProject.passing("B"),
        ])
        try project.folder.write("baton.yaml", "name: shop\nafter: [lib/end.yaml]\n")
        try project.folder.write("lib/end.yaml", SelectionProject.passing("End"))
        _ = try await project.run()
        try Self.tear(project, keeping: 2)
        let again = try await project.run("--last-failed")
        #expect(again.ran == ["✓a", "✓b"], "\(again.output)")
        #expect(
            again.output.contains(
                " was cut off in a workflow that others need, or of `before` or `after`: 2 workflows run\n"),
            "\(again.output)")
        #expect(try await project.run("--last-failed").ran == [])
    }

    @Test func `--last-failed without a project has no history to read`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", SelectionProject.passing("A"))
        let result = try await Baton(folder: folder)("run", "w.yaml", "--last-failed")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("`--last-failed` needs the history of a project"))
    }

    @Test func `a history that cannot be read makes everything run, and says so`() async throws {
        let project = try Self.project()
        _ = try await project.run()
        try project.folder.write(".baton/history.sqlite", "no database")
        let result = try await project.run("--last-failed")
        #expect(result.ran == ["✓a", "✗b", "✗c", "✓d"])
        #expect(result.errorOutput.contains("`--last-failed` cannot read the history, so everything runs"))
    }
}
