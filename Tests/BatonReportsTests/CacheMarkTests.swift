import BatonRecords
import BatonReports
import SampleRuns
import Testing

/// Nobody takes a response from the cache for one of the server.
@Suite struct CacheMarkTests {
    private static func exchange(_ mark: ExchangeRecord.CacheMark?) -> ExchangeRecord {
        var exchange = SampleRun.exchange()
        exchange.cache = mark
        return exchange
    }

    static let marks: [(ExchangeRecord.CacheMark, String)] = [
        (.init(.stored, age: 12_000_000), "200 from the cache, stored 12.0 s ago"),
        (.init(.revalidated, age: 5), "200 in 170 ms, confirmed: the body is from the cache"),
        (.init(.shared), "200 in 170 ms, sent once for several steps"),
    ]

    private static func events(_ mark: ExchangeRecord.CacheMark) -> [RunEvent] {
        let identity = SampleRun.identity(0, "w.yaml", name: "w")
        let record = SampleRun.record(identity, steps: [SampleRun.step(0, "GET /", exchanges: [exchange(mark)])])
        var counts = RunFinished.Counts()
        counts.passed = 1
        let finished = RunFinished(
            state: .passed, counts: counts, requestCount: 0, cachedCount: mark.use == .stored ? 1 : 0,
            duration: 1_000_000, exitCode: 0)
        return [
            .runStarted(SampleRun.run([identity])), .caseStarted(identity), .stepFinished(record.steps[0]),
            .caseFinished(record), .runFinished(finished),
        ]
    }

    @Test(arguments: marks)
    func `the console says where a response came from`(_ mark: ExchangeRecord.CacheMark, _ words: String) {
        var options = ConsoleOptions()
        options.detail = .verbose
        let text = ConsoleReporterTests.text(Self.events(mark), options)
        #expect(text.contains(words), "\(text)")
        let last = mark.use == .stored ? "1 passed in 1.0 s, 1 response from the cache" : "1 passed in 1.0 s\n"
        #expect(text.contains(last), "\(text)")
    }

    @Test(arguments: marks)
    func `JUnit says it for a step that passed`(_ mark: ExchangeRecord.CacheMark, _ words: String) throws {
        let text = try JUnitReporterTests.document(Self.events(mark))
        #expect(text.contains("<system-out>"), "\(text)")
        #expect(try JUnitReporterTests.violations(text).isEmpty)
        #expect(text.contains(words), "\(text)")
    }

    @Test(arguments: marks)
    func `the cache mark of an exchange survives encoding as an event`(
        _ mark: ExchangeRecord.CacheMark, _ words: String
    ) throws {
        let encoder = RunEventEncoder(embedsSteps: false)
        var decoder = RunEventDecoder()
        for event in Self.events(mark) {
            let again = try decoder.event(line: encoder.line(event))
            if case .stepFinished(let step) = again { #expect(step.exchanges.map(\.cache) == [mark]) }
            if case .runFinished(let run) = again { #expect(run.cachedCount == (mark.use == .stored ? 1 : 0)) }
        }
    }

    @Test(arguments: [
        (0, 0, ""), (1, 1, ", 1 request"), (7, 1, ", 7 requests"), (7, 3, ", 7 requests (at most 3 at a time)"),
    ])
    func `in detail, the last line says how many requests there were, and how many at a time`(
        _ requests: Int, _ most: Int, _ words: String
    ) throws {
        var counts = RunFinished.Counts()
        counts.passed = 1
        let end = RunFinished(
            state: .passed, counts: counts, requestCount: requests, mostInFlight: most, duration: 1_000_000,
            exitCode: 0)
        let events: [RunEvent] = [.runStarted(SampleRun.run([])), .runFinished(end)]
        var options = ConsoleOptions()
        #expect(ConsoleReporterTests.text(events, options).hasSuffix("1 passed in 1.0 s\n"))
        options.detail = .verbose
        #expect(ConsoleReporterTests.text(events, options).hasSuffix("1 passed in 1.0 s\(words)\n"))
        var decoder = RunEventDecoder()
        let encoder = RunEventEncoder(embedsSteps: false)
        for event in events {
            guard case .runFinished(let run) = try decoder.event(line: encoder.line(event)) else { continue }
            #expect(run.mostInFlight == most)
        }
    }

    @Test func `only what was sent counts as a request`() {
        #expect(Self.exchange(nil).wasSent)
        #expect(Self.exchange(.init(.revalidated)).wasSent)
        #expect(!Self.exchange(.init(.stored)).wasSent)
        #expect(!Self.exchange(.init(.shared)).wasSent)
    }
}
