import CommandCalls
import ProjectFolders
import Testing

/// `FILE:LINE`: a workflow up to and with the step of that line.
@Suite struct FileLineTests {
    private static let text = """
        name: A
        vars: { n: 0 }
        setup:
          - set: { n: 1 }
        steps:
          - name: One
            that: n == 1
          - name: Group
            steps:
              - that: n == 1
                name: Inner
              - that: n == 2
                name: Wrong
          - get: http://127.0.0.1:1/never
        teardown:
          - log: cleaned $(n)
        outputs: { n: $(n) }
        """

    private static func run(_ operands: String...) async throws -> Baton.Result {
        let project = try SelectionProject(["a.yaml": text, "b.yaml": SelectionProject.passing("B")])
        return try await project.baton(["run", "-v"] + operands)
    }

    @Test(arguments: ["7", "6", "7:5"]) func `a run up to a line skips the steps behind the line, but not teardown`(
        _ line: String
    )
        async throws
    {
        let result = try await Self.run("workflows/a.yaml:\(line)")
        #expect(result.exitCode == 0, "\(result.everything)")
        let number = line.prefix { $0 != ":" }
        #expect(
            result.output.hasPrefix(
                "workflows/a.yaml runs up to line \(number): a part, which the history does not record\n"))
        #expect(result.output.contains("✓ One"))
        #expect(result.output.contains("- Group: behind line \(number), with which this run ends\n"))
        #expect(result.output.contains("- GET http://127.0.0.1:1/never: behind line \(number)"))
        #expect(result.output.contains("cleaned 1"))
        #expect(!result.output.contains("output n"))
    }

    @Test(arguments: [
        ("workflows/r.yaml[row=two]", "workflows/r.yaml"), ("workflows/r.yaml [row=two]", "workflows/r.yaml"),
        ("workflows/r.yaml:4[row=two]", "workflows/r.yaml:4"),
    ])
    func `a row behind a path is refused with the command that runs it`(_ text: String, _ path: String) async throws {
        let rows =
            "name: R\nrows: { list: [{ id: one }, { id: two }], name: $(row.id) }\nsteps:\n  - that: row.id != \"\"\n"
        let project = try SelectionProject(["r.yaml": rows])
        for command in ["run", "list", "check"] {
            let result = try await project.baton([command, text])
            #expect(result.exitCode == 2)
            #expect(
                result.errorOutput == """
                    error: `\(text)`: a path selects no row [run.nothing-selected]
                       = help: `--name` does: `baton run \(path) --name '* [row=two]'`

                    """)
        }
        let result = try await project.run(path, "--name", "* [row=two]")
        #expect(result.exitCode == 0 && result.ran == ["✓r[row=two]"], "\(result.everything)")
    }

    @Test func `a step in a group ends the run within it`() async throws {
        let result = try await Self.run("workflows/a.yaml:11")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("Inner") && result.output.contains("Wrong: behind line 11"))
    }

    @Test func `a step of setup leaves out all of steps`() async throws {
        let result = try await Self.run("workflows/a.yaml:4")
        #expect(result.output.contains("One: behind line 4"), "\(result.everything)")
        #expect(result.output.contains("cleaned 1"))
        // Nothing was proved.
        #expect(result.exitCode == 2)
    }

    @Test func `of several lines the last counts, and a file without a line is run whole`() async throws {
        let result = try await Self.run("workflows/a.yaml:4", "workflows/a.yaml:7", "workflows/b.yaml")
        #expect(result.ran == ["✓a", "✓b"] && result.exitCode == 0, "\(result.everything)")
        let whole = try await Self.run("workflows/a.yaml:7", "workflows")
        #expect(whole.ran == ["✗a", "✓b"])
        #expect(!whole.output.contains("up to line"))
    }

    @Test func `a line outside of steps is an error that says where there are some`() async throws {
        let result = try await Self.run("workflows/a.yaml:2")
        #expect(result.exitCode == 2 && result.output == "")
        #expect(result.errorOutput.contains("line 2 of workflows/a.yaml belongs to no step [run.nothing-selected]"))
        #expect(result.errorOutput.contains("steps begin in the lines 4, 6, 8, 10, 12, 14, 16"))
    }

    @Test func `a folder has no lines`() async throws {
        let result = try await Self.run("workflows:3")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("workflows is a folder, and has no line 3 [run.nothing-selected]"))
    }

    @Test func `a file whose name ends like a line is a file`() async throws {
        let project = try SelectionProject(["a.yaml:7": SelectionProject.passing("Odd")])
        let result = try await project.baton(["run", "workflows/a.yaml:7"])
        #expect(result.exitCode == 0 && result.output.contains("Odd"), "\(result.everything)")
    }
}
