import BatonRunner

/// What a table of steps shows of one: little, so that very many can be kept.
struct StepRow {
    struct Request {
        var method: String
        /// As written in the file: `/items/$(id)`.
        var url: String
        var status: Int
        var attempt: Int
        /// From the beginning of the case.
        var offset: Microseconds
        var duration: Microseconds
        var phases: ExchangeRecord.Phases
        /// Whether the answer was not the server's to this very request.
        var isCached: Bool
    }

    /// Those beyond are left out.
    private static let mostRequests = 20
    private static let longestName = 300

    var name: String
    var section: StepSection
    var state: CaseState
    var line: Int
    var offset: Microseconds
    var duration: Microseconds
    /// Why it was skipped, else the program that it started; empty for neither.
    var note: String
    var requests: [Request]

    init(
        name: String, section: StepSection, state: CaseState, line: Int, offset: Microseconds, duration: Microseconds,
        note: String, requests: [Request]
    ) {
        self.name = name
        self.section = section
        self.state = state
        self.line = line
        self.offset = offset
        self.duration = duration
        self.note = note
        self.requests = requests
    }

    init(_ step: StepRecord, of record: CaseRecord) {
        self.init(
            name: CutText.head(step.name, Self.longestName), section: step.section,
            state: step.isFlaky && step.outcome == .passed ? .flaky : CaseState(step.outcome), line: step.place.line,
            offset: max(0, step.started &- record.started), duration: max(0, step.duration),
            note: step.reason ?? step.program.map { CutText.head(ProgramText.line($0, arrow: "→"), Self.longestName) }
                ?? "",
            requests: step.exchanges.prefix(Self.mostRequests).map { exchange in
                Request(
                    method: exchange.method, url: CutText.head(exchange.urlTemplate, Self.longestName),
                    status: exchange.status ?? 0, attempt: exchange.attempt,
                    offset: max(0, exchange.started &- record.started), duration: max(0, exchange.duration),
                    phases: exchange.phases, isCached: exchange.cache != nil)
            })
    }
}
