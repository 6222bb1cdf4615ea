import BatonRunner

/// What the HTML report keeps of a run.
struct HTMLRecords {
    struct Case {
        var state: CaseState
        var started: Microseconds
        var duration: Microseconds
        /// Where its steps are packed; nil where its record is kept, or its steps are left out.
        var steps: Int?
    }

    struct SlowStep {
        var caseIndex: Int
        var row: StepRow
    }

    /// Bytes of packed steps; each becomes about four of the page.
    private static let packedLimit = 450_000
    private static let mostSlow = 10
    /// Below this a case is not looked at as slower than it was.
    private static let shortestSlow: Microseconds = 100_000

    private(set) var run: RunStarted?
    var finished: RunFinished?
    var warnings: [String] = []
    var isWritten = false
    /// By index; nil for one that has not ended.
    private(set) var cases: [Case?] = []
    /// Those that did not plainly pass, by index.
    private(set) var kept: [Int: CaseRecord] = [:]
    private(set) var packed = PackedSteps()
    /// The slowest first.
    private(set) var slow: [SlowStep] = []

    mutating func start(_ run: RunStarted) {
        self.run = run
        cases = Array(repeating: nil, count: run.cases.count)
    }

    mutating func add(_ record: CaseRecord) {
        let index = record.identity.index
        guard cases.indices.contains(index) else { return }
        let state = CaseState(record)
        var entry = Case(state: state, started: record.started, duration: record.duration, steps: nil)
        if state == .passed || state == .skipped {
            if packed.size < Self.packedLimit { entry.steps = packed.add(record) }
        } else {
            kept[index] = record
        }
        cases[index] = entry
        for step in record.steps { note(step, of: record) }
    }

    /// The steps that took longest, waiting left out: nobody has to wonder why that took its time.
    private mutating func note(_ step: StepRecord, of record: CaseRecord) {
        guard step.kind == .request || step.kind == .exec else { return }
        if slow.count == Self.mostSlow, let last = slow.last, step.duration <= last.row.duration { return }
        let place = slow.firstIndex { $0.row.duration < step.duration } ?? slow.count
        slow.insert(SlowStep(caseIndex: record.identity.index, row: StepRow(step, of: record)), at: place)
        if slow.count > Self.mostSlow { slow.removeLast() }
    }

    func rows(of index: Int) -> [StepRow]? {
        if let record = kept[index] { return record.steps.map { StepRow($0, of: record) } }
        guard cases.indices.contains(index), let start = cases[index]?.steps else { return nil }
        return packed.rows(at: start)
    }

    func question(_ run: RunStarted, _ context: RunContext) -> PastRuns.Question {
        var durations: [Int: Microseconds] = [:]
        for (index, entry) in cases.enumerated() {
            if let entry, entry.state == .passed, entry.duration >= Self.shortestSlow {
                durations[index] = entry.duration
            }
        }
        return PastRuns.Question(run: run, context: context, watched: kept.keys.sorted(), durations: durations)
    }
}
