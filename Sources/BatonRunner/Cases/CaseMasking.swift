import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonSecrets
import BatonWorkflow

/// A step that has ended, as its case keeps it. It has no encoded form and no event takes it: `CaseMasking` makes its
/// record when the case has ended, because a later step may receive a secret that this one has shown.
///
/// Its texts are as they were found. Only what was cut is masked already (values of conditions, excerpts of bodies, what
/// programs wrote, logged texts), as a cut must not leave a part of a secret; with the rest it is masked again.
struct EndedStep: Sendable {
    /// A failure, and the values of the parts of its condition as they are shown.
    struct Failed: Sendable {
        let failure: StepFailure
        let explanation: [FailureRecord.SubExpression]
    }

    /// Index among the steps of its case.
    var index: Int
    let section: StepSection
    let name: String
    let kind: StepKind
    let outcome: Outcome
    let reason: String?
    let explanation: [FailureRecord.SubExpression]
    let range: SourceRange
    let started: Microseconds
    let duration: Microseconds
    let exchanges: [EndedExchange]
    let programs: [ProgramRecord]
    let failures: [Failed]
    let checkCount: Int
    let hollow: [HollowCheck]
    let output: [MaskedText]
    let isFlaky: Bool
    /// Whether the step sent a request or evaluated a condition.
    let proves: Bool
    /// Number of requests that the step sent.
    let requests: Int
    /// The short secrets that only this step hides.
    let words: SecretWords

    func isOf(_ step: Step) -> Bool { range.lower == step.range.lower && range.file.path == step.range.file.path }
}

/// Makes the public records of what a case has kept: what leaves a case is masked here, with all secrets of the case,
/// and nowhere else.
struct CaseMasking {
    private let secrets: SecretRegistry
    private var words = SecretWords()
    /// Whether a secret has become known since the first step; otherwise what was masked then is not searched again.
    private let knowsMore: Bool

    /// - Parameter count: the number of secrets that were known before the first step.
    init(_ secrets: SecretRegistry, knownAtStart count: Int) {
        self.secrets = secrets
        knowsMore = secrets.count != count
    }

    /// The same that hides the short secrets of one step too.
    private func hiding(_ others: SecretWords) -> CaseMasking {
        if others.isEmpty { return self }
        var copy = self
        copy.words.formUnion(others)
        return copy
    }

    func masked(_ text: String) -> MaskedText { words.masked(secrets.masked(text)) }

    private func masked(_ text: MaskedText) -> MaskedText { masked(text.text) }

    func masked(_ warning: HeldWarnings.Warning) -> MaskedText {
        let text = hiding(warning.words).masked(warning.text)
        guard let place = warning.range.map(Place.init(startOf:)) else { return text }
        return "\(MaskedText(harmless: "\(place.file):\(place.line):")) \(text)"
    }

    // MARK: - Cases

    /// The record of one attempt at a case.
    func record(
        _ recording: CaseRecording, of identity: CaseIdentity, outputs: [WorkflowOutputs.Entry] = [],
        isDryRun: Bool = false
    ) -> CaseRecord {
        let steps = recording.steps.map { hiding($0.words).record($0, of: identity) }
        let outcome = recording.outcome
        let reason: MaskedText? =
            outcome != .skipped ? nil : isDryRun ? "dry run" : Self.whyNothingWasProved(steps)
        return CaseRecord(
            identity: identity, outcome: outcome, reason: reason, started: recording.started,
            duration: recording.elapsed, steps: steps,
            failures: recording.ownFailures.map { record(EndedStep.Failed(failure: $0, explanation: [])) },
            outputs: outcome == .passed
                ? outputs.map { CaseRecord.Output(name: $0.name, value: masked($0.shown)) } : [])
    }

    private static func whyNothingWasProved(_ steps: [StepRecord]) -> MaskedText {
        if let reason = steps.first(where: { $0.outcome == .skipped })?.reason { return reason }
        let isElsewhere = steps.contains { $0.section != .steps && ($0.kind == .that || !$0.exchanges.isEmpty) }
        return isElsewhere
            ? "no request was sent and no condition was held but in setup and teardown"
            : "no request was sent and no condition was held"
    }

    // MARK: - Steps

    private func record(_ step: EndedStep, of identity: CaseIdentity) -> StepRecord {
        StepRecord(
            caseIndex: identity.index, index: step.index, section: step.section, name: masked(step.name).text,
            kind: step.kind, outcome: step.outcome, reason: step.reason.map(masked),
            explanation: step.explanation.map(masked),
            place: step.kind == .load ? place(step.range) : Place(startOf: step.range), started: step.started,
            duration: step.duration, exchanges: step.exchanges.map(record),
            program: step.programs.last.map(masked),
            earlierPrograms: step.programs.dropLast().map(masked), failures: step.failures.map(record),
            checkCount: step.checkCount, hollow: step.hollow.map(record), output: step.output.map(masked),
            isFlaky: step.isFlaky)
    }

    private func record(_ hollow: HollowCheck) -> HollowRecord {
        HollowRecord(
            check: masked(hollow.label), reason: MaskedText(harmless: hollow.reason.sentence),
            place: Place(startOf: hollow.range))
    }

    private func place(_ range: SourceRange) -> Place { Place(range, secrets.names, masked: masked) }

    // MARK: - Failures

    private func record(_ failed: EndedStep.Failed) -> FailureRecord {
        hiding(failed.failure.words).shown(failed.failure, failed.explanation)
    }

    private func shown(_ failure: StepFailure, _ explanation: [FailureRecord.SubExpression]) -> FailureRecord {
        var message = masked(failure.message)
        // Messages without the values of a check may name a URL.
        if failure.check == nil, failure.expected == nil { message = message.reshaped(secrets.names.hidden) }
        var record = FailureRecord(
            kind: failure.kind.rawValue, message: message,
            check: failure.check.map { FailureRecord.masked(check: $0, masked) },
            comparison: failure.comparison, expected: failure.expected.map(masked),
            actual: failure.actual.map(masked), differences: failure.differences.map(record),
            moreDifferences: failure.moreDifferences, explanation: explanation.map(masked),
            serverMessage: failure.serverMessage.map(masked), cause: failure.cause.map(masked),
            hint: (failure.hint?.explanation ?? comment(of: failure)).map(masked), place: place(failure.range))
        record.acceptance = failure.hint?.acceptance.map(masked)
        record.notLookedAt = failure.notLookedAt.map(masked)
        record.related = failure.related.map { .init(label: $0.label, place: Place(startOf: $0.range)) }
        return record
    }

    /// What the file says of a check, in the comment above it.
    private func comment(of failure: StepFailure) -> String? {
        failure.check == nil ? nil : failure.range.commentAbove.map { "# \($0)" }
    }

    private func record(_ difference: StepFailure.Difference) -> FailureRecord.Difference {
        FailureRecord.Difference(
            path: masked(difference.path), expected: masked(difference.expected), actual: masked(difference.actual),
            rule: difference.rule.map(masked))
    }

    private func masked(_ part: FailureRecord.SubExpression) -> FailureRecord.SubExpression {
        FailureRecord.SubExpression(text: masked(part.text), value: masked(part.value))
    }

    // MARK: - What was cut

    private func masked(_ program: ProgramRecord) -> ProgramRecord {
        var program = program
        program.command = masked(program.command)
        program.output = program.output.map(masked)
        program.errors = program.errors.map(masked)
        program.note = program.note.map(masked)
        return program
    }

    private func record(_ ended: EndedExchange) -> ExchangeRecord {
        let hiding = hiding(ended.words)
        return ExchangeRecord(
            attempt: ended.attempt, method: ended.method, url: hiding.shown(url: ended.url),
            urlTemplate: hiding.shown(url: ended.urlTemplate), status: ended.status,
            httpVersion: ended.httpVersion?.description, started: ended.started, duration: ended.duration,
            phases: ExchangeRecord.Phases(ended.timings), requestBytes: ended.requestBytes,
            responseBytes: ended.responseBytes, failure: ended.failure?.rawValue,
            detail: knowsMore ? ended.detail.map(masked) : ended.detail, note: ended.note.map(masked),
            cache: ended.cache, responseURL: ended.responseURL.map { hiding.shown(url: $0) }, isPoll: ended.isPoll,
            page: ended.page, purpose: ended.purpose.map { hiding.masked($0) })
    }

    /// A URL, or a text with URLs. Masked first, because a secret may span several parts of a URL.
    private func shown(url: String) -> MaskedText { masked(url).reshaped(secrets.names.hidden) }

    private func masked(_ detail: ExchangeRecord.Detail) -> ExchangeRecord.Detail {
        var hidden = detail
        hidden.requestHeaders = detail.requestHeaders.map(masked)
        hidden.requestBody = detail.requestBody.map(masked)
        hidden.requestContent = detail.requestContent.map(masked)
        hidden.interim = detail.interim.map {
            ExchangeRecord.Interim(status: $0.status, headers: $0.headers.map(masked))
        }
        hidden.responseHeaders = detail.responseHeaders.map(masked)
        hidden.trailers = detail.trailers.map(masked)
        hidden.responseBody = detail.responseBody.map(masked)
        hidden.responseContent = detail.responseContent.map(masked)
        hidden.curl = detail.curl.map(masked)
        return hidden
    }

    private func masked(_ content: BodyContent) -> BodyContent {
        var content = content
        switch content.form {
        case .none: break
        case .text(let text): content.form = .text(masked(text))
        case .bytes(let bytes): if BodyExcerpt(mask: masked).holdsSecret(bytes) { content.form = .none }
        }
        return content
    }

    private func masked(_ header: (name: MaskedText, value: MaskedText)) -> (name: MaskedText, value: MaskedText) {
        (name: masked(header.name), value: masked(header.value))
    }
}
