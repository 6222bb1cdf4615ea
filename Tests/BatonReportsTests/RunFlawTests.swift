import BatonRecords
import SampleRuns
import Testing

@testable import BatonReports

/// A run that is no success although its workflows are good: nothing that reads a report may take it for green.
@Suite struct RunFlawTests {
    private static let flaws: [(exitCode: Int32, state: RunFinished.State, words: String)] = [
        (130, .interrupted, "the run was interrupted"), (5, .interrupted, "the run is not whole"),
        (4, .error, "the run could not write its outputs or a report"), (2, .error, "the run proved nothing"),
        (1, .failed, "the run is flaky (--fail-on-flaky)"),
    ]

    private static func events(
        _ records: [CaseRecord], _ state: RunFinished.State, _ exitCode: Int32
    ) -> [RunEvent] {
        var counts = RunFinished.Counts()
        for record in records { counts.count(record) }
        let end = RunFinished(state: state, counts: counts, requestCount: 1, duration: 1_000_000, exitCode: exitCode)
        return JUnitReporterTests.events(records) + [.runFinished(end)]
    }

    private static func documents(_ events: [RunEvent]) throws -> (jUnit: String, tap: String, ctrf: String) {
        (try events.document(.junit), try events.document(.tap), try events.document(.json))
    }

    @Test(arguments: flaws)
    func `it has a row of its own in what CI services read`(
        _ exitCode: Int32, _ state: RunFinished.State, _ words: String
    ) throws {
        let documents = try Self.documents(Self.events([SampleRun.flaky], state, exitCode))
        #expect(try JUnitReporterTests.violations(documents.jUnit) == [])
        #expect(documents.jUnit.contains(#"tests="2" failures="0" errors="1""#), "\(documents.jUnit)")
        #expect(
            documents.jUnit.contains("<error message=\"\(words)\" type=\"workflow.cancelled\">"), "\(documents.jUnit)")
        #expect(documents.tap.contains("1..2\n") && documents.tap.contains("not ok - "), "\(documents.tap)")
        #expect(documents.tap.contains("message: \"\(words)\""), "\(documents.tap)")
        #expect(documents.ctrf.contains(#""failed":1"#) && documents.ctrf.contains(words), "\(documents.ctrf)")
    }

    @Test(arguments: flaws)
    func `where a workflow is bad there is no row more, and none in a good run`(
        _ exitCode: Int32, _ state: RunFinished.State, _ words: String
    ) throws {
        let bad = SampleRun.records.filter(\.isBad)
        for events in [Self.events(bad, state, exitCode), Self.events([SampleRun.flaky], .passed, 0)] {
            let documents = try Self.documents(events)
            for text in [documents.jUnit, documents.tap, documents.ctrf] { #expect(!text.contains(words), "\(text)") }
        }
    }
}
