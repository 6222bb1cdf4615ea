import BatonRecords
import BatonSecrets

/// A test case as CI services count them: one for each step of a workflow, and one for the result outside of the steps.
///
/// How this folder works together: it holds what several formats share. Records become reported cases with `CaseNames`,
/// the same in JUnit, CTRF and TAP; `FailureText` writes a failure as plain text in `FailurePart`s; a
/// `CauseList` puts the cases that are not good into groups by `Cause`, and compares the run with earlier ones, its
/// `PastRuns`, in a `RunComparison`. `RunRecords` is what reports made at the end keep: a `CaseState` of
/// each case, the records of those that did not pass, and `PackedSteps` of the others.
struct ReportedCase {
    enum Result {
        case passed
        case skipped(reason: String?)
        /// Failed or could not run, but does not count; the text is the failure in one line.
        case quarantined(String)
        case failure([FailureRecord])
        case error([FailureRecord])

        /// Empty for what does not make a report red.
        var failures: [FailureRecord] {
            switch self {
            case .failure(let failures), .error(let failures): failures
            case .passed, .skipped, .quarantined: []
            }
        }
    }

    /// Unique in its workflow, and the same in every run.
    var name: String
    var className: String
    var duration: Microseconds
    var result: Result
    /// Nil for the result outside of the steps.
    var step: StepRecord?
    /// Failures of earlier attempts at the whole workflow, one per attempt.
    var earlier: [FailureRecord]

    /// Whether it passed after an attempt that did not. To wait as the server asked with `Retry-After` is no such attempt.
    var isFlaky: Bool {
        if case .passed = result { flakyNote != nil || !earlier.isEmpty } else { false }
    }

    /// For a step that passed: why its request or program had to be repeated.
    var flakyNote: String? {
        guard let step, step.outcome == .passed, step.isFlaky else { return nil }
        return failedAttempts.last
    }

    /// Failures of the step's earlier attempts, without the polls of `until`.
    var failedAttempts: [String] {
        guard let exchanges = step?.exchanges, let programs = step?.earlierPrograms else { return [] }
        // Reads fields individually, because copying an exchange would retain a dozen references.
        return exchanges.indices.compactMap { exchanges[$0].isPoll ? nil : exchanges[$0].note?.text }
            + programs.compactMap { $0.isPoll ? nil : $0.note?.text }
    }

    /// - Parameter isUnfinished: whether the case has not ended, so that its missing steps count as cancelled.
    static func all(of record: CaseRecord, isUnfinished: Bool = false) -> [ReportedCase] {
        let identity = record.identity
        let outside = OutsideCase(record, isUnfinished: isUnfinished)
        let className = CaseNames.className(identity)
        let title = CaseNames.title(identity)
        var names = UniqueNames()
        // A CI service treats every failure as a broken build.
        let quarantine = record.isQuarantined ? identity.quarantine?.sentence(isBad: true) : nil
        var earlier = EarlierFailures(record, endsOutside: outside != nil)
        var cases: [ReportedCase] = []
        cases.reserveCapacity(record.steps.count + 1)
        for (index, step) in record.steps.enumerated() {
            cases.append(
                ReportedCase(
                    name: names.next(CaseNames.test(step.name, of: title, identity), behind: cases),
                    className: step.section == .steps ? className : "\(className)[\(step.section.rawValue)]",
                    duration: step.duration, result: result(of: step, in: record, quarantine), step: step,
                    earlier: quarantine == nil ? earlier.take(step.name, at: index) : []))
        }
        if let outside {
            cases.append(
                ReportedCase(
                    name: names.next(title, behind: cases), className: className, duration: 0,
                    result: result(of: outside, quarantine), step: nil,
                    earlier: quarantine == nil ? earlier.takeRest() : []))
        }
        return cases
    }

    /// The whole workflow as one test case: with the failures of all of its steps, and its own duration.
    static func whole(of record: CaseRecord, isUnfinished: Bool = false) -> ReportedCase {
        let cases = all(of: record, isUnfinished: isUnfinished)
        let bad = cases.first { !$0.result.failures.isEmpty }
        return ReportedCase(
            name: CaseNames.title(record.identity), className: CaseNames.className(record.identity),
            duration: record.duration, result: result(of: cases, in: record),
            step: bad == nil ? cases.lazy.compactMap(\.step).first { $0.isFlaky } : bad?.step,
            earlier: cases.flatMap(\.earlier))
    }

    private static func result(of cases: [ReportedCase], in record: CaseRecord) -> Result {
        let failures = cases.flatMap { test in
            test.result.failures.map { failure in
                var failure = failure
                if let step = test.step?.name, step != record.identity.name {
                    failure.message = "\(MaskedText(recorded: step)): \(failure.message)"
                }
                return failure
            }
        }
        if !failures.isEmpty { return record.outcome == .failed ? .failure(failures) : .error(failures) }
        for test in cases { if case .quarantined = test.result { return test.result } }
        let proven = cases.first { if case .skipped = $0.result { false } else { true } }
        return (proven ?? cases.first)?.result ?? .passed
    }

    private static func result(of step: StepRecord, in record: CaseRecord, _ quarantine: String?) -> Result {
        switch step.outcome {
        // In a workflow that proved nothing, steps such as `log`, `set` and `wait` do not count as passed tests.
        case .passed: return record.outcome == .skipped ? .skipped(reason: record.reason?.text) : .passed
        case .skipped: return .skipped(reason: step.reason?.text)
        case .failed, .error:
            if let quarantine { return .quarantined(sentence(quarantine, step.failures)) }
            var failures = step.failures
            if failures.isEmpty {
                failures = [FailureRecord(kind: "check.failed", message: step.reason ?? "failed", place: step.place)]
            }
            return step.outcome == .failed ? .failure(failures) : .error(failures)
        }
    }

    private static func result(of outside: OutsideCase, _ quarantine: String?) -> Result {
        switch outside.result {
        case .skipped(let reason): .skipped(reason: reason)
        case .failure(let failures): quarantine.map { .quarantined(sentence($0, failures)) } ?? .failure(failures)
        case .error(let failures): quarantine.map { .quarantined(sentence($0, failures)) } ?? .error(failures)
        }
    }

    private static func sentence(_ quarantine: String, _ failures: [FailureRecord]) -> String {
        ([quarantine] + failures.prefix(1).map(\.message.text)).joined(separator: ": ")
    }
}

/// The result of a case outside of its steps; nil where the steps explain the outcome.
struct OutsideCase {
    enum Result {
        case skipped(String)
        case failure([FailureRecord])
        case error([FailureRecord])
    }

    let result: Result

    init?(_ record: CaseRecord, isUnfinished: Bool) {
        let place = Place(file: record.identity.path, line: 1, column: 1)
        func failure(_ kind: String, _ message: MaskedText) -> [FailureRecord] {
            record.failures.isEmpty ? [FailureRecord(kind: kind, message: message, place: place)] : record.failures
        }
        if isUnfinished {
            let message: MaskedText =
                record.steps.isEmpty ? "the run ended before it started" : "the run ended before it did"
            result = .error(failure("workflow.cancelled", message))
            return
        }
        var stepsAreBad: Bool { record.steps.contains { $0.outcome == .failed || $0.outcome == .error } }
        switch record.outcome {
        case .failed where !stepsAreBad || !record.failures.isEmpty:
            result = .failure(failure("check.failed", record.reason ?? "failed"))
        case .error where !stepsAreBad || !record.failures.isEmpty:
            let kind = record.steps.isEmpty ? "workflow.invalid" : "workflow.cancelled"
            result = .error(failure(kind, record.reason ?? "could not run"))
        case .skipped where record.steps.isEmpty:
            result = .skipped(record.reason?.text ?? "skipped")
        case .passed where record.steps.isEmpty:
            result = .skipped("no step ran")
        default:
            return nil
        }
    }
}
