import BatonHistory
import BatonRecords
import BatonSecrets
import BatonValues
import BatonXML
import SampleRuns
import Testing

@testable import BatonReports

struct HTMLReporterTests {
    private static func events(_ records: [CaseRecord], _ finished: RunFinished? = nil) -> [RunEvent] {
        [.runStarted(SampleRun.run(records.map(\.identity)))] + records.map { .caseFinished($0) }
            + [.runFinished(finished ?? SampleRun.finished(.passed, passed: records.count))]
    }

    @Test func `the sections come in the order in which people ask`() throws {
        let page = try HTMLDocument(SampleRun.events)
        #expect(
            try page.texts("//h2") == ["What failed", "All workflows (4)", "Slowest steps", "Earlier runs"])
        #expect(try page.texts("//h1") == ["✗ shop: failed"])
        #expect(
            try page.texts("//ul[@class='counts']/li") == ["✓ passed 1", "✗ failed 1", "! error 1", "– skipped 1"])
        #expect(try page.texts("//ul[@class='counts']/li/a/@href").allSatisfy { $0 == "#workflows" })
        #expect(
            try page.texts("//p[@class='facts']/span") == [
                "local", "main", "commit 1a2b3c4d5e6f", "2026-08-21 10:00", "3.2 s", "3 requests",
            ])
        #expect(try page.texts("//dt[.='Host']/following-sibling::dd[1]") == ["build-7"])
        #expect(try page.texts("//header//pre") == ["baton run --last-failed --env local"])
    }

    @Test func `a failure has all that is known of it`() throws {
        let page = try HTMLDocument(SampleRun.events)
        #expect(
            try page.texts("//details[starts-with(@class, 'cause')]/summary/h3") == [
                "unknown key `expct`", "GET /orders: $.items[0].total: expected 12.5, got \"12.5\"",
            ])
        #expect(
            try page.texts("//div[@class='case']/p[1]") == [
                "In broken workflows/broken.yaml", "In Orders are listed [row=ada] workflows/orders.yaml",
            ])
        #expect(
            try page.texts("//article/h4") == ["workflow.invalid", "List the orders check.failed"])
        #expect(try page.texts("//article/p/code[.='workflows/orders.yaml:17:7']").count == 1)
        #expect(try page.texts("//mark") == ["expct", "$.items[0].total", "\"total\": \"12.5\""])
        #expect(
            try page.texts("//dl[@class='values']")[1]
                .split(separator: "\n").map(String.init)
                == ["expected12.5", "actual\"12.5\"", "hintquote the number"])
        let details = try page.texts("//article//details")
        #expect(details.contains { $0.contains("Accept: application/json\nAuthorization: ***") })
        #expect(details.contains { $0.contains("x-request-id: 17") && $0.contains("      \"total\": \"12.5\"\n") })
        #expect(details.contains { $0.contains("curl 'http://127.0.0.1:8080/orders?page=1'") })
    }

    @Test(arguments: [
        ("headers.Content-Type", "content-type: application/json"), ("status", "200"), ("$.items", "\"items\": ["),
        ("$.nothing", nil),
    ])
    func `what is wrong in a response is marked in it`(_ check: String, _ marked: String?) throws {
        var failure = SampleRun.failure()
        failure.check = MaskedText(recorded: check)
        failure.place.excerpt = nil
        let record = SampleRun.record(
            SampleRun.identity(0, "a.yaml"), .failed,
            steps: [
                SampleRun.step(
                    0, "S", .failed, failures: [failure], exchanges: [SampleRun.exchange(detail: SampleRun.detail)])
            ])
        #expect(try HTMLDocument(Self.events([record])).texts("//mark") == [marked].compactMap(\.self))
    }

    @Test func `a page of a list is called one, a failed attempt is marked, and a poll is none`() throws {
        var exchanges = [(1, 1), (1, 2), (2, 2), (1, 3), (1, 4)].map { attempt, page in
            var exchange = SampleRun.exchange(attempt: attempt)
            exchange.page = page
            return exchange
        }
        exchanges[1].note = "status: expected 2xx, got 503"
        let polls = (1...2).map { number in
            var exchange = SampleRun.exchange(attempt: number)
            exchange.note = number == 1 ? "status is running" : nil
            exchange.isPoll = number == 1
            return exchange
        }
        let record = SampleRun.record(
            SampleRun.identity(0, "a.yaml"),
            steps: [SampleRun.step(0, "All", exchanges: exchanges), SampleRun.step(1, "Job", exchanges: polls)])
        let page = try HTMLDocument(Self.events([record]))
        #expect(
            try page.texts("//details[@id='w0']//tbody/tr/td[1]").filter { $0.hasPrefix("↳") } == [
                "↳ page 1", "↳ page 2", "↳ attempt 2, page 2", "↳ page 3", "↳ page 4", "↳ poll 1", "↳ attempt 2",
            ])
        #expect(try page.texts("//details[@id='w0']//tr[td[1]='↳ page 2']/td[2]") == ["✗ failed"])
        #expect(
            try page.texts("//details[@id='w0']//tr[starts-with(td[1], '↳ page')]/td[3]").prefix(2) == [
                "GET /orders?page=$(page)", "GET http://127.0.0.1:8080/orders?page=1",
            ])
    }

    @Test func `equally slow steps stand in the order of their workflows, whichever ended first`() throws {
        let records = (0..<12).map { index in
            let identity = SampleRun.identity(index, "workflows/w\(index).yaml")
            return SampleRun.record(identity, .passed, steps: [SampleRun.step(0, "Read", of: index, .passed)])
        }
        let written = try HTMLDocument(Self.events(records)).text
        for order in [records.reversed(), Array(records[6...] + records[..<6])] {
            var events = Self.events(records)
            events.replaceSubrange(1...records.count, with: order.map { .caseFinished($0) })
            let page = try HTMLDocument(events)
            #expect(page.text == written)
        }
    }

    @Test func `workflows that failed stand first, and those that passed last`() throws {
        let page = try HTMLDocument(SampleRun.events)
        #expect(try page.texts("//*[starts-with(@class, 'w ')]/@id") == ["w1", "w2", "w3", "w0"])
    }

    @Test func `each step has its phases as numbers, and bars of the same`() throws {
        let page = try HTMLDocument(SampleRun.events)
        let cells = try page.texts("//details[@id='w0']//tbody/tr[1]/*")
        #expect(
            cells == [
                "POST /login", "✓ passed", "GET /orders?page=$(page)", "200", "0.0", "0.0", "0.0", "0.0", "0.0", "0.0",
                "0.0", "41.2", "",
            ])
        #expect(try page.count("//details[@id='w0']//tbody/tr[1]//path") == 6)
        #expect(try page.texts("//details[@id='w1']//tbody/tr/td[1]") == ["✓ passed", "✗ failed", "– skipped"])
        #expect(try page.texts("//details[@id='w1']//tbody/tr[3]/td[2]") == ["an earlier step failed"])
        #expect(try page.texts("//p[@id='w3']/*") == ["– skipped", "later", "workflows/later.yaml", "", "2", ""])
    }

    @Test func `bars stand where the phases were`() throws {
        var exchange = SampleRun.exchange()
        exchange.started = SampleRun.started + 100_000
        exchange.phases = ExchangeRecord.Phases()
        exchange.phases.connect = 50_000
        exchange.phases.wait = 25_000
        let identity = SampleRun.identity(0, "w.yaml")
        let record = CaseRecord(
            identity: identity, outcome: .passed, started: SampleRun.started, duration: 200_000,
            steps: [SampleRun.step(0, "S", exchanges: [exchange])])
        let page = try HTMLDocument(Self.events([record]))
        // 160 units are 200 ms.
        #expect(try page.texts("//details[@id='w0']//path/@d") == ["M80 1h40v10h-40z", "M120 1h20v10h-20z"])
        #expect(
            try page.texts("//details[@id='w0']//tbody/tr/td").dropFirst(3).joined(separator: " ")
                == "100.0 50.0  25.0  41.2 ")
        // Nothing was looked up, and nothing agreed on.
        #expect(try !page.texts("//details[@id='w0']//th").contains { $0 == "DNS" || $0 == "TLS" })
    }

    @Test func `failures of one cause stand together, those of most workflows first`() throws {
        let records = (0..<13).map { index in
            let message = index == 0 ? "other" : "$.total: expected 12, got \(index)"
            var failure = SampleRun.failure(message)
            failure.kind = index == 0 ? "capture.missing" : "check.failed"
            return SampleRun.record(
                SampleRun.identity(index, "w\(index).yaml"), .failed,
                steps: [SampleRun.step(0, "S", of: index, .failed, failures: [failure])])
        }
        let page = try HTMLDocument(Self.events(records, SampleRun.finished(failed: 13)))
        #expect(
            try page.texts("//details[starts-with(@class, 'cause')]/summary/h3") == [
                "GET /orders: $.total: expected 12, got 1", "GET /orders: other",
            ])
        #expect(
            try page.texts("//details[@id='c0']/summary/small") == ["12 workflows: w1.yaml, w2.yaml, w3.yaml, …"])
        #expect(try page.count("//details[@id='c0']//article") == 10)
        #expect(
            try page.texts("//details[@id='c0']/div/p[starts-with(., 'The same in')]") == [
                "The same in w11.yaml w11.yaml, w12.yaml w12.yaml"
            ])
    }

    @Test(arguments: [([nil, nil], 3), ([nil, "#/type"], 4)])
    func `differences have a column of rules only where there is one`(_ rules: [MaskedText?], _ columns: Int) throws {
        var failure = SampleRun.failure()
        failure.differences = rules.map { .init(path: "$.a", expected: "1", actual: "2", rule: $0) }
        failure.moreDifferences = 5
        let page = try HTMLDocument(
            Self.events([
                SampleRun.record(
                    SampleRun.identity(0, "a.yaml"), .failed,
                    steps: [SampleRun.step(0, "S", .failed, failures: [failure])])
            ]))
        #expect(try page.count("//article//thead//th") == columns)
        #expect(try page.count("//article//tbody/tr[1]/*") == columns)
        #expect(try page.texts("//article//tbody/tr[3]/td/@colspan") == ["\(columns)"])
        // The whole values are folded behind the table that says what differs.
        #expect(try page.texts("//details[dl/@class='values']/summary") == ["Expected and actual in full"])
    }

    @Test func `flaky, quarantined and blocked ones are told apart`() throws {
        let blocked = SampleRun.record(
            SampleRun.identity(1, "b.yaml"), .error,
            failures: [
                FailureRecord(
                    kind: "workflow.blocked", message: "it needs a.yaml, which failed",
                    place: Place(file: "b.yaml", line: 2, column: 9))
            ])
        let quarantine = CaseQuarantine(until: "2999-01-01", reason: "#7", owner: "ada", isOver: false)
        let quarantined = SampleRun.record(
            CaseIdentity(
                index: 2, path: "q.yaml", name: "Q", row: nil, tags: [], stepCount: 1, quarantine: quarantine),
            .failed, steps: [SampleRun.step(0, "S", of: 2, .failed, failures: [SampleRun.failure()])])
        let page = try HTMLDocument(Self.events([SampleRun.rerun, blocked, quarantined], SampleRun.finished()))
        #expect(
            try page.texts("//details[@id='w0']/p") == [
                "Attempt 1 failed: Log in: $.items[0].total: expected 12.5, got \"12.5\"",
                "Cause: GET /orders: $.items[0].total: expected 12.5, got \"12.5\"",
            ])
        #expect(
            try page.texts("//details[@id='w2']/p") == [
                "quarantined until 2999-01-01: #7 (ada)",
                "Cause: GET /orders: $.items[0].total: expected 12.5, got \"12.5\"",
            ])
        #expect(try page.texts("//summary/b[starts-with(@class, 'badge')]") == ["failed", "flaky", "quarantined"])
        #expect(try page.texts("//header//pre") == ["baton run --last-failed --env local"])
    }

    @Test func `a run that passed begins green, and nothing in it failed`() throws {
        let quarantine = CaseQuarantine(until: "2999-01-01", reason: "#7", owner: "ada", isOver: false)
        let quarantined = SampleRun.record(
            CaseIdentity(
                index: 1, path: "q.yaml", name: "Q", row: nil, tags: [], stepCount: 1, quarantine: quarantine),
            .failed, steps: [SampleRun.step(0, "S", of: 1, .failed, failures: [SampleRun.failure()])])
        let page = try HTMLDocument(Self.events([SampleRun.rerun, quarantined]))
        #expect(try page.texts("//h1/@class") == ["passed"])
        #expect(try page.texts("//h2")[0] == "What did not simply pass")
        #expect(
            try page.texts("//details[starts-with(@class, 'cause')]/@class") == ["cause flaky", "cause quarantined"])
        #expect(try page.count("//details[starts-with(@class, 'cause')][@open]") == 0)
        #expect(try page.count("//header//pre") == 0)
    }

    @Test func `of many new causes the first three are open`() throws {
        let records = (0..<5).map { index in
            var failure = SampleRun.failure()
            failure.place.line = index + 1
            failure.kind = "kind.\(index)"
            return SampleRun.record(
                SampleRun.identity(index, "w\(index).yaml"), .failed,
                steps: [SampleRun.step(0, "S", of: index, .failed, failures: [failure])])
        }
        let page = try HTMLDocument(Self.events(records, SampleRun.finished(failed: 5)))
        #expect(try page.texts("//details[@class='cause new'][@open]/@id") == ["c0", "c1", "c2"])
        #expect(try page.count("//details[@class='cause new']") == 5)
    }

    @Test func `only the style and the script of the page may act`() throws {
        let page = try HTMLDocument(SampleRun.events)
        let policy = try #require(try page.texts("//meta[@http-equiv='Content-Security-Policy']/@content").first)
        let hashes = try (page.texts("//style") + page.texts("//script")).map { "'sha256-\(Self.base64($0))'" }
        try #require(hashes.count == 2)
        #expect(
            policy == "default-src 'none'; style-src \(hashes[0]); script-src \(hashes[1]); "
                + "base-uri 'none'; form-action 'none'")
        // The policy would block them: nothing stands in attributes.
        #expect(try page.count("//@style | //@onclick | //@onload | //@src | //link | //img | //iframe") == 0)
        #expect(try page.count("//script | //style") == 2)
    }

    @Test func `what the filter needs is hidden until the script runs`() throws {
        let page = try HTMLDocument(SampleRun.events)
        #expect(try page.count("//p[@id='filter'][@hidden='hidden']") == 1)
        for id in ["words", "told"] { #expect(try page.count("//*[@id='\(id)']") == 1) }
    }

    @Test func `every link inside leads somewhere, and no identity is there twice`() throws {
        let page = try HTMLDocument(SampleRun.events)
        let ids = try page.texts("//@id")
        #expect(Set(ids).count == ids.count)
        for target in try page.texts("//a/@href") { #expect(ids.contains(String(target.dropFirst())), "\(target)") }
    }

    @Test func `a run without an end says so, and its unfinished cases are errors`() throws {
        let identities = [SampleRun.identity(0, "a.yaml"), SampleRun.identity(1, "b.yaml")]
        let page = try HTMLDocument([
            .runStarted(SampleRun.run(identities)), .caseFinished(SampleRun.record(identities[0])),
            .warning("half of it"),
        ])
        #expect(try page.texts("//h1") == ["! shop: has not ended"])
        #expect(try page.texts("//p[@id='w1']/*") == ["! error", "b.yaml", "b.yaml", "", "2", "did not end"])
        #expect(try page.texts("//p[@class='note']") == ["Warning: half of it"])
    }

    @Test func `the build's link is one only where it leads to a web page`() throws {
        let link = RunContext(ciProvider: "GitHub Actions", ciURL: "https://github.com/o/r/actions/runs/7")
        #expect(
            try HTMLDocument(SampleRun.events, context: link).texts("//a[.='GitHub Actions']/@href")
                == ["https://github.com/o/r/actions/runs/7"])
        let trick = RunContext(ciProvider: "Evil", ciURL: "javascript:alert(1)")
        #expect(try HTMLDocument(SampleRun.events, context: trick).count("//a[.='Evil']") == 0)
    }

    private static func base64(_ text: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let bytes = SHA256.digest(of: Array(text.utf8))
        return stride(from: 0, to: bytes.count, by: 3).map { start in
            let part = Array(bytes[start..<min(start + 3, bytes.count)])
            let bits = part.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
            let digits = (0...part.count).map { alphabet[bits >> (18 - 6 * $0) & 63] }
            return String(digits) + String(repeating: "=", count: 3 - part.count)
        }.joined()
    }

    @Test(arguments: [(30, "w0.yaml"), (31, "--last-failed")])
    func `without a history the line to run again names up to thirty files`(_ count: Int, _ word: String) throws {
        let records = (0..<count).map { index in
            SampleRun.record(
                SampleRun.identity(index, "w\(index).yaml"), .failed,
                steps: [SampleRun.step(0, "x", of: index, .failed, failures: [SampleRun.failure()])])
        }
        let page = try HTMLDocument(Self.events(records, SampleRun.finished()), past: .unknown("no project"))
        let line = try #require(try page.texts("//header//pre").first)
        #expect(line.hasPrefix("baton run \(word) "))
        #expect(line.split(separator: " ").count == (count > 30 ? 5 : count + 4))
    }

    @Test func `every result leaves a mark in the strip of its case`() throws {
        for cell in (1...UInt8.max).lazy.map(ResultMatrix.Cell.init(rawValue:)).prefix(while: { $0 != nil }) {
            var drawn: [UInt8] = []
            do {
                var page = HTMLWriter { drawn += $0 }
                SiteChart.strip([try #require(cell)], into: &page)
                try page.finish()
            }
            #expect(String(decoding: drawn, as: UTF8.self).contains("<path"), "\(String(describing: cell))")
        }
    }
}

/// The page that events give, read as strict XML: what is not well-formed throws.
struct HTMLDocument {
    let text: String
    private let document: XMLDocument

    init(
        _ events: [RunEvent], context: RunContext = RunContext(branch: "main", commit: "1a2b3c4d5e6f7890"),
        past: PastRuns.Finding = .known(PastRuns())
    ) throws {
        let report = try #require(ReportFormat.html.report)
        try self.init(Array(try events.document(context: context, past: past, report).utf8))
    }

    init(_ bytes: [UInt8]) throws {
        text = String(decoding: bytes, as: UTF8.self)
        // Without the beginning that makes it HTML, and the namespace that queries would have to name.
        let begin = "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">"
        try #require(text.hasPrefix(begin))
        document = try XMLDocument("<?xml version=\"1.0\"?><html>" + text.dropFirst(begin.count))
    }

    /// The texts that a query finds.
    func texts(_ query: String) throws -> [String] {
        guard case .texts(let texts) = try XPath.parse(query).evaluate(in: document) else { return [] }
        return texts
    }

    func count(_ query: String) throws -> Int { try texts(query).count }
}
