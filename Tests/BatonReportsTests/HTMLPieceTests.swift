import BatonRecords
import BatonReports
import BatonSecrets
import SampleRuns
import Synchronization
import Testing

/// The page goes to its file piece by piece, so that it takes no memory as a whole.
struct HTMLPieceTests {
    private struct Full: Error {}

    /// A page of about 1 MB, and a text in it that is longer than a piece.
    private static func reporter(
        _ write: @escaping @Sendable (ReportDocument) throws -> Void
    ) throws -> any Report {
        let identities = (0..<1000).map { SampleRun.identity($0, "workflows/orders_\($0).yaml") }
        let long = FailureRecord(
            kind: "check.failed", message: MaskedText(recorded: String(repeating: "é<", count: 900)),
            expected: MaskedText(recorded: String(repeating: "é", count: 3900)),
            place: Place(file: "w.yaml", line: 1, column: 1))
        let report = try #require(ReportFormat.html.report)
        let reporter = report(
            ReportDependencies(context: { RunContext() }, past: { _ in .known(PastRuns()) }, write: write))
        reporter.receive(.runStarted(SampleRun.run(identities)))
        for identity in identities {
            let step = SampleRun.step(
                0, "Read", of: identity.index, identity.index % 9 == 0 ? .failed : .passed,
                failures: identity.index % 9 == 0 ? [long] : [])
            reporter.receive(
                .caseFinished(
                    SampleRun.record(identity, identity.index % 9 == 0 ? .failed : .passed, steps: [step])))
        }
        reporter.receive(.runFinished(SampleRun.finished(.failed, passed: 1)))
        return reporter
    }

    @Test func `no piece is larger than 64 KiB, and together they are the page`() throws {
        let pieces = Mutex<[[UInt8]]>([])
        let reporter = try Self.reporter { document in
            try document { piece in pieces.withLock { $0.append(piece) } }
        }
        try reporter.finish()
        let written = pieces.withLock { $0 }
        #expect(written.count > 10)
        #expect(written.allSatisfy { !$0.isEmpty && $0.count <= 65_536 })
        let page = try HTMLDocument(written.flatMap(\.self))
        #expect(try page.count("//*[starts-with(@id, 'w')][starts-with(@class, 'w ')]") == 1000)
    }

    @Test func `after a piece that could not be written there is no other, and its error is told`() throws {
        let count = Mutex(0)
        let reporter = try Self.reporter { document in
            try document { _ in
                count.withLock { $0 += 1 }
                if count.withLock({ $0 }) == 3 { throw Full() }
            }
        }
        #expect(throws: Full.self) { try reporter.finish() }
        #expect(count.withLock { $0 } == 3)
    }
}
