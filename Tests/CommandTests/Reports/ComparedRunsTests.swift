import BatonJSON
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

    /// What the page says: the badge of each cause with its title, else what it was compared with.
    private func changes(_ arguments: String..., in folder: Folder? = nil) async throws -> [String] {
        let folder = folder ?? self.folder
        _ = try await Baton(folder: folder).run(["run"] + arguments)
        let page = try HTMLOutcomes(try folder.read("reports/report.html"))
        let badges = try page.texts("//summary/b[starts-with(@class, 'badge')]")
        let titles = try page.texts("//summary[b[starts-with(@class, 'badge')]]/h3")
        if !badges.isEmpty { return zip(badges, titles).map { "\($0) \($1)" } }
        let compared = try page.texts("//p[@class='faint compared']").last ?? ""
        return [compared.hasSuffix(Self.nothing) ? Self.nothing : compared]
    }

    private func write(_ name: String, _ condition: String) throws {
        try folder.write("workflows/\(name).yaml", "name: \(name)\nsteps: [ { that: \(condition) } ]\n")
    }

    private func sql(_ text: String) throws {
        try HistoryFile("\(folder.path)/.baton/history.sqlite").rows(text)
    }

    private static let first = "The history has no earlier run of this branch in this environment to compare with."
    private static let nothing = ": nothing changed."

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
        #expect(rows.map { $0.split(separator: "|")[0] } == [" ✗ **new** "])
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
        let headline = "1 cause: GET / cannot be reached (3)."
        #expect(result.output.contains("\n\(headline)\n\(words)\n"), "\(result.output)")
        #expect(try folder.read("s.md").contains("**\(headline)**\n\nThis is \(words)."))
        let page = try HTMLOutcomes(try folder.read("reports/report.html"))
        #expect(try page.texts("//p[@class='faint compared']") == [words])
        for name in ["x", "y", "z"] { try write(name, "true") }
        #expect(try await changes() == [Self.nothing])
    }

    @Test func `what a run that takes too long never began is no failure of its own, and nothing to be fixed`()
        async throws
    {
        for name in ["a", "b", "c"] { try write(name, "true") }
        #expect(try await changes() == [Self.first])
        try folder.write("workflows/a.yaml", "name: a\nsteps: [ { wait: 10m } ]\n")
        let said = try await changes("--timeout", "50ms", "--jobs", "1")
        // The time may be over before the first workflow begins.
        let never = "interrupted the run took longer than its `--timeout` of 50ms before this workflow began"
        let isCut = said.count > 1
        #expect(said == (isCut ? ["new the run took longer than its `--timeout` of 50ms"] : []) + [never])
        try write("a", "true")
        let after = try await changes()
        #expect(after == [isCut ? "fixed 1 workflow" : Self.nothing])
    }

    @Test func `what was cut in quarantine has no failure that could change`() async throws {
        for name in ["a", "b"] { try write(name, "true") }
        _ = try await changes()
        try folder.write("workflows/a.yaml", "name: a\nsteps: [ { wait: 10m } ]\n")
        try folder.write(
            "workflows/b.yaml",
            "name: b\nquarantine: { until: 2099-12-31, reason: known }\nsteps: [ { that: 1 == 2 } ]\n")
        _ = try await changes("--timeout", "50ms", "--jobs", "1")
        try write("a", "true")
        try write("b", "1 == 2")
        #expect(try await changes().first == "new that: `1 == 2` is false")
    }

    @Test func `a bar counts as new what was good before, in quarantine or in a run of a few files too`() async throws {
        let bad = "steps: [ { that: 1 == 2 } ]\n"
        try write("a", "true")
        try folder.write(
            "workflows/q.yaml", "name: q\nquarantine: { until: 2099-12-31, reason: known }\n\(bad)")
        _ = try await changes()
        try folder.write("workflows/q.yaml", "name: q\n\(bad)")
        for _ in 0..<2 { _ = try await changes() }
        for _ in 0..<2 { _ = try await Baton(folder: folder)("run", "workflows/q.yaml") }
        let page = try HTMLOutcomes(try folder.read("reports/report.html"))
        let bars = try page.texts("//figure//title").map { $0.split(separator: ": ").last.map(String.init) }
        #expect(bars == ["all good", "1 known", "1 known", "1 known", "1 known"], "\(bars)")
    }

    @Test func `a flaky workflow that makes the run fail is named, with what it failed with`() async throws {
        let recording = try Self.flakyProject()
        #expect(try await changes("--fail-on-flaky", in: recording.folder) == [Self.first])
        #expect(try await changes("--fail-on-flaky", in: recording.folder) == ["flaky GET /: expected 200, got 500"])
        let page = try HTMLOutcomes(try recording.folder.read("reports/report.html"))
        #expect(try page.texts("//h1").first?.hasSuffix(": failed") == true)
        #expect(page.text.contains("--fail-on-flaky makes the run fail for that"))
        #expect(try page.texts("//header//pre") == ["baton run workflows/shaky.yaml --env a"])
        #expect(try await changes("--fail-on-flaky", in: recording.folder) == [Self.nothing])
    }

    @Test func `a request that was retried is named too, also in a first run`() async throws {
        let flaky = FlakyResponses()
        let recording = try Self.project { flaky.next($0) }
        try recording.folder.write(
            "workflows/shaky.yaml",
            "name: Shaky\nsteps: [ { name: Read, get: /, retry: { attempts: 2, every: 1ms, on: [5xx] } } ]\n")
        let said = try await changes("--fail-on-flaky", in: recording.folder)
        #expect(said.first?.hasPrefix("flaky GET /: ") == true, "\(said)")
    }

    @Test(arguments: [("--fail-on-flaky", "quarantine: { until: 2099-12-31, reason: known }\n"), ("--jobs=1", "")])
    func `a flaky workflow that does not fail the run is only newly flaky`(_ option: String, _ lines: String)
        async throws
    {
        let recording = try Self.flakyProject(lines)
        _ = try await changes(option, in: recording.folder)
        #expect(try await changes(option, in: recording.folder) == ["flaky GET /: expected 200, got 500"])
        let page = try HTMLOutcomes(try recording.folder.read("reports/report.html"))
        #expect(try page.texts("//h1").first?.hasSuffix(": passed") == true)
    }

    @Test func `a failure is new, then known, then another one, then fixed`() async throws {
        try write("a", "1 == 1")
        #expect(try await changes() == [Self.first])
        #expect(try await changes() == [Self.nothing])
        try write("a", "1 == 2")
        #expect(try await changes() == ["new that: `1 == 2` is false"])
        #expect(try await changes() == ["known that: `1 == 2` is false"])
        try write("a", "size('abc') == 4")
        #expect(try await changes() == ["changed that: `size('abc') == 4` is false"])
        try write("a", "1 == 1")
        #expect(try await changes() == ["fixed 1 workflow"])
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
            try page.texts("//p[@class='faint compared']").filter { $0.hasPrefix("Compared with ") },
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
        #expect(first.page.first?.hasPrefix("Compared with trunk, build #7, ") == true, "\(first.page)")
        #expect(first.page.first?.hasSuffix(": 1 new failure, 1 known.") == true, "\(first.page)")
        #expect(first.console == ["1 new cause since RUN: that: `1 == 2` is false (1). 1 known."])
        let second = try await compared("topic")
        #expect(second.console == ["No new cause since RUN. 2 known.", "since trunk: 1 new failure, 1 known"])
        #expect(second.page.count == 2)
    }

    @Test func `runs in another environment, and those that are not recorded, are not compared with`() async throws {
        try write("a", "1 == 2")
        let new = "failed that: `1 == 2` is false"
        #expect(try await changes("--env", "b") == [new])
        #expect(try await changes("--no-history") == [new])
        #expect(try await changes() == [new])
        #expect(try await changes() == ["known that: `1 == 2` is false"])
        try write("a", "1 == 1")
        #expect(try await changes() == ["fixed 1 workflow"])
        #expect(try await changes("--env", "b") == ["fixed 1 workflow"])
    }

    @Test func `a failure in quarantine is no new one, and neither is it when the quarantine ends`() async throws {
        let failing = "steps: [ { that: 1 == 2 } ]\n"
        try folder.write("workflows/a.yaml", "name: a\nquarantine: { until: 2099-12-31, reason: known }\n\(failing)")
        #expect(try await changes() == ["quarantined that: `1 == 2` is false"])
        #expect(try await changes() == ["quarantined that: `1 == 2` is false"])
        try folder.write("workflows/a.yaml", "name: a\n\(failing)")
        #expect(try await changes() == ["known that: `1 == 2` is false"])
        try write("a", "1 == 1")
        #expect(try await changes() == ["fixed 1 workflow"])
    }

    /// Runs as the build of a commit by somebody, and returns for each cause its state, whose commit it is since, and whose
    /// was the last good one.
    private func causes(_ author: String, on branch: String?, _ options: String...) async throws -> [String] {
        let number = author.unicodeScalars.reduce(0) { ($0 * 31 + Int($1.value)) % 65_536 }
        var environment = [
            "CI_COMMIT_SHA": String(repeating: String(number, radix: 16) + "0a", count: 6), "CI_COMMIT_AUTHOR": author,
            "CI_DEFAULT_BRANCH": "main",
        ]
        environment["CI_COMMIT_REF_NAME"] = branch
        _ = try await Baton(folder: folder, environment: environment).run(["run"] + options)
        let shown = try await Baton(folder: folder)("history", "show", "--json")
        let answer = try JSONParser.parse(Array(shown.output.utf8))
        return (answer["causes"]?.arrayValue ?? []).map { cause in
            let since = cause["since"]
            let atLeast = since?["at_least"]?.boolValue == true ? "at least " : ""
            return [
                cause["state"]?.stringValue ?? "told", atLeast + (since?["author"]?.stringValue ?? "-"),
                cause["last_good"]?["author"]?.stringValue ?? "-",
            ].joined(separator: ", ")
        }
    }

    @Test func `what a branch took over began where the default branch had it first`() async throws {
        try write("a", "1 == 1")
        #expect(try await causes("Ada", on: "main") == [])
        try write("a", "1 == 2")
        #expect(try await causes("Ben", on: "main") == ["new, Ben, Ada"])
        #expect(try await causes("Eve", on: "topic") == ["known, Ben, Ada"])
        #expect(try await causes("Eve", on: "topic") == ["known, Ben, Ada"])
        #expect(try await causes("Eve", on: "topic") == ["known, Ben, Ada"])
        // A later run of the default branch is none that led to it.
        try write("a", "1 == 1")
        #expect(try await causes("Fay", on: "main") == [])
        try write("a", "1 == 2")
        #expect(try await causes("Eve", on: "topic") == ["known, Ben, Ada"])
        #expect(try await causes("Gus", on: nil) == ["new, Gus, Fay"])
    }

    @Test func `to be kept from running is no result: failures before and behind it are one`() async throws {
        func writeNeeding(_ condition: String) throws {
            try folder.write("workflows/e.yaml", "name: e\nneeds: login.yaml\nsteps: [ { that: \(condition) } ]\n")
        }
        try write("login", "1 == 1")
        try writeNeeding("1 == 1")
        #expect(try await causes("Ada", on: "main") == [])
        try writeNeeding("1 == 2")
        #expect(try await causes("Ben", on: "main") == ["new, Ben, Ada"])
        try write("login", "1 == 2")
        #expect(try await causes("Eve", on: "main") == ["new, Eve, Ben"])
        try write("login", "1 == 1")
        #expect(try await causes("Fay", on: "main") == ["known, Ben, Ada"])
    }

    @Test func `a run up to a line is compared with none`() async throws {
        try folder.write("workflows/t.yaml", "name: T\nsteps:\n  - that: 1 == 1\n  - that: 1 == 2\n")
        _ = try await changes()
        let said = try await changes("workflows/t.yaml:3")
        #expect(said == ["Only some steps of a workflow ran: nothing is compared with earlier runs."])
    }

    @Test func `what was there in every run that is known may be older`() async throws {
        try write("a", "1 == 2")
        #expect(try await causes("Ada", on: "main") == ["told, -, -"])
        #expect(try await causes("Ben", on: "main") == ["known, at least Ada, -"])
        #expect(try await causes("Eve", on: "main") == ["known, at least Ada, -"])
    }

    @Test func `a failure that is older than the runs that are shown has the commit that brought it`() async throws {
        try write("a", "1 == 1")
        #expect(try await causes("Ada", on: "main") == [])
        try write("a", "1 == 2")
        #expect(try await causes("Ben", on: "main") == ["new, Ben, Ada"])
        for _ in 1...35 { _ = try await Baton(folder: folder, environment: Self.later).run(["run", "--jobs", "1"]) }
        #expect(try await causes("Eve", on: "main") == ["known, Ben, Ada"])
    }

    private static let later = [
        "CI_COMMIT_SHA": "0123456789", "CI_COMMIT_AUTHOR": "Zed", "CI_DEFAULT_BRANCH": "main",
        "CI_COMMIT_REF_NAME": "main",
    ]

    @Test(arguments: [(true, "fixed 1 workflow"), (false, "known that: `1 == 2` is false")])
    func `a failure is remembered over more runs than are shown`(_ passes: Bool, _ said: String) async throws {
        try write("a", "1 == 2")
        try write("b", "1 == 1")
        _ = try await changes()
        _ = try await changes("workflows/b.yaml")
        // As 40 more runs of b alone would leave it.
        try sql(
            """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 40)
            INSERT INTO run (uuid, state, started, project, environment, host, branch, plan_hash, tool_version, jobs,
                planned, passed)
            SELECT 'copy-' || n, state, started + n, project, environment, host, branch, plan_hash, tool_version, jobs,
                planned, passed
            FROM run, number WHERE run.id = (SELECT max(id) FROM run)
            """)
        if passes { try write("a", "1 == 1") }
        #expect(try await changes() == [said])
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
        #expect(try await changes() == ["slower 1 workflow"])
        let page = try HTMLOutcomes(try folder.read("reports/report.html"))
        let slower = try page.texts("//details[@class='cause slower']//li")
        #expect(slower.first?.hasPrefix("a workflows/a.yaml: 1.0 ms before, now ") == true, "\(slower)")
    }

    @Test func `a row that is not there any more is no case, no failure and nothing fixed`() async throws {
        func rows(_ names: String) throws {
            try folder.write(
                "workflows/r.yaml", "name: R\nrows: [\(names)]\nsteps: [ { that: row != 'y' } ]\n")
        }
        try rows("x, y")
        let new = "failed that: `row != 'y'` is false"
        #expect(try await changes("--events", "e.jsonl") == [new])
        #expect(try EventLines(try folder.read("e.jsonl")).rows == ["x passed", "y failed"])
        try rows("x")
        #expect(try await changes("--events", "e.jsonl") == [Self.nothing])
        #expect(try EventLines(try folder.read("e.jsonl")).rows == ["x passed"])
        try rows("x, y")
        let back = try await changes("--events", "e.jsonl")
        #expect(back == ["known that: `row != 'y'` is false"])
        let page = try HTMLOutcomes(try folder.read("reports/report.html"))
        #expect(try page.texts("//div[@class='case']/p[1]").first?.hasPrefix("At least since run ") == true)
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
