import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// `called_only`: a workflow that runs only where others call or need it.
@Suite struct CalledOnlyTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write("baton.yaml", "workflows: workflows\n")
        try folder.write(
            "workflows/shared/add.yaml",
            "called_only: true\ninputs: { number: { type: integer } }\nsteps: [ { that: number > 0 } ]\n"
                + "outputs: { next: $(number + 1) }\n")
    }

    private func baton(_ arguments: String...) async throws -> Baton.Result {
        try await Baton(folder: folder).run(arguments)
    }

    private func writeCaller() throws {
        try folder.write(
            "workflows/caller.yaml",
            "steps: [ { workflow: shared/add.yaml, with: { number: 1 }, expect: { $.next: 2 } } ]\n")
    }

    @Test func `a run of its folder leaves it alone, and its callers run it`() async throws {
        try writeCaller()
        let result = try await baton("run", "--junit", "r.xml", "--verbose")
        #expect(result.exitCode == 0, "\(result.everything)")
        let report = try folder.read("r.xml")
        #expect(report.contains("name=\"workflows/caller.yaml\"") && !report.contains("name=\"workflows/shared"))
        #expect(result.output.contains("1 passed"), "\(result.output)")
        #expect(result.errorOutput == "", "\(result.errorOutput)")
        let list = try await baton("list")
        #expect(
            list.output.contains("workflows/caller.yaml") && list.output.hasSuffix("\n1 workflow\n"), "\(list.output)")
    }

    @Test(arguments: [["workflows/shared/add.yaml"], ["workflows", "workflows/shared/add.yaml"]])
    func `its own name runs it`(_ paths: [String]) async throws {
        try writeCaller()
        let result = try await Baton(folder: folder).run(["run"] + paths + ["--input", "number=1"])
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains("\(paths.count) passed"), "\(result.output)")
        let missing = try await Baton(folder: folder).run(["run"] + paths)
        #expect(missing.output.contains("the input `number` was not given"), "\(missing.everything)")
        #expect(missing.exitCode == 1, "\(missing.everything)")
    }

    @Test func `what needs it gives it what it wants`() async throws {
        try folder.write(
            "workflows/needing.yaml",
            "needs: { added: { file: shared/add.yaml, with: { number: 4 } } }\nsteps: [ { that: needs.added.next == 5 } ]\n"
        )
        let result = try await baton("run")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.errorOutput == "", "\(result.errorOutput)")
    }

    @Test(arguments: ["check", "run"])
    func `where no workflow of the project uses it, a warning says that it tests nothing`(_ command: String)
        async throws
    {
        try folder.write("workflows/other.yaml", "steps: [ { that: 1 < 2 } ]\n")
        let result = try await baton(command)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(
            result.errorOutput == """
                warning: workflows/shared/add.yaml is `called_only`, and no workflow calls or needs it [workflow.never-called]
                   = help: call it, or remove `called_only`: as it is, it tests nothing

                """, "\(result.errorOutput)")
        let part = try await baton(command, "workflows/other.yaml")
        #expect(part.errorOutput == "", "\(part.errorOutput)")
    }

    @Test func `a folder of nothing else has nothing to run`() async throws {
        let result = try await baton("run", "workflows/shared")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains("every workflow here is `called_only`, and runs only where others call it")
                && result.errorOutput.contains("name one to run it by itself: `baton run workflows/shared/add.yaml`"),
            "\(result.errorOutput)")
    }

    @Test(arguments: [["--name", "add"], ["--tag", "part"], ["--name", "add*", "--not-tag", "slow"]])
    func `a selection that finds nothing else says why nothing runs`(_ options: [String]) async throws {
        try writeCaller()
        try folder.write(
            "workflows/shared/add.yaml",
            try folder.read("workflows/shared/add.yaml").replacing(
                "called_only: true", with: "called_only: true\ntags: [part]"))
        let result = try await Baton(folder: folder).run(["run"] + options)
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput == """
                error: workflows/shared/add.yaml is selected, but it is `called_only`, and runs only where others call it [run.nothing-selected]
                   = help: name the file to run it by itself: `baton run workflows/shared/add.yaml`

                """, "\(result.errorOutput)")
        let other = try await baton("run", "--name", "nothing")
        #expect(other.errorOutput.contains("the one workflow is not selected"), "\(other.errorOutput)")
    }

    @Test func `one with a mistake makes the run an error, as every file does`() async throws {
        try writeCaller()
        try folder.write("workflows/shared/wrong.yaml", "called_only: true\nsteps: [ { gett: /x } ]\n")
        let result = try await baton("run")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.errorOutput.contains("workflows/shared/wrong.yaml:2:12"), "\(result.errorOutput)")
    }

    @Test func `the word takes true or false`() async throws {
        try folder.write("workflows/other.yaml", "called_only: yes\nsteps: [ { that: 1 < 2 } ]\n")
        let result = try await baton("check")
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.errorOutput.contains("workflows/other.yaml:1:14"), "\(result.errorOutput)")
    }
}
