import BatonRecords
import BatonRunner
import BatonSecrets
import SampleRuns
import Testing

@testable import BatonReports

/// How a step that was sent more than once is shown.
@Suite struct AttemptReportTests {
    @Test func `the JUnit file has every attempt and the failure that was overcome`() throws {
        let document = try JUnitReporterTests.document(JUnitReporterTests.events([SampleRun.flaky]))
        #expect(try JUnitReporterTests.violations(document) == [])
        #expect(document.contains(#"<flakyFailure message="status: expected 2xx, got 503" type="retry"/>"#))
        #expect(document.contains(#"tests="1" failures="0" errors="0" skipped="0""#))
        #expect(
            document.contains(
                """
                <system-out>GET http://127.0.0.1:8080/orders?page=1 -&gt; 503 in 170 ms: status: expected 2xx, got 503
                GET http://127.0.0.1:8080/orders?page=1 -&gt; 200 in 170 ms (attempt 2)
                </system-out>
                """), "\(document)")
    }

    @Test func `an attempt that only waited as the server asked is no flaky one`() throws {
        let flaky = SampleRun.flaky
        let step = SampleRun.step(0, "GET /orders", exchanges: flaky.steps[0].exchanges)
        let document = try JUnitReporterTests.document(
            JUnitReporterTests.events([SampleRun.record(flaky.identity, steps: [step])]))
        #expect(!document.contains("flakyFailure"), "\(document)")
        #expect(document.contains("(attempt 2)"), "\(document)")
    }

    @Test func `the console marks the workflow and counts it`() {
        var counts = RunFinished.Counts()
        counts.passed = 1
        counts.flaky = 1
        let end = RunFinished(state: .passed, counts: counts, requestCount: 2, duration: 212_000, exitCode: 0)
        let text = ConsoleReporterTests.text([
            .runStarted(SampleRun.run([SampleRun.flaky.identity])), .caseFinished(SampleRun.flaky), .runFinished(end),
        ])
        #expect(text.contains("Busy    212 ms  flaky: GET /orders: status: expected 2xx, got 503\n"), "\(text)")
        #expect(text.contains("1 passed (1 flaky) in 212 ms"))
    }

    @Test func `attempts at a whole workflow are told in every report`() throws {
        let document = try JUnitReporterTests.document(JUnitReporterTests.events([SampleRun.rerun]))
        #expect(try JUnitReporterTests.violations(document) == [])
        #expect(
            document.contains(
                #"<flakyFailure message="$.items[0].total: expected 12.5, got &quot;12.5&quot;" type="check.failed"/>"#),
            "\(document)")
        let text = ConsoleReporterTests.text([
            .runStarted(SampleRun.run([SampleRun.rerun.identity])), .caseFinished(SampleRun.rerun),
        ])
        #expect(text.contains("Shaky    212 ms  flaky: Log in: $.items[0].total: expected 12.5, got "), "\(text)")
        #expect(text.contains(#"    attempt 1 failed: Log in: $.items[0].total: expected 12.5, got "12.5""#))
        let encoder = RunEventEncoder(embedsSteps: true)
        var decoder = RunEventDecoder()
        _ = try decoder.event(line: encoder.line(.runStarted(SampleRun.run([SampleRun.rerun.identity]))))
        guard case .caseFinished(let again) = try decoder.event(line: encoder.line(.caseFinished(SampleRun.rerun)))
        else {
            Issue.record("another event came back")
            return
        }
        #expect(again.earlier == SampleRun.rerun.earlier)
        #expect(again.isFlaky)
    }

    @Test func `of a workflow that never passed, each case says what its attempts failed with`() throws {
        func attempt(_ number: Int, _ step: String, _ message: MaskedText) -> CaseRecord.Attempt {
            let place = Place(file: "w.yaml", line: 2, column: 5)
            return CaseRecord.Attempt(
                number: number, outcome: .failed, started: 0, duration: 1,
                failures: [
                    .init(step: step, failure: FailureRecord(kind: "check.failed", message: message, place: place))
                ])
        }
        let record = SampleRun.record(
            SampleRun.identity(0, "w.yaml", steps: 2), .failed,
            steps: [SampleRun.step(0, "Log in"), SampleRun.step(1, "Order", .failed)],
            earlier: [
                attempt(1, "Log in", "one"), attempt(2, "Order", "two"), attempt(3, "Order [item=1]", "three"),
                attempt(4, "", "four"),
            ])
        let document = try JUnitReporterTests.document(JUnitReporterTests.events([record]))
        #expect(try JUnitReporterTests.violations(document) == [])
        let (first, second) = (document.split(separator: "<testcase")[1], document.split(separator: "<testcase")[2])
        #expect(first.contains(#"<flakyFailure message="one" type="check.failed"/>"#), "\(document)")
        #expect(!first.contains("rerunFailure"))
        for message in ["two", "Order [item=1]: three", "four"] {
            #expect(second.contains(#"<rerunFailure message="\#(message)" type="check.failed"/>"#), "\(document)")
        }
        let order = second.split(separator: "<").map { $0.prefix { $0 != " " } }
        #expect(order.filter { $0.hasSuffix("ailure") } == ["failure", "rerunFailure", "rerunFailure", "rerunFailure"])
    }

    @Test func `an attempt with several failed checks counts once in JUnit and CTRF`() throws {
        let place = Place(file: "w.yaml", line: 2, column: 5)
        let failures = ["one", "two", "three"].map { message in
            CaseRecord.Attempt.FailedStep(
                step: "Log in", failure: FailureRecord(kind: "check.failed", message: message, place: place))
        }
        let record = SampleRun.record(
            SampleRun.identity(0, "w.yaml", steps: 1), steps: [SampleRun.step(0, "Log in")],
            earlier: [
                CaseRecord.Attempt(number: 1, outcome: .failed, started: 0, duration: 1, failures: failures),
                CaseRecord.Attempt(number: 2, outcome: .failed, started: 0, duration: 1, failures: [failures[1]]),
            ])
        let document = try JUnitReporterTests.document(JUnitReporterTests.events([record]))
        #expect(document.split(separator: "<flakyFailure").count == 3, "\(document)")
        #expect(document.contains(#"<flakyFailure message="one (and 2 more)" type="check.failed"/>"#), "\(document)")
        #expect(document.contains(#"<flakyFailure message="two" type="check.failed"/>"#), "\(document)")
        var format = CTRFFormat { RunContext() }
        let test = String(
            decoding: format.encode(record, isUnfinished: false, of: SampleRun.run([record.identity])), as: UTF8.self)
        #expect(test.contains(#""retries":2"#), "\(test)")
    }

    @Test(arguments: [Outcome.passed, .failed])
    func `each failed attempt of a step is one element`(_ outcome: Outcome) throws {
        let exchanges = (1...3).map { number in
            var exchange = SampleRun.exchange(status: 503, attempt: number)
            if number < 3 { exchange.note = "no \(number)" }
            return exchange
        }
        let record = SampleRun.record(
            SampleRun.identity(0, "w.yaml", steps: 1), outcome,
            steps: [
                StepRecord(
                    caseIndex: 0, index: 0, section: .steps, name: "Get", kind: .request, outcome: outcome,
                    place: Place(file: "w.yaml", line: 3, column: 5), started: 0, duration: 1, exchanges: exchanges,
                    isFlaky: outcome == .passed)
            ])
        let document = try JUnitReporterTests.document(JUnitReporterTests.events([record]))
        #expect(try JUnitReporterTests.violations(document) == [])
        let element = outcome == .passed ? "flakyFailure" : "rerunFailure"
        for number in 1...2 {
            #expect(document.contains("<\(element) message=\"no \(number)\" type=\"retry\"/>"), "\(document)")
        }
        #expect(document.split(separator: "<\(element)").count == 3, "\(document)")
    }

    @Test func `where flaky is not enough, the last line says so`() {
        var counts = RunFinished.Counts()
        counts.passed = 1
        counts.flaky = 1
        let end = RunFinished(state: .failed, counts: counts, requestCount: 2, duration: 212_000, exitCode: 1)
        let text = ConsoleReporterTests.text([
            .runStarted(SampleRun.run([SampleRun.rerun.identity])), .caseFinished(SampleRun.rerun), .runFinished(end),
        ])
        #expect(text.contains("flaky is not enough (--fail-on-flaky): 1 passed (1 flaky) in 212 ms"), "\(text)")
    }

    @Test func `steps of an attempt that another follows do not count`() throws {
        let identity = SampleRun.identity(0, "w.yaml", steps: 1)
        let encoder = RunEventEncoder()
        var decoder = RunEventDecoder()
        let events: [RunEvent] = [
            .runStarted(SampleRun.run([identity])), .caseStarted(identity),
            .stepFinished(SampleRun.step(0, "first", .failed)), .caseStarted(identity),
            .stepFinished(SampleRun.step(0, "second")), .caseFinished(SampleRun.record(identity)),
        ]
        var last: RunEvent?
        for event in events { last = try decoder.event(line: encoder.line(event)) }
        guard case .caseFinished(let record) = last else {
            Issue.record("another event came back")
            return
        }
        #expect(record.steps.map(\.name) == ["second"])
    }

    @Test func `of many attempts a failure shows the first and the last`() {
        let exchanges = (1...30).map { SampleRun.exchange(status: 500, attempt: $0) }
        let failing = SampleRun.record(
            SampleRun.identity(0, "w.yaml"), .failed,
            steps: [SampleRun.step(0, "Poll", .failed, failures: [SampleRun.failure()], exchanges: exchanges)])
        let text = ConsoleReporterTests.text([
            .runStarted(SampleRun.run([failing.identity])), .caseFinished(failing),
            .runFinished(SampleRun.finished(failed: 1)),
        ])
        let shown = text.split(separator: "\n").compactMap { line in
            line.contains("(attempt ") ? line.split(separator: "(attempt ")[1].prefix { $0 != ")" } : nil
        }
        #expect(shown == ["2", "3", "26", "27", "28", "29", "30"])
    }

    @Test func `a page of paginate is called a page, in events too`() throws {
        let exchanges = [(1, 1), (1, 2), (2, 1)].map { attempt, page in
            var exchange = SampleRun.exchange(attempt: attempt)
            exchange.page = page
            return exchange
        }
        let record = SampleRun.record(
            SampleRun.identity(0, "w.yaml"), .failed,
            steps: [SampleRun.step(0, "List", .failed, failures: [SampleRun.failure()], exchanges: exchanges)])
        let encoder = RunEventEncoder(embedsSteps: true)
        var decoder = RunEventDecoder()
        _ = try decoder.event(line: encoder.line(.runStarted(SampleRun.run([record.identity]))))
        guard case .caseFinished(let again) = try decoder.event(line: encoder.line(.caseFinished(record))) else {
            Issue.record("another event came back")
            return
        }
        let events: [RunEvent] = [
            .runStarted(SampleRun.run([again.identity])), .caseFinished(again),
            .runFinished(SampleRun.finished(failed: 1)),
        ]
        let lines = ConsoleReporterTests.text(events).split(separator: "\n").filter { $0.contains("(") }
        #expect(lines.filter { $0.hasSuffix("(page 1)") }.count == 1, "\(lines)")
        #expect(lines.filter { $0.hasSuffix("(page 2)") }.count == 1)
        #expect(lines.filter { $0.hasSuffix("(attempt 2, page 1)") }.count == 1)
        let page = try HTMLDocument(events).text
        for position in ["page 1", "page 2", "attempt 2, page 1"] { #expect(page.contains("↳ \(position)</td>")) }
    }

    @Test func `events keep what attempts ended in`() throws {
        let encoder = RunEventEncoder(embedsSteps: true)
        let line = encoder.line(.caseFinished(SampleRun.flaky))
        var decoder = RunEventDecoder()
        _ = try decoder.event(line: encoder.line(.runStarted(SampleRun.run([SampleRun.flaky.identity]))))
        guard case .caseFinished(let again) = try decoder.event(line: line) else {
            Issue.record("another event came back")
            return
        }
        #expect(again.isFlaky)
        #expect(again.steps[0].exchanges.map(\.note) == ["status: expected 2xx, got 503", nil])
        #expect(encoder.line(.caseFinished(again)) == line)
    }
}
