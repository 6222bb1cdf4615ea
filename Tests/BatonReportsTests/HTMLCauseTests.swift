import BatonRecords
import BatonReports
import SampleRuns
import Testing

/// The list of causes, and what the page says of earlier runs.
struct HTMLCauseTests {
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

    private static let badges = "//summary/b[starts-with(@class, 'badge')]"
    private static let lines = "//summary/small"
    private static let point = "commit abcdef0, build #3, 2026-08-21 03:00"

    @Test func `new, flaky, known, fixed and slower ones stand in one list, new ones first`() throws {
        let page = try Self.page(.known(Self.past))
        #expect(try page.texts(Self.badges) == ["new", "flaky", "known", "fixed", "slower"])
        #expect(
            try page.texts(Self.lines) == [
                "new.yaml · since commit 1a2b3c4, 2026-08-21 10:00",
                "shaky.yaml · since commit 1a2b3c4, 2026-08-21 10:00",
                "known.yaml · since \(Self.point)", "fixed.yaml", "slow.yaml",
            ])
        #expect(
            try page.texts("//details[@class='cause slower']//li") == ["slow.yaml slow.yaml: 120 ms before, now 300 ms"]
        )
        #expect(
            try page.texts("//p[@class='faint compared']") == [
                "Compared with main, \(Self.point): 1 new failure, 1 known since abcdef0, 1 fixed, 1 newly flaky, 1 slower."
            ])
        #expect(try page.texts("//details[starts-with(@class, 'cause')][@open]/@class") == ["cause new"])
        #expect(
            try page.texts("//div[@class='case']/p[@class='faint']")[2]
                == "Since \(Self.point); last good in commit abcdef0, build #1, 2026-08-21 01:00. In known.yaml known.yaml"
        )
        #expect(try page.texts("//div[@class='case']//a[@href='https://ci/3']") == ["#3", "#3", "#3"])
        #expect(try page.texts("//div[@class='case']//a[@href='https://code/abcdef0123456789']").first == "abcdef0")
        #expect(
            try page.texts("//p[@class='history']") == [
                "Before this run, oldest first: ✗ ✓ ✓  (failed in 1 of 3)",
                "Before this run, oldest first: ✓ ✓ ✓  (failed in 0 of 3)",
                "Before this run, oldest first: ✓ · ✗  (failed in 1 of 2)",
            ])
        #expect(try page.count("//details[@id='trend']//tbody/tr") == 3)
    }

    @Test func `the chart has a bar for each run, with its commit and build, and a link where there is a page`() throws
    {
        let events = SampleRun.events
        let page = try HTMLDocument(events, past: .known(Self.past))
        #expect(
            try page.texts("//figure//title") == [
                "commit abcdef0, build #1, 2026-08-21 01:00: 1 known",
                "commit abcdef0, build #2, 2026-08-21 02:00: 1 known",
                "\(Self.point): 1 known", "this run: 2 known",
            ])
        // The page of build 1 is that of a script, so that its commit is linked.
        #expect(
            try page.texts("//figure//a/@href") == ["https://code/abcdef0123456789", "https://ci/2", "https://ci/3"])
    }

    @Test func `another failure than before is no known one`() throws {
        var past = Self.past
        past.failedBefore = [0, 1]
        past.changed = [0]
        let page = try Self.page(.known(past))
        #expect(try page.texts(Self.badges) == ["changed", "flaky", "known", "slower"])
    }

    @Test func `an address that is no page on the web is no link`() throws {
        var past = Self.past
        past.runs = [Self.run(1)]
        past.outcomes[1] = [.failed]
        let page = try Self.page(.known(past))
        #expect(try page.texts(Self.lines).contains { $0.contains("build #1") })
        #expect(try page.count("//a[starts-with(@href, 'javascript')]") == 0)
    }

    @Test func `the HTML page of a first run says that there is no earlier run`() throws {
        let page = try Self.page(.known(PastRuns()))
        #expect(
            try page.texts("//p[@class='faint compared']") == [
                "The history has no earlier run of this branch in this environment to compare with."
            ])
        #expect(try page.texts("//details[@id='trend']/p") == ["None is known."])
        #expect(try page.count("//figure") == 0)
    }

    @Test func `a history that cannot be read is said`() throws {
        let page = try Self.page(.unknown("The history could not be read: it is locked"))
        #expect(try page.texts("//p[@class='faint compared']") == ["The history could not be read: it is locked"])
    }

    @Test func `where nothing changed it says so, and shows all workflows at once`() throws {
        var past = Self.past
        past.slower = []
        past.failedBefore = []
        let records = [SampleRun.record(SampleRun.identity(0, "a.yaml"))]
        let quiet = try HTMLDocument(
            [.runStarted(SampleRun.run(records.map(\.identity))), .caseFinished(records[0])], past: .known(past))
        #expect(try quiet.texts("//p[@class='faint compared']").last?.hasSuffix(": nothing changed.") == true)
        #expect(try quiet.count("//section[@id='causes']") == 0)
        #expect(try quiet.count("//details[@id='workflows'][@open]") == 1)
    }
}
