import BatonTesting
import CommandCalls
import ProjectFolders
import Testing

/// `baton report`: the reports of a recorded run, made again.
@Suite struct RecordedRunTests {
    private static let reports = ["junit", "html", "summary", "tap", "har", "prometheus"]

    private static func options(_ name: String) -> [String] {
        reports.flatMap { ["--\($0)", "\(name).\($0)"] }
    }

    /// A project with a workflow of each kind: failed with a chain before, passed, flaky as a whole and in a step behind polls, skipped, blocked, quarantined,
    /// unreachable, invalid.
    private static func project() throws -> Recording {
        let (flaky, waiting, again) = (FlakyResponses(), FlakyResponses(), FlakyResponses())
        let recording = try Recording { request in
            switch request.target {
            case "/flaky": return flaky.next(request)
            case "/waiting": return waiting.next(request)
            case "/again": return again.next(request)
            default: break
            }
            let body = #"{"name":"Ada","token":"tok-5c0ffee5","at":"\#(request.target)"}"#
            return
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nSet-Cookie: sid=1f2e3d4c5b\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let folder = recording.folder
        try folder.write(
            "baton.yaml",
            "default_environment: a\nenvironments: { a: { base_url: \"\(recording.server.url)\", secrets: [PW] } }\n")
        let files = [
            "chain": """
            name: Chain
            owner: team-a
            steps:
              - { name: Log in, post: /login, json: { password: $(secrets.PW) }, capture: { token: $.token } }
              - { name: Me, get: /me, headers: { Authorization: Bearer $(token) }, expect: { $.name: Bob } }
            teardown: [ { name: Out, get: /out } ]
            """,
            "pass": "steps: [ { get: /fine, cache: { policy: cache-first, scope: disk } }, { log: hello } ]\n",
            "flaky": "retries: 1\nsteps: [ { get: /flaky, expect: { status: 200 } } ]\n",
            "polled": """
            steps:
              - { name: Wait, get: /waiting, until: response.status == 200, every: 1ms, within: 9s }
              - { name: Again, get: /again, retry: { attempts: 2, every: 1ms } }
            """,
            "skipped": "steps: [ { if: 1 == 2, get: /x } ]\n",
            "blocked": "needs: [chain.yaml]\nsteps: [ { get: /x } ]\n",
            "known": "quarantine: { until: 2099-12-31, reason: known }\nsteps: [ { that: 1 == 2 } ]\n",
            "unreachable": "steps: [ { get: \"http://127.0.0.1:1/\" } ]\n",
            "invalid": "steps: [ { gett: /x } ]\n",
        ]
        for (name, text) in files { try folder.write("workflows/\(name).yaml", text + "\n") }
        try folder.write(".baton/cache", "a file in the place of the folder: the run warns of it")
        return recording
    }

    private static func baton(_ folder: Folder) -> Baton { Baton(folder: folder, environment: ["PW": "correct-horse"]) }

    @Test(arguments: [
        ["CI": "", "GITHUB_ACTIONS": ""], ["CI": "true"],
        [
            "CI": "true", "GITLAB_CI": "true", "CI_COMMIT_REF_NAME": "topic", "CI_DEFAULT_BRANCH": "main",
            "CI_PIPELINE_IID": "107", "CI_PIPELINE_URL": "https://git.example/pipelines/107",
        ],
    ])
    func `from events every report is what the run itself wrote`(_ surroundings: [String: String]) async throws {
        let recording = try Self.project()
        defer { withExtendedLifetime(recording) {} }
        let folder = recording.folder
        let running = Baton(folder: folder, environment: surroundings.merging(["PW": "correct-horse"]) { $1 })
        let run = try await running.run(["run", "--events", "e.jsonl"] + Self.options("run"))
        #expect(run.exitCode == 2, "\(run.everything)")
        // The reports tell of the machine that ran, not of the one that renders; that one decides which form of JUnit it reads.
        let form = surroundings["GITLAB_CI"] == nil ? [] : ["--junit-profile", "extended"]
        let again = try await Self.baton(folder).run(["report", "e.jsonl"] + form + Self.options("again"))
        #expect(again.exitCode == 0, "\(again.everything)")
        #expect(again.output.contains("the HTML report: again.html\n"), "\(again.output)")
        #expect(try folder.read("run.html").contains("the cache on disk is not used: "))
        for report in Self.reports {
            let text = try folder.read("again.\(report)")
            #expect(!text.isEmpty)
            #expect(text == (try folder.read("run.\(report)")), "\(report)")
        }
    }

    @Test(arguments: ["last", "previous", "trunk"])
    func `from the history the reports tell the same of each workflow`(_ reference: String) async throws {
        let recording = try Self.project()
        defer { withExtendedLifetime(recording) {} }
        let folder = recording.folder
        let baton = Baton(
            folder: folder,
            environment: ["PW": "correct-horse", "CI": "true", "GITLAB_CI": "true", "CI_COMMIT_REF_NAME": "trunk"])
        _ = try await baton.run(["run"] + Self.options("run"))
        if reference == "previous" { _ = try await baton.run(["run", "workflows/pass.yaml"]) }
        let again = try await baton.run(["report", reference] + Self.options("again"))
        #expect(again.exitCode == 0, "\(again.everything)")
        for report in ["junit", "tap", "har", "prometheus"] {
            let live = try folder.read("run.\(report)")
            let shown = try folder.read("again.\(report)")
            #expect(Self.comparable(shown) == Self.comparable(live), "\(report)")
        }
        let page = try HTMLOutcomes(try folder.read("again.html"))
        let live = try HTMLOutcomes(try folder.read("run.html"))
        #expect(page.kinds == live.kinds)
        for query in ["//summary/h3", "//ul[@class='counts']/li", "//dl[@class='values']/dd", "//h1"] {
            #expect(try page.texts(query) == live.texts(query), "\(query)")
        }
        let led = "//details[summary='What led there']/ol/li"
        #expect(try page.texts(led) == live.texts(led))
        #expect(!(try page.texts(led).isEmpty))
    }

    /// Without what is known of a run only while it goes on: the times of passed requests.
    private static func comparable(_ report: String) -> [Substring] {
        report.split(separator: "\n").filter { !$0.contains("<!--") }
    }

    @Test func `an older run is compared with the runs before it, not with those after it`() async throws {
        let recording = try Self.project()
        defer { withExtendedLifetime(recording) {} }
        let folder = recording.folder
        let baton = Self.baton(folder)
        _ = try await baton("run", "workflows/pass.yaml")
        _ = try await baton("run", "workflows/chain.yaml")
        _ = try await baton("run", "workflows/chain.yaml")
        for (reference, words) in [("previous", "1 new failure"), ("last", "1 known failure")] {
            let result = try await baton("report", reference, "--summary", "s.md")
            #expect(result.exitCode == 0, "\(result.everything)")
            #expect(try folder.read("s.md").contains(words), "\(reference)")
        }
    }

    @Test func `events that end in the middle give what they tell, and exit 4`() async throws {
        let recording = try Self.project()
        defer { withExtendedLifetime(recording) {} }
        let folder = recording.folder
        _ = try await Self.baton(folder)(
            "run", "workflows/pass.yaml", "workflows/chain.yaml", "--jobs", "1", "--events", "e.jsonl")
        let lines = try folder.read("e.jsonl").split(separator: "\n")
        let end = try #require(lines.firstIndex { $0.contains("\"case-finished\"") })
        try folder.write("cut.jsonl", lines[...end].joined(separator: "\n") + "\n{\"v\":5,\"type\":\"step-fin")
        let result = try await Self.baton(folder)("report", "cut.jsonl", "--junit", "cut.xml", "--html", "cut.html")
        #expect(result.exitCode == 4, "\(result.everything)")
        #expect(
            result.errorOutput
                == "warning: cut.jsonl ends before its run did: 1 workflow had not ended [run.warning]\n")
        let junit = try folder.read("cut.xml")
        #expect(junit.contains("the recording ends before this workflow began"), "\(junit)")
        let page = try HTMLOutcomes(try folder.read("cut.html"))
        #expect(try page.texts("//h1").first?.contains("interrupted") == true, "\(page.text)")
    }

    @Test(arguments: [
        (
            ["nowhere", "--html", "r.html"], "`nowhere` is neither the beginning of a run's identity nor a branch",
            "last"
        ),
        (["baton.yaml", "--html", "r.html"], "baton.yaml:1: this is no JSON", "baton run --events FILE"),
        (["empty.jsonl", "--html", "r.html"], "empty.jsonl tells of no run", "run-started"),
        (["missing.jsonl", "--html", "r.html"], "missing.jsonl cannot be read: ", ""),
        (["later.jsonl", "--html", "r.html"], "written by a later version of Baton (events v99)", "that version"),
        (["lie.jsonl", "--html", "r.html"], "the counts of the run are not those of its workflows", "was changed"),
        (["green.jsonl", "--html", "r.html"], "the run is said to have passed, and workflows of it failed", ""),
        (
            ["passed.jsonl", "--html", "r.html"],
            "`workflows/pass.yaml` is said to have passed, and a step of it failed", ""
        ),
        (["twice.jsonl", "--html", "r.html"], "a second run begins", ""),
        (["broken.jsonl", "--html", "r.html"], "broken.jsonl:3: this is no JSON", "was changed"),
        (["after.jsonl", "--html", "r.html"], "an event follows the end of the run", ""),
        (["again.jsonl", "--html", "r.html"], "the workflow `workflows/known.yaml` ends a second time", ""),
        (["early.jsonl", "--html", "r.html"], "the run ends before all of its workflows have ended", ""),
        (["numbers.jsonl", "--html", "r.html"], "the workflows of the run are not numbered from 0", ""),
        (["e.jsonl"], "no report is asked for", "such as `baton report e.jsonl --html report.html`"),
        (["e.jsonl", "--junit", "e.jsonl"], "--junit would be written over e.jsonl", "name another file"),
        (["e.jsonl", "--html", "-"], "--html -: standard output is the console's", ""),
        (["e.jsonl", "--html", "a", "--junit", "a"], "--junit and --html name one file: a", ""),
    ])
    func `what cannot be rendered is refused, and nothing is written`(
        _ arguments: [String], _ message: String, _ help: String
    ) async throws {
        let recording = try Self.project()
        defer { withExtendedLifetime(recording) {} }
        let folder = recording.folder
        _ = try await Self.baton(folder)("run", "workflows/known.yaml", "workflows/pass.yaml", "--events", "e.jsonl")
        let text = try folder.read("e.jsonl")
        let lines = text.split(separator: "\n").map(String.init)
        let end = try #require(lines.first { $0.contains("\"case-finished\",\"case\":0") })
        try folder.write("empty.jsonl", "")
        try folder.write("later.jsonl", text.replacing("\"v\":5", with: "\"v\":99"))
        try folder.write("lie.jsonl", text.replacing("\"quarantined\":1", with: "\"quarantined\":0"))
        try folder.write(
            "green.jsonl",
            text.replacing(",\"quarantine\":{\"until\":\"2099-12-31\",\"reason\":\"known\"}", with: "")
                .replacing("\"quarantined\":1", with: "\"quarantined\":0").replacing(
                    "\"failed\":0", with: "\"failed\":1"))
        let passed = try #require(lines.first { $0.contains("\"step-finished\",\"case\":1") })
        try folder.write(
            "passed.jsonl",
            text.replacing(passed, with: passed.replacing("\"outcome\":\"passed\"", with: "\"outcome\":\"failed\"")))
        try folder.write("twice.jsonl", lines[0] + "\n" + text)
        try folder.write("broken.jsonl", lines[..<2].joined(separator: "\n") + "\n{\"v\":\n" + lines[2] + "\n")
        try folder.write("after.jsonl", text + end + "\n")
        try folder.write("again.jsonl", text.replacing(end + "\n", with: end + "\n" + end + "\n"))
        try folder.write("early.jsonl", text.replacing(end + "\n", with: ""))
        try folder.write("numbers.jsonl", text.replacing("{\"index\":1,", with: "{\"index\":7,"))
        let result = try await Self.baton(folder).run(["report"] + arguments)
        #expect(result.exitCode == 2, "\(result.everything) \((try? folder.read(arguments[0])) ?? "")")
        #expect(result.errorOutput.contains(message) && result.errorOutput.contains(help), "\(result.errorOutput)")
        #expect((try? folder.read("r.html")) == nil)
        #expect(try folder.read("e.jsonl") == text)
    }

    @Test func `what a recording says in the clear is masked again`() async throws {
        let recording = try Self.project()
        let folder = recording.folder
        _ = try await Self.baton(folder)("run", "workflows/chain.yaml", "--events", "e.jsonl")
        // The recording of somebody who masked nothing.
        let text = try folder.read("e.jsonl").replacing("Bearer ***", with: "Bearer eyJ0b2tlbg")
            .replacing("sid=***", with: "sid=1f2e3d4c5b").replacing("\"Ada\"", with: "\"Ada correct-horse\"")
            .replacing("\\\"Ada\\\"", with: "\\\"Ada correct-horse\\\"")
            .replacing("\"url\":\"\(recording.server.url)", with: "\"url\":\"http://ada:hunter22@127.0.0.1:1")
            .replacing("\"url_template\":\"/me", with: "\"url_template\":\"/me?api_key=k-31337-a")
        try folder.write("e.jsonl", text)
        for secret in ["Ada correct-horse", "eyJ0b2tlbg", "hunter22", "k-31337-a"] {
            #expect(text.contains(secret), "\(secret)")
        }
        let result = try await Self.baton(folder).run(["report", "e.jsonl"] + Self.options("again"))
        #expect(result.exitCode == 0, "\(result.everything)")
        for report in Self.reports {
            let written = try folder.read("again.\(report)")
            for secret in ["correct-horse", "hunter22", "k-31337"] {
                #expect(!written.contains(secret), "\(report)")
            }
        }
        let archive = try folder.read("again.har")
        #expect(!archive.contains("1f2e3d4c5b") && archive.contains("Bearer ***"))
        let given = try await Baton(folder: folder, environment: ["T": "tok-5c0ffee5", "PW": "x-y-z-1"])(
            "report", "e.jsonl", "--html", "r.html", "--secret", "T")
        #expect(given.exitCode == 0, "\(given.everything)")
        #expect(!(try folder.read("r.html")).contains("tok-5c0ffee5"))
    }

    @Test func `a report that cannot be written is exit 4, and the others are written`() async throws {
        let recording = try Self.project()
        defer { withExtendedLifetime(recording) {} }
        let folder = recording.folder
        _ = try await Self.baton(folder)("run", "workflows/pass.yaml", "--events", "e.jsonl")
        try folder.write("file", "x")
        let result = try await Self.baton(folder)("report", "e.jsonl", "--html", "file/r.html", "--tap", "r.tap")
        #expect(result.exitCode == 4, "\(result.everything)")
        #expect(result.errorOutput.contains("the HTML report could not be written to "), "\(result.errorOutput)")
        #expect(try folder.read("r.tap").hasPrefix("TAP version 14"))
    }

    @Test func `without a project only files of events can be rendered`() async throws {
        let folder = try Folder()
        try folder.write("w.yaml", "steps: [ { that: true } ]\n")
        _ = try await Baton(folder: folder)("run", "w.yaml", "--events", "e.jsonl")
        #expect(try await Baton(folder: folder)("report", "e.jsonl", "--tap", "r.tap").exitCode == 0)
        let result = try await Baton(folder: folder)("report", "last", "--tap", "r.tap")
        #expect(result.exitCode == 2)
        #expect(
            result.errorOutput.contains(
                "`last` is no file, and without a baton.yaml here or above there is no history"),
            "\(result.errorOutput)")
    }
}
