import BatonJSON
import CommandCalls
import ProjectFolders
import Testing

/// `baton list --json`: the cases of a run, for other programs.
@Suite struct ListJSONTests {
    /// The document on standard output; records an issue if something else is written there.
    private static func document(
        _ project: SelectionProject, _ options: String..., exitCode: Int32 = 0
    ) async throws -> JSONValue {
        let list = try await project.baton(["list", "--json"] + options)
        #expect(list.exitCode == exitCode, "\(list.everything)")
        let document = try JSONParser.parse(Array(list.output.utf8))
        #expect(document["baton_list"] == 1)
        return document
    }

    private static func paths(_ document: JSONValue) -> [String] {
        (document["cases"]?.arrayValue ?? []).compactMap { $0["path"]?.stringValue }
    }

    private static let ordered = [
        "login.yaml": """
        called_only: true
        name: Log in
        inputs: { user: { default: ada } }
        steps: [ { that: 1 == 1 } ]
        outputs: { token: $("t") }
        """,
        "seed.yaml": "called_only: true\nlock: database\nsteps: [ { that: 1 == 1 } ]\n",
        "wipe.yaml": "called_only: true\nsteps: [ { that: 1 == 1 } ]\n",
        "users.yaml": """
        called_only: true
        rows: { list: [ { user: ada }, { user: bob } ], name: $(row.user) }
        steps: [ { that: 1 == 1 } ]
        """,
        "orders.yaml": """
        name: Orders
        tags: [smoke, slow]
        owner: team-a
        lock: [database, mail]
        quarantine: { reason: they are late, until: 2099-01-01 }
        needs:
          login: login.yaml
          bob: { file: login.yaml, with: { user: bob } }
          users: users.yaml
        steps: [ { that: 1 == 1 }, { that: 2 == 2 } ]
        """,
    ]

    private func ordered() throws -> SelectionProject {
        let project = try SelectionProject(Self.ordered)
        try project.folder.write(
            "baton.yaml", "name: shop\nbefore: [workflows/seed.yaml]\nafter: [workflows/wipe.yaml]\n")
        return project
    }

    @Test func `a run is listed with what runs before it, after it and because others need it`() async throws {
        let document = try await Self.document(try ordered())
        let cases = try #require(document["cases"]?.arrayValue)
        #expect(
            cases.map { "\($0["role"]?.stringValue ?? "") \($0["path"]?.stringValue ?? "")" } == [
                "before workflows/seed.yaml", "prerequisite workflows/login.yaml", "prerequisite workflows/login.yaml",
                "prerequisite workflows/users.yaml", "prerequisite workflows/users.yaml", "case workflows/orders.yaml",
                "after workflows/wipe.yaml",
            ])
        #expect(
            cases[0] == [
                "path": "workflows/seed.yaml", "name": "seed", "tags": [], "steps": 1, "role": "before",
                "needs": [], "locks": ["database"],
            ])
        #expect(cases[2]["variant"] == "user=bob")
        #expect(cases[3]["row"] == "ada" && cases[4]["row"] == "bob")
        #expect(
            cases[5] == [
                "path": "workflows/orders.yaml", "name": "Orders", "tags": ["smoke", "slow"], "owner": "team-a",
                "steps": 2, "role": "case",
                "needs": [
                    ["name": "login", "path": "workflows/login.yaml"],
                    ["name": "bob", "path": "workflows/login.yaml", "variant": "user=bob"],
                    ["name": "users", "path": "workflows/users.yaml", "row": "ada"],
                    ["name": "users", "path": "workflows/users.yaml", "row": "bob"],
                ],
                "locks": ["database", "mail"],
                "quarantine": ["until": "2099-01-01", "reason": "they are late"],
            ])
    }

    @Test func `the list is what a run with the same options runs, in its order`() async throws {
        let project = try ordered()
        let listed = try await Self.document(project, "--tag", "smoke")
        let run = try await project.run("--tag", "smoke", "--events", "events.jsonl")
        #expect(run.exitCode == 0, "\(run.everything)")
        let events = try EventLines(try project.folder.read("events.jsonl"))
        let planned = try #require(events.events.first?["cases"]?.arrayValue)
        let cases = try #require(listed["cases"]?.arrayValue)
        #expect(cases.count == planned.count)
        for (one, other) in zip(cases, planned) {
            for name in ["path", "name", "row", "variant", "owner"] { #expect(one[name] == other[name]) }
            #expect(one["role"] == other["role"] ?? "case")
            #expect(one["steps"] == other["step_count"])
        }
    }

    @Test func `notes and what was left out stand in the document only`() async throws {
        let project = try SelectionProject(["a.yaml": SelectionProject.passing("A")])
        try project.folder.write("more/b.yaml", SelectionProject.passing("B") + "  - that: 2 == 2\n")
        try project.folder.write("workflows/inner/baton.yaml", "name: inner\n")
        let document = try await Self.document(project, "more/b.yaml:3", "workflows")
        #expect(
            document["notes"] == ["more/b.yaml runs up to line 3: a part, which the history does not record"])
        #expect(document["left_out"]?[0]?["path"] == "workflows/inner")
        #expect(document["left_out"]?[0]?["reason"]?.stringValue?.isEmpty == false)
    }

    @Test func `where nothing failed last time, the list is empty and says why`() async throws {
        let project = try SelectionProject(["a.yaml": SelectionProject.passing("A")])
        #expect(try await project.run().exitCode == 0)
        let document = try await Self.document(project, "--last-failed")
        #expect(document["cases"] == [])
        #expect(document["notes"]?[0]?.stringValue?.contains(" failed when it last ran") == true)
    }

    @Test func `a file with errors is listed, and the exit code is 2`() async throws {
        let project = try SelectionProject([
            "a.yaml": SelectionProject.passing("A"), "b.yaml": "name: B\nstpes: []\n",
        ])
        let document = try await Self.document(project, exitCode: 2)
        #expect(document["cases"]?[0]?["invalid"] == nil)
        #expect(document["cases"]?[1]?["invalid"] == true)
        #expect(document["cases"]?[1]?["path"] == "workflows/b.yaml")
    }

    @Test func `a workflow that the environment leaves out says so`() async throws {
        let project = try SelectionProject([
            "a.yaml": "environments: [staging]\nneeds: [b.yaml]\nsteps: [ { that: 1 == 1 } ]\n",
            "b.yaml": SelectionProject.passing("B"),
        ])
        try project.folder.write("baton.yaml", "environments: { local: {}, staging: {} }\n")
        let document = try await Self.document(project, "--env", "local")
        #expect(document["cases"]?[0]?["skipped"]?.stringValue?.contains("staging") == true, "\(document)")
        #expect(document["cases"]?[0]?["needs"] == [])
        #expect(Self.paths(document) == ["workflows/a.yaml", "workflows/b.yaml"])
    }

    @Test func `secrets and commands of build services in names are harmless, and paths are kept`() async throws {
        let project = try SelectionProject([
            "a.yaml": """
            name: "key hunter2-hunter2 \\e[31m"
            tags: ["hunter2-hunter2", "##[error]"]
            owner: hunter2-hunter2
            lock: hunter2-hunter2
            quarantine: { reason: hunter2-hunter2, until: 2099-01-01 }
            rows: { list: [ { n: hunter2-hunter2 } ], name: $(row.n) }
            steps: [ { that: 1 == 1 } ]
            """
        ])
        try project.folder.write("baton.yaml", "environments: { local: { secrets: [KEY] } }\n")
        let list = try await Baton(folder: project.folder, environment: ["KEY": "hunter2-hunter2"])("list", "--json")
        #expect(list.exitCode == 0, "\(list.everything)")
        #expect(!list.everything.contains("hunter2"), "\(list.output)")
        #expect(!list.output.contains("\u{1B}") && !list.output.contains("##["))
        let listed = try JSONParser.parse(Array(list.output.utf8))["cases"]?[0]
        #expect(listed?["name"] == "key *** \u{1B}[31m")
        #expect(listed?["tags"] == ["***", "##[error]"])
        #expect(listed?["row"] == "***" && listed?["owner"] == "***" && listed?["locks"] == ["***"])
        #expect(listed?["quarantine"]?["reason"] == "***")
        #expect(listed?["path"] == "workflows/a.yaml")
    }

    @Test(arguments: ["--graph", "--dot"])
    func `JSON is not written together with a graph`(_ option: String) async throws {
        let project = try SelectionProject(["a.yaml": SelectionProject.passing("A")])
        let list = try await project.baton(["list", "--json", option])
        #expect(list.exitCode == 2)
        #expect(list.output == "")
        #expect(list.errorOutput.contains("--json") && list.errorOutput.contains(option), "\(list.errorOutput)")
    }

    @Test func `very many rows are listed, each on a line`() async throws {
        let project = try SelectionProject([
            "a.yaml": "rows: { csv: ../rows.csv }\nsteps: [ { that: 1 == 1 } ]\n"
        ])
        let rows = 20_000
        try project.folder.write("rows.csv", "id\n" + (1...rows).map { "n\($0)\n" }.joined())
        let list = try await project.baton(["list", "--json"])
        #expect(list.exitCode == 0)
        let lines = list.output.split(separator: "\n")
        #expect(lines.count == rows + 2)
        let document = try JSONParser.parse(Array(list.output.utf8))
        #expect(document["cases"]?.arrayValue?.count == rows)
        #expect(document["cases"]?[rows - 1]?["row"] == .string("n\(rows)"))
    }
}

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
