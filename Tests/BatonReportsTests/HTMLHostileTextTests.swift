import BatonRecords
import BatonReports
import BatonSecrets
import SampleRuns
import Testing

/// Whatever a response holds: the page is well-formed, and nothing in it is markup.
struct HTMLHostileTextTests {
    private static let hostile =
        JUnitHostileTextTests.hostile + [
            "<script>alert(1)</script>", "</pre></details><img src=x onerror=alert(1)>", "\" onclick=\"alert(1)",
            "<!-- ", "--> <![CDATA[ ]]>", "&lt;b&gt; &#60; &amp;", "<?php ?>", "javascript:alert(1)",
            String(decoding: [0x61, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80] as [UInt8], as: UTF8.self),
        ]

    private static func events(_ text: String) -> [RunEvent] {
        let masked = MaskedText(recorded: text)
        let failure = FailureRecord(
            kind: text, message: masked, check: masked, comparison: text, expected: masked, actual: masked,
            differences: [.init(path: masked, expected: masked, actual: masked, rule: masked)],
            explanation: [.init(text: masked, value: masked)], serverMessage: masked, cause: masked, hint: masked,
            place: Place(file: text, line: 1, column: 2, excerpt: masked))
        var exchange = SampleRun.exchange(
            detail: .init(
                requestHeaders: [(masked, masked)], requestBody: masked, responseHeaders: [(masked, masked)],
                responseBody: masked,
                curl: masked))
        exchange.url = masked
        exchange.urlTemplate = masked
        exchange.note = masked
        let identity = SampleRun.identity(0, text, name: text, row: text)
        let program = ProgramRecord(command: masked, exitCode: 1, duration: 4, output: masked, errors: masked)
        let steps = [
            SampleRun.step(0, text, .failed, failures: [failure, failure], exchanges: [exchange], output: [text]),
            SampleRun.step(1, text, .skipped, reason: text),
            StepRecord(
                caseIndex: 0, index: 2, section: .steps, name: text, kind: .exec, outcome: .error,
                place: Place(file: text, line: 1, column: 1), started: 1, duration: 2, program: program,
                failures: [failure]),
        ]
        let passed = SampleRun.record(
            SampleRun.identity(1, text, name: text), steps: [SampleRun.step(0, text, of: 1, exchanges: [exchange])])
        let records = [
            SampleRun.record(identity, .failed, reason: text, steps: steps, failures: [failure]), passed,
        ]
        return [
            .runStarted(
                RunStarted(
                    id: text, started: 0, toolVersion: text, environment: text, baseURL: masked, hostname: text,
                    project: text, cases: records.map(\.identity), jobs: 1, isDryRun: false, notes: [masked])),
            .caseFinished(records[0]), .caseFinished(records[1]), .warning(masked),
            .runFinished(SampleRun.finished(failed: 1)),
        ]
    }

    @Test(arguments: hostile)
    func `no text is markup, and the page stays well-formed`(_ text: String) throws {
        let past = PastRuns(
            runs: [
                .init(
                    id: text, started: 0, duration: nil, state: text, commit: text, passed: 1, failed: 1, flaky: 0)
            ],
            outcomes: [0: [.failed]], slower: [.init(index: 1, before: 1, now: 2)])
        let context = RunContext(
            branch: text, commit: text, ciProvider: text, ciURL: "https://" + text, testedVersion: text)
        let page = try HTMLDocument(Self.events(text), context: context, past: .known(past))
        let plain = try HTMLDocument(Self.events("x"), context: context, past: .known(past))
        // The same elements, however the text reads.
        for element in ["*[not(self::wbr)][not(@class='message')]", "script", "img", "article", "details", "pre", "td"]
        {
            #expect(try page.count("//\(element)") == plain.count("//\(element)"), "\(element)")
        }
        #expect(try page.count("//@onclick | //@onerror") == 0)
        for byte in page.text.utf8 where byte < 0x20 { #expect(byte == 0x0A || byte == 0x09) }
    }

    @Test func `a text is shown as it was sent`() throws {
        let page = try HTMLDocument(Self.events("<script>alert(\"1\" & '2')</script>"))
        #expect(try page.texts("//dd[@class='actual']").first == "<script>alert(\"1\" & '2')</script>")
        #expect(page.text.contains("&lt;script&gt;alert(&quot;1&quot; &amp; '2')&lt;/script&gt;"))
    }
}
