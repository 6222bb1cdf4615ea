import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonWorkflow

extension RequestExecution {
    /// Judges a request whose response did not come, or not to its end: a failure, unless the step's `outcome` expects
    /// it. In that case all other checks of the step must hold too, on the part of the response that has come.
    ///
    /// - Parameter unmetInStream: what `until` of a stream was on its last event.
    func judge(
        _ failure: Failure, to sent: RequestView, _ unmetInStream: StepFailure? = nil,
        _ result: inout StepResult
    ) {
        run.values.set(.response, nil)
        func ended() -> StepFailure { stepFailure(of: failure, sent, unmetInStream) }
        // That no token could be had is no outcome of the request, which was not sent.
        guard failure.kind.isOutcome, !failure.isOfAuthorization, let check = template.outcomeCheck else {
            result.failures = [ended()]
            return
        }
        let partial = partialResponse(of: failure)
        run.values.set(.request, partial.map { sent.answered(by: $0) } ?? sent)
        run.values.set(.response, partial)
        run.values.set(Root.outcome.rawValue, .string(failure.kind.rawValue))
        run.values.set(Root.result.rawValue, nil)
        defer {
            if let partial { run.values.forget(partial) }
            run.values.set(.request, nil)
        }
        compare(check, with: failure, &result, ended)
        guard result.failures.isEmpty else { return }
        if let until = attempt.until {
            result.unmet = unmet(until, ended)
            if result.unmet != nil { return }
        }
        judge(partial, outcome: failure.kind, &result)
    }

    /// The failure of the step, where its `outcome` does not expect it.
    private func stepFailure(of failure: Failure, _ sent: RequestView, _ unmetInStream: StepFailure?) -> StepFailure {
        let ended = StepFailure(
            failure.kind, failure.message, cause: failure.cause,
            hint: WithheldCredentials.hint(failure, sent.request).map(Hint.explaining)
                ?? NetworkHint(environment: environment).text(failure, of: sent.request), at: place(of: failure))
        return run.taken(template.stream?.failure(ended, unmetInStream) ?? ended)
    }

    /// The part of the response that has come, where it is fit to be checked.
    private func partialResponse(of failure: Failure) -> StepResponse? {
        let hasEvents = (failure.response?.events?.count ?? 0) > 0
        return failure.kind.leavesPart || hasEvents ? failure.response.map(step) : nil
    }

    /// Adds a failure to the result unless `outcome` expects the one that ended the request.
    private func compare(
        _ outcome: Check, with failure: Failure, _ result: inout StepResult, _ ended: () -> StepFailure
    ) {
        do throws(StepFailure) {
            let evaluator = OutcomeEvaluator(scope: run)
            if try evaluator.wantsSuccess(outcome) {
                result.failures = [ended()]
            } else if let unmet = try evaluator.evaluate(outcome, failure, mask: run.mask) {
                result.fail(unmet, run)
            }
        } catch {
            result.fail(error, run)
        }
    }

    /// Why `until` does not hold. A condition that cannot be computed fails because there is no response; that is what
    /// the report shows.
    private func unmet(_ until: Expression, _ ended: () -> StepFailure) -> StepFailure? {
        var unmet = run.unmet(until)
        if unmet?.cause != nil {
            let ended = ended()
            unmet?.message = ended.message
            unmet?.cause = ended.withCause
        }
        return unmet
    }

    /// Holds the other checks against the part of the response that has come.
    private func judge(_ partial: StepResponse?, outcome: Failure.Kind, _ result: inout StepResult) {
        result.checkCount =
            template.checks.count { !$0.isDefault } + template.conditions.count
            + (template.snapshot == nil ? 0 : 1)
        let judge = ResponseJudge(
            run: run, captures: template.captures, checks: template.checks.filter { !$0.isDefault },
            conditions: template.conditions, template: template)
        guard let partial else { return judge.judge(without: outcome, &result) }
        result.response = partial
        result.failures += judge.capture(partial, &result, isUnexpected: false)
        result.failures += judge.check(partial, outcome: outcome.rawValue, &result).map(\.failure)
    }
}

extension RequestExecution {
    /// The URL; for a client certificate that libcurl cannot use, its key.
    private func place(of failure: Failure) -> SourceRange {
        guard failure.kind == .badInput, failure.cause?.hasPrefix("libcurl 58:") == true,
            let tls = [template.transfer?.tls, template.transfer?.proxy?.tls].compactMap(\.self)
                .first(where: { $0.certificate != nil || $0.key != nil })
        else { return template.url.range }
        return (tls.key ?? tls.certificate)?.range ?? template.url.range
    }
}

extension Failure.Kind {
    /// Whether the part of a response that has come is fit to be checked.
    fileprivate var leavesPart: Bool {
        self == .timeout || self == .reset || self == .tooLarge || self == .streamEnded
    }
}
