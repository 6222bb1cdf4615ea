import BatonRecords
import BatonReports
import BatonSecrets
import SampleRuns
import Testing

/// What the reports tell of a contract that a run covered in part.
@Suite struct ContractCoverageTests {
    private static func operation(
        _ method: String, _ path: MaskedText, _ statuses: (String, Bool, Int)...
    ) -> ContractCoverage.Operation {
        ContractCoverage.Operation(
            method: method, path: path,
            statuses: statuses.map { ContractCoverage.Status(name: $0.0, isDeclared: $0.1, count: $0.2) })
    }

    static let coverage = ContractCoverage(
        file: "openapi.yaml", title: "Shop <1>",
        operations: [
            operation("GET", "/items", ("200", true, 3), ("404", true, 0), ("500", false, 1)),
            operation("DELETE", "/items/{id}", ("204", true, 0)),
        ], unknownCount: 1)

    private static func events(_ contracts: [ContractCoverage]) -> [RunEvent] {
        let identity = SampleRun.identity(0, "w.yaml", name: "w")
        let record = SampleRun.record(identity, steps: [SampleRun.step(0, "GET /")])
        var counts = RunFinished.Counts()
        counts.passed = 1
        let finished = RunFinished(
            state: .passed, counts: counts, requestCount: 4, duration: 1_000_000, exitCode: 0, contracts: contracts)
        return [
            .runStarted(SampleRun.run([identity], isWhole: true)), .caseStarted(identity),
            .stepFinished(record.steps[0]),
            .caseFinished(record), .runFinished(finished),
        ]
    }

    @Test func `the console counts what is covered and lists what is not`() {
        let text = ConsoleReporterTests.text(Self.events([Self.coverage]), ConsoleOptions())
        #expect(
            text.contains(
                """

                contract openapi.yaml: 1 of 2 operations, 1 of 3 responses covered; 1 request to undeclared operations
                  not covered:
                    DELETE /items/{id}
                  undeclared statuses:
                    GET /items: 500

                """), "\(text)")
    }

    @Test func `the console lists ten operations, and more of them with verbose`() {
        var coverage = Self.coverage
        coverage.operations = (0..<30).map { Self.operation("GET", MaskedText(harmless: "/r\($0)"), ("200", true, 0)) }
        let text = ConsoleReporterTests.text(Self.events([coverage]), ConsoleOptions())
        #expect(text.contains("    GET /r9\n    and 20 more\n"), "\(text)")
        var options = ConsoleOptions()
        options.detail = .verbose
        #expect(ConsoleReporterTests.text(Self.events([coverage]), options).contains("    GET /r29\n"))
        options.detail = .quiet
        #expect(!ConsoleReporterTests.text(Self.events([coverage]), options).contains("contract"))
    }

    @Test func `a run without a contract tells of none`() throws {
        #expect(!ConsoleReporterTests.text(Self.events([]), ConsoleOptions()).contains("contract"))
        #expect(try !HTMLDocument(Self.events([])).texts("//h2").contains("Contract"))
    }

    @Test func `the page lists operations that are not covered first, with their statuses`() throws {
        let page = try HTMLDocument(Self.events([Self.coverage]))
        #expect(try page.texts("//details[@id='contracts']/h3") == ["openapi.yaml Shop <1>"])
        #expect(
            try page.texts("//details[@id='contracts']/p") == [
                "1 of 2 operations and 1 of 3 declared responses covered. Requests to undeclared operations: 1."
            ])
        #expect(
            try page.texts("//details[@id='contracts']//tbody/tr/th") == ["DELETE /items/{id}", "GET /items"])
        #expect(
            try page.texts("//details[@id='contracts']//tbody/tr/td") == [
                "not covered", "204", "", "0", "200 (3)", "404", "500", "4",
            ])
        #expect(try page.texts("//nav/a[@href='#contracts']") == ["Contract"])
    }

    @Test func `the table goes through the encoding of events and back`() throws {
        let line = RunEventEncoder().line(Self.events([Self.coverage])[4])
        var decoder = RunEventDecoder()
        guard case .runFinished(let finished) = try decoder.event(line: line) else {
            Issue.record("another event")
            return
        }
        #expect(finished.contracts == [Self.coverage])
    }
}
