package import BatonSecrets

package enum StepSection: String, Sendable { case setup, steps, teardown }

package enum StepKind: String, Sendable { case request, set, that, wait, log, load, group, exec, workflow }

package final class StepRecord: Sendable {
    package let caseIndex: Int
    /// Index among the records of its case, from 0; a loop has one record for each pass.
    package let index: Int
    package let section: StepSection
    package let name: String
    package let kind: StepKind
    package let outcome: Outcome
    /// Why the step was skipped.
    package let reason: MaskedText?
    /// For a step that its `if` skipped: the value of each part of the condition.
    package let explanation: [FailureRecord.SubExpression]
    package let place: Place
    package let started: Microseconds
    package let duration: Microseconds
    /// The requests of the step: each attempt, poll and page, but only some of very many. The checks applied to the
    /// last one.
    package let exchanges: [ExchangeRecord]
    /// The programs that the step started, the last one at the end.
    private let programs: [ProgramRecord]
    /// Every failed check, or the one error that ended the step.
    package let failures: [FailureRecord]
    package let checkCount: Int
    /// The checks among them that passed without having looked at anything.
    package let hollow: [HollowRecord]
    /// The texts that `log` wrote.
    package let output: [MaskedText]
    /// Whether the step passed only after a failed attempt. A 429 or 503 with `Retry-After` does not count as a failure
    /// here.
    package let isFlaky: Bool

    package init(
        caseIndex: Int, index: Int, section: StepSection, name: String, kind: StepKind, outcome: Outcome,
        reason: MaskedText? = nil, explanation: [FailureRecord.SubExpression] = [], place: Place, started: Microseconds,
        duration: Microseconds,
        exchanges: [ExchangeRecord] = [], program: ProgramRecord? = nil, earlierPrograms: [ProgramRecord] = [],
        failures: [FailureRecord] = [],
        checkCount: Int = 0, hollow: [HollowRecord] = [], output: [MaskedText] = [],
        isFlaky: Bool = false
    ) {
        self.caseIndex = caseIndex
        self.index = index
        self.section = section
        self.name = name
        self.kind = kind
        self.outcome = outcome
        self.reason = reason
        self.explanation = explanation
        self.place = place
        self.started = started
        self.duration = duration
        self.exchanges = exchanges
        programs = earlierPrograms + (program.map { [$0] } ?? [])
        self.failures = failures
        self.checkCount = checkCount
        self.hollow = hollow
        self.output = output
        self.isFlaky = isFlaky
    }

    /// The same record with its exchanges or failures told differently.
    package func copy(exchanges: [ExchangeRecord]? = nil, failures: [FailureRecord]? = nil) -> StepRecord {
        StepRecord(
            caseIndex: caseIndex, index: index, section: section, name: name, kind: kind, outcome: outcome,
            reason: reason, explanation: explanation, place: place, started: started, duration: duration,
            exchanges: exchanges ?? self.exchanges, program: program, earlierPrograms: earlierPrograms,
            failures: failures ?? self.failures, checkCount: checkCount, hollow: hollow, output: output,
            isFlaky: isFlaky)
    }

    /// The last program that the step started.
    package var program: ProgramRecord? { programs.last }

    /// The programs that were started before the last one, each with the reason for the restart.
    package var earlierPrograms: [ProgramRecord] { programs.dropLast() }

    /// Whether any of its exchanges is recorded in full.
    package var isTraced: Bool { exchanges.indices.contains { exchanges[$0].detail != nil } }

    /// Whether the step started any program.
    package var hasProgram: Bool { !programs.isEmpty }
}

package final class StepStarted: Sendable {
    package let caseIndex: Int
    package let index: Int
    /// For the status line only: it leaves the case before its end, so that a secret in it may become known later, and it
    /// is in no file.
    package let name: MaskedText

    package init(caseIndex: Int, index: Int, name: MaskedText) {
        self.caseIndex = caseIndex
        self.index = index
        self.name = name
    }
}

/// A check that passed without having looked at anything, as reports say it.
package struct HollowRecord: Sendable, Equatable {
    /// The name of the check: `$.items[*].id`.
    package let check: MaskedText
    /// Why: `there is no element to look at`.
    package let reason: MaskedText
    package let place: Place

    package init(check: MaskedText, reason: MaskedText, place: Place) {
        self.check = check
        self.reason = reason
        self.place = place
    }

    /// `a.yaml:12: $.items[*].id: there is no element to look at`.
    package var line: String { "\(place.file):\(place.line): \(check.text): \(reason.text)" }
}

/// The hollow checks of a run: all are counted, the first ones are kept.
package struct HollowRecords: Sendable {
    private static let most = 20

    package private(set) var first: [HollowRecord] = []
    package private(set) var count = 0

    package init() {}

    package mutating func add(_ record: CaseRecord) {
        for step in record.steps where !step.hollow.isEmpty {
            count += step.hollow.count
            first += step.hollow.prefix(Self.most - first.count)
        }
    }

    /// `2 checks looked at nothing`.
    package var headline: String { count == 1 ? "1 check looked at nothing" : "\(count) checks looked at nothing" }

    /// The number of those that are not kept.
    package var rest: Int { count - first.count }
}

/// A program that a step started, and how it ended.
package struct ProgramRecord: Sendable, Equatable {
    /// The command line in shell syntax, with all values filled in; masked.
    package var command: MaskedText
    /// Nil for a program that a signal ended.
    package var exitCode: Int?
    /// The number of the signal that ended the program.
    package var signal: Int?
    /// Run time of the program.
    package var duration: Microseconds
    package var outputBytes: Int
    package var errorBytes: Int
    /// Kept only for a failure: the program's output, masked and cut.
    package var output: MaskedText?
    package var errors: MaskedText?
    /// Why the program was started again.
    package var note: MaskedText?
    /// Whether it was started again only because `until` did not hold yet.
    package var isPoll = false

    package init(
        command: MaskedText, exitCode: Int? = nil, signal: Int? = nil, duration: Microseconds = 0, outputBytes: Int = 0,
        errorBytes: Int = 0, output: MaskedText? = nil, errors: MaskedText? = nil, note: MaskedText? = nil
    ) {
        self.command = command
        self.exitCode = exitCode
        self.signal = signal
        self.duration = duration
        self.outputBytes = outputBytes
        self.errorBytes = errorBytes
        self.output = output
        self.errors = errors
        self.note = note
    }
}

/// How a case or a step ended.
package enum Outcome: String, Sendable, CaseIterable {
    case passed
    /// A check was not met.
    case failed
    /// The case or step could not run, or not to its end: no response, an unresolved name, a file that does not load.
    case error
    case skipped
}

/// Timestamps are microseconds since 1970-01-01T00:00:00Z, durations microseconds.
package typealias Microseconds = Int64
