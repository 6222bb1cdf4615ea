import BatonRecords
import BatonSecrets
import SampleRuns
import Testing

@testable import BatonReports

/// What made a run's cases bad, told once.
struct CauseListTests {
    /// How a case ends, as far as causes depend on it.
    private struct Ending {
        var template = "/orders"
        var line = 17
        var kind = "check.failed"
        var message = "$.total: expected 1, got 2"
        var check = "$.total"
        var status: Int? = 200
        var needed: Int?
        var isFlaky = false
        var isQuarantined = false
        var isCancelled = false
    }

    private static func record(_ index: Int, _ ending: Ending) -> CaseRecord {
        let quarantine = CaseQuarantine(until: "2999-12-31", reason: "#7", owner: nil, isOver: false)
        let identity = CaseIdentity(
            index: index, path: "w\(index).yaml", name: "W\(index)", row: nil, tags: [], stepCount: 1,
            quarantine: ending.isQuarantined ? quarantine : nil, owner: "team \(index % 2)")
        if ending.isFlaky {
            return SampleRun.record(
                identity, steps: [SampleRun.step(0, "Log in", of: index)], earlier: SampleRun.rerun.earlier)
        }
        let place = Place(file: "shared.yaml", line: ending.line, column: 7)
        var failure = FailureRecord(
            kind: ending.isCancelled ? "workflow.cancelled" : ending.kind,
            message: MaskedText(recorded: ending.message), check: MaskedText(recorded: ending.check), place: place)
        if let needed = ending.needed {
            failure.kind = "workflow.blocked"
            failure.needed = CaseReference(path: "w\(needed).yaml", row: nil)
            return SampleRun.record(identity, .error, failures: [failure])
        }
        let exchange = SampleRun.exchange(MaskedText(recorded: ending.template), status: ending.status)
        let outcome: Outcome = ending.isCancelled ? .error : .failed
        return SampleRun.record(
            identity, outcome,
            steps: [
                SampleRun.step(0, "Read", of: index, outcome, failures: [failure], exchanges: [exchange])
            ])
    }

    private static func list(
        _ endings: [Ending], past: PastRuns? = nil, context: RunContext = RunContext(),
        _ finished: RunFinished = SampleRun.finished()
    ) -> CauseList {
        let cases = endings.enumerated().map { record($0, $1) }
        let run = SampleRun.run(cases.map(\.identity))
        var records = RunRecords(packsSteps: false)
        records.start(run)
        for record in cases { records.add(record) }
        records.finished = finished
        return CauseList(records, run, context, past.map { .known($0) } ?? .unknown("no history"))
    }

    private static func past(_ commits: String..., outcomes: [Int: [CaseState?]] = [:], bad: Set<Int> = []) -> PastRuns
    {
        past(commits, outcomes: outcomes, bad: bad)
    }

    private static func past(_ commits: [String], outcomes: [Int: [CaseState?]], bad: Set<Int> = []) -> PastRuns {
        PastRuns(
            runs: commits.enumerated().map { number, commit in
                PastRuns.Run(
                    id: "run-\(commit)", started: SampleRun.started - Int64(number + 1) * 24 * 3_600_000_000,
                    duration: 1, state: "failed", commit: commit, subject: "about \(commit)", author: "Mei",
                    commitURL: "https://git/shop/commit/\(commit)", build: "\(100 - number)", passed: 1, failed: 1,
                    flaky: 0)
            }, branch: "main", outcomes: outcomes, failedBefore: bad)
    }

    /// `new 0 1 (2)`: state, cases, folded cases.
    private static func shown(_ list: CauseList) -> [String] {
        list.causes.map { cause in
            let folded = cause.folded.isEmpty ? "" : " (\(cause.folded.map(String.init).joined(separator: " ")))"
            return "\(cause.state.word) \(cause.cases.map { "\($0.index)" }.joined(separator: " "))\(folded)"
        }
    }

    private static let reset = Ending(line: 1, kind: "network.reset", message: "broken off", status: nil)

    // MARK: What is one cause

    @Test(
        arguments: [
            (
                "one kind at one place, whatever it says",
                [Ending(template: "/a"), Ending(template: "/b", message: "other")], 1
            ),
            ("two kinds at one place", [Ending(template: "/a"), Ending(template: "/b", kind: "mapping.missing")], 2),
            ("one request that fails in one way at two places", [Ending(), Ending(line: 18)], 1),
            (
                "one request, written with another name",
                [Ending(template: "/o/$(id)?p=1"), Ending(template: "/o/$(n)", line: 18)], 1
            ),
            ("two requests at two places", [Ending(template: "/a"), Ending(template: "/b", line: 18)], 2),
            ("one request that fails in two ways", [Ending(), Ending(line: 18, kind: "mapping.missing")], 2),
            (
                "statuses of one class, asked for and not",
                [
                    Ending(kind: "http.server_error", check: "status", status: 500),
                    Ending(line: 18, check: "status", status: 502),
                ], 1
            ),
            (
                "a refused connection and a reset of one server",
                [reset, Ending(template: "/b", line: 2, kind: "network.connect", status: nil)], 1
            ),
            (
                "a timeout is no loss of the connection",
                [reset, Ending(template: "/b", line: 2, kind: "network.timeout", status: nil)], 2
            ),
        ] as [(String, [Ending], Int)])
    private func `a number of causes`(_ name: String, _ endings: [Ending], _ count: Int) {
        let list = Self.list(endings)
        #expect(list.causes.count == count, "\(name): \(Self.shown(list))")
        #expect(list.places.count == endings.count)
    }

    @Test func `what did not run because of a case is folded into its cause, through others too`() {
        let list = Self.list([Ending(), Ending(needed: 0), Ending(needed: 1), Ending(needed: 9)])
        #expect(Self.shown(list) == ["new 0 (1 2)", "new 3"])
        #expect(list.places == [0: 0, 1: 0, 2: 0, 3: 1])
        #expect(list.causes[0].owners == ["team 0", "team 1"])
    }

    @Test func `cases that need each other are no endless search`() {
        #expect(Self.list([Ending(needed: 1), Ending(needed: 0)]).causes.count == 1)
    }

    @Test func `a cause in quarantine that keeps others from running counts`() {
        #expect(Self.shown(Self.list([Ending(isQuarantined: true)])) == ["quarantined 0"])
        #expect(Self.shown(Self.list([Ending(isQuarantined: true), Ending(needed: 0)])) == ["new 0 (1)"])
    }

    // MARK: Since when

    @Test func `a new failure does not hide among known ones, and those of one request are one if they began together`()
    {
        let past = Self.past(
            "c3", "c2", "c1",
            outcomes: [
                0: [.failed, .failed, .passed], 1: [.failed, .failed, .passed], 2: [.failed, .passed, .passed],
            ],
            bad: [0, 1, 2])
        let list = Self.list((0..<4).map { Ending(line: 17 + $0) }, past: past)
        #expect(Self.shown(list) == ["new 3", "known 0 1", "known 2"])
        let since = list.causes.map { $0.since?.text }
        #expect(since[1] == "commit c2 ('about c2', Mei), build #99, 2026-08-19 10:00")
        #expect(list.causes.map { $0.since?.days } == [0, 2, 1])
        #expect(list.causes.map { $0.lastGood?.commit } == [nil, "c1", "c2"])
        #expect(list.causes[1].comparisonURL == "https://git/shop/compare/c1...c2")
        #expect(list.causes[1].tally.bad == 2)
        #expect(list.causes[1].tally.all == 3)
    }

    @Test func `causes stand by state, then by the number of their cases, then by place`() {
        var past = Self.past(
            "c1", outcomes: [1: [.failed], 2: [.failed], 3: [.failed], 5: [.quarantined]], bad: [1, 2, 3, 6])
        past.changed = [6]
        let list = Self.list(
            [
                Ending(isFlaky: true), Ending(template: "/a", line: 9), Ending(template: "/b", line: 3),
                Ending(template: "/b", line: 3), Ending(template: "/d", line: 2),
                Ending(template: "/e", line: 1, isQuarantined: true), Ending(template: "/f", line: 5),
            ], past: past)
        #expect(Self.shown(list) == ["new 4", "changed 6", "flaky 0", "known 2 3", "known 1", "quarantined 5"])
        #expect(list.causes.last?.tally.bad == 1)
        #expect(list.causes.last?.tally.all == 1)
    }

    @Test func `what is flaky says with what it failed, since when and how often`() throws {
        let past = Self.past("c3", "c2", "c1", outcomes: [0: [.flaky, .passed, .flaky]])
        let cause = try #require(Self.list([Ending(isFlaky: true)], past: past).causes.first)
        #expect(cause.title.hasSuffix("$.items[0].total: expected 12.5, got \"12.5\""))
        #expect(cause.since?.run.commit == "c1")
        #expect(cause.since?.isAtLeast == true)
        #expect(cause.tally.bad == 2)
        #expect(cause.tally.all == 3)
        #expect(cause.owners == ["team 0"])
    }

    @Test(arguments: [(9, true), (10, false)])
    func `what is flaky began at least then, unless ten good results came before`(_ good: Int, _ isAtLeast: Bool) throws
    {
        let commits = (0...good).map { "c\($0)" }
        let past = Self.past(
            commits, outcomes: [0: [.flaky] + Array(repeating: CaseState?.some(.passed), count: good)])
        let cause = try #require(Self.list([Ending(isFlaky: true)], past: past).causes.first)
        #expect(cause.since?.run.commit == "c0")
        #expect(cause.since?.isAtLeast == isAtLeast)
    }

    @Test func `a new cause is since now where one of its cases was good before`() throws {
        let past = Self.past("c2", "c1", outcomes: [1: [.passed, .passed]])
        let cause = try #require(Self.list([Ending(), Ending()], past: past).causes.first)
        #expect(cause.cases.count == 2)
        #expect(cause.since?.isAtLeast == false)
        #expect(cause.lastGood?.commit == "c2")
    }

    @Test func `a flaky step has the request that failed, an earlier attempt at the workflow has none that is kept`() {
        func request(_ record: CaseRecord) -> RequestLine? {
            let run = SampleRun.run([record.identity])
            var records = RunRecords(packsSteps: false)
            records.start(run)
            records.add(record)
            return CauseList(records, run, RunContext(), .unknown("")).causes.first?.request
        }
        #expect(request(SampleRun.flaky)?.status == 503)
        #expect(request(SampleRun.rerun)?.method == "GET")
        #expect(request(SampleRun.rerun)?.status == nil)
    }

    @Test func `what ten good results came before is newly flaky, again`() {
        func comparison(_ good: Int) -> RunComparison? {
            let outcomes = Array(repeating: CaseState?.some(.passed), count: good) + [.flaky]
            let commits = (0...good).map { "c\($0)" }
            var past = Self.past("x", outcomes: [0: outcomes])
            past.runs = commits.map { commit in
                var run = past.runs[0]
                run.commit = commit
                return run
            }
            return Self.list([Ending(isFlaky: true)], past: past).comparisons.first
        }
        #expect(comparison(9)?.flaky == [])
        #expect(comparison(10)?.flaky == [0])
    }

    @Test(arguments: [RunFinished.State.failed, .interrupted])
    func `of a run that is compared with none nothing is called new`(_ state: RunFinished.State) {
        let past = state == .interrupted ? Self.past("c1") : nil
        let list = Self.list([Ending()], past: past, SampleRun.finished(state))
        #expect(list.causes.map(\.since?.days) == [nil])
        #expect(list.causes.map { $0.word?.description } == [nil])
        #expect(list.headline == "1 cause: GET /orders: $.total (1).")
        #expect(Self.list([Ending()], past: Self.past("c1")).causes[0].word?.description == "new")
    }

    @Test func `a run that was interrupted has no new failure for what it did not end`() {
        let list = Self.list(
            [Ending(isCancelled: true), Ending(isCancelled: true)], past: Self.past("c1"),
            SampleRun.finished(.interrupted))
        #expect(Self.shown(list) == ["interrupted 0 1"])
        #expect(list.comparisons.isEmpty)
        #expect(list.causes[0].since == nil)
    }

    // MARK: The headline

    private static let context = RunContext(
        branch: "main", commit: "f0e9c9a0000", subject: "release candidate", author: "Ida Berg",
        commitURL: "https://git/shop/commit/f0e9c9a0000")

    @Test func `the headline says what is new, since which commit and by whom, and counts the rest`() {
        let endings =
            (0..<4).map { Ending(template: "/payments", line: $0, kind: "network.reset", status: nil) }
            + (0..<3).map { Ending(template: "/shipping/rates", line: 10 + $0, check: "status", status: 502) }
            + (0..<10).map { Ending(template: "/known/\($0)", line: 20 + $0) } + [Ending(isFlaky: true)]
        let known = 7..<17
        let past = Self.past(
            "49d8ea70000", outcomes: Dictionary(uniqueKeysWithValues: known.map { ($0, [.failed]) }), bad: Set(known))
        #expect(
            Self.list(endings, past: past, context: Self.context).headline
                == "2 new causes since 49d8ea7 → f0e9c9a ('release candidate', Ida Berg): GET /payments breaks off (4), GET /shipping/rates 502 (3). 10 known, 1 flaky."
        )
    }

    @Test func `the headline begins with the last run in which what is new was good`() {
        let past = Self.past("c2", "c1", outcomes: [0: [nil, .passed], 1: [.passed, .passed]])
        #expect(
            Self.list([Ending()], past: past, context: Self.context).headline.hasPrefix(
                "1 new cause since c1 → f0e9c9a "))
        let both = Self.list([Ending(), Ending(template: "/b", line: 2)], past: past, context: Self.context)
        #expect(both.headline.hasPrefix("2 new causes since c1 → "))
        #expect(Self.list([Ending()], past: Self.past("c2"), context: Self.context).headline.contains(" since c2 → "))
    }

    @Test func `without an earlier run the headline names causes, and of a good run there is none`() {
        #expect(
            Self.list([Ending(), Ending(template: "/b", line: 2)]).headline
                == "2 causes: GET /b: $.total (1), GET /orders: $.total (1).")
        #expect(Self.list([]).headline == "")
        #expect(Self.list([Ending(isFlaky: true)]).headline == "1 flaky.")
        #expect(
            Self.list([Ending()], past: Self.past("c1", bad: [0])).headline
                == "No new cause since the run of 2026-08-20 10:00. 1 known.")
    }

    // MARK: Bad input

    @Test func `2,000 causes are found soon, and the headline stays a line`() {
        let endings = (0..<2000).map { Ending(template: "/\($0)/x", line: $0) }
        let list = Self.list(endings, past: Self.past("c1"), context: Self.context)
        #expect(list.causes.count == 2000)
        #expect(list.headline.utf8.count < 500)
        #expect(list.headline.contains("and 1997 more"))
    }

    @Test(arguments: [
        "\u{1B}[31mred", "a\nb", "##vso[task.complete]", "::error::x", "\u{202E}drow",
        String(repeating: "x", count: 5000), "",
    ])
    func `a hostile commit, author or request is harmless and short`(_ text: String) {
        let past = PastRuns(
            runs: [
                .init(
                    id: text, started: 0, duration: nil, state: text, commit: text, subject: text, author: text,
                    commitURL: text,
                    build: text, passed: 0, failed: 0, flaky: 0)
            ], outcomes: [0: [.failed]], failedBefore: [0])
        let list = Self.list(
            [Ending(template: text, message: text)], past: past,
            context: RunContext(commit: text, subject: text, author: text, commitURL: text))
        let cause = list.causes[0]
        for shown in [list.headline, cause.title, cause.brief, cause.since?.text ?? ""] {
            #expect(shown.utf8.count < 600, "\(shown)")
            #expect(!shown.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E || $0.value == 0x1B })
            #expect(!shown.contains("##vso["))
        }
        #expect(cause.comparisonURL == nil)
    }

    @Test func `a history of another project knows none of the cases: each failure is new`() {
        let list = Self.list([Ending()], past: Self.past("c9", outcomes: [0: [nil]]), context: Self.context)
        #expect(Self.shown(list) == ["new 0"])
        #expect(list.causes[0].lastGood == nil && list.causes[0].comparisonURL == nil)
    }

    @Test(arguments: [
        ("https://git/shop/commit/", "https://git/shop/compare/aa...bb"),
        ("https://git/shop/-/commit/", "https://git/shop/-/compare/aa...bb"),
        ("https://git/shop/commits/", "https://git/shop/branches/compare/bb%0Daa"), ("https://git/shop/c/", nil),
    ])
    func `commits are compared on the server's own page`(_ base: String, _ url: String?) {
        func run(_ commit: String) -> PastRuns.Run {
            PastRuns.Run(
                id: commit, started: 0, duration: nil, state: "passed", commit: commit, commitURL: base + commit,
                passed: 1,
                failed: 0, flaky: 0)
        }
        #expect(run("aa").comparisonURL(to: run("bb")) == url)
        #expect(run("aa").comparisonURL(to: run("aa")) == nil)
    }
}
