import BatonJSON
import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// What a shard runs, writes and decides.
@Suite struct ShardRunTests {
    /// The titles of the cases of a shard, by role.
    private static func cases(_ project: ShardProject, _ name: String, role: String? = nil) throws -> [String] {
        let cases = try #require(try project.events(name).events.first)["cases"]?.arrayValue ?? []
        return cases.filter { $0["role"]?.stringValue == role }.map { entry in
            (entry["path"]?.stringValue ?? "") + (entry["row"]?.stringValue.map { " \($0)" } ?? "")
                + (entry["repeat"]?.numberValue.map { " #\($0.int ?? 0)" } ?? "")
        }
    }

    @Test(arguments: [[], ["--shuffle", "7"], ["--repeat-each", "3"], ["--tag", "x"]])
    func `every case runs in exactly one shard`(_ options: [String]) async throws {
        var files = ShardProject.ten
        files["rows.yaml"] = "tags: [x]\nrows: [ { id: a }, { id: b }, { id: c } ]\nsteps: [ that: 1 == 1 ]"
        let project = try ShardProject(files)
        let results = try await project.shards(4, options)
        #expect(results.allSatisfy { $0.exitCode == 0 }, "\(results.map(\.everything))")
        let all = try (1...4).flatMap { try Self.cases(project, "shard-\($0)") }
        let whole = try await project.baton(["run", "--events", "events/whole.jsonl"] + options)
        #expect(whole.exitCode == 0)
        #expect(try all.sorted() == Self.cases(project, "whole").sorted())
        #expect(Set(all).count == all.count)
    }

    @Test func `a shard says what it is, in the output and in every report`() async throws {
        let project = try ShardProject(ShardProject.ten)
        let result = try await project.shard(2, of: 4, ["--summary", "s.md", "--json", "r.json", "--tap", "r.tap"])
        let line = try #require(result.output.split(separator: "\n").first)
        #expect(line.wholeMatch(of: /shard 2 of 4: [0-9]+ of 10 workflows/) != nil, "\(result.output)")
        #expect(try project.folder.read("reports/report.html").contains(line))
        for (name, words) in [
            ("reports/junit.xml", "<testsuites name=\"shop, shard 2 of 4\""), ("r.tap", "# shard 2 of 4\n"),
            ("r.json", "\"shard\":\"2/4\""), ("s.md", "shop, shard 2 of 4"),
        ] { #expect(try project.folder.read(name).contains(words), "\(name)") }
    }

    @Test func `in a project the events have a name of their own, so that those of all shards fit in one folder`()
        async throws
    {
        let project = try ShardProject(ShardProject.ten)
        #expect(try await project.baton("run", "--shard", "3/12").exitCode == 0)
        #expect(try project.folder.read("reports/shard-3-of-12.jsonl").contains("\"run-finished\""))
    }

    @Test func `without a project a shard that writes no events is warned of`() async throws {
        let folder = try Folder()
        let file = try folder.write("a.yaml", SelectionProject.passing("A"))
        let result = try await Baton(folder: folder).run(["run", file, "--shard", "1/1"])
        #expect(result.exitCode == 0)
        #expect(
            result.errorOutput == """
                warning: this shard writes no events, so that `baton merge` cannot tell that its workflows ran \
                [run.shard]
                   = help: add `--events shard.jsonl`

                """)
    }

    @Test func `an empty shard passes, with reports that say so`() async throws {
        let project = try ShardProject(["only.yaml": SelectionProject.passing("Only")])
        let results = try await project.shards(3, ["--tap", "r.tap"])
        #expect(results.map(\.exitCode) == [0, 0, 0], "\(results.map(\.everything))")
        let empty = try #require((1...3).first { results[$0 - 1].output.contains("is empty") })
        #expect(
            results[empty - 1].output
                == "shard \(empty) of 3 is empty: the 1 workflow is in other shards\n", "\(results[empty - 1].output)")
        _ = try await project.shard(empty, of: 3)
        let junit = try JUnitOutcomes(project.folder.read("reports/junit.xml"))
        #expect(junit.byFile.isEmpty)
        #expect(try project.folder.read("reports/report.html").contains("shard \(empty) of 3: 0 of 1 workflow"))
        #expect(try await project.baton("merge", "events", "--no-history").exitCode == 0)
        _ = try await project.shard(empty, of: 3, ["--tap", "r.tap"])
        #expect(try project.folder.read("r.tap") == "TAP version 14\n1..0 # SKIP shard \(empty) of 3 is empty\n")
    }

    @Test func `a shard in which everything is skipped passes, and all of them together prove nothing`() async throws {
        let project = try ShardProject(["s.yaml": "steps: [ { if: 1 == 2, that: 1 == 1 } ]"])
        #expect(try await project.shards(2).map(\.exitCode) == [0, 0])
        #expect(try await project.baton("merge", "events").exitCode == 2)
        #expect(try await project.baton("run").exitCode == 2)
    }

    @Test func `what others need runs in each shard that needs it, and is a case of one`() async throws {
        var files = ["login.yaml": "steps: [ that: 1 == 1 ]\noutputs: { token: $(\"t\") }"]
        for index in 0..<8 {
            files["w\(index).yaml"] = "needs: [login.yaml]\nsteps: [ that: needs.login.token == \"t\" ]"
        }
        let project = try ShardProject(files)
        #expect(try await project.shards(3).allSatisfy { $0.exitCode == 0 })
        var owners = 0
        for index in 1...3 {
            let own = try Self.cases(project, "shard-\(index)").contains("workflows/login.yaml")
            let needed = try Self.cases(project, "shard-\(index)", role: "prerequisite")
            owners += own ? 1 : 0
            #expect(needed == (own ? [] : ["workflows/login.yaml"]))
        }
        #expect(owners == 1)
        let merged = try await project.baton("merge", "events", "--no-history")
        #expect(merged.exitCode == 0, "\(merged.everything)")
        #expect(
            merged.output.hasSuffix(
                "9 passed in \(merged.output.split(separator: " ").suffix(2).joined(separator: " "))"))
    }

    @Test func `a login that a file provides runs in no shard, also where no workflow of the shard needs it`()
        async throws
    {
        var files = ShardProject.ten
        files["user.yaml"] = "needs: [login.yaml]\nsteps: [ that: needs.login.token == \"t\" ]"
        files["login.yaml"] = "called_only: true\nsteps: [ that: 1 == 1 ]\noutputs: { token: $(\"t\") }"
        let project = try ShardProject(files)
        let login = try await project.baton("run", "workflows/login.yaml", "--outputs", "login.json")
        #expect(login.exitCode == 0, "\(login.everything)")
        let results = try await project.shards(6, ["--provide", "login=login.json"])
        #expect(results.allSatisfy { $0.exitCode == 0 }, "\(results.map(\.everything))")
        let merged = try await project.baton("merge", "events", "--no-history")
        #expect(merged.exitCode == 0 && merged.output.contains("11 passed, 1 skipped"), "\(merged.everything)")
    }

    @Test func `what runs before and after everything runs in each shard and is no case`() async throws {
        var files = ShardProject.ten
        files["up.yaml"] = "rows: [ { id: a }, { id: b } ]\nsteps: [ that: 1 == 1 ]"
        files["down.yaml"] = "steps: [ that: 1 == 1 ]"
        let project = try ShardProject(
            files, project: "name: shop\nbefore: [workflows/up.yaml]\nafter: [workflows/down.yaml]\n")
        #expect(try await project.shards(2).allSatisfy { $0.exitCode == 0 })
        for index in 1...2 {
            #expect(
                try Self.cases(project, "shard-\(index)", role: "before") == [
                    "workflows/up.yaml a", "workflows/up.yaml b",
                ])
            #expect(try Self.cases(project, "shard-\(index)", role: "after") == ["workflows/down.yaml"])
        }
        let merged = try await project.baton("merge", "events")
        #expect(merged.exitCode == 0 && merged.output.contains("13 passed"), "\(merged.everything)")
    }

    @Test func `a file with errors makes every shard exit 2, and is one case of all`() async throws {
        var files = ShardProject.ten
        files["bad.yaml"] = "steps: [ { gett: /x } ]"
        let project = try ShardProject(files)
        let results = try await project.shards(3)
        #expect(results.map(\.exitCode) == [2, 2, 2])
        #expect(results.allSatisfy { $0.errorOutput.contains("unknown key `gett`") })
        let merged = try await project.baton("merge", "events", "--no-history")
        #expect(merged.exitCode == 2, "\(merged.everything)")
        #expect(merged.output.contains("10 passed, 1 error"), "\(merged.output)")
    }

    @Test func `a shard is not recorded in the history, which keeps whole runs`() async throws {
        let project = try ShardProject(ShardProject.ten)
        _ = try await project.shards(2)
        #expect(!project.folder.exists(".baton/history.sqlite"))
    }

    @Test func `a variable and an input may be declared by a workflow of another shard`() async throws {
        var files = ShardProject.ten
        files["v.yaml"] =
            "vars: { who: a }\ninputs: { what: { default: b } }\nsteps: [ that: who == \"x\" && what == \"y\" ]"
        let project = try ShardProject(files)
        let results = try await project.shards(6, ["--var", "who=x", "--input", "what=y"])
        #expect(results.allSatisfy { $0.exitCode == 0 }, "\(results.map(\.everything))")
        let wrong = try await project.shard(1, of: 6, ["--var", "nobody=x"])
        #expect(wrong.exitCode == 2 && wrong.errorOutput.contains("no selected file declares this variable"))
    }

    @Test func `--fail-fast ends its own shard`() async throws {
        let files = Dictionary(
            uniqueKeysWithValues: (0..<12).map { ("w\($0).yaml", SelectionProject.failing("W\($0)")) })
        let project = try ShardProject(files)
        let results = try await project.shards(2, ["--fail-fast"])
        #expect(results.map(\.exitCode) == [1, 1])
        let merged = try await project.baton("merge", "events")
        #expect(merged.exitCode == 1 && merged.output.contains("2 failed"), "\(merged.everything)")
        #expect(merged.output.contains("10 skipped"), "\(merged.output)")
    }

    @Test func `--last-failed is divided too, where every shard has the history of the merged run`() async throws {
        var files = ShardProject.ten
        for name in ["x", "y", "z"] { files["\(name).yaml"] = SelectionProject.failing(name) }
        let project = try ShardProject(files)
        _ = try await project.shards(2)
        #expect(try await project.baton("merge", "events").exitCode == 1)
        let again = try await project.shards(2, ["--last-failed"])
        #expect(again.allSatisfy { $0.output.contains("of 3 workflows") }, "\(again.map(\.everything))")
        let merged = try await project.baton("merge", "events")
        #expect(merged.exitCode == 1 && merged.output.contains("\n3 failed in"), "\(merged.everything)")
    }

    @Test func `--last-failed without a failure leaves empty shards, which merge`() async throws {
        let project = try ShardProject(ShardProject.ten)
        #expect(try await project.baton("run").exitCode == 0)
        let results = try await project.shards(2, ["--last-failed"])
        #expect(results.map(\.exitCode) == [0, 0], "\(results.map(\.everything))")
        let merged = try await project.baton("merge", "events")
        #expect(merged.exitCode == 0, "\(merged.everything)")
    }

    @Test(arguments: [
        (["run", "--shard", "1/2", "workflows/two.yaml:2"], "`--shard` shares whole workflows", "leave out the line"),
        (["run", "--balance", "t.json"], "`--balance` says how `--shard` divides", ""),
        (["run", "--shard", "1/2", "--watch"], "exclude each other", ""),
        (["run", "--shard", "1/2", "--update-snapshots"], "exclude each other", ""),
        (
            ["run", "--shard", "1/2", "--balance", "none.json"], "--balance: none.json cannot be read",
            "history timings"
        ),
        (["run", "--shard", "1/2", "--balance", "baton.yaml"], "--balance: baton.yaml is no JSON", "history timings"),
        (["run", "--shard", "1/2", "--balance", "t.json"], "--balance: t.json is no file of timings: ", ""),
        (["list", "--shard", "1/2", "--balance", "v.json"], "t.json has version 9 of the timings", ""),
    ])
    func `what cannot be shared is refused`(_ words: [String], _ message: String, _ help: String) async throws {
        let project = try ShardProject(ShardProject.ten)
        try project.folder.write("workflows/two.yaml", "steps:\n  - that: 1 == 1\n  - that: 1 == 1\n")
        try project.folder.write("t.json", "{}")
        try project.folder.write("v.json", #"{"baton_timings":9,"cases":[]}"#)
        let result = try await project.baton(words)
        #expect(result.exitCode == 2, "\(result.everything)")
        #expect(
            result.errorOutput.contains(message.replacing("t.json has", with: "v.json has"))
                && result.errorOutput.contains(help), "\(result.errorOutput)")
    }

    @Test func `timings divide the work, and say how many workflows they know`() async throws {
        let project = try ShardProject(ShardProject.ten)
        let cases = (0..<9).map { #"{"path":"workflows/w\#($0).yaml","duration_ms":\#($0 == 0 ? 10 : 1)}"# }
        try project.folder.write("t.json", #"{"baton_timings":1,"cases":[\#(cases.joined(separator: ","))]}"#)
        let results = try await project.shards(2, ["--balance", "t.json"])
        #expect(results.allSatisfy { $0.output.contains("t.json has timings of 9 of 10 workflows") })
        let sizes = try (1...2).map { try Self.cases(project, "shard-\($0)").count }
        #expect(sizes.sorted() == [1, 9], "\(sizes)")
        #expect(try await project.baton("merge", "events", "--no-history").exitCode == 0)
    }

    @Test(arguments: ["1/3", "auto"])
    func `the list as JSON says what runs where in all shards`(_ option: String) async throws {
        var files = ShardProject.ten
        files["login.yaml"] = "steps: [ that: 1 == 1 ]"
        files["user.yaml"] = "needs: [login.yaml]\nsteps: [ that: 1 == 1 ]"
        for index in 0..<5 { files["n\(index).yaml"] = "needs: [user.yaml]\nsteps: [ that: 1 == 1 ]" }
        let project = try ShardProject(files)
        #expect(try await project.shards(3).allSatisfy { $0.exitCode == 0 })
        let list = try await project.baton(["list", "--json", "--shard", option], ["BATON_SHARD": "1/3"])
        #expect(list.exitCode == 0, "\(list.everything)")
        let document = try JSONParser.parse(Array(list.output.utf8))
        #expect(document["shard"]?["total"] == 3 && document["shard"]?["planned"] == 17)
        var (own, needed) = ([[String]](repeating: [], count: 3), [[String]](repeating: [], count: 3))
        for entry in document["cases"]?.arrayValue ?? [] {
            let path = entry["path"]?.stringValue ?? ""
            own[Int(try #require(entry["shard"]?.numberValue?.int)) - 1].append(path)
            for shard in entry["needed_in"]?.arrayValue ?? [] {
                needed[Int(shard.numberValue?.int ?? 0) - 1].append(path)
            }
        }
        for index in 1...3 {
            #expect(try own[index - 1].sorted() == Self.cases(project, "shard-\(index)").sorted())
            #expect(
                try needed[index - 1].sorted()
                    == Self.cases(project, "shard-\(index)", role: "prerequisite").sorted())
        }
        #expect(needed.contains { !$0.isEmpty })
    }

    @Test func `the list of a shard is what it runs`() async throws {
        let project = try ShardProject(ShardProject.ten)
        for index in 1...3 {
            let list = try await project.baton("list", "--shard", "\(index)/3")
            _ = try await project.shard(index, of: 3)
            let listed = list.output.split(separator: "\n").dropFirst().dropLast().compactMap {
                $0.split(separator: " ").first.map(String.init)
            }
            #expect(try listed == Self.cases(project, "shard-\(index)"), "\(list.output)")
        }
    }
}
