import BatonTesting
import CommandCalls
import ProjectFolders
import Synchronization
import Testing

/// What the HTML report of a run says of the runs before it, as the history of real runs has them.
@Suite struct ComparedRunsTests {
    private let recording: Recording
    private var folder: Folder { recording.folder }

    init() throws { recording = try Self.project { _ in Recording.empty } }

    private static func project(
        _ response: @escaping @Sendable (RawServer.Request) -> String
    ) throws -> Recording {
        let recording = try Recording(response)
        let url = recording.server.url
        try recording.folder.write(
            "baton.yaml",
            "default_environment: a\nenvironments: { a: { base_url: \"\(url)\" }, b: { base_url: \"\(url)\" } }\n")
        return recording
    }

    /// What the section says: each heading with its list, else its last paragraph.
    private func changes(_ arguments: String..., in folder: Folder? = nil) async throws -> [String] {
        let folder = folder ?? self.folder
        _ = try await Baton(folder: folder).run(["run"] + arguments)
        let page = try HTMLOutcomes(try folder.read("reports/report.html"))
        let lists = try page.texts("//section[@id='changes']/h3") + page.texts("//section[@id='changes']//li")
        if !lists.isEmpty { return lists }
        return try [page.texts("//section[@id='changes']/p").last ?? ""]
    }

    private func write(_ name: String, _ condition: String) throws {
        try folder.write("workflows/\(name).yaml", "name: \(name)\nsteps: [ { that: \(condition) } ]\n")
    }

    private func sql(_ text: String) throws {
        try HistoryFile("\(folder.path)/.baton/history.sqlite").rows(text)
    }

    private static let first = "The history has no earlier run of this branch in this environment to compare with."
    private static let nothing = "Nothing: each workflow ended as before."

    /// A project whose server fails on its second request, and what its first and second run say.
    private static func flakyProject(_ lines: String = "") throws -> Recording {
        let count = Mutex(0)
        let recording = try project { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 2 ? "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n" : Recording.empty
        }
        try recording.folder.write(
            "workflows/shaky.yaml",
            "name: Shaky\nretries: 1\n\(lines)steps: [ { name: Read, get: /, expect: { status: 200 } } ]\n")
        return recording
    }

    @Test func `a blocked workflow is no new failure of the summary`() async throws {
        try write("login", "1 == 1")
        try folder.write("workflows/profile.yaml", "name: P\nneeds: login.yaml\nsteps: [ { that: 1 == 1 } ]\n")
        _ = try await Baton(folder: folder)("run")
        try write("login", "1 == 2")
        _ = try await Baton(folder: folder)("run", "--summary", "s.md")
        let rows = try folder.read("s.md").split(separator: "\n").filter { $0.hasPrefix("| !") || $0.hasPrefix("| ✗") }
        #expect(rows.map { $0.split(separator: "|")[0] } == [" ✗ new "])
    }

    @Test func `an outage is said to be one everywhere, and the next run is compared with the runs before it`()
        async throws
    {
        for name in ["x", "y", "z"] { try write(name, "true") }
        #expect(try await changes() == [Self.first])
        for name in ["x", "y", "z"] {
            try folder.write("workflows/\(name).yaml", "name: \(name)\nsteps: [ { get: \"http://127.0.0.1:1/\" } ]\n")
        }
        let words =
            "an outage: nearly nothing had a response other than 502, 503 or 504; the history leaves this run out of scores and comparisons"
        let result = try await Baton(folder: folder)("run", "--summary", "s.md")
        #expect(result.exitCode == 3)
        #expect(result.output.contains("\n\(words)\n"), "\(result.output)")
        #expect(!result.output.contains("new failures"))
        #expect(try folder.read("s.md").contains("This is \(words)."))
        let page = try HTMLOutcomes(try folder.read("reports/report.html"))
        #expect(try page.texts("//section[@id='changes']/p").first == "This is \(words).")
        for name in ["x", "y", "z"] { try write(name, "true") }
        #expect(try await changes() == [Self.nothing])
    }

    @Test func `a flaky workflow that makes the run fail is named, with what it failed with`() async throws {
        let recording = try Self.flakyProject()
        #expect(try await changes("--fail-on-flaky", in: recording.folder) == [Self.first])
        #expect(
            try await changes("--fail-on-flaky", in: recording.folder) == [
                "Failing now because flaky (--fail-on-flaky) (1)",
                "Shaky workflows/shaky.yaml: passed, but only after a failure: Read: status: expected 200, got 500",
            ])
        let page = try HTMLOutcomes(try recording.folder.read("reports/report.html"))
        #expect(try page.texts("//h1").first?.hasSuffix(": failed") == true)
        #expect(try page.texts("//header/pre") == ["baton run workflows/shaky.yaml --env a"])
        #expect(!page.text.contains(Self.nothing))
        #expect(try await changes("--fail-on-flaky", in: recording.folder) == [Self.nothing])
    }

    @Test func `a request that was retried is named too, also in a first run`() async throws {
        let flaky = FlakyResponses()
        let recording = try Self.project { flaky.next($0) }
        try recording.folder.write(
            "workflows/shaky.yaml",
            "name: Shaky\nsteps: [ { name: Read, get: /, retry: { attempts: 2, every: 1ms, on: [5xx] } } ]\n")
        let said = try await changes("--fail-on-flaky", in: recording.folder)
        #expect(said.first == "Failing now because flaky (--fail-on-flaky) (1)")
        #expect(
            said.last?.hasPrefix("Shaky workflows/shaky.yaml: passed, but only after a failure: Read: ") == true,
            "\(said)")
    }

    @Test(arguments: [("--fail-on-flaky", "quarantine: { until: 2099-12-31, reason: known }\n"), ("--jobs=1", "")])
    func `a flaky workflow that does not fail the run is only newly flaky`(_ option: String, _ lines: String)
        async throws
    {
        let recording = try Self.flakyProject(lines)
        _ = try await changes(option, in: recording.folder)
        #expect(
            try await changes(option, in: recording.folder) == ["Newly flaky (1)", "Shaky workflows/shaky.yaml"])
        let page = try HTMLOutcomes(try recording.folder.read("reports/report.html"))
        #expect(try page.texts("//h1").first?.hasSuffix(": passed") == true)
    }

    @Test func `a failure is new, then known, then another one, then fixed`() async throws {
        try write("a", "1 == 1")
        #expect(try await changes() == [Self.first])
        #expect(try await changes() == [Self.nothing])
        try write("a", "1 == 2")
        #expect(try await changes() == ["New failures (1)", "a workflows/a.yaml that: `1 == 2` is false"])
        let known = try await changes()
        #expect(known.first == "Known failures (1)")
        #expect(known.last?.hasPrefix("a workflows/a.yaml that: `1 == 2` is false, since run ") == true, "\(known)")
        try write("a", "size('abc') == 4")
        #expect(
            try await changes() == [
                "Changed failures (1)",
                "a workflows/a.yaml that: `size('abc') == 4` is false: failed before too, with another failure",
            ])
        try write("a", "1 == 1")
        #expect(try await changes() == ["Fixed (1)", "a workflows/a.yaml"])
        #expect(try await changes() == [Self.nothing])
    }

    /// Runs as a CI service would, and returns the comparisons.
    private func compared(_ branch: String) async throws -> (page: [String], console: [String]) {
        let environment = [
            "CI_COMMIT_REF_NAME": branch, "CI_DEFAULT_BRANCH": "trunk", "CI_PIPELINE_IID": "7",
            "CI_PROJECT_URL": "https://code.example/shop",
        ]
        let result = try await Baton(folder: folder, environment: environment).run(["run"])
        let page = try HTMLOutcomes(try folder.read("reports/report.html"))
        return (
            try page.texts("//section[@id='changes']/p").filter { $0.hasPrefix("Compared with ") },
            result.output.split(separator: "\n").map(String.init).filter {
                $0.hasPrefix("since ") || $0.contains(" since the run of ")
            }.map { $0.replacing(/the run of [^:]*:[0-9]+/, with: "RUN") }
        )
    }

    @Test func `the first run of a branch is compared with the default branch, later ones with both`() async throws {
        try write("a", "1 == 1")
        try write("b", "1 == 2")
        _ = try await compared("trunk")
        try write("a", "1 == 2")
        let first = try await compared("topic")
        #expect(first.page.count == 1)
        #expect(first.page.first?.hasPrefix("Compared with trunk, run ") == true, "\(first.page)")
        #expect(first.page.first?.hasSuffix(", build #7: 1 new failure, 1 known.") == true, "\(first.page)")
        #expect(first.console == ["1 new cause since RUN: that: `1 == 2` is false (1). 1 known."])
        let second = try await compared("topic")
        #expect(second.console == ["No new cause since RUN. 2 known.", "since trunk: 1 new failure, 1 known"])
        #expect(second.page.count == 2)
    }

    @Test func `runs in another environment, and those that are not recorded, are not compared with`() async throws {
        try write("a", "1 == 2")
        #expect(try await changes("--env", "b") == [Self.first])
        #expect(try await changes("--no-history") == [Self.first])
        #expect(try await changes() == [Self.first])
        #expect(try await changes().first == "Known failures (1)")
        try write("a", "1 == 1")
        #expect(try await changes() == ["Fixed (1)", "a workflows/a.yaml"])
        #expect(try await changes("--env", "b") == ["Fixed (1)", "a workflows/a.yaml"])
    }

    @Test func `a failure in quarantine is no new one, and its end is not told as one that is known`() async throws {
        let failing = "steps: [ { that: 1 == 2 } ]\n"
        try folder.write("workflows/a.yaml", "name: a\nquarantine: { until: 2099-12-31, reason: known }\n\(failing)")
        #expect(try await changes() == [Self.first])
        #expect(try await changes() == [Self.nothing])
        try folder.write("workflows/a.yaml", "name: a\n\(failing)")
        #expect(try await changes() == ["New failures (1)", "a workflows/a.yaml that: `1 == 2` is false"])
    }

    @Test(arguments: [(true, "Fixed (1)"), (false, "Known failures (1)")])
    func `a failure is remembered over more runs than are shown`(_ passes: Bool, _ heading: String) async throws {
        try write("a", "1 == 2")
        try write("b", "1 == 1")
        _ = try await changes()
        _ = try await changes("workflows/b.yaml")
        // As 30 more runs of b alone would leave it.
        try sql(
            """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 30)
            INSERT INTO run (uuid, state, started, project, environment, host, branch, plan_hash, tool_version, jobs,
                planned, passed)
            SELECT 'copy-' || n, state, started + n, project, environment, host, branch, plan_hash, tool_version, jobs,
                planned, passed
            FROM run, number WHERE run.id = (SELECT max(id) FROM run)
            """)
        if passes { try write("a", "1 == 1") }
        #expect(try await changes().first == heading)
    }

    @Test func `a workflow is slower when its last passes took much longer than those before`() async throws {
        try folder.write("workflows/a.yaml", "name: a\nsteps: [ { wait: 150ms }, { that: true } ]\n")
        _ = try await changes()
        // As four more runs like that one, and ten quick ones before them, would leave it.
        try sql(
            """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 14)
            INSERT INTO run (uuid, state, started, project, environment, host, branch, plan_hash, tool_version, jobs,
                planned, passed)
            SELECT 'copy-' || n, state, started - n, project, environment, host, branch, plan_hash, tool_version, jobs,
                planned, passed
            FROM run, number WHERE run.id = 1 ORDER BY n DESC
            """)
        try sql(
            """
            INSERT INTO result (run, position, case_id, outcome, started, duration)
            SELECT run.id, 0, case_id, outcome, 0,
                CASE WHEN CAST(substr(uuid, 6) AS INTEGER) <= 4 THEN result.duration ELSE 1000 END
            FROM run, result WHERE run.id > 1 AND result.run = 1
            """)
        let said = try await changes()
        #expect(said.first == "Slower (1)", "\(said)")
        #expect(said.last?.hasPrefix("a workflows/a.yaml: 1.0 ms before, now ") == true, "\(said)")
    }

    @Test func `a row that is not there any more is no case, no failure and nothing fixed`() async throws {
        func rows(_ names: String) throws {
            try folder.write(
                "workflows/r.yaml", "name: R\nrows: [\(names)]\nsteps: [ { that: row != 'y' } ]\n")
        }
        try rows("x, y")
        #expect(try await changes("--events", "e.jsonl") == [Self.first])
        #expect(try EventLines(try folder.read("e.jsonl")).rows == ["x passed", "y failed"])
        try rows("x")
        #expect(try await changes("--events", "e.jsonl") == [Self.nothing])
        #expect(try EventLines(try folder.read("e.jsonl")).rows == ["x passed"])
        try rows("x, y")
        let back = try await changes("--events", "e.jsonl")
        #expect(back.first == "Known failures (1)", "\(back)")
        #expect(
            back.last?.hasPrefix("R [row=y] workflows/r.yaml that: `row != 'y'` is false, at least since run ") == true,
            "\(back)")
        #expect(try EventLines(try folder.read("e.jsonl")).rows == ["x passed", "y failed"])
    }
}

extension EventLines {
    /// Each row with how it ended, in the order of the run.
    fileprivate var rows: [String] {
        let names = (events.first?["cases"]?.arrayValue ?? []).map { $0["row"]?.stringValue ?? "" }
        let ends = events.filter { $0["type"]?.stringValue == "case-finished" }
        return names.enumerated().map { index, name in
            let end = ends.filter { $0["case"]?.numberValue?.int == Int64(index) }
            return "\(name) \(end.map { $0["outcome"]?.stringValue ?? "" }.joined(separator: ", "))"
        }
    }
}
