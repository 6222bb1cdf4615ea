import BatonRecords
import BatonReports
import SampleRuns
import Testing

/// What the page says of earlier runs.
struct HTMLChangesTests {
    private static func run(_ number: Int, failed: Int = 1) -> PastRuns.Run {
        PastRuns.Run(
            id: "0198f3c7-a2b\(number)-7000-8000-000000000001",
            started: SampleRun.started - Int64(10 - number) * 3_600_000_000, duration: 1_000_000, state: "failed",
            commit: "abcdef0123456789", commitURL: "https://code/abcdef0123456789", build: "\(number)",
            buildURL: number == 1 ? "javascript:alert(1)" : "https://ci/\(number)", passed: 3, failed: failed, flaky: 0)
    }

    private static func page(_ past: PastRuns.Finding) throws -> HTMLDocument {
        func failing(_ index: Int, _ path: String) -> CaseRecord {
            SampleRun.record(
                SampleRun.identity(index, path), .failed,
                steps: [SampleRun.step(0, "S", of: index, .failed, failures: [SampleRun.failure()])])
        }
        let records = [
            failing(0, "new.yaml"), failing(1, "known.yaml"), SampleRun.record(SampleRun.identity(2, "fixed.yaml")),
            SampleRun.record(
                SampleRun.identity(3, "shaky.yaml"), steps: [SampleRun.step(0, "Log in", of: 3)],
                earlier: SampleRun.rerun.earlier),
            SampleRun.record(SampleRun.identity(4, "slow.yaml")),
        ]
        return try HTMLDocument(
            [.runStarted(SampleRun.run(records.map(\.identity)))] + records.map { .caseFinished($0) }, past: past)
    }

    private static let message = "$.items[0].total: expected 12.5, got \"12.5\""

    private static let past = PastRuns(
        runs: [run(3), run(2), run(1)], branch: "main",
        outcomes: [
            0: [.passed, .passed, .failed], 1: [.failed, nil, .passed], 3: [.passed, .passed, .passed],
        ],
        failedBefore: [1, 2], slower: [.init(index: 4, before: 120_000, now: 300_000)])

    @Test func `new, known and fixed failures, and what is flaky or slower, stand apart`() throws {
        let page = try Self.page(.known(Self.past))
        #expect(
            try page.texts("//section[@id='changes']/h3") == [
                "New failures (1)", "Known failures (1)", "Fixed (1)", "Newly flaky (1)", "Slower (1)",
            ])
        #expect(
            try page.texts("//section[@id='changes']//li") == [
                "new.yaml new.yaml \(Self.message)",
                "known.yaml known.yaml \(Self.message), since commit abcdef0, build #3, 2026-08-21 03:00",
                "fixed.yaml fixed.yaml", "shaky.yaml shaky.yaml", "slow.yaml slow.yaml: 120 ms before, now 300 ms",
            ])
        #expect(
            try page.texts("//section[@id='changes']/p") == [
                "Compared with main, run 0198f3c7-a2b3 of 2026-08-21 03:00, commit abcdef0, build #3: "
                    + "1 new failure, 1 known since abcdef0, 1 fixed, 1 newly flaky, 1 slower."
            ])
        #expect(
            try page.texts("//table[@class='index']/tbody/tr/td[2]") == [
                "new", "known since commit abcdef0, build #3, 2026-08-21 03:00",
            ])
        #expect(try page.texts("//li/a[@href='https://ci/3']") == ["#3"])
        #expect(try page.texts("//li/a[@href='https://code/abcdef0123456789']") == ["abcdef0"])
        #expect(
            try page.texts("//p[@class='history']") == [
                "Before this run, oldest first: ✗ ✓ ✓  (failed in 1 of 3)",
                "Before this run, oldest first: ✓ · ✗  (failed in 1 of 2)",
            ])
        #expect(try page.count("//section[@id='trend']//tbody/tr") == 3)
    }

    @Test func `another failure than before is no known one, and a known one is as old as its own failure`() throws {
        var past = Self.past
        let own = FailureSignature.of(SampleRun.failure())
        past.failedBefore = [0, 1]
        past.changed = [0]
        past.outcomes[1] = [.failed, nil, .skipped, .failed, .failed]
        past.runs = [Self.run(5), Self.run(4), Self.run(3), Self.run(2), Self.run(1)]
        past.signatures[1] = [own, nil, nil, own, "another"]
        let page = try Self.page(.known(past))
        let items = try page.texts("//section[@id='changes']//li")
        #expect(
            items.contains("new.yaml new.yaml \(Self.message): failed before too, with another failure"), "\(items)")
        #expect(
            items.contains("known.yaml known.yaml \(Self.message), since commit abcdef0, build #2, 2026-08-21 02:00"),
            "\(items)")
        #expect(try page.texts("//section[@id='changes']/h3").contains("Changed failures (1)"))
    }

    @Test func `only the failure that stands for its workflow is new or known`() throws {
        var other = SampleRun.failure("status: expected 2xx, got 500")
        other.check = "status"
        let record = SampleRun.record(
            SampleRun.identity(1, "known.yaml"), .failed,
            steps: [
                SampleRun.step(0, "First", of: 1, .failed, failures: [SampleRun.failure()]),
                SampleRun.step(1, "Then", of: 1, .failed, failures: [other]),
            ])
        let first = SampleRun.record(SampleRun.identity(0, "first.yaml"))
        let events: [RunEvent] = [
            .runStarted(SampleRun.run([first.identity, record.identity])), .caseFinished(first), .caseFinished(record),
        ]
        let page = try HTMLDocument(events, past: .known(Self.past))
        #expect(
            try page.texts("//table[@class='index']/tbody/tr/td[2]") == [
                "known since commit abcdef0, build #3, 2026-08-21 03:00"
            ])
    }

    @Test func `a group of known failures is as old as the oldest of them`() throws {
        var past = Self.past
        past.failedBefore = [0, 1]
        past.outcomes = [0: [.failed, .passed, .passed], 1: [.failed, .failed, .passed]]
        let page = try Self.page(.known(past))
        #expect(
            try page.texts("//table[@class='index']/tbody/tr/td[2]") == [
                "known since commit abcdef0, build #2, 2026-08-21 02:00"
            ])
    }

    @Test func `a failure that was there in every known run is at least that old`() throws {
        var past = Self.past
        past.outcomes[1] = [.failed, .error, .failed]
        let page = try Self.page(.known(past))
        #expect(
            try page.texts("//section[@id='changes']//li").contains(
                "known.yaml known.yaml \(Self.message), at least since commit abcdef0, build #1, 2026-08-21 01:00"))
    }

    @Test func `a branch is compared with its own runs, and with those of the default branch`() throws {
        var past = Self.past
        past.branch = "topic"
        var main = Self.past
        main.failedBefore = [0, 1]
        main.outcomes[0] = [.failed, .passed, .passed]
        main.slower = []
        past.onDefaultBranch = [main]
        let page = try Self.page(.known(past))
        let own = "1 new failure, 1 known since abcdef0, 1 fixed, 1 newly flaky, 1 slower."
        let run = "run 0198f3c7-a2b3 of 2026-08-21 03:00, commit abcdef0, build #3"
        #expect(
            try page.texts("//section[@id='changes']/p") == [
                "Compared with topic, \(run): \(own)",
                "Compared with main, \(run): 2 known failures since abcdef0, 1 newly flaky.",
            ])
    }

    @Test func `an address that is no page on the web is no link`() throws {
        var past = Self.past
        past.runs = [Self.run(1)]
        past.outcomes[1] = [.failed]
        let page = try Self.page(.known(past))
        #expect(try page.texts("//section[@id='changes']//li").contains { $0.contains("build #1") })
        #expect(try page.count("//a[starts-with(@href, 'javascript')]") == 0)
    }

    @Test func `the HTML page of a first run says that there is no earlier run`() throws {
        let page = try Self.page(.known(PastRuns()))
        #expect(
            try page.texts("//section[@id='changes']/p") == [
                "The history has no earlier run of this branch in this environment to compare with."
            ])
        #expect(try page.texts("//section[@id='trend']/p") == ["None is known."])
    }

    @Test func `a history that cannot be read is said`() throws {
        let page = try Self.page(.unknown("The history could not be read: it is locked"))
        #expect(
            try page.texts("//section[@id='changes']/p") == ["The history could not be read: it is locked"])
    }

    @Test func `where nothing changed it says so`() throws {
        var past = Self.past
        past.slower = []
        past.failedBefore = [0, 1]
        past.outcomes = [0: [.failed], 1: [.failed], 3: [.flaky]]
        let page = try Self.page(.known(past))
        #expect(try page.texts("//section[@id='changes']/h3") == ["Known failures (2)"])
        past.failedBefore = []
        let records = [SampleRun.record(SampleRun.identity(0, "a.yaml"))]
        let quiet = try HTMLDocument(
            [.runStarted(SampleRun.run(records.map(\.identity))), .caseFinished(records[0])], past: .known(past))
        #expect(try quiet.texts("//section[@id='changes']/p").last == "Nothing: each workflow ended as before.")
    }
}
