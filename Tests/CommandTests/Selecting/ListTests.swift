import CommandCalls
import ProjectFolders
import Testing

/// `baton list`: what there is to run, as lines for a terminal.
@Suite struct ListTests {
    @Test func `names that would steer the terminal are shown with their characters named`() async throws {
        let project = try SelectionProject([
            "a.yaml": "name: \"red \\e[31m\"\ntags: [\"x\\ay\"]\nsteps: [ { that: 1 == 1 } ]\n"
        ])
        let list = try await project.baton(["list"])
        #expect(list.exitCode == 0, "\(list.everything)")
        #expect(!list.output.contains("\u{1B}") && !list.output.contains("\u{7}"))
        #expect(list.output.contains("red "), "\(list.output)")
    }

    @Test func `wide characters keep the columns straight`() async throws {
        let project = try SelectionProject([
            "a.yaml": SelectionProject.passing("東京"), "b.yaml": SelectionProject.passing("abcd"),
        ])
        let list = try await project.baton(["list"])
        #expect(list.output.contains("workflows/a.yaml  東京  1 step\n"), "\(list.output)")
        #expect(list.output.contains("workflows/b.yaml  abcd  1 step\n"), "\(list.output)")
    }

    @Test(arguments: [["list"], ["list", "--graph"], ["list", "--dot"], ["list", "--json"]])
    func `a secret in the name of a row is masked`(_ words: [String]) async throws {
        let project = try SelectionProject([
            "a.yaml": "name: has zebra-Quartz-8812\nrows: [ zebra-Quartz-8812 ]\nsteps: [ { that: 1 == 1 } ]\n"
        ])
        try project.folder.write("baton.yaml", "name: x\nenvironments: { local: { secrets: [TOP_SECRET] } }\n")
        let result = try await Baton(folder: project.folder, environment: ["TOP_SECRET": "zebra-Quartz-8812"]).run(
            words)
        #expect(!result.everything.contains("Quartz") && result.output.contains("***"), "\(result.everything)")
    }
}
