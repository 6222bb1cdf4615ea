import BatonRecords
import BatonSecrets

/// Masks records again that were made before all secrets of their case were known: a later step may receive a secret
/// that an earlier one has shown.
struct LateMasking {
    private let secrets: SecretRegistry

    init(_ secrets: SecretRegistry) {
        self.secrets = secrets
    }

    func masked(_ text: MaskedText) -> MaskedText { secrets.masked(text.text) }

    func masked(_ record: StepRecord) -> StepRecord {
        record.copy(
            name: secrets.redact(record.name), reason: record.reason.map(masked),
            explanation: record.explanation.map(masked), place: masked(record.place),
            exchanges: record.exchanges.map(masked), program: record.program.map(masked),
            earlierPrograms: record.earlierPrograms.map(masked), failures: record.failures.map(masked),
            hollow: record.hollow.map(masked), output: record.output.map(masked))
    }

    func masked(_ attempt: CaseRecord.Attempt) -> CaseRecord.Attempt {
        var attempt = attempt
        attempt.failures = attempt.failures.map { failure in
            CaseRecord.Attempt.StepFailure(step: secrets.redact(failure.step), failure: masked(failure.failure))
        }
        return attempt
    }

    func masked(_ output: CaseRecord.Output) -> CaseRecord.Output {
        CaseRecord.Output(name: output.name, value: masked(output.value))
    }

    private func masked(_ hollow: HollowRecord) -> HollowRecord {
        HollowRecord(check: masked(hollow.check), reason: hollow.reason, place: masked(hollow.place))
    }

    func masked(_ failure: FailureRecord) -> FailureRecord {
        var failure = failure
        failure.message = masked(failure.message)
        failure.check = failure.check.map { FailureRecord.masked(check: $0.text, secrets.masked) }
        failure.expected = failure.expected.map(masked)
        failure.actual = failure.actual.map(masked)
        failure.differences = failure.differences.map { difference in
            FailureRecord.Difference(
                path: masked(difference.path), expected: masked(difference.expected), actual: masked(difference.actual),
                rule: difference.rule.map(masked))
        }
        failure.explanation = failure.explanation.map(masked)
        failure.serverMessage = failure.serverMessage.map(masked)
        failure.cause = failure.cause.map(masked)
        failure.hint = failure.hint.map(masked)
        failure.place = masked(failure.place)
        failure.related = failure.related.map { FailureRecord.Related(label: $0.label, place: masked($0.place)) }
        return failure
    }

    private func masked(_ part: FailureRecord.SubExpression) -> FailureRecord.SubExpression {
        FailureRecord.SubExpression(text: masked(part.text), value: masked(part.value))
    }

    /// The path of a file stays as it is: it says what to run again.
    private func masked(_ place: Place) -> Place {
        guard let excerpt = place.excerpt else { return place }
        return place.excerpted(excerpt.text) { masked(MaskedText(recorded: $0)) }
    }

    private func masked(_ program: ProgramRecord) -> ProgramRecord {
        var program = program
        program.command = masked(program.command)
        program.output = program.output.map(masked)
        program.errors = program.errors.map(masked)
        program.note = program.note.map(masked)
        return program
    }

    private func masked(_ exchange: ExchangeRecord) -> ExchangeRecord {
        var exchange = exchange
        exchange.url = masked(exchange.url)
        exchange.responseURL = exchange.responseURL.map(masked)
        exchange.urlTemplate = masked(exchange.urlTemplate)
        exchange.note = exchange.note.map(masked)
        exchange.purpose = exchange.purpose.map(masked)
        exchange.detail = exchange.detail.map(masked)
        return exchange
    }

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
        case .bytes(let bytes): if BodyExcerpt(mask: secrets.masked).holdsSecret(bytes) { content.form = .none }
        }
        return content
    }

    private func masked(_ header: (name: MaskedText, value: MaskedText)) -> (name: MaskedText, value: MaskedText) {
        (name: masked(header.name), value: masked(header.value))
    }
}
