import BatonTesting
import CommandCalls
import Glibc
import ProjectFolders
import Testing

/// `baton merge`: one run of many shards, and the proof that nothing was left out.
@Suite struct MergeTests {
    /// Ten workflows that pass, one that fails, one that is flaky and one with rows.
    private static func project() throws -> ShardProject {
        var files = ShardProject.ten
        files["fails.yaml"] = SelectionProject.failing("Fails")
        files["rows.yaml"] = "rows: [ { id: a }, { id: b }, { id: c } ]\nsteps: [ that: 1 == 1 ]"
        return try ShardProject(files)
    }

    private static func merge(_ project: ShardProject, _ options: String...) async throws -> Baton.Result {
        try await project.baton(["merge", "events"] + options)
    }

    @Test func `the reports of a merged run are those of a run on one machine`() async throws {
        let project = try Self.project()
        #expect(try await project.shards(4).map(\.exitCode).max() == 1)
        let names = ["--junit", "m.xml", "--html", "m.html", "--tap", "m.tap", "--json", "m.json", "--summary", "m.md"]
        let merged = try await project.baton(["merge", "events"] + names)
        #expect(merged.exitCode == 1, "\(merged.everything)")
        #expect(merged.output.hasPrefix("merged from 4 of 4 shards\n"), "\(merged.output)")
        #expect(
            merged.output.contains("that: `1 == 2` is false [check.failed]  workflows/fails.yaml:3:11"),
            "\(merged.output)")
        #expect(merged.output.contains("\n13 passed, 1 failed in "), "\(merged.output)")
        let whole = try await project.baton(
            "run", "--no-history", "--jobs", "1", "--junit", "w.xml", "--tap", "w.tap", "--html", "w.html")
        #expect(whole.exitCode == 1)
        func comparable(_ name: String) throws -> [String] {
            // Without times.
            try project.folder.read(name).split(separator: "\n").filter {
                !$0.contains("<!--") && !$0.contains("duration")
            }
            .map { String($0).replacing(/[0-9.]+ ms/, with: "") }
        }
        let outcomes = try ["m.xml", "w.xml"].map {
            try JUnitOutcomes(project.folder.read($0)).byFile.mapValues(\.kind)
        }
        #expect(outcomes[0] == outcomes[1] && outcomes[0].count == 14)
        #expect(
            try HTMLOutcomes(project.folder.read("m.html")).kinds == HTMLOutcomes(project.folder.read("w.html")).kinds)
        #expect(try comparable("m.tap") == comparable("w.tap"))
        #expect(try project.folder.read("m.md").contains("Fails"))
    }

    @Test func `in a project the usual reports and the history are written, once for the same shards`() async throws {
        let project = try Self.project()
        _ = try await project.shards(3)
        for _ in 1...2 { #expect(try await Self.merge(project).exitCode == 1) }
        #expect(try project.folder.read("reports/junit.xml").contains("workflows/fails.yaml"))
        let history = try HistoryFile("\(project.folder.path)/.baton/history.sqlite")
        #expect(try history.rows("SELECT state, passed, failed, planned FROM run") == ["failed | 13 | 1 | 14"])
        #expect(try history.rows("SELECT count(*) FROM result") == ["14"])
        let story = try await project.baton("history", "case", "fails")
        #expect(story.output.contains("1 bad result"), "\(story.everything)")
    }

    @Test func `a missing shard is exit 5, and no report looks whole`() async throws {
        let project = try Self.project()
        _ = try await project.shards(4)
        try project.removeEvents("shard-2")
        let merged = try await Self.merge(project, "--tap", "m.tap", "--json", "m.json")
        #expect(merged.exitCode == 5, "\(merged.everything)")
        #expect(merged.output.contains("shard 2 of 4 is missing"), "\(merged.output)")
        #expect(merged.output.contains("of 14 workflows did not run"), "\(merged.output)")
        for name in ["reports/junit.xml", "reports/report.html", "m.tap", "m.json"] {
            #expect(try project.folder.read(name).contains("shard 2 of 4 is missing"), "\(name)")
        }
        #expect(try project.folder.read("m.tap").contains("not ok - baton merge › "))
        #expect(merged.output.contains("\nnot whole: "), "\(merged.output)")
        #expect(!(try project.folder.read("reports/report.html").contains("'baton merge'")))
        let history = try HistoryFile("\(project.folder.path)/.baton/history.sqlite")
        #expect(try history.rows("SELECT count(*) FROM workflow_case WHERE path = 'baton merge'") == ["0"])
        #expect(try history.rows("SELECT planned FROM run") == ["14"])
        #expect(try history.rows("SELECT state, exit_code FROM run") == ["interrupted | 5"])
        let again = try await project.baton(
            "report", "last", "--junit", "a.xml", "--tap", "a.tap", "--json", "a.json", "--html", "a.html")
        for name in ["a.xml", "a.tap", "a.json", "a.html"] {
            #expect(try project.folder.read(name).contains("not whole"), "\(name) \(again.everything)")
        }
    }

    @Test func `the first ten of many missing shards are named`() async throws {
        let project = try Self.project()
        _ = try await project.shard(20, of: 30)
        let merged = try await Self.merge(project)
        #expect(merged.exitCode == 5)
        #expect(
            merged.output.contains("29 of 30 shards are missing: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 19 more"),
            "\(merged.output)")
    }

    @Test func `a shard that was killed and tried again counts once`() async throws {
        let project = try Self.project()
        _ = try await project.shards(3)
        let whole = try project.folder.read("events/shard-2.jsonl")
        _ = try await project.shard(2, of: 3, name: "again")
        // The first try ends in the middle of its second event.
        let lines = whole.split(separator: "\n")
        try project.folder.write("events/shard-2.jsonl", "\(lines[0])\n\(lines[1].prefix(20))")
        let merged = try await Self.merge(project)
        #expect(merged.exitCode == 1, "\(merged.everything)")
        #expect(
            merged.output.contains(
                "shard 2 of 3 was tried 2 times, and the last counts: events/shard-2.jsonl did not end, events/again.jsonl "
            ), "\(merged.output)")
        #expect(merged.output.contains("13 passed, 1 failed"), "\(merged.output)")
    }

    @Test func `a shard that was killed is exit 5, and names what had not ended`() async throws {
        let project = try Self.project()
        _ = try await project.shards(2)
        try project.edit("shard-1") { text in
            text.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
        }
        let merged = try await Self.merge(project)
        #expect(merged.exitCode == 5, "\(merged.everything)")
        #expect(
            merged.output.contains("shard 1 of 2 did not end: events/shard-1.jsonl ends before its run did"),
            "\(merged.output)")
    }

    @Test func `what a missing shard had runs with --last-failed`() async throws {
        let project = try ShardProject(ShardProject.ten)
        _ = try await project.shards(3)
        let lost = try #require(try project.events("shard-2").events.first?["cases"]?.arrayValue).count
        try project.removeEvents("shard-2")
        #expect(try await Self.merge(project).exitCode == 5)
        let again = try await project.baton("run", "--last-failed")
        #expect(again.exitCode == 0, "\(again.everything)")
        #expect(
            again.output.contains(" was cut off: \(lost) workflows have no result since, and run\n"), "\(again.output)")
        #expect(again.output.contains("\n\(lost) passed"), "\(again.output)")
    }

    @Test func `a shard that was interrupted is exit 5 and named`() async throws {
        let project = try ShardProject(ShardProject.ten)
        _ = try await project.shards(2)
        try project.edit("shard-2") {
            $0.replacing(
                "\"type\":\"run-finished\",\"state\":\"passed\"",
                with: "\"type\":\"run-finished\",\"state\":\"interrupted\"")
        }
        let merged = try await Self.merge(project)
        #expect(merged.exitCode == 5, "\(merged.everything)")
        #expect(merged.output.contains("shard 2 of 2 was interrupted (events/shard-2.jsonl)"), "\(merged.output)")
    }

    @Test func `a shard that could not begin is exit 5 and says why, and the others are merged`() async throws {
        let project = try ShardProject(ShardProject.ten)
        _ = try await project.shard(1, of: 2)
        let failed = try await project.shard(2, of: 2, ["--secrets-file", "none.env"])
        #expect(failed.exitCode == 2)
        let merged = try await Self.merge(project)
        #expect(merged.exitCode == 5, "\(merged.everything)")
        #expect(
            merged.output.contains("shard 2 of 2 could not begin: `none.env` does not exist"),
            "\(merged.output)")
        let passed = try #require(merged.output.firstMatch(of: /not whole: ([0-9]+) passed/)).1
        #expect(Int(passed) ?? 0 > 0)
    }

    @Test func `where no shard could begin, the reason is told`() async throws {
        let project = try ShardProject(ShardProject.ten)
        for index in 1...2 { _ = try await project.shard(index, of: 2, ["--env", "nowhere"]) }
        let merged = try await Self.merge(project)
        #expect(merged.exitCode == 5, "\(merged.everything)")
        #expect(merged.errorOutput.contains("no shard of the run could begin: "), "\(merged.errorOutput)")
    }

    @Test(arguments: ["", "{\"v\":5,\"type\":\"run-st"])
    func `a file of a machine that was killed at its start is that of a missing shard`(_ text: String) async throws {
        let project = try ShardProject(ShardProject.ten)
        _ = try await project.shards(2)
        try project.folder.write("events/shard-2.jsonl", text)
        let merged = try await Self.merge(project)
        #expect(merged.exitCode == 5, "\(merged.everything)")
        #expect(merged.output.contains("shard 2 of 2 is missing"), "\(merged.output)")
        #expect(merged.errorOutput.contains("events/shard-2.jsonl tells of no run: it is left out"))
    }

    @Test func `an empty folder among others is that of a missing shard`() async throws {
        let project = try ShardProject(ShardProject.ten)
        _ = try await project.shard(1, of: 2)
        try project.folder.write("none/readme.txt", "")
        let merged = try await project.baton("merge", "events", "none")
        #expect(merged.exitCode == 5 && merged.output.contains("shard 2 of 2 is missing"), "\(merged.everything)")
    }

    @Test func `a merge of a broken run and of the whole one afterwards are two runs of the history`() async throws {
        let project = try ShardProject(ShardProject.ten)
        _ = try await project.shards(2)
        let whole = try project.folder.read("events/shard-2.jsonl")
        try project.edit("shard-2") { $0.split(separator: "\n").dropLast().joined(separator: "\n") + "\n" }
        #expect(try await Self.merge(project).exitCode == 5)
        try project.folder.write("events/shard-2.jsonl", whole)
        #expect(try await Self.merge(project).exitCode == 0)
        let history = try HistoryFile("\(project.folder.path)/.baton/history.sqlite")
        #expect(
            try history.rows("SELECT state, passed, planned FROM run ORDER BY id") == [
                "interrupted | 10 | 10", "passed | 10 | 10",
            ])
        let last = try await project.baton("history", "show", "last")
        #expect(!last.output.contains("did not end"), "\(last.output)")
    }

    @Test func `without a group the merge says that nothing ties the files together`() async throws {
        let project = try ShardProject(ShardProject.ten)
        _ = try await project.shards(2)
        let merged = try await Self.merge(project)
        #expect(merged.output.contains("no group tells that these shards are of one run: set BATON_SHARD_GROUP"))
        for index in 1...2 { _ = try await project.shard(index, of: 2, [], ["BATON_SHARD_GROUP": "7"]) }
        #expect(!(try await Self.merge(project).output.contains("no group")))
    }

    @Test func `an environment that is the default is the same, whether it is written or not`() async throws {
        let project = try ShardProject(
            ShardProject.ten, project: "name: shop\ndefault_environment: a\nenvironments: { a: {}, b: {} }\n")
        #expect(try await project.shard(1, of: 2).exitCode == 0)
        #expect(try await project.shard(2, of: 2, ["--env", "a"]).exitCode == 0)
        #expect(try await Self.merge(project).exitCode == 0)
    }

    @Test func `the later of two attempts counts, and both results are told`() async throws {
        let project = try ShardProject(["a.yaml": "vars: { x: 1 }\nsteps: [ that: x == 1 ]"])
        let retried = ["BUILDKITE": "true", "BUILDKITE_RETRY_COUNT": "1"]
        // The first attempt by number is the last by the clock: machines' clocks differ.
        #expect(try await project.shard(1, of: 1, name: "b", [], retried).exitCode == 0)
        #expect(try await project.shard(1, of: 1, name: "a", ["--var", "x=2"]).exitCode == 1)
        let merged = try await Self.merge(project)
        #expect(merged.exitCode == 0, "\(merged.everything)")
        #expect(
            merged.output.contains(
                "shard 1 of 1 was tried 2 times, and the last counts: events/a.jsonl failed, events/b.jsonl passed"),
            "\(merged.output)")
        #expect(try project.folder.read("reports/report.html").contains("was tried 2 times"))
    }

    private static func suites(_ project: ShardProject, _ report: String) throws -> [String] {
        try project.folder.read(report).matches(of: /<testsuite name="([^"]*)"/).map { String($0.1) }
    }

    @Test func `what failed before or after everything on several shards has a name for each`() async throws {
        let project = try ShardProject(
            ShardProject.ten.merging([
                "down.yaml": "name: Down\nsteps: [ that: 1 == 2 ]\n", "fine.yaml": SelectionProject.passing("Fine"),
            ]) { $1 }, project: "name: shop\nafter: [workflows/fine.yaml, workflows/down.yaml]\n")
        for shard in try await project.shards(3) { #expect(shard.exitCode == 1, "\(shard.everything)") }
        let merged = try await Self.merge(project)
        #expect(merged.exitCode == 1, "\(merged.everything)")
        let names = try Self.suites(project, "reports/junit.xml")
        #expect(Set(names).count == names.count)
        #expect(
            names.filter { $0.contains("down") } == ["workflows/down.yaml"]
                + (2...3).map { "workflows/down.yaml [shard=\($0)]" })
        #expect(names.filter { $0.contains("fine") } == ["workflows/fine.yaml"])
        let again = try await project.baton("report", "last", "--junit", "again.xml")
        #expect(again.exitCode == 0, "\(again.everything)")
        #expect(try Self.suites(project, "again.xml") == names)
        #expect(try await project.baton("run", "--last-failed").exitCode == 1)
    }

    @Test func `the same file given twice counts once`() async throws {
        let project = try Self.project()
        _ = try await project.shards(2)
        try project.edit("shard-1", as: "copy") { $0 }
        let merged = try await Self.merge(project)
        #expect(merged.exitCode == 1, "\(merged.everything)")
        #expect(
            merged.output.contains("events/shard-1.jsonl tells of the same run as events/copy.jsonl: it counts once"),
            "\(merged.output)")
        #expect(merged.output.contains("13 passed, 1 failed"))
    }

    @Test func `workflows that ran twice are exit 5 and named`() async throws {
        let project = try ShardProject([
            "a.yaml": SelectionProject.passing("A"), "b.yaml": SelectionProject.passing("B"),
        ])
        _ = try await project.shards(2)
        let names = try (1...2).map { try project.events("shard-\($0)").events[0]["cases"]?.arrayValue?.count ?? 0 }
        let (full, other) = names[0] > 0 ? (1, 2) : (2, 1)
        // Another shard's events under this one's number: as if a machine had taken the wrong share.
        try project.edit("shard-\(full)", as: "shard-\(other)") { text in
            text.replacing("\"index\":\(full),\"total\":2", with: "\"index\":\(other),\"total\":2")
                .replacing(/"id":"[0-9a-f-]+"/, with: "\"id\":\"01a21874-3659-753a-a4a6-b3ce9b3d14ff\"")
        }
        let merged = try await Self.merge(project)
        #expect(merged.exitCode == 5, "\(merged.everything)")
        #expect(merged.output.contains(" ran twice: workflows/"), "\(merged.output)")
    }

    @Test func `workflows that are not those of the plan are exit 5`() async throws {
        let project = try ShardProject(["a.yaml": SelectionProject.passing("A")])
        _ = try await project.shard(1, of: 1)
        try project.edit("shard-1") { $0.replacing("workflows/a.yaml", with: "workflows/other.yaml") }
        let merged = try await Self.merge(project)
        #expect(merged.exitCode == 5, "\(merged.everything)")
        #expect(merged.output.contains("the workflows that ran are not those of the plan"), "\(merged.output)")
    }

    /// What makes two shards parts of different runs.
    enum Difference: String, CaseIterable, Sendable {
        case total, group, noGroup, stub, environment, workflows, files, project, commit, version
    }

    @Test(arguments: Difference.allCases)
    func `shards of different runs are exit 5, and the difference is named`(_ difference: Difference) async throws {
        let project = try ShardProject(
            ShardProject.ten, project: "name: shop\ndefault_environment: a\nenvironments: { a: {}, b: {} }\n")
        _ = try await project.shard(1, of: 2, [], ["BATON_SHARD_GROUP": "g1"])
        var (options, variables, total) = ([String](), ["BATON_SHARD_GROUP": "g1"], 2)
        let message: String
        switch difference {
        case .total:
            total = 3
            message = "events/shard-1.jsonl is shard 1 of 2, and events/shard-2.jsonl is shard 2 of 3"
        case .group:
            variables = ["BATON_SHARD_GROUP": "g2"]
            message = "events/shard-1.jsonl belongs to the run g1, and events/shard-2.jsonl to the run g2"
        case .noGroup:
            variables = [:]
            message = "events/shard-1.jsonl belongs to the run g1, and events/shard-2.jsonl to no named run"
        case .stub:
            options = ["--stub"]
            message = "had its responses from samples (`--stub`), the other from a server"
        case .environment:
            options = ["--env", "b"]
            message = "events/shard-1.jsonl ran in the environment a, and events/shard-2.jsonl in b"
        case .workflows:
            try project.folder.write("workflows/new.yaml", SelectionProject.passing("New"))
            message =
                "events/shard-1.jsonl and events/shard-2.jsonl planned different workflows: 10 and 11 in all shards"
        case .files:
            try project.folder.write("workflows/w1.yaml", SelectionProject.passing("Changed"))
            message = "planned the same workflows from different files"
        case .project:
            try project.folder.write(
                "baton.yaml", "name: shop\nvars: { x: 1 }\ndefault_environment: a\nenvironments: { a: {}, b: {} }\n")
            message = "planned the same workflows from different files"
        case .commit: message = "ran the commit 1111"
        case .version: message = "was run by Baton 0.1.0-dev, and events/shard-2.jsonl by Baton 9.9.9"
        }
        #expect(try await project.shard(2, of: total, options, variables).exitCode == 0)
        if difference == .version {
            try project.edit("shard-2") {
                $0.replacing("\"tool_version\":\"0.1.0-dev\"", with: "\"tool_version\":\"9.9.9\"")
            }
        }
        if difference == .commit {
            for (index, commit) in [(1, "1111"), (2, "2222")] {
                try project.edit("shard-\(index)") {
                    // A CI service has a context already.
                    $0.contains("\"context\":{")
                        ? $0.replacing("\"context\":{", with: "\"context\":{\"commit\":\"\(commit)\",")
                        : $0.replacing(
                            "\"shard\":{", with: "\"context\":{\"commit\":\"\(commit)\",\"attempt\":1},\"shard\":{")
                }
            }
        }
        let merged = try await Self.merge(project)
        #expect(merged.exitCode == 5, "\(merged.everything)")
        #expect(
            merged.errorOutput.contains(message) && merged.errorOutput.contains("[merge.other-run]"),
            "\(merged.errorOutput)")
        #expect(try project.folder.read("reports/junit.xml").contains("The shards were not merged"))
    }

    @Test(arguments: [
        (["merge", "none.jsonl"], "none.jsonl cannot be read: "),
        (["merge", "failing.jsonl"], "`workflows/w0.yaml` is said to have passed, and a failure of it is told"),
        (["merge", "idle.jsonl"], "`workflows/w0.yaml` is said to have passed, and no step of it passed"),
        (["merge", "empty"], "there is no file of events (`.jsonl`) in empty"),
        (["merge", "baton.yaml"], "baton.yaml:1: this is no JSON"),
        (["merge", "alone.jsonl"], "alone.jsonl is the run of one machine, not a shard of a run"),
        (["merge", "dry.jsonl"], "dry.jsonl is a dry run, which ran nothing"),
        (["merge", "later.jsonl"], "later.jsonl was written by a later version of Baton (events v99)"),
        (["merge", "broken.jsonl"], "broken.jsonl:3: "),
        (["merge", "places.jsonl"], "the places of the shard's workflows are not as many as its workflows"),
        (["merge", "impossible.jsonl"], "there is no such shard 3 of 1"),
        (["merge", "far.jsonl"], "there is no such shard 1 of 1"),
        (["merge", "lie.jsonl"], "the counts of the run are not those of its workflows"),
        (["merge", "events", "--junit", "events/shard-1.jsonl"], "--junit would be written over"),
        (["merge"], "`baton merge` wants a PATH"),
    ])
    func `what cannot be merged is refused`(_ words: [String], _ message: String) async throws {
        let project = try ShardProject(ShardProject.ten)
        _ = try await project.shard(1, of: 1)
        _ = try await project.baton("run", "--events", "alone.jsonl")
        _ = try await project.baton("run", "--dry-run", "--shard", "1/1", "--events", "dry.jsonl")
        try project.folder.write("empty/readme.txt", "")
        let text = try project.folder.read("events/shard-1.jsonl")
        let lines = text.split(separator: "\n")
        try project.folder.write("later.jsonl", text.replacing("\"v\":5", with: "\"v\":99"))
        try project.folder.write("broken.jsonl", "\(lines[0])\n\(lines[1])\n{}\n")
        try project.folder.write("places.jsonl", text.replacing("\"places\":[0,", with: "\"places\":["))
        try project.folder.write(
            "impossible.jsonl", text.replacing("\"index\":1,\"total\":1", with: "\"index\":3,\"total\":1"))
        try project.folder.write("far.jsonl", text.replacing("\"places\":[0,", with: "\"places\":[4000000000000,"))
        let passed = "\"case\":0,\"outcome\":\"passed\""
        try project.folder.write(
            "failing.jsonl",
            text.replacing(
                passed,
                with: passed
                    + ",\"failures\":[{\"kind\":\"check.failed\",\"message\":\"m\",\"place\":{\"file\":\"a\",\"line\":1,\"column\":1,\"width\":1}}]"
            ))
        try project.folder.write(
            "idle.jsonl", lines.filter { !$0.contains("\"step-finished\"") }.joined(separator: "\n") + "\n")
        try project.folder.write("lie.jsonl", text.replacing("\"passed\":10", with: "\"passed\":9"))
        let result = try await project.baton(words)
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(result.errorOutput.contains(message), "\(result.errorOutput)")
    }

    @Test func `secrets that the merging machine knows are masked again`() async throws {
        let project = try ShardProject(["a.yaml": "steps: [ that: \"'hunter2-hunter2' == 'x'\" ]"])
        _ = try await project.shard(1, of: 1)
        #expect(try project.folder.read("events/shard-1.jsonl").contains("hunter2-hunter2"))
        let result = try await project.baton(
            ["merge", "events", "--secret", "PW", "--json", "m.json"], ["PW": "hunter2-hunter2"])
        #expect(result.exitCode == 1)
        for text in try [result.everything, project.folder.read("reports/junit.xml"), project.folder.read("m.json")] {
            #expect(!text.contains("hunter2"), "\(text)")
        }
    }

    @Test func `outside a project a merge writes the reports that it is asked for`() async throws {
        let project = try Self.project()
        _ = try await project.shards(2)
        let elsewhere = try Folder()
        let result = try await Baton(folder: elsewhere).run([
            "merge", "\(project.folder.path)/events", "--junit", "j.xml",
        ])
        #expect(result.exitCode == 1, "\(result.everything)")
        #expect(try elsewhere.read("j.xml").contains("workflows/fails.yaml"))
        #expect(!elsewhere.exists(".baton"))
    }

    @Test func `a report that cannot be written is exit 4`() async throws {
        let project = try Self.project()
        _ = try await project.shards(2)
        let result = try await Self.merge(project, "--tap", "baton.yaml/m.tap")
        #expect(result.exitCode == 4, "\(result.everything)")
        #expect(result.errorOutput.contains("the TAP report could not be written"), "\(result.errorOutput)")
    }
}
