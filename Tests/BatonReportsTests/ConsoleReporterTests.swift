import BatonRecords
import BatonReports
import BatonSecrets
import BatonXML
import SampleRuns
import Synchronization
import Testing

struct ConsoleReporterTests {
    final class Output: Sendable {
        private let chunks = Mutex<[String]>([])
        var all: [String] { chunks.withLock { $0 } }
        var text: String { all.joined() }
        func add(_ text: String) { chunks.withLock { $0.append(text) } }
    }

    static func text(_ events: [RunEvent], _ options: ConsoleOptions = ConsoleOptions()) -> String {
        let output = Output()
        let reporter = ConsoleReporter(options) { output.add($0) }
        for event in events { reporter.receive(event) }
        reporter.finish()
        return output.text
    }

    static let failures = """

        ── failure 1 of 2 ──────────────────────────────────────────────────────
        ✗ broken

        unknown key `expct` [workflow.invalid]  workflows/broken.yaml:7:5
          7 |     expct:
            |     ^^^^^
          hint: did you mean `expect`?

        ── failure 2 of 2 ──────────────────────────────────────────────────────
        ✗ Orders are listed [row=ada] › List the orders

        $.items[0].total: expected 12.5, got "12.5" [check.failed]  workflows/orders.yaml:17:7
          17 |       $.items[0].total: 12.5
             |       ^^^^^^^^^^^^^^^^
          hint: quote the number

          GET http://127.0.0.1:8080/orders?page=1 → 200 in 170 ms
            content-type: application/json

            {"items":[{"total":"12.5"}]}

          send it again with
            curl 'http://127.0.0.1:8080/orders?page=1'

        1 passed, 1 failed, 1 error, 1 skipped in 3.2 s

        """

    @Test func `a run passes by line by line, its failures come again in full`() {
        let expected = """
            ✓ workflows/accounts/sign_in.yaml  Sign in and read the profile    212 ms
                | the token is ***
            ✗ workflows/orders.yaml            Orders are listed [row=ada]     212 ms
                ✗ List the orders: $.items[0].total: expected 12.5, got "12.5"  workflows/orders.yaml:17:7
            ! workflows/broken.yaml            broken                          212 ms
                error: the file has errors
                unknown key `expct`  workflows/broken.yaml:7:5
            - workflows/later.yaml             later
                skipped: not in this environment

            """
        #expect(Self.text(SampleRun.events) == expected + Self.failures)
    }

    @Test func `quiet leaves the failures and the last line`() {
        #expect(Self.text(SampleRun.events, ConsoleOptions(detail: .quiet)) == Self.failures)
        let passed: [RunEvent] = [
            .runStarted(SampleRun.run([SampleRun.records[0].identity])), .caseFinished(SampleRun.records[0]),
            .runFinished(SampleRun.finished(.passed, passed: 1)),
        ]
        #expect(Self.text(passed, ConsoleOptions(detail: .quiet)) == "1 passed in 3.2 s\n")
    }

    private static func down(_ count: Int) -> [RunEvent] {
        let failure = FailureRecord(
            kind: "network.connect", message: "connection refused by 127.0.0.1:1",
            place: Place(file: "w.yaml", line: 3, column: 5))
        let records = (0..<count).map { index in
            SampleRun.record(
                SampleRun.identity(index, "w\(index).yaml"), .error,
                steps: [
                    SampleRun.step(0, "GET /", of: index, .error, failures: [failure], exchanges: [])
                ])
        }
        return [.runStarted(SampleRun.run(records.map(\.identity)))] + records.map { .caseFinished($0) }
            + [.runFinished(SampleRun.finished(.error, errors: count))]
    }

    @Test func `of equal failures the first is shown in full, the others counted and named`() {
        let text = Self.text(Self.down(2000))
        #expect(text.contains("── failure 1 of 1 ──"))
        #expect(
            text.contains(
                """
                  1999 more like this:
                    w.yaml:3  w1.yaml

                """))
        #expect(
            text.hasSuffix("    w.yaml:3  w10.yaml\n    and 1989 more\n\n2000 errors in 3.2 s\n"), "\(text.suffix(500))"
        )
        // A line for each case, one failure in full, and the rest in a few.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect((2000..<2110).contains(lines), "\(lines)")
    }

    @Test func `each of 12 causes is one block, and 27 failures of 64 workflows take at most 300 lines`() {
        let records = (0..<64).map { index in
            let identity = SampleRun.identity(index, "workflows/w\(index).yaml", name: "Workflow \(index)")
            guard index < 27 else { return SampleRun.record(identity, .passed, steps: []) }
            var failure = SampleRun.failure("$.total: expected \(index % 12), got nothing")
            failure.place = Place(file: "api.yaml", line: index % 12, column: 3, excerpt: "  $.total: 5", width: 7)
            var exchange = SampleRun.exchange(detail: SampleRun.detail)
            exchange.url = "http://127.0.0.1:8080/\(index % 12)"
            exchange.urlTemplate = "/\(index % 12)"
            return SampleRun.record(
                identity, .failed,
                steps: [SampleRun.step(0, "Ask", of: index, .failed, failures: [failure], exchanges: [exchange])])
        }
        let text = Self.text(
            [.runStarted(SampleRun.run(records.map(\.identity)))] + records.map { .caseFinished($0) }
                + [.runFinished(SampleRun.finished(passed: 37, failed: 27))])
        #expect(text.contains("── failure 12 of 12 ──"), "\(text)")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(lines <= 300, "\(lines)")
        // As a line where it ended, and in its block or by name.
        for index in 0..<27 {
            let name = "Workflow \(index)"
            let count = text.split(separator: "\n").count { $0.hasSuffix(name) || $0.contains("\(name) ") }
            #expect(count == 2, "\(name): \(count)")
        }
    }

    @Test func `the message of a failure is what the eye meets`() {
        var options = ConsoleOptions()
        options.isColoured = true
        let text = Self.text(SampleRun.events, options)
        let red = "\u{1B}[1;31m$.items[0].total: expected 12.5, got \"12.5\"\u{1B}[0m"
        #expect(text.contains("\n\(red) \u{1B}[2m[check.failed]\u{1B}[0m  workflows/orders.yaml:17:7\n"), "\(text)")
    }

    @Test func `verbose shows each of equal failures in full`() {
        let text = Self.text(Self.down(5), ConsoleOptions(detail: .verbose))
        #expect(text.contains("── failure 5 of 5 ──"))
        #expect(!text.contains("like this"))
    }

    @Test func `what changed and the page stand before the last line`() {
        let output = Output()
        let reporter = ConsoleReporter(ConsoleOptions()) { output.add($0) }
        for event in SampleRun.events.dropLast() { reporter.receive(event) }
        reporter.close(with: ["wrote snapshots/a.json"], page: "reports/report.html")
        if let last = SampleRun.events.last { reporter.receive(last) }
        #expect(
            output.all.joined().hasSuffix(
                """

                wrote snapshots/a.json
                report: reports/report.html

                1 passed, 1 failed, 1 error, 1 skipped in 3.2 s

                """))
    }

    @Test func `verbose shows every request`() {
        let text = Self.text(SampleRun.events, ConsoleOptions(detail: .verbose))
        #expect(
            text.contains(
                "    ✓ POST /login  GET http://127.0.0.1:8080/orders?page=1 → 200 in 170 ms\n    ✓ Read the profile  GET"
            ))
    }

    @Test func `lines come in file order whatever ends first`() {
        let records = SampleRun.records
        let events: [RunEvent] =
            [.runStarted(SampleRun.run(records.map(\.identity)))] + records.reversed().map { .caseFinished($0) }
        let text = Self.text(events)
        let places = records.compactMap { text.firstRange(of: $0.identity.path)?.lowerBound }
        #expect(places.count == 4)
        #expect(places == places.sorted())
    }

    @Test func `what still waited is shown when a run ends early`() {
        let records = SampleRun.records
        let text = Self.text([.runStarted(SampleRun.run(records.map(\.identity))), .caseFinished(records[3])])
        #expect(text.hasPrefix("- workflows/later.yaml"))
    }

    @Test func `empty lines of a response have no spaces at their end, and the last ones are left out`() {
        var detail = SampleRun.detail
        detail.responseBody = "one\n\ntwo\n\n"
        let failed = SampleRun.step(
            0, "s", .failed, failures: [SampleRun.failure()], exchanges: [SampleRun.exchange(detail: detail)])
        let identity = SampleRun.identity(0, "a.yaml", name: "a")
        let output = Self.text([
            .runStarted(SampleRun.run([identity])),
            .caseFinished(SampleRun.record(identity, .failed, steps: [failed])),
            .runFinished(SampleRun.finished(failed: 1)),
        ])
        #expect(output.contains("\n\n    one\n\n    two\n\n  send it again with\n"))
    }

    @Test func `a URL of a megabyte is cut, and no command is shown that no shell takes`() {
        let url = MaskedText(recorded: "http://127.0.0.1/" + String(repeating: "a", count: 1_000_000))
        var detail = SampleRun.detail
        detail.curl = "curl '\(url)'"
        var exchange = SampleRun.exchange(detail: detail)
        exchange.url = url
        let failed = SampleRun.step(0, "s", .failed, failures: [SampleRun.failure()], exchanges: [exchange])
        let identity = SampleRun.identity(0, "a.yaml", name: "a")
        let output = Self.text([
            .runStarted(SampleRun.run([identity])),
            .caseFinished(SampleRun.record(identity, .failed, steps: [failed])),
            .runFinished(SampleRun.finished(failed: 1)),
        ])
        #expect(output.utf8.count < 30_000)
        #expect(output.contains("  curl would need 1000024 bytes to send it again, more than a command line takes\n"))
        #expect(!output.contains("send it again with"))
    }

    @Test func `differences stand by path, conditions with the value of each part`() {
        var failure = SampleRun.failure("json: 2 differences")
        failure.differences = [
            .init(path: "$.items[0].total", expected: "12.5", actual: "\"12.5\""),
            .init(path: "$.items[1]", expected: "missing", actual: "{\"total\":3}"),
        ]
        var condition = SampleRun.failure("response.json.total > limit is false", kind: "check.failed")
        condition.expected = nil
        condition.actual = nil
        condition.explanation = [
            .init(text: "response.json.total", value: "12"), .init(text: "response.json.total > limit", value: "false"),
        ]
        condition.serverMessage = "out of stock"
        var text = SampleRun.failure("body: the texts differ")
        text.expected = "Ada Lovelace was born in London"
        text.actual = "Ada Lovelace was bern in London"
        let step = SampleRun.step(0, "s", .failed, failures: [failure, condition, text], exchanges: [])
        let identity = SampleRun.identity(0, "a.yaml", name: "a")
        let output = Self.text([
            .runStarted(SampleRun.run([identity])),
            .caseFinished(SampleRun.record(identity, .failed, steps: [step])),
            .runFinished(SampleRun.finished(failed: 1)),
        ])
        let expected = """
            json: 2 differences [check.failed]  workflows/orders.yaml:17:7
              17 |       $.items[0].total: 12.5
                 |       ^^^^^^^^^^^^^^^^
              $.items[0].total: expected 12.5, got "12.5"
              $.items[1]: expected missing, got {"total":3}

            response.json.total > limit is false [check.failed]  workflows/orders.yaml:17:7
              17 |       $.items[0].total: 12.5
                 |       ^^^^^^^^^^^^^^^^
              response.json.total          = 12
              response.json.total > limit  is false
              the server says: out of stock

            body: the texts differ [check.failed]  workflows/orders.yaml:17:7
              17 |       $.items[0].total: 12.5
                 |       ^^^^^^^^^^^^^^^^
              expected  Ada Lovelace was born in London
              actual    Ada Lovelace was bern in London
                                          ^

            1 failed in 3.2 s

            """
        #expect(output.hasSuffix(expected))
    }

    @Test func `the caret stands under what it means, wide characters and tabs included`() {
        var failure = SampleRun.failure()
        failure.place = Place(file: "a.yaml", line: 3, column: 8, excerpt: "\t日本: - 値x", width: 2)
        let identity = SampleRun.identity(0, "a.yaml", name: "a")
        let output = Self.text([
            .runStarted(SampleRun.run([identity])),
            .caseFinished(SampleRun.record(identity, .failed, failures: [failure])),
            .runFinished(SampleRun.finished(failed: 1)),
        ])
        #expect(output.contains("  3 |  日本: - 値x\n    |          ^^^\n"))
    }

    @Test(arguments: [
        (SampleRun.finished(.passed, passed: 12), false, "12 passed in 3.2 s"),
        (SampleRun.finished(passed: 12, failed: 1, skipped: 2), false, "12 passed, 1 failed, 2 skipped in 3.2 s"),
        (SampleRun.finished(.error, errors: 2), false, "2 errors in 3.2 s"),
        (SampleRun.finished(.interrupted, passed: 1), false, "interrupted: 1 passed in 3.2 s"),
        (SampleRun.finished(.error), false, "nothing ran in 3.2 s"),
        (SampleRun.finished(.error, skipped: 2), false, "nothing was proved: 2 skipped in 3.2 s"),
        (
            SampleRun.finished(.error, passed: 1), false,
            "nothing was proved: 1 passed in 3.2 s (what runs for other workflows does not count)"
        ),
        (SampleRun.finished(.passed, skipped: 3), true, "3 skipped in 3.2 s (dry run: nothing was sent)"),
    ])
    func `the last line counts`(_ run: RunFinished, _ isDryRun: Bool, _ expected: String) {
        let text = Self.text([.runStarted(SampleRun.run([], isDryRun: isDryRun)), .runFinished(run)])
        #expect(text.split(separator: "\n").last.map(String.init) == expected)
    }

    @Test func `a warning is shown where it belongs`() {
        #expect(Self.text([.warning("a secret is short")]) == "warning: a secret is short\n")
    }
}

/// What a library said below a failure stands apart from what to do about it.
@Suite struct CauseTests {
    private static let failure = FailureRecord(
        kind: "network.connect", message: "connection refused by h:80", cause: "libcurl 7: Failed to connect",
        hint: "start the server", place: Place(file: "w.yaml", line: 2, column: 3))

    private static var events: [RunEvent] {
        let identity = SampleRun.identity(0, "w.yaml", steps: 1)
        let step = SampleRun.step(0, "GET /", .error, failures: [failure], exchanges: [])
        let record = SampleRun.record(identity, .error, steps: [step])
        return [
            .runStarted(SampleRun.run([identity])), .caseStarted(identity), .stepFinished(step),
            .caseFinished(record), .runFinished(SampleRun.finished(.error, errors: 1)),
        ]
    }

    @Test func `the console shows cause and hint on lines of their own`() {
        let text = Mutex("")
        let options = ConsoleOptions(detail: .normal, isColoured: false, isLive: false, width: nil, now: { 0 })
        let reporter = ConsoleReporter(options) { part in text.withLock { $0 += part } }
        for event in Self.events { reporter.receive(event) }
        let shown = text.withLock { $0 }
        #expect(shown.contains("\n  cause: libcurl 7: Failed to connect\n  hint: start the server\n"), "\(shown)")
    }

    @Test func `the JUnit report shows them too`() throws {
        let report = try Self.events.document(.junit)
        #expect(report.contains("cause: libcurl 7: Failed to connect\nhint: start the server\n"), "\(report)")
    }
}
