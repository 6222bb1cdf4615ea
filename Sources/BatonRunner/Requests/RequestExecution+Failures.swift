import BatonHTTP
import BatonWorkflow

extension RequestExecution {
    /// Judges a request that got no response: a failure, unless the step's `outcome` expects it. In that case all other
    /// checks of the step must hold too, as far as they can be computed without a response.
    func judge(_ failure: Failure, to sent: RequestView, _ result: inout StepExecution.Result) {
        run.values.set(.response, nil)
        let reporting = Reporting(run)
        // That no token could be had is no outcome of the request, which was not sent.
        guard failure.kind.isOutcome, !failure.isOfAuthorization, let check = template.outcomeCheck else {
            result.failures = [reporting.failure(failure, of: sent.request, at: template.url.range)]
            return
        }
        run.values.set(.request, sent)
        run.values.set(Root.outcome.rawValue, .string(failure.kind.rawValue))
        run.values.set(Root.result.rawValue, nil)
        defer { run.values.set(.request, nil) }
        do throws(TemplateFailure) {
            let evaluator = OutcomeEvaluator(scope: run)
            if try evaluator.wantsSuccess(check) {
                result.failures = [reporting.failure(failure, of: sent.request, at: template.url.range)]
            } else if let unmet = try evaluator.evaluate(check, failure, mask: run.mask) {
                result.failures = [reporting.failure(unmet)]
            }
        } catch {
            result.fail(StepFailure(error), run)
        }
        guard result.failures.isEmpty else { return }
        if let until = attempt.until {
            result.unmet = reporting.unmet(until)
            // A condition that cannot be computed fails because there is no response; that is what the report shows.
            if result.unmet?.error != nil {
                let record = reporting.failure(failure, of: sent.request, at: template.url.range)
                result.unmet?.message = record.message
                result.unmet?.error = record.cause.map { "\(record.message): \($0)" } ?? record.message
            }
            if result.unmet != nil { return }
        }
        result.checkCount =
            template.checks.count { !$0.isDefault } + template.conditions.count
            + (template.snapshot == nil ? 0 : 1)
        ResponseJudge(
            run: run, captures: template.captures, checks: template.checks, conditions: template.conditions,
            template: template
        ).judge(without: failure.kind, &result)
    }
}
