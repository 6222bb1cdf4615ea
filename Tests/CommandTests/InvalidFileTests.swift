import CommandCalls
import ProjectFolders
import Testing

/// A file with errors beside valid ones: told once in the terminal, and whole in every report.
@Suite struct InvalidFileTests {
    private static let message = "unknown key `gett` in a step"
    private static let hint = "did you mean `get`?"

    private func project() throws -> Folder {
        let folder = try Folder()
        try folder.write("baton.yaml", "workflows: w")
        try folder.write("w/bad.yaml", "steps:\n  - gett: /x\n  - set: { y: $(math.greatest(1, 2)) }\n")
        try folder.write("w/good.yaml", "steps:\n  - that: 1 == 1\n")
        return folder
    }

    @Test(arguments: [[], ["--verbose"], ["--quiet"], ["--jobs", "1"]])
    func `each error of an invalid file is shown once`(_ options: [String]) async throws {
        let folder = try project()
        let result = try await Baton(folder: folder).run(["run"] + options)
        #expect(result.exitCode == 2)
        for text in [Self.message, Self.hint, "w/bad.yaml:2:5", "$(math.greatest(1, 2))\""] {
            let count = result.everything.split(separator: text, omittingEmptySubsequences: false).count - 1
            #expect(count == 1, "\(text) is there \(count) times:\n\(result.everything)")
            #expect(result.errorOutput.contains(text))
        }
        #expect(result.errorOutput.contains("  - set: { y: \"$(math.greatest(1, 2))\" }"))
        #expect(!result.output.contains("failure 1"))
        #expect(result.output.contains("1 passed"))
        if !options.contains("--quiet") {
            #expect(result.output.contains("error: the file is not valid; its 2 errors stand above"))
        }
    }

    @Test func `reports and history hold each error whole`() async throws {
        let folder = try project()
        let baton = Baton(folder: folder)
        _ = try await baton("run")
        let junit = try folder.read("reports/junit.xml")
        #expect(junit.contains("workflow.invalid"))
        #expect(junit.contains(Self.message))
        #expect(junit.contains(Self.hint))
        #expect(junit.contains("w/bad.yaml:2:5"))
        #expect(junit.contains("write it like this"))
        #expect(junit.contains("good"))
        let list = try await baton("history", "list")
        let id = try #require(
            list.output.split(whereSeparator: \.isWhitespace).first { $0.count == 13 && $0.contains("-") })
        let shown = try await baton("history", "show", String(id))
        #expect(shown.output.contains(Self.message), "\(list.everything)\n\(shown.everything)")
    }

    @Test(arguments: [
        "tags: x\nsteps: [ { that: true } ]", "steps: [ { thatt: true } ]", "steps: [ { that: true ]",
        "needs: [nowhere.yaml]\nsteps: [ { that: true } ]", "steps: [ { that: true } ]\n\tx: 1",
        "vars: { a: \"unclosed }\nsteps: [ { that: true } ]", "name: Again\nsteps: [ { that: true } ]",
    ])
    func `whatever is wrong with a file, it keeps its name, and its history with it`(_ mistake: String) async throws {
        let folder = try Folder()
        let baton = Baton(folder: folder)
        try folder.write("baton.yaml", "workflows: w")
        try folder.write("w/a.yaml", "# Orders\nname: Orders are listed\n\(mistake)\n")
        let broken = try await baton("run", "--events", "e.jsonl")
        #expect(broken.exitCode == 2, "\(broken.everything)")
        #expect(broken.output.contains("! w/a.yaml  Orders are listed  "), "\(broken.everything)")
        #expect(try folder.read("e.jsonl").contains(#""name":"Orders are listed""#))
        let page = try HTMLOutcomes(try folder.read("reports/report.html"))
        #expect(try page.texts("//*[@id='w0']/summary/*").starts(with: ["! error", "Orders are listed", "w/a.yaml"]))
        let history = try HistoryFile(folder.path + "/.baton/history.sqlite")
        let names = "SELECT path, name FROM workflow_case"
        #expect(try history.rows(names) == ["w/a.yaml | Orders are listed"])
        try folder.write("w/a.yaml", "name: Orders are listed\nsteps: [ { that: true } ]\n")
        let mended = try await baton("run", "--last-failed")
        #expect(mended.exitCode == 0, "\(mended.everything)")
        #expect(try history.rows(names) == ["w/a.yaml | Orders are listed"])
        let after = try HTMLOutcomes(try folder.read("reports/report.html"))
        #expect(try after.texts("//summary/b[@class='badge fixed']/following-sibling::h3") == ["1 workflow"])
    }

    @Test(arguments: ["name: \"\"", "name: [a]", "description: name", "steps:\n  name: Inner", "x: {"])
    func `a file whose name cannot be read is called as the file`(_ text: String) async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "workflows: w")
        try folder.write("w/orders.yaml", "\(text)\n")
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 2)
        #expect(result.output.contains("! w/orders.yaml  orders  "), "\(result.everything)")
    }

    @Test func `check and run say the same of the same file`() async throws {
        let folder = try project()
        let baton = Baton(folder: folder)
        let checked = try await baton("check")
        let run = try await baton("run")
        #expect(checked.exitCode == 2)
        #expect(checked.errorOutput == run.errorOutput)
        #expect(checked.output == "2 workflows, 1 with errors\n")
    }

    @Test func `an API file with errors is counted as one, and its errors are told once`() async throws {
        let folder = try Folder()
        try folder.write("workflows/good.yaml", "steps:\n  - that: 1 == 1\n")
        try folder.write("workflows/apis/broken.yaml", "endpoints:\n  login: { gett: /login }\n")
        try folder.write("workflows/apis/fine.yaml", "endpoints:\n  login: { get: /login }\n")
        let baton = Baton(folder: folder)
        let checked = try await baton("check", "workflows")
        #expect(checked.exitCode == 2)
        #expect(checked.output == "1 workflow, 2 API files, 1 with errors\n")
        #expect(checked.errorOutput.ranges(of: "workflows/apis/broken.yaml:2:12").count == 1, "\(checked.errorOutput)")
        let run = try await baton("run", "workflows")
        #expect(run.exitCode == 2, "\(run.everything)")
        #expect(run.output.contains("workflows/good.yaml"))
        let only = try await baton("run", "workflows/apis/broken.yaml")
        #expect(only.exitCode == 2, "\(only.everything)")
    }

    @Test func `a project file with errors is told as exactly`() async throws {
        let folder = try Folder()
        try folder.write("baton.yaml", "environments:\n  local:\n    base_url:http://a/\n")
        try folder.write("workflows/w.yaml", "steps:\n  - that: 1 == 1\n")
        let result = try await Baton(folder: folder)("run")
        #expect(result.exitCode == 2)
        #expect(result.errorOutput.contains("baton.yaml:3:13"), "\(result.errorOutput)")
        #expect(result.errorOutput.contains(" 3 +     base_url: http://a/"))
    }
}
