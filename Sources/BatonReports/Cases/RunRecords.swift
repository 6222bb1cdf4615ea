import BatonRecords
import BatonValues

/// What reports that are made at the end keep of a run.
struct RunRecords {
    struct Case {
        var duration: Microseconds
        /// The place of the packed steps; nil where the full record is kept, or the steps are left out.
        var steps: PackedSteps.Place?
        var state: CaseState
    }

    struct SlowStep {
        var caseIndex: Int
        var name: String
        var duration: Microseconds
        /// Sum over all requests of the step.
        var phases: ExchangeRecord.Phases
    }

    /// Maximum bytes of packed steps; one byte becomes about four on the page.
    private static let packedLimit = 450_000
    private static let mostSlow = 10
    /// Minimum duration for reporting that a case has become slower.
    private static let shortestSlow: Microseconds = 100_000

    private(set) var run: RunStarted?
    var finished: RunFinished?
    var warnings: [String] = []
    var isWritten = false
    /// By index; nil for a case that has not ended.
    private(set) var cases: [Case?] = []
    /// Full records of the cases that did not simply pass, by index.
    private(set) var kept: [Int: CaseRecord] = [:]
    /// With `--trace`, the other cases in full, by index.
    private(set) var traced: [Int: CaseRecord] = [:]
    private(set) var packed = PackedSteps()
    /// Whether the steps of the cases that simply passed are kept, packed.
    private let packsSteps: Bool
    /// Slowest first.
    private(set) var slow: [SlowStep] = []
    private(set) var hollow = HollowRecords()
    private var outages = OutageGuard()

    init(packsSteps: Bool) { self.packsSteps = packsSteps }

    /// Whether the system under test was down; the history then compares nothing with this run.
    var isOutage: Bool { outages.isOutage && finished?.state != .interrupted }

    mutating func start(_ run: RunStarted) {
        self.run = run
        cases = Array(repeating: nil, count: run.cases.count)
    }

    mutating func add(_ record: CaseRecord) {
        let index = record.identity.index
        guard cases.indices.contains(index) else { return }
        outages.add(record)
        hollow.add(record)
        let state = CaseState(record)
        var entry = Case(duration: record.duration, steps: nil, state: state)
        if state == .passed || state == .skipped {
            if packsSteps, packed.size < Self.packedLimit { entry.steps = packed.add(record) }
            if record.steps.contains(where: \.isTraced) { traced[index] = record }
        } else {
            kept[index] = record
        }
        cases[index] = entry
        for step in record.steps { note(step, of: record) }
    }

    /// Keeps the slowest steps. Steps that only wait are not counted, because their duration is intended. Which of two
    /// equally slow steps comes first does not depend on the order in which their workflows ended.
    private mutating func note(_ step: StepRecord, of record: CaseRecord) {
        guard step.kind == .request || step.kind == .exec else { return }
        let index = record.identity.index
        let place =
            slow.firstIndex { ($0.duration, index) < (step.duration, $0.caseIndex) } ?? slow.count
        guard place < Self.mostSlow else { return }
        let entry = SlowStep(
            caseIndex: index, name: CutText.head(step.name, 300), duration: max(0, step.duration),
            phases: step.exchanges.reduce(into: ExchangeRecord.Phases()) { $0.add($1.phases) })
        slow.insert(entry, at: place)
        if slow.count > Self.mostSlow { slow.removeLast() }
    }

    /// Returns false without calling `body` where the steps of a case are not known.
    func readSteps(of index: Int, _ body: (inout PackedSteps.Reader) -> Void) -> Bool {
        if let record = kept[index] {
            var steps = PackedSteps()
            let place = steps.add(record)
            steps.read(at: place, body)
            return true
        }
        guard cases.indices.contains(index), let place = cases[index]?.steps else { return false }
        packed.read(at: place, body)
        return true
    }

    /// The signature of a case's first failure; nil where it has none.
    func signature(of index: Int) -> String? { kept[index]?.firstFailure.map(FailureSignature.of) }

    func question(_ run: RunStarted, _ context: RunContext) -> PastRuns.Question {
        var durations: [Int: Microseconds] = [:]
        for (index, entry) in cases.enumerated() {
            guard let entry, entry.duration >= Self.shortestSlow else { continue }
            if entry.state == .passed || entry.state == .flaky || kept[index]?.isTooSlow == true {
                durations[index] = entry.duration
            }
        }
        return PastRuns.Question(
            run: run, context: context, watched: kept.keys.sorted(),
            signatures: Dictionary(
                uniqueKeysWithValues: kept.keys.compactMap { index in
                    signature(of: index).map { (index, $0) }
                }), durations: durations)
    }
}

extension ExchangeRecord.Phases {
    fileprivate mutating func add(_ other: ExchangeRecord.Phases) {
        dns &+= other.dns
        connect &+= other.connect
        tls &+= other.tls
        send &+= other.send
        wait &+= other.wait
        receive &+= other.receive
    }
}
