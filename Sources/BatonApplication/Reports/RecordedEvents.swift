import BatonDiagnostics
import BatonFiles
import BatonJSON
import BatonRecords
import BatonSecrets
import BatonValues

/// Reads a file that `baton run --events` wrote: as hostile as any file from elsewhere.
///
/// A file that ends in the middle, because its run was killed, gives what it tells of the run; any other fault refuses
/// the whole file, since a report of a part would look like one of all.
struct RecordedEvents {
    /// Maximum bytes of a file.
    private static let largest = 512 << 20

    /// The name of the file in messages.
    let shown: String
    let masking: RecordedMasking
    /// Whether the results of workflows and steps are masked again; needless if no result is shown.
    var masksResults = true

    private var decoder = RunEventDecoder()
    private var started: RunStarted?
    private var finished: RunFinished?
    private var warnings: [MaskedText] = []
    /// By index; nil for a workflow that has not ended.
    private var records: [CaseRecord?] = []
    /// The steps of workflows that have not ended.
    private var steps: [Int: [StepRecord]] = [:]

    init(shown: String, masking: RecordedMasking) {
        self.shown = shown
        self.masking = masking
    }

    mutating func run(at path: String) throws(UsageError) -> RecordedRun {
        let bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(of: path, limit: Self.largest)
        } catch {
            throw UsageError("file.unreadable", "\(shown) cannot be read: \(error.message)")
        }
        let isCut = bytes.last != UInt8(ascii: "\n")
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        for (index, line) in lines.enumerated() {
            do throws(RunEventError) {
                try take(Array(line))
            } catch {
                if error.code == .unknownType { continue }
                if error.code == .newer {
                    throw UsageError(
                        "report.wrong-events", "\(shown) was \(error.message)", help: "read it with that version")
                }
                if isCut, index == lines.count - 1 {
                    if started != nil { break }
                    throw Self.notBegun(shown)
                }
                throw UsageError(
                    "report.wrong-events", "\(shown):\(index + 1): \(error.message)",
                    help: index == 0
                        ? "name a file that `baton run --events FILE` wrote, or a run of the history"
                        : "the file was changed after it was written, or another program wrote it")
            }
        }
        guard let started else { throw Self.notBegun(shown) }
        return recorded(started, isCut)
    }

    /// The error of a file whose run was killed before it had written its first event.
    private static func notBegun(_ shown: String) -> UsageError {
        UsageError(notBegunCode, "\(shown) tells of no run", help: "a run's first event is `run-started`")
    }

    static let notBegunCode = "report.no-run-started"

    private func recorded(_ started: RunStarted, _ isCut: Bool) -> RecordedRun {
        let all = started.cases.map { identity in
            records[identity.index] ?? RecordedRun.unfinished(identity, steps[identity.index], of: started)
        }
        let ended = finished ?? RecordedRun.interrupted(all, of: started)
        let left = records.count { $0 == nil }
        let rest = left > 0 ? ": \(Plural.count(left, "workflow")) had not ended" : ""
        let gap = finished == nil ? "\(shown) ends before its run did\(rest)" : nil
        return RecordedRun(
            context: started.context ?? RunContext(), started: started, records: all, finished: ended,
            warnings: warnings, gap: gap)
    }

    private mutating func take(_ line: [UInt8]) throws(RunEventError) {
        let value: JSONValue
        do {
            value = try JSONParser.parse(line)
        } catch {
            throw RunEventError(.malformed, "this is no JSON: \(error.message)")
        }
        let event = try decoder.event(masksResults || !Self.isResult(value) ? masking.masked(value) : value)
        if finished != nil { throw RunEventError(.malformed, "an event follows the end of the run") }
        if case .runStarted(let run) = event { return try begin(run) }
        guard started != nil else { throw RunEventError(.malformed, "the run has not begun yet") }
        switch event {
        case .caseStarted(let identity): steps[identity.index] = []
        case .stepFinished(let step): steps[step.caseIndex, default: []].append(step)
        case .caseFinished(let record):
            let index = record.identity.index
            guard records[index] == nil else {
                throw RunEventError(.malformed, "the workflow `\(record.identity.path)` ends a second time")
            }
            if record.outcome == .passed {
                func doubt(_ reason: String) -> RunEventError {
                    RunEventError(
                        .malformed, "the workflow `\(record.identity.path)` is said to have passed, and \(reason)")
                }
                let steps = record.steps
                if steps.contains(where: { $0.outcome == .failed || $0.outcome == .error }) {
                    throw doubt("a step of it failed")
                }
                if !record.failures.isEmpty || steps.contains(where: { !$0.failures.isEmpty }) {
                    throw doubt("a failure of it is told")
                }
                if !steps.contains(where: { $0.outcome == .passed }) { throw doubt("no step of it passed") }
            }
            records[index] = record
            steps[index] = nil
        case .runFinished(let run): try end(run)
        case .warning(let message): warnings.append(message)
        case .runStarted, .stepStarted: break
        }
    }

    private static func isResult(_ event: JSONValue) -> Bool {
        guard case .object(let object) = event, case .string(let type)? = object["type"] else { return false }
        return type == "step-finished" || type == "case-finished"
    }

    private mutating func begin(_ run: RunStarted) throws(RunEventError) {
        guard started == nil else { throw RunEventError(.malformed, "a second run begins") }
        guard run.cases.enumerated().allSatisfy({ $0 == $1.index }) else {
            throw RunEventError(.malformed, "the workflows of the run are not numbered from 0")
        }
        started = run
        records = Array(repeating: nil, count: run.cases.count)
    }

    /// A verdict is believed only if the workflows say the same.
    private mutating func end(_ run: RunFinished) throws(RunEventError) {
        guard records.allSatisfy({ $0 != nil }) else {
            throw RunEventError(.malformed, "the run ends before all of its workflows have ended")
        }
        var counts = RunFinished.Counts()
        for record in records { if let record { counts.count(record) } }
        guard counts == run.counts else {
            throw RunEventError(.malformed, "the counts of the run are not those of its workflows")
        }
        guard run.state != .passed || counts.bad == 0 else {
            throw RunEventError(.malformed, "the run is said to have passed, and workflows of it failed")
        }
        finished = run
    }
}
