import BatonDiagnostics
import BatonImport
import BatonRecords
import BatonSecrets
import BatonValues
import Synchronization

/// `baton import --verify`: runs the source, and compares the verdict of each request and of each of its tests with what another
/// tool found.
package struct VerifyJob {
    private var options: RunOptions
    private let context: ProcessContext
    private let interruption: Interruption

    package init(_ options: RunOptions, in context: ProcessContext, interruption: Interruption) {
        self.options = options
        self.options.recordsHistory = false
        self.options.writesUsualReports = false
        self.options.detail = .quiet
        self.options.tellsEveryCheck = true
        self.context = context
        self.interruption = interruption
    }

    package func run() async -> Int32 {
        let messages = Messages(context, options.colour)
        let earlier: EarlierResult
        let imported: ImportedWorkflow?
        do throws(UsageError) {
            earlier = try EarlierResult(options.importing.result ?? "", in: context.workingFolder)
            imported = try ImportedWorkflow(options, in: context.workingFolder)
        } catch {
            messages.show(error.diagnostics)
            return ExitCode.invalid
        }
        // What is no collection is told by the run.
        let verdicts = RequestVerdicts(isBare: earlier.hasBareNames, imported?.tests)
        let code = await RunJob(options, in: context, interruption: interruption, consumers: [verdicts]).run()
        guard let imported, code == ExitCode.passed || code == ExitCode.failed else { return code }
        for value in imported.secrets.values { messages.secrets.add(value) }
        let redactor = messages.secrets
        let comparison = VerdictComparison(earlier, verdicts.requests, imported.report, masked: redactor.redact)
        for line in comparison.lines { context.output(PrintableText.line(redactor.redact(line)) + "\n") }
        context.output(comparison.summary + "\n")
        return comparison.isSame ? ExitCode.passed : ExitCode.failed
    }
}

/// The verdicts of a run by the requests of its source.
final class RequestVerdicts: EventConsumer {
    struct Failure {
        /// The tests of the source that say what failed; empty where none does.
        let tests: [String]
        /// With its place in the workflow.
        let text: String
    }

    /// One time that a request was sent, with what its scripts did before and after it.
    struct Run {
        fileprivate(set) var failures: [Failure] = []
        /// The tests that hold, and perhaps because nothing was to be looked at.
        fileprivate(set) var unsure: Set<String> = []
        /// The tests that no step looked at.
        fileprivate(set) var unseen: Set<String> = []
        /// The steps that looked at their checks, and those that could not.
        fileprivate var ended: Set<Int> = []
        fileprivate var broken: Set<Int> = []
        fileprivate var isSent = false

        /// The failure of a test.
        func failure(of test: String) -> Failure? { failures.first { $0.tests.contains(test) } }
    }

    private let isBare: Bool
    private let places: TestPlaces?
    private let gathered = Mutex<[Int: [(source: Document.Source, run: Run)]]>([:])
    let followsSteps = false

    /// - Parameter isBare: whether the names of folders do not count.
    init(isBare: Bool, _ places: TestPlaces?) {
        self.isBare = isBare
        self.places = places
    }

    /// One request that was sent.
    struct Sent {
        /// As ``EarlierResult/key(_:)`` makes it.
        let name: String
        let place: Int
        /// Among the requests of this name in the source, from 0.
        let rank: Int
        /// The tests that the request has here.
        let tests: Set<String>
        let run: Run
    }

    /// All in their order.
    var requests: [Sent] {
        let cases = gathered.withLock(\.self)
        let sources = Set((places?.steps ?? []).compactMap { $0.source.map { Named(name: key($0), place: $0.place) } })
        let places = Dictionary(grouping: sources, by: \.name).mapValues { $0.map(\.place).sorted() }
        return cases.sorted { $0.key < $1.key }.flatMap(\.value).filter { $0.run.isSent }.map { source, run in
            let name = key(source)
            return Sent(
                name: name, place: source.place, rank: places[name]?.firstIndex(of: source.place) ?? 0,
                tests: Set((self.places?.tests[source.place] ?? [:]).keys.map(EarlierResult.normal)),
                run: judged(run, source.place))
        }
    }

    private struct Named: Hashable {
        let name: String
        let place: Int
    }

    private func key(_ source: Document.Source) -> String {
        EarlierResult.key(ofRequest: source.request, isBare: isBare)
    }

    /// The run with the tests that were not looked at: one of whose steps could not do so, or of which none ran.
    private func judged(_ run: Run, _ place: Int) -> Run {
        var run = run
        for (test, steps) in places?.tests[place] ?? [:] {
            let name = EarlierResult.normal(test)
            if steps.isDisjoint(with: run.ended) || !steps.isDisjoint(with: run.broken), run.failure(of: name) == nil {
                run.unseen.insert(name)
            }
        }
        for test in places?.guarded[place] ?? [] {
            let name = EarlierResult.normal(test)
            if run.failure(of: name) == nil, !run.unseen.contains(name) { run.unsure.insert(name) }
        }
        return run
    }

    func receive(_ event: RunEvent) {
        guard case .caseFinished(let record) = event, let places else { return }
        var runs: [(source: Document.Source, run: Run)] = []
        for step in record.steps {
            let index = places.step(atLine: step.place.line)
            if let source = index.flatMap({ places.steps[$0].source }) {
                // What stands before a request that has been sent belongs to the next time.
                let isNext = source.role != .after && runs.last?.run.isSent == true
                if runs.last?.source.place != source.place || isNext { runs.append((source, Run())) }
                if source.role == .request, step.outcome != .skipped { runs[runs.count - 1].run.isSent = true }
            }
            guard let last = runs.indices.last, step.outcome != .skipped else { continue }
            if let index {
                // Without a response, no check was looked at; else all were.
                if step.outcome == .error, step.kind == .request, step.exchanges.last?.status == nil {
                    runs[last].run.broken.insert(index)
                } else {
                    runs[last].run.ended.insert(index)
                }
            }
            if step.outcome != .passed { runs[last].run.failures += step.failures.map(failure) }
        }
        let found = runs
        gathered.withLock { $0[record.identity.index] = found }
    }

    private func failure(_ record: FailureRecord) -> Failure {
        let place = record.place
        // Of a missing value one comparison is told: it meets none of them.
        let comparison = record.actual?.text == "nothing" ? nil : record.comparison
        let names = places?.names(line: place.line, column: place.column, comparison: comparison) ?? []
        return Failure(
            tests: names.map(EarlierResult.normal), text: "\(place.file):\(place.line): \(record.message.text)")
    }
}
