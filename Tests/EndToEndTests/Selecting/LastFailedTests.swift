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
        #expect(none.output.hasSuffix("): nothing to run\n"))
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

    @Test func `a row that failed runs again, and after a change of its name all of them until they pass`() async throws
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
        // A pass of another row says nothing of one that is not there any more, but a later one of the file does.
        #expect(try await project.run("--last-failed").ran == ["✓r[row=x]", "✓r[row=w]", "✓r[row=z]"])
        #expect(try await project.run("--last-failed").ran == [])
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
        #expect(result.output.contains("workflows/c.yaml failed too, and is not there any more\n"))
    }

    @Test func `without a project there is no history to ask`() async throws {
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
