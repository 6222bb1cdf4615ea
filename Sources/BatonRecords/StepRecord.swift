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
    /// Nil for the many steps that start no program.
    private let programs: Programs?
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
        programs = program == nil && earlierPrograms.isEmpty ? nil : Programs(program, earlierPrograms)
        self.failures = failures
        self.checkCount = checkCount
        self.hollow = hollow
        self.output = output
        self.isFlaky = isFlaky
    }

    /// The same record with another index in its case, with its exchanges shown differently, or with other texts.
    package func copy(
        index: Int? = nil, name: String? = nil, reason: MaskedText? = nil,
        explanation: [FailureRecord.SubExpression]? = nil, place: Place? = nil, exchanges: [ExchangeRecord]? = nil,
        program: ProgramRecord? = nil, earlierPrograms: [ProgramRecord]? = nil, failures: [FailureRecord]? = nil,
        hollow: [HollowRecord]? = nil, output: [MaskedText]? = nil
    ) -> StepRecord {
        StepRecord(
            caseIndex: caseIndex, index: index ?? self.index, section: section, name: name ?? self.name, kind: kind,
            outcome: outcome, reason: reason ?? self.reason, explanation: explanation ?? self.explanation,
            place: place ?? self.place, started: started, duration: duration, exchanges: exchanges ?? self.exchanges,
            program: program ?? self.program, earlierPrograms: earlierPrograms ?? self.earlierPrograms,
            failures: failures ?? self.failures, checkCount: checkCount, hollow: hollow ?? self.hollow,
            output: output ?? self.output, isFlaky: isFlaky)
    }

    private final class Programs: Sendable {
        let last: ProgramRecord?
        let earlier: [ProgramRecord]

        init(_ last: ProgramRecord?, _ earlier: [ProgramRecord]) {
            self.last = last
            self.earlier = earlier
        }
    }

    /// The last program that the step started.
    package var program: ProgramRecord? { programs?.last }

    /// The programs that were started before the last one, each with the reason for the restart.
    package var earlierPrograms: [ProgramRecord] { programs?.earlier ?? [] }

    /// Whether any of its exchanges is recorded in full.
    package var isTraced: Bool { exchanges.contains { $0.detail != nil } }

    /// Whether the step started any program.
    package var hasProgram: Bool { programs != nil }
}
