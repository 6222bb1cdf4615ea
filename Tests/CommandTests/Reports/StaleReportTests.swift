import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// Reports of an earlier run never stay as if they were those of a run that did not begin, and replace no source.
@Suite struct StaleReportTests {
    private static func project() throws -> SelectionProject {
        try SelectionProject(["a.yaml": SelectionProject.passing("A"), "c.yaml": SelectionProject.passing("C")])
    }

    @Test(arguments: [
        (["--tag", "none"], "none of the 2 workflows is selected"), (["--jobs", "x"], "--jobs"),
        (["--unknown"], "--unknown"), (["nowhere.yaml"], "nowhere.yaml: no such file or folder"),
        (["--env", "none"], "none"), (["--junit", "-"], "standard output is the console's"),
    ])
    func `a run that does not begin leaves no green report`(_ arguments: [String], _ message: String) async throws {
        let project = try Self.project()
        #expect(try await project.run().exitCode == 0)
        let result = try await project.baton(["run"] + arguments)
        #expect(result.exitCode == 2, "\(result.everything)")
        let page = try project.folder.read("reports/report.html")
        #expect(page.contains(message), "\(page)")
        guard arguments.first != "--junit" else { return }
        let report = try project.folder.read("reports/junit.xml")
        #expect(report.contains("errors=\"1\""), "\(report)")
        #expect(report.contains(message), "\(report)")
    }

    @Test func `a baton.yaml with errors leaves no green report, nor in files that options name`() async throws {
        let project = try Self.project()
        #expect(try await project.run("--json", "r.json", "--events", "e.jsonl").exitCode == 0)
        try project.folder.write("baton.yaml", "nmae: shop\n")
        #expect(try await project.run("--json", "r.json", "--events", "e.jsonl").exitCode == 2)
        #expect(try project.folder.read("reports/junit.xml").contains("errors=\"1\""))
        #expect(try project.folder.read("r.json").contains("\"failed\":1"))
        let lines = try EventLines(try project.folder.read("e.jsonl"))
        #expect(lines.types == ["run-started", "case-finished", "run-finished"])
        #expect(lines.events.last?["exit_code"]?.numberValue?.int == 2)
    }

    @Test(arguments: [
        "workflows/c.yaml", "./workflows/../workflows/c.yaml", "baton.yaml", "link.xml", "data.txt", "vars.json",
        ".baton/history.sqlite",
    ])
    func `no report is written over what the run reads`(_ path: String) async throws {
        let project = try Self.project()
        try project.folder.write("workflows/d.yaml", "steps:\n  - that: file('../data.txt') == 'x'\n")
        try project.folder.write("data.txt", "x")
        try project.folder.write("vars.json", "{}")
        symlink("workflows/c.yaml", project.folder.path + "/link.xml")
        #expect(try await project.run("--vars-file", "vars.json").exitCode == 0)
        let before = try FileContents.bytes(of: "\(project.folder.path)/\(path)")
        for option in ["--junit", "--html", "--json", "--events"] {
            let result = try await project.run("--vars-file", "vars.json", option, path)
            #expect(result.exitCode == 2, "\(option) \(result.everything)")
            #expect(result.errorOutput.contains("\(option) would be written over "), "\(result.errorOutput)")
        }
        #expect(try FileContents.bytes(of: "\(project.folder.path)/\(path)") == before)
    }

    @Test func `two reports are not written to one file`() async throws {
        let result = try await Self.project().run("--json", "reports/junit.xml")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("--junit and --json name one file: reports/junit.xml"))
    }
}
