import Testing

@testable import BatonRecords
@testable import BatonRunner

/// `needs`, `lock`, `before` and `after` while they run.
@Suite struct NeedsTests {
    private static let login = """
        inputs: { user: { default: ada }, password: { default: none, secret: true } }
        steps:
          - post: /login/$(user)
            capture: { token: { path: $.token, secret: true } }
        outputs:
          token: $(token)
          user: $(user)
          pair: $([user, token])
        teardown:
          - get: /logout/$(token)
        """

    private static func use(_ needs: String, _ path: String) -> String {
        "needs: \(needs)\nsteps:\n  - get: \(path)\nteardown:\n  - get: /end"
    }

    private static let responses = [
        "/login/ada": (200, #"{"token": "tok-ada-1"}"#), "/login/bob": (200, #"{"token": "tok-bob-1"}"#),
        "/login/eve": (401, "{}"), "/bad": (500, "{}"),
    ]

    @Test func `a needed workflow runs once, its outputs are shared, and its teardown is last`() async throws {
        let bench = OrderBench(
            [
                "login.yaml": Self.login, "a.yaml": Self.use("[login.yaml]", "/a/$(needs.login.token)"),
                "b.yaml": Self.use("{ l: login.yaml }", "/b/$(needs.l.user)/$(needs.l.pair[1])"),
            ], Self.responses)
        try await bench.run(["a.yaml", "b.yaml"])
        #expect(bench.ends == ["login.yaml passed", "a.yaml passed", "b.yaml passed"])
        #expect(bench.collector.cases.map(\.identity.role) == [.prerequisite, .selected, .selected])
        #expect(
            bench.paths == ["/login/ada", "/a/tok-ada-1", "/end", "/b/ada/tok-ada-1", "/end", "/logout/tok-ada-1"])
    }

    @Test func `a selected workflow that is needed is not run a second time`() async throws {
        let bench = OrderBench(
            ["login.yaml": Self.login, "a.yaml": Self.use("[login.yaml]", "/a")], Self.responses)
        try await bench.run(["a.yaml", "login.yaml"])
        #expect(bench.ends == ["a.yaml passed", "login.yaml passed"])
        #expect(bench.paths == ["/login/ada", "/a", "/end", "/logout/tok-ada-1"])
    }

    @Test func `each with runs by itself, and says so in its name`() async throws {
        let with = "{ bob: { file: login.yaml, with: { user: bob, password: $(secrets.PW) } }, ada: login.yaml }"
        let bench = OrderBench(
            [
                "login.yaml": Self.login,
                "a.yaml": Self.use(with, "/a/$(needs.bob.token)/$(needs.ada.token)"),
            ], Self.responses)
        try await bench.run(["a.yaml"])
        #expect(
            bench.ends == ["login.yaml[password=***, user=bob] passed", "login.yaml passed", "a.yaml passed"])
        #expect(bench.paths.contains("/a/tok-bob-1/tok-ada-1"))
    }

    @Test func `what is secret stays secret in the workflow that reads it`() async throws {
        let bench = OrderBench(
            [
                "login.yaml": Self.login,
                "a.yaml":
                    "needs: [login.yaml]\nsteps: [ { log: \"got $(needs.login.token)\" }, { get: \"/x/$(needs.login.pair[1])\" }, { get: /bad } ]",
            ], Self.responses)
        try await bench.run(["a.yaml"])
        let steps = bench.collector.cases[1].steps
        #expect(steps[0].output == ["got ***"])
        #expect(steps[1].exchanges[0].url == "http://api.test/x/***")
    }

    @Test func `whatever needs one that failed is blocked, with the reason and the place`() async throws {
        let bench = OrderBench(
            [
                "login.yaml": Self.login,
                "a.yaml": Self.use("{ eve: { file: login.yaml, with: { user: eve } } }", "/a"),
                "b.yaml": Self.use("[a.yaml]", "/b"), "c.yaml": Self.use("[login.yaml]", "/c"),
            ], Self.responses)
        let result = try await bench.run(["a.yaml", "b.yaml", "c.yaml"])
        #expect(
            bench.ends == [
                "login.yaml[user=eve] failed", "login.yaml passed", "a.yaml blocked", "b.yaml blocked", "c.yaml passed",
            ])
        let failures = bench.collector.cases.filter(\.isBlocked).flatMap(\.failures)
        #expect(failures.map(\.kind) == ["workflow.blocked", "workflow.blocked"])
        #expect(
            failures.map(\.message) == [
                "it needs login.yaml (login [user=eve]), which failed", "it needs a.yaml (a), which is blocked itself",
            ])
        #expect(failures[0].place.line == 1 && failures[0].place.excerpt?.text.hasPrefix("needs: ") == true)
        #expect(result.counts.errors == 0 && result.counts.blocked == 2)
        #expect(result.verdict.exitCode(isInterrupted: false, isDryRun: false) == 1)
        #expect(!bench.paths.contains("/a") && !bench.paths.contains("/b"))
    }

    @Test(arguments: [
        ("steps: [ { get: /x, skip: later } ]", "which was skipped: later"),
        ("steps: [ { gt: /x } ]", "which is not valid"),
        ("steps: [ { that: 1 / 0 == 1 } ]", "which could not run to its end"),
    ])
    func `a need that proved nothing blocks its dependants`(_ text: String, _ end: String) async throws {
        let bench = OrderBench(["n.yaml": text, "a.yaml": Self.use("[n.yaml]", "/a")])
        try await bench.run(["a.yaml"])
        let message = try #require(bench.collector.cases.last?.failures.first?.message)
        #expect(message.text.hasSuffix(end), "\(message)")
    }

    @Test func `an unreachable server is the verdict although others were blocked`() {
        var verdict = ExitCode.Verdict()
        func add(_ kind: String) {
            let identity = CaseIdentity(index: 0, path: "w.yaml", name: "w", row: nil, tags: [], stepCount: 1)
            let failure = FailureRecord(kind: kind, message: "", place: Place(file: "w.yaml", line: 1, column: 1))
            verdict.add(
                CaseRecord(
                    identity: identity, outcome: .error, started: 0, duration: 0, steps: [], failures: [failure]))
        }
        add("workflow.blocked")
        #expect(verdict.exitCode(isInterrupted: false, isDryRun: false) == 1)
        add("network.connect")
        #expect(verdict.exitCode(isInterrupted: false, isDryRun: false) == 3)
        add("network.timeout")
        #expect(verdict.exitCode(isInterrupted: false, isDryRun: false) == 1)
    }

    @Test func `a dry run blocks nothing`() async throws {
        let bench = OrderBench(["login.yaml": Self.login, "a.yaml": Self.use("[login.yaml]", "/a")])
        try await bench.run(["a.yaml"], isDryRun: true)
        #expect(bench.ends == ["login.yaml skipped", "a.yaml skipped"])
    }

    @Test func `a needed workflow is retried before anyone is blocked`() async throws {
        let bench = OrderBench([
            "n.yaml":
                "retries: 2\nsteps: [ { that: 1 == 2 } ]\nteardown: [ { get: /end } ]",
            "a.yaml": Self.use("[n.yaml]", "/a"),
        ])
        try await bench.run(["a.yaml"])
        #expect(bench.ends == ["n.yaml failed", "a.yaml blocked"])
        #expect(bench.paths == ["/end", "/end", "/end"])
        #expect(bench.collector.cases[0].earlier.count == 2)
    }

    @Test func `a run that fails fast still says what is blocked`() async throws {
        let bench = OrderBench(
            [
                "bad.yaml": "steps: [ { get: /bad } ]", "a.yaml": Self.use("[bad.yaml]", "/a"),
                "b.yaml": "steps: [ { get: /b } ]",
            ], Self.responses)
        try await bench.run(["a.yaml", "b.yaml"], maxFailures: 1)
        #expect(bench.ends == ["bad.yaml failed", "a.yaml blocked", "b.yaml skipped"])
    }

    // MARK: - before and after

    private static let frames = [
        "seed.yaml": "steps: [ { get: /seed } ]\nteardown: [ { get: /unseed } ]",
        "wipe.yaml": "steps: [ { get: /wipe } ]", "report.yaml": "steps: [ { get: /report } ]",
        "a.yaml": "steps: [ { get: /a } ]", "broken.yaml": "steps: [ { get: /bad } ]",
    ]

    @Test func `before runs first and after last, teardowns between them`() async throws {
        let bench = OrderBench(Self.frames, Self.responses)
        try await bench.run(
            ["a.yaml", "wipe.yaml"], before: ["seed.yaml"], after: ["wipe.yaml", "report.yaml"], jobs: 3)
        #expect(bench.paths == ["/seed", "/a", "/unseed", "/wipe", "/report"])
        #expect(bench.collector.cases.map(\.identity.role) == [.before, .selected, .after, .after])
    }

    @Test func `when before fails all else is blocked, and after runs`() async throws {
        let bench = OrderBench(Self.frames, Self.responses)
        let result = try await bench.run(["a.yaml"], before: ["broken.yaml", "seed.yaml"], after: ["wipe.yaml"])
        #expect(bench.ends == ["broken.yaml failed", "seed.yaml blocked", "a.yaml blocked", "wipe.yaml passed"])
        #expect(
            bench.collector.cases[2].failures[0].message == "broken.yaml (broken), which runs before everything, failed"
        )
        #expect(result.verdict.exitCode(isInterrupted: false, isDryRun: false) == 1)
    }

    @Test func `a run in which only before and after passed proves nothing`() async throws {
        var files = Self.frames
        files["s.yaml"] = "steps: [ { get: /x, skip: later } ]"
        let bench = OrderBench(files)
        let result = try await bench.run(["s.yaml"], before: ["seed.yaml"], after: ["wipe.yaml"])
        #expect(result.verdict.exitCode(isInterrupted: false, isDryRun: false) == 2)
    }

    @Test func `after runs although the run was told to end`() async throws {
        var files = Self.frames
        files["hang.yaml"] = "steps: [ { wait: 1h } ]\nteardown: [ { get: /down } ]"
        let bench = OrderBench(files, Self.responses)
        let result = try await bench.run(
            ["hang.yaml", "broken.yaml", "a.yaml"], before: ["seed.yaml"], after: ["wipe.yaml"], jobs: 2,
            maxFailures: 1, dependencies: .endlessHours)
        #expect(bench.ends.contains("wipe.yaml passed") && bench.ends.contains("hang.yaml error"))
        #expect(Set(bench.paths).isSuperset(of: ["/seed", "/bad", "/down", "/unseed", "/wipe"]))
        #expect(bench.paths.last == "/wipe")
        #expect(result.verdict.exitCode(isInterrupted: false, isDryRun: false) == 1)
    }
}
