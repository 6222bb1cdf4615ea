import BatonRecords
import SampleRuns

@testable import BatonHistory

/// A history of runs whose results a test writes as letters: one word a run, one letter a case.
///
/// `.` passed, `F` failed, `S` failed for taking too long, `E` network error, `~` flaky, `q` failed in quarantine, `s` skipped, `b` blocked, `-` not in the run.
struct MadeHistory {
    let folder = TemporaryFolder()
    var database: String { folder.path + "/history.sqlite" }

    struct Run {
        var results: String
        var context = RunContext(branch: "main")
        var environment: String? = "local"
        var host = "build-7"
        /// Durations of the cases in milliseconds; 10 for each where it is empty.
        var milliseconds: [Int64] = []
        var message = "status: expected 200, got 500"
        /// The start, in hours after the first run; nil for one hour after the run before.
        var hour: Int64?
        var isDryRun = false
        var isInterrupted = false
        /// Whether nothing chose among the cases; the history does not know of the others.
        var isWhole = true
        /// Whether the cases are rows of the first workflow.
        var hasRows = false
    }

    /// The path of a case: `workflows/a.yaml` for the first.
    static func path(_ index: Int) -> String { "workflows/\(UnicodeScalar(UInt8(97 + index))).yaml" }

    static func id(_ number: Int) -> String {
        "0198f3c7-" + String(repeating: "0", count: 4 - String(number).count) + "\(number)-7000-8000-000000000001"
    }

    static let hour: Microseconds = 3_600_000_000

    /// - Parameter first: the number of the first run.
    func record(_ runs: [Run], from first: Int = 1, in database: String? = nil) {
        for (offset, run) in runs.enumerated() {
            let number = first + offset
            let context = run.context
            let settings = HistorySettings(
                database: database ?? self.database, context: { context },
                warn: { warning in fatalError(warning) })
            let writer = HistoryWriter(settings)
            writer.write(Self.events(run, number))
            writer.close()
        }
    }

    static func events(_ run: Run, _ number: Int) -> [RunEvent] {
        let start = SampleRun.started + (run.hour ?? Int64(number)) * hour
        var records: [CaseRecord] = []
        for (place, letter) in run.results.enumerated() where letter != "-" {
            let milliseconds = run.milliseconds.indices.contains(place) ? run.milliseconds[place] : 10
            records.append(
                record(
                    letter, place, records.count, start, milliseconds * 1000, run.message, hasRows: run.hasRows))
        }
        var counts = RunFinished.Counts()
        for record in records { counts.add(record) }
        let started = RunStarted(
            id: id(number), started: start, toolVersion: "0.1.0", environment: run.environment, baseURL: nil,
            hostname: run.host, project: "shop", cases: records.map(\.identity), jobs: 1, isDryRun: run.isDryRun,
            isWhole: run.isWhole)
        let state: RunFinished.State = run.isInterrupted ? .interrupted : counts.bad > 0 ? .failed : .passed
        let finished = RunFinished(
            state: state, counts: counts, requestCount: records.count, duration: 1_000_000,
            exitCode: counts.bad > 0 ? 1 : 0)
        return [.runStarted(started)] + records.map { .caseFinished($0) } + [.runFinished(finished)]
    }

    private static func record(
        _ letter: Character, _ place: Int, _ index: Int, _ start: Microseconds, _ duration: Microseconds,
        _ message: String, hasRows: Bool
    ) -> CaseRecord {
        let quarantine =
            letter == "q" ? CaseQuarantine(until: "2026-12-31", reason: "known", owner: nil, isOver: false) : nil
        let identity = CaseIdentity(
            index: index, path: path(hasRows ? 0 : place), name: "Case \(hasRows ? 1 : place + 1)",
            row: hasRows ? "\(place + 1)" : nil, tags: [], stepCount: 1,
            quarantine: quarantine, owner: "team-\(place + 1)")
        let isBad = "FSEqb".contains(letter)
        let kind = letter == "E" ? "network.connect" : letter == "b" ? "workflow.blocked" : "check.failed"
        var failures = isBad ? [SampleRun.failure(message, kind: kind)] : []
        if letter == "S" { failures[0].check = "duration" }
        let outcome: Outcome = letter == "s" ? .skipped : "Eb".contains(letter) ? .error : isBad ? .failed : .passed
        var exchanges = [SampleRun.exchange(status: letter == "E" ? nil : 200, detail: isBad ? SampleRun.detail : nil)]
        if letter == "~" {
            exchanges.insert(SampleRun.exchange(status: 503), at: 0)
            exchanges[0].note = "status: expected 2xx, got 503"
            exchanges[1].attempt = 2
        }
        let step = StepRecord(
            caseIndex: index, index: 0, section: .steps, name: "List the orders", kind: .request, outcome: outcome,
            place: Place(file: path(place), line: 5, column: 5), started: start, duration: duration,
            exchanges: exchanges, failures: failures, checkCount: 1, isFlaky: letter == "~")
        return CaseRecord(
            identity: identity, outcome: outcome, started: start, duration: duration,
            steps: "sb".contains(letter) ? [] : [step], failures: letter == "b" ? failures : [])
    }

    func reader() throws -> HistoryReader { try HistoryReader(database) }

    /// Texts in UTC, without colours.
    static let text = HistoryText(zoneOffset: { _ in 0 })
}

extension RunFinished.Counts {
    fileprivate mutating func add(_ record: CaseRecord) {
        if record.isQuarantined {
            quarantined += 1
            return
        }
        switch record.outcome {
        case .passed: passed += 1
        case .failed: failed += 1
        case .error: errors += 1
        case .skipped: skipped += 1
        }
        if record.isFlaky { flaky += 1 }
    }
}

extension RunContext {
    /// A clean commit of main.
    static func commit(_ commit: String, build: String? = nil, branch: String = "main") -> RunContext {
        RunContext(branch: branch, commit: commit, build: build, defaultBranch: "main")
    }
}
