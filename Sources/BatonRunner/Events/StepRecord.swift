package import BatonSecrets

package enum StepSection: String, Sendable { case setup, steps, teardown }

package enum StepKind: String, Sendable { case request, set, that, wait, log, load, group, exec, workflow }

package final class StepRecord: Sendable {
    package let caseIndex: Int
    /// Its place among the records of its case, from 0; a loop has one record for each pass.
    package let index: Int
    package let section: StepSection
    package let name: String
    package let kind: StepKind
    package let outcome: Outcome
    /// Why it was skipped.
    package let reason: MaskedText?
    /// For a step that its `if` left out: what each part of the condition was.
    package let explanation: [FailureRecord.SubExpression]
    package let place: Place
    package let started: Microseconds
    package let duration: Microseconds
    /// The requests of this step: each attempt, poll and page, of very many only some; the checks saw the last.
    package let exchanges: [ExchangeRecord]
    /// Nil for the many steps that start none.
    private let programs: Programs?
    /// Every failed check, or the one error that ended the step.
    package let failures: [FailureRecord]
    package let checkCount: Int
    /// What `log` wrote.
    package let output: [MaskedText]
    /// Whether it passed only after an attempt that failed with more than a request to come back later.
    package let isFlaky: Bool

    package init(
        caseIndex: Int, index: Int, section: StepSection, name: String, kind: StepKind, outcome: Outcome,
        reason: MaskedText? = nil, explanation: [FailureRecord.SubExpression] = [], place: Place, started: Microseconds,
        duration: Microseconds,
        exchanges: [ExchangeRecord] = [], program: ProgramRecord? = nil, earlierPrograms: [ProgramRecord] = [],
        failures: [FailureRecord] = [],
        checkCount: Int = 0, output: [MaskedText] = [],
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
        self.output = output
        self.isFlaky = isFlaky
    }

    private final class Programs: Sendable {
        let last: ProgramRecord?
        let earlier: [ProgramRecord]

        init(_ last: ProgramRecord?, _ earlier: [ProgramRecord]) {
            self.last = last
            self.earlier = earlier
        }
    }

    /// The program that the step started.
    package var program: ProgramRecord? { programs?.last }

    /// Those that it started before that one, each with the reason why another followed.
    package var earlierPrograms: [ProgramRecord] { programs?.earlier ?? [] }

    /// Whether it started a program at all.
    package var hasProgram: Bool { programs != nil }
}
