package import BatonRecords
import BatonSecrets

extension SampleRun {
    /// A step that was sent twice and passed then.
    package static let flaky = record(
        identity(0, "workflows/busy.yaml", name: "Busy", steps: 1),
        steps: [
            StepRecord(
                caseIndex: 0, index: 0, section: .steps, name: "GET /orders", kind: .request, outcome: .passed,
                place: Place(file: "workflows/busy.yaml", line: 3, column: 5), started: started, duration: 41_200,
                exchanges: [attempt(1, 503, note: "status: expected 2xx, got 503"), attempt(2, 200)], checkCount: 1,
                isFlaky: true)
        ])

    /// A workflow whose second attempt passed.
    package static let rerun = record(
        identity(0, "workflows/shaky.yaml", name: "Shaky", steps: 1), steps: [step(0, "Log in")],
        earlier: [
            CaseRecord.Attempt(
                number: 1, outcome: .failed, started: started - 500_000, duration: 400_000,
                failures: [.init(step: "Log in", failure: failure())])
        ])

    private static func attempt(_ number: Int, _ status: Int, note: MaskedText? = nil) -> ExchangeRecord {
        var exchange = exchange(status: status, attempt: number)
        exchange.note = note
        return exchange
    }
}
