import BatonJSON
import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `baton history` as it is typed: answers, errors and exit codes.
struct HistoryQuestionsTests {
    private let project: HistoryProject

    init() throws { project = try HistoryProject() }

    private func runs(_ count: Int) async throws {
        for _ in 0..<count { _ = try await project.run() }
    }

    private func write(_ name: String, passes: Bool) throws {
        try project.folder.write(
            "workflows/\(name).yaml",
            "name: \(name.uppercased())\nsteps:\n  - get: /\(name)\n    expect: { $.name: \(passes ? "Ada" : "Grace") }\n"
        )
    }

    @Test(arguments: [
        (["list"], "RUN"), (["show"], "Run "), (["show", "previous"], "Run "), (["show", "--failed"], "Run "),
        (["case", "b"], "workflows/b.yaml  B\nfailing on local: 2 bad results, since "),
        (["broken"], "no broken case in 2 runs"),
        (["flaky"], "no flaky case in 2 runs"), (["slow"], " P50"),
        (["timings"], "MEDIAN  PASSES  CASE"), (["trend"], "2 runs, 0 passed"),
        (["compare", "previous"], "from "), (["sql", "SELECT count(*) AS n FROM run"], "n\n2\n"),
        (["prune"], "nothing to remove\n"), (["list", "--since", "1h", "--limit", "1"], "RUN"),
    ])
    func `each question has an answer`(_ words: [String], _ beginning: String) async throws {
        try await runs(2)
        let result = try await Baton(folder: project.folder).run(["history"] + words)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.errorOutput == "")
        #expect(result.output.drop { $0 == " " }.hasPrefix(beginning.drop { $0 == " " }), "\(result.output)")
    }

    @Test(arguments: [
        ["list"], ["show"], ["show", "--failed"], ["case", "b"], ["broken"], ["flaky"], ["slow"], ["trend"],
        ["compare", "previous"], ["sql", "SELECT * FROM run"],
    ])
    func `each answer is also JSON`(_ words: [String]) async throws {
        try await runs(2)
        let result = try await Baton(folder: project.folder).run(["history"] + words + ["--json"])
        #expect(result.exitCode == 0, "\(result.everything)")
        let document = try JSONParser.parse(Array(result.output.utf8))
        #expect(words[0] == "sql" || document["question"] == .string(words[0]))
    }

    @Test func `timings are a file with one case a line`() async throws {
        try await runs(2)
        let result = try await project.history("timings", "--json", "--env", "local")
        #expect(result.exitCode == 0, "\(result.everything)")
        let document = try JSONParser.parse(Array(result.output.utf8))
        #expect(document["baton_timings"] == 1)
        #expect(document["cases"]?.arrayValue?.count == 1)
        #expect(document["cases"]?[0]?["path"] == "workflows/a.yaml" && document["cases"]?[0]?["count"] == 2)
        #expect(document["cases"]?[0]?["duration_ms"]?.numberValue?.double ?? 0 > 0)
        #expect(result.output.split(separator: "\n").count == 3, "\(result.output)")
    }

    @Test(arguments: [
        (["show", "ffff"], "no run begins with `ffff` [history.not-found]"),
        (["case", "zzz"], "no case in the history is named `zzz` [history.not-found]"),
        (["compare", "a", "b", "c"], "two runs can be compared, and 3 are named [history.not-found]"),
        (["sql", "DELETE FROM run"], "the history can only be read: write one SELECT statement [history.wrong-sql]"),
        (["import", "missing.sqlite"], "missing.sqlite does not exist [run.unavailable]"),
        (["import", "baton.yaml"], "baton.yaml is not an SQLite database [run.unavailable]"),
        (["import", "workflows"], "workflows is a folder, not a database [run.unavailable]"),
        (["import", "pipe"], "pipe is a pipe or a device, not a database [run.unavailable]"),
        (["compare", "last"], "`last` and `last` are one run, "),
        (
            ["list", "--env", "locale"],
            "no run in the environment `locale` has been recorded [history.not-found]\n   = help: did you mean `local`? there are runs in `local`\n"
        ),
        (
            ["timings", "--env", "nosuch", "--json"],
            "[history.not-found]\n   = help: there are runs in `local`\n"
        ),
        (["list", "--branch", "nope"], "no run on the branch `nope` has been recorded [history.not-found]"),
        (["site", "out", "--env", "nosuch"], "no run in the environment `nosuch` has been recorded"),
        (["case", "a", "--env", "nosuch"], "no run in the environment `nosuch` has been recorded"),
        (["export", "."], "is a folder, not a database [run.unavailable]"),
        (["list", "--since", "99999999d"], "`--since` wants a duration before now of less than 292 years"),
        (
            ["list", "--since", "soon"],
            "`--since` wants a duration before now of less than 292 years, as 14d, or a date"
        ),
        (["case"], "`baton history case` wants a NAME"),
    ])
    func `what cannot be answered is one error with exit code 2`(_ words: [String], _ message: String) async throws {
        try await runs(1)
        #expect(mkfifo(project.folder.path + "/pipe", 0o600) == 0)
        let result = try await Baton(folder: project.folder).run(["history"] + words)
        #expect(result.exitCode == 2)
        #expect(result.output == "")
        #expect(result.errorOutput.contains(message), "\(result.errorOutput)")
    }

    @Test func `an environment of baton yaml in which nothing ran yet has an empty answer, and a warning`() async throws
    {
        try await runs(1)
        try project.folder.write(
            "baton.yaml",
            try project.folder.read("baton.yaml").replacing(
                " }\n", with: ", staging: { base_url: \"http://a.example\" } }\n"))
        let result = try await project.history("list", "--env", "staging", "--json")
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(try JSONParser.parse(Array(result.output.utf8))["runs"] == [])
        #expect(result.errorOutput.contains("no run in the environment `staging` has been recorded yet"))
    }

    @Test(arguments: [
        (["list", "--branch", "mian"], "help: did you mean `main`? there are runs on `main`\n"),
        (["broken", "--branch", "nope"], "help: there are runs on `main`\n"),
        (["show", "mian"], "help: did you mean `main`?\n"),
    ])
    func `a branch that no run has is refused, with the one that was meant`(
        _ words: [String], _ help: String
    ) async throws {
        let baton = Baton(
            folder: project.folder, environment: ["CI": "true", "GITLAB_CI": "true", "CI_COMMIT_REF_NAME": "main"])
        _ = try await baton.run(["run", "--jobs", "1"])
        let result = try await baton.run(["history"] + words)
        #expect(result.exitCode == 2 && result.errorOutput.hasSuffix(help), "\(result.everything)")
    }

    @Test func `the branch that is checked out, on which nothing ran yet, has an empty answer, and a warning`()
        async throws
    {
        try await runs(1)
        let baton = Baton(
            folder: project.folder, environment: ["CI": "true", "GITLAB_CI": "true", "CI_COMMIT_REF_NAME": "topic"])
        let result = try await baton.run(["history", "list", "--branch", "topic"])
        #expect(result.exitCode == 0 && result.output == "no such run has been recorded yet\n", "\(result.everything)")
        #expect(result.errorOutput.contains("no run on the branch `topic` has been recorded yet"))
    }

    @Test func `an export that cannot be written is exit code 4`() async throws {
        try await runs(1)
        let result = try await project.history("export", "no/folder/x")
        #expect(result.exitCode == 4)
        #expect(
            result.errorOutput.hasSuffix(
                "no/folder/x cannot be written: No such file or directory [file.unwritable]\n"),
            "\(result.errorOutput)")
    }

    @Test(arguments: ["list", "flaky", "prune", "trend"])
    func `outside a project, and before the first run, a question says so`(_ word: String) async throws {
        let empty = try Folder()
        let outside = try await Baton(folder: empty).run(["history", word])
        #expect(outside.exitCode == 2)
        #expect(outside.errorOutput.contains("there is no baton.yaml here or above"))
        let first = try await Baton(folder: project.folder).run(["history", word])
        #expect(first.exitCode == 2)
        #expect(first.errorOutput.contains("no run has been recorded yet"))
    }

    @Test func `a failed request can be read and sent again from the history`() async throws {
        try await runs(1)
        let shown = try await project.history("show", "--failed")
        #expect(shown.output.contains("> GET \(project.server.url)/b\n"), "\(shown.output)")
        #expect(shown.output.contains("< {\"name\":\"Ada\"}"))
        #expect(shown.output.contains("$ curl \(project.server.url)/b"))
        #expect(!shown.output.contains("workflows/a.yaml"))
    }

    @Test func `a history taken along knows in a new clone since when a case fails`() async throws {
        try write("b", passes: true)
        try await runs(1)
        try write("b", passes: false)
        try await runs(1)
        let exported = try await project.history("export", "kept.sqlite")
        #expect(exported.output == "wrote kept.sqlite\n")
        let clone = try HistoryProject()
        try clone.folder.write("kept.sqlite", bytes: try project.folder.bytes("kept.sqlite"))
        for _ in 0..<2 {
            let imported = try await clone.history("import", "kept.sqlite")
            #expect(imported.exitCode == 0, "\(imported.everything)")
        }
        let result = try await clone.run()
        #expect(result.exitCode == 1)
        #expect(try HistoryFile(clone.database).rows("SELECT count(*) FROM run") == ["3"])
        let story = try await clone.history("case", "b")
        #expect(story.output.contains("failing on local: 2 bad results, since run "), "\(story.output)")
        #expect(story.output.contains("; last passed at run "), "\(story.output)")
    }

    @Test func `a copy that was cut is refused, and the history stays`() async throws {
        try await runs(2)
        _ = try await project.history("export", "whole.sqlite")
        let bytes = try project.folder.bytes("whole.sqlite")
        let before = try HistoryFile(project.database).rows("SELECT uuid FROM run")
        for size in [1000, bytes.count / 2, bytes.count - 1] {
            try project.folder.write("cut.sqlite", bytes: Array(bytes.prefix(size)))
            let result = try await project.history("import", "cut.sqlite")
            #expect(result.exitCode == 2, "\(size): \(result.everything)")
            #expect(result.errorOutput.contains("cut.sqlite"), "\(result.errorOutput)")
        }
        #expect(try HistoryFile(project.database).rows("SELECT uuid FROM run") == before)
    }
}
