import BatonRecords
import BatonReports
import BatonSecrets
import SampleRuns
import Testing

/// However much a run does, the page stays one that opens.
struct HTMLSizeTests {
    private static func events(_ count: Int, _ make: (CaseIdentity) -> CaseRecord) -> [RunEvent] {
        let identities = (0..<count).map { SampleRun.identity($0, "workflows/accounts/sign_in_\($0).yaml") }
        return [.runStarted(SampleRun.run(identities))] + identities.map { .caseFinished(make($0)) }
            + [.runFinished(SampleRun.finished(.passed, passed: count))]
    }

    private static func passed(_ identity: CaseIdentity, steps: Int) -> CaseRecord {
        SampleRun.record(
            identity, steps: (0..<steps).map { SampleRun.step($0, "Read the profile \($0)", of: identity.index) })
    }

    private static func failed(_ identity: CaseIdentity, body: String, passing: Int = 0) -> CaseRecord {
        // Each has a cause of its own, so that all are told in full.
        var failure = SampleRun.failure("$.a: expected 1, got 2", kind: "kind.\(identity.index)")
        failure.place.line = identity.index
        let detail = ExchangeRecord.Detail(
            requestHeaders: [], requestBody: MaskedText(recorded: body), responseHeaders: [],
            responseBody: MaskedText(recorded: body), curl: "curl")
        return SampleRun.record(
            identity, .failed,
            steps: (0..<passing).map { SampleRun.step($0, "Read the profile \($0)", of: identity.index) } + [
                SampleRun.step(
                    passing, "S", of: identity.index, .failed, failures: [failure],
                    exchanges: [SampleRun.exchange(detail: detail)])
            ])
    }

    @Test func `long reasons are cut`() throws {
        let reason = String(repeating: "because ", count: 8_000)
        let page = try HTMLDocument(
            Self.events(1) { identity in
                SampleRun.record(
                    identity,
                    steps: (0..<400).map {
                        SampleRun.step($0, "S", of: identity.index, .skipped, reason: reason, exchanges: [])
                    })
            })
        #expect(page.text.utf8.count < 1_000_000)
        #expect(page.text.contains("because because"))
    }

    @Test func `500 workflows of 4 requests take less than 2 MB, all steps shown`() throws {
        let page = try HTMLDocument(Self.events(500) { Self.passed($0, steps: 4) })
        #expect(page.text.utf8.count < 2_000_000)
        #expect(try page.count("//details[starts-with(@class, 'w ')]") == 500)
        #expect(!page.text.contains("left out"))
    }

    @Test(arguments: [0, 100, 4000])
    func `500 workflows that fail, each in its own way, take less than 4 MB, and each failure is there`(_ size: Int)
        throws
    {
        let page = try HTMLDocument(
            Self.events(500) { Self.failed($0, body: String(repeating: "x", count: size), passing: 3) })
        #expect(page.text.utf8.count < (size == 4000 ? 4_000_000 : 3_000_000), "\(page.text.utf8.count)")
        #expect(try page.count("//details[@class='cause new']") == 500)
        #expect(try page.count("//div[@class='case']/p/a") == 500)
        #expect(try page.count("//article/pre[@class='source']") == 500)
        let brief = try page.count("//div[@class='card']/p[@class='note']")
        #expect(try page.count("//summary[.='Response']") == 500 - brief)
        #expect(size < 4000 || brief > 0 && brief < 500)
        #expect(try page.count("//details[starts-with(@class, 'w ')]") == 500)
    }

    @Test func `of more, the steps of those that passed are left out, and it says so`() throws {
        let page = try HTMLDocument(Self.events(4000) { Self.passed($0, steps: 4) })
        #expect(page.text.utf8.count < 3_000_000)
        #expect(try page.count("//*[starts-with(@id, 'w')][@class='w passed']") == 4000)
        let shown = try page.count("//details[@class='w passed']")
        #expect(shown > 300)
        #expect(
            page.text.contains("The steps of \(4000 - shown) workflows are left out to keep this file small."))
    }

    @Test func `of very many that passed some are only counted`() throws {
        let page = try HTMLDocument(Self.events(20_000) { SampleRun.record($0) })
        #expect(try page.count("//p[@class='w passed']") == 5000)
        #expect(try page.texts("//details[@id='workflows']/p[@class='note']").contains("and 15000 more: ✓ passed"))
    }

    @Test func `thousands of different failures with large bodies take less than 20 MB`() throws {
        let body = String(repeating: "<>&\"", count: 8000)
        let page = try HTMLDocument(Self.events(18_000) { Self.failed($0, body: body) })
        #expect(page.text.utf8.count < 20_000_000)
        let shown = try page.count("//details[@class='cause new']")
        #expect(shown >= 3000 && shown < 18_000)
        #expect(page.text.contains("\(18_000 - shown) more causes are left out to keep this file small."))
    }

    @Test func `a body of 20 MB is shown by its beginning and its end`() throws {
        let body = "begin" + String(repeating: "<", count: 20_000_000) + "end"
        let page = try HTMLDocument(Self.events(1) { Self.failed($0, body: body) })
        #expect(page.text.utf8.count < 1_000_000)
        let shown = try #require(try page.texts("//details[summary='Response']/pre").first { $0.hasPrefix("begin") })
        #expect(shown.hasSuffix("end") && shown.contains("bytes left out"))
    }
}
