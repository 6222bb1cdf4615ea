import BatonRecords
import BatonReports
import BatonSecrets
import BatonValues
import SampleRuns
import Synchronization
import Testing

struct ConsoleTerminalTests {
    private static func live(_ width: Int, colour: Bool = false) -> ConsoleOptions {
        ConsoleOptions(isColoured: colour, isLive: true, width: width)
    }

    private static func started(_ records: [CaseRecord]) -> [RunEvent] {
        [.runStarted(SampleRun.run(records.map(\.identity)))] + records.map { .caseStarted($0.identity) }
    }

    /// What a terminal shows in the end: erased lines are gone.
    private static func screen(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.components(after: "\r\u{1B}[2K") }.joined(separator: "\n")
    }

    @Test func `the status line is gone before anything else is written`() {
        let live = ConsoleReporterTests.text(SampleRun.events, Self.live(100))
        let plain = ConsoleReporterTests.text(SampleRun.events)
        #expect(live.contains("\r\u{1B}[2K"))
        #expect(Self.screen(live) == plain)
    }

    @Test func `a failing case is shown at once, and only once`() {
        let records = SampleRun.records
        let text = Self.screen(
            ConsoleReporterTests.text(
                Self.started(records) + [.caseFinished(records[1]), .caseFinished(records[0])], Self.live(100)))
        let paths = text.split(separator: "\n").filter { $0.contains(".yaml ") }.map { $0.split(separator: " ")[1] }
        #expect(paths == ["workflows/orders.yaml", "workflows/accounts/sign_in.yaml"])
    }

    @Test(arguments: [1, 2, 5, 10, 20, 40, 80, 200])
    func `no status line is so wide that a typed Ctrl-C would leave it`(_ width: Int) {
        let identity = SampleRun.identity(0, "workflows/日本語の注文.yaml", name: "日本語の注文の一覧")
        let step = StepStarted(caseIndex: 0, index: 0, name: "注文 🦆 — long enough for every terminal")
        let output = ConsoleReporterTests.Output()
        let reporter = ConsoleReporter(Self.live(width)) { output.add($0) }
        let events: [RunEvent] = [
            .runStarted(SampleRun.run([identity])), .caseStarted(identity), .stepStarted(step),
        ]
        for event in events { reporter.receive(event) }
        for chunk in output.all {
            let line = chunk.replacing("\r\u{1B}[2K", with: "")
            // The terminal shows `^C` behind it, and the last column stays free.
            #expect(TextWidth.of(line) <= max(1, width - 3))
            #expect(!line.contains("\n"))
        }
    }

    @Test func `what came too soon to be drawn is drawn by the next refresh, once`() {
        let clock = Mutex<Microseconds>(0)
        var options = Self.live(80)
        options.now = { clock.withLock { $0 } }
        let output = ConsoleReporterTests.Output()
        let reporter = ConsoleReporter(options) { output.add($0) }
        let identity = SampleRun.identity(0, "w/orders.yaml", name: "Orders")
        reporter.receive(.runStarted(SampleRun.run([identity])))
        reporter.receive(.caseStarted(identity))
        reporter.receive(.stepStarted(StepStarted(caseIndex: 0, index: 0, name: "The slow one")))
        #expect(!output.all.joined().contains("The slow one"))
        clock.withLock { $0 = 50_000 }
        reporter.refresh()
        #expect(output.all.last?.contains("w/orders.yaml › The slow one") == true)
        let count = output.all.count
        clock.withLock { $0 = 100_000 }
        reporter.refresh()
        #expect(output.all.count == count)
    }

    @Test(
        arguments: [
            (
                TransferState(.sending, done: 12_340_000, total: 50_000_000), 8_200_000, 0,
                "sent 12.3 of 50.0 MB, 8.2 MB/s"
            ),
            (TransferState(.sending, done: 49_960_000, total: 50_000_000), nil, 0, "sent 50.0 of 50.0 MB"),
            (
                TransferState(.receiving, done: 1_234_567_890, total: nil), 40_000, 2,
                "received 1234.6 MB, 0.0 MB/s and 2 more"
            ),
        ] as [(TransferState, Int64?, Int, String)])
    func `a large transfer says how far it is, and is gone when it is done`(
        _ transfer: TransferState, _ rate: Int64?, _ others: Int, _ expected: String
    ) {
        let clock = Mutex<Microseconds>(0)
        var options = Self.live(80)
        options.now = { clock.withLock { $0 } }
        let output = ConsoleReporterTests.Output()
        let reporter = ConsoleReporter(options) { output.add($0) }
        let identity = SampleRun.identity(0, "w/up.yaml", name: "Uploads")
        reporter.receive(.runStarted(SampleRun.run([identity])))
        reporter.receive(.caseStarted(identity))
        let shown = TransferBoard.Summary(name: "w/up.yaml › Upload", state: transfer, rate: rate, others: others)
        clock.withLock { $0 = 100_000 }
        reporter.refresh(shown)
        #expect(output.all.last == "\r\u{1B}[2K0/1  \(expected)  w/up.yaml › Upload")
        let count = output.all.count
        clock.withLock { $0 = 200_000 }
        reporter.refresh(shown)
        #expect(output.all.count == count, "nothing moved, nothing is drawn")
        reporter.refresh(nil)
        #expect(output.all.last == "\r\u{1B}[2K0/1  w/up.yaml")
    }

    @Test func `the status line shows the step that runs longest, and for how long`() {
        let clock = Mutex<Microseconds>(0)
        var options = Self.live(80)
        options.now = { clock.withLock { $0 } }
        let output = ConsoleReporterTests.Output()
        let reporter = ConsoleReporter(options) { output.add($0) }
        let cases = [SampleRun.identity(0, "slow.yaml"), SampleRun.identity(1, "quick.yaml")]
        reporter.receive(.runStarted(SampleRun.run(cases)))
        reporter.receive(.caseStarted(cases[0]))
        reporter.receive(.stepStarted(StepStarted(caseIndex: 0, index: 0, name: "Wait")))
        clock.withLock { $0 = 500_000 }
        reporter.receive(.caseStarted(cases[1]))
        #expect(output.all.last == "\r\u{1B}[2K0/2  slow.yaml › Wait  1 more")
        clock.withLock { $0 = 2_100_000 }
        reporter.refresh()
        #expect(output.all.last == "\r\u{1B}[2K0/2  slow.yaml › Wait  2 s, 1 more")
        let count = output.all.count
        reporter.refresh()
        #expect(output.all.count == count, "nothing moved, nothing is drawn")
        reporter.receive(.caseFinished(SampleRun.record(cases[0])))
        #expect(output.all.last == "\r\u{1B}[2K1/2  quick.yaml  1 s")
    }

    @Test func `no transfer progress is written where the output is no terminal`() {
        let output = ConsoleReporterTests.Output()
        let reporter = ConsoleReporter(ConsoleOptions()) { output.add($0) }
        reporter.receive(.runStarted(SampleRun.run([SampleRun.identity(0, "a.yaml")])))
        let state = TransferState(.sending, done: 1, total: 5_000_000)
        reporter.refresh(TransferBoard.Summary(name: "a", state: state, rate: 1, others: 0))
        #expect(output.all == [])
    }

    @Test(arguments: [30, 50, 80])
    func `a case stays on one line of a narrow terminal`(_ width: Int) {
        let text = Self.screen(ConsoleReporterTests.text(SampleRun.events, Self.live(width)))
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("✓ w") || $0.hasPrefix("✗ w") }
        #expect(lines.count == 2)
        for line in lines { #expect(TextWidth.of(String(line)) < width) }
    }

    @Test func `the line is redrawn at most 20 times a second`() {
        let output = ConsoleReporterTests.Output()
        let reporter = ConsoleReporter(ConsoleOptions(isLive: true, width: 80, now: { 1_000_000 })) { output.add($0) }
        let identity = SampleRun.identity(0, "a.yaml")
        reporter.receive(.runStarted(SampleRun.run([identity])))
        for index in 0..<100 {
            reporter.receive(.stepStarted(StepStarted(caseIndex: 0, index: index, name: "step \(index)")))
        }
        #expect(output.all.count == 1)
    }

    @Test(arguments: JUnitHostileTextTests.hostile, [false, true])
    func `nothing from outside steers the terminal or commands a build service`(_ text: String, _ isLive: Bool) {
        let masked = MaskedText(recorded: text)
        let failure = FailureRecord(
            kind: text, message: masked, check: masked, expected: masked, actual: masked,
            differences: [.init(path: masked, expected: masked, actual: masked)],
            explanation: [.init(text: masked, value: masked)], serverMessage: masked, hint: masked,
            place: Place(file: text, line: 1, column: 2, excerpt: masked))
        var plain = failure
        plain.differences = []
        var exchange = SampleRun.exchange(
            detail: .init(
                requestHeaders: [(masked, masked)], requestBody: masked, responseHeaders: [(masked, masked)],
                responseBody: masked,
                curl: masked))
        exchange.url = masked
        let identity = SampleRun.identity(0, text, name: text, row: text)
        let step = SampleRun.step(
            0, text, .failed, failures: [failure, plain], exchanges: [exchange, exchange], output: [text])
        let skipped = SampleRun.step(1, text, .skipped, reason: text)
        let events: [RunEvent] = [
            .runStarted(SampleRun.run([identity])), .caseStarted(identity), .warning(masked),
            .stepStarted(StepStarted(caseIndex: 0, index: 0, name: masked)),
            .caseFinished(
                SampleRun.record(identity, .failed, reason: text, steps: [step, skipped], failures: [plain])),
            .runFinished(SampleRun.finished(failed: 1)),
        ]
        let options = ConsoleOptions(detail: .verbose, isLive: isLive, width: 80)
        let output = ConsoleReporterTests.text(events, options).replacing("\r\u{1B}[2K", with: "")
        #expect(!output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
        #expect(!output.unicodeScalars.contains { 0x7F...0x9F ~= $0.value || $0 == "\u{202E}" })
        for command in ["##vso[", "##[", "##teamcity[", "[[ATTACHMENT|", "section_start:"] {
            #expect(!output.contains(command))
        }
        for line in output.split(separator: "\n") {
            #expect(!line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.hasPrefix("::"))
        }
    }

    @Test func `endless headers of a response do not push its failure out of sight`() {
        func headers(_ count: Int, _ value: String) -> [(name: MaskedText, value: MaskedText)] {
            (0..<count).map { (MaskedText(recorded: "x-\($0)"), MaskedText(recorded: value)) }
        }
        for (headers, line) in [
            (headers(1, String(repeating: "a", count: 240_000)), "    x-0: aaaa"),
            (headers(31, "a"), "    … 1 more header\n"),
            (headers(2000, "a"), "    … 1970 more headers\n"),
        ] {
            let exchange = SampleRun.exchange(
                detail: .init(
                    requestHeaders: [], requestBody: nil, responseHeaders: headers, responseBody: nil, curl: nil))
            let identity = SampleRun.identity(0, "a", name: "a", row: nil)
            let failure = FailureRecord(
                kind: "check.failed", message: MaskedText(recorded: "no"),
                place: Place(file: "a.yaml", line: 1, column: 1))
            let step = SampleRun.step(0, "s", .failed, failures: [failure], exchanges: [exchange])
            let text = ConsoleReporterTests.text(
                [
                    .runStarted(SampleRun.run([identity])), .caseStarted(identity),
                    .caseFinished(SampleRun.record(identity, .failed, steps: [step])),
                    .runFinished(SampleRun.finished(failed: 1)),
                ], ConsoleOptions(detail: .verbose))
            #expect(text.contains(line))
            #expect(text.utf8.count < 4000)
        }
    }

    @Test func `colour marks, and is never the only mark`() {
        let coloured = ConsoleReporterTests.text(SampleRun.events, ConsoleOptions(isColoured: true))
        #expect(coloured.contains("\u{1B}[31m✗\u{1B}[0m"))
        #expect(PrintableText.of(coloured) == ConsoleReporterTests.text(SampleRun.events))
    }
}

extension Substring {
    /// What follows the last occurrence of a mark.
    fileprivate func components(after mark: String) -> String {
        guard let range = ranges(of: mark).last else { return String(self) }
        return String(self[range.upperBound...])
    }
}
