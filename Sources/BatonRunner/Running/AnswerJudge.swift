import BatonCEL
import BatonHTTP
import BatonWorkflow

/// Takes what a step captures from its answer, and holds its checks against it.
struct AnswerJudge {
    let run: CaseRun
    let captures: [Capture]
    let checks: [Check]
    let conditions: [Expression]
    /// Nil where no request was sent.
    let template: RequestTemplate?

    /// Captures come before the checks, whatever these say; what is missing fails the step.
    ///
    /// - Parameters:
    ///   - isUnexpected: whether the answer is another than was wanted, so that nothing need be said of what it lacks.
    ///   - lacksResult: whether the call gave no result, which has been told: what reads it only repeats that.
    func capture(
        _ answer: Answer, _ result: inout StepExecution.Result, isUnexpected: Bool, lacksResult: Bool = false
    ) -> [FailureRecord] {
        let evaluator = CaptureEvaluator(answer, scope: run)
        var problems: [FailureRecord] = []
        run.failedCaptures = lacksResult ? [Root.result.name] : []
        for capture in captures {
            switch evaluator.evaluate(capture) {
            case .success(let value):
                run.noteSecret(value)
                run.set(capture.slot, value)
                result.captured[capture.name] = value
            case .failure(let problem):
                run.set(capture.slot, nil)
                run.failedCaptures.insert(capture.name)
                if lacksResult, capture.source.readsResult { continue }
                if !isUnexpected { problems += Reporting(run).failures(problem) }
            }
        }
        return problems
    }

    /// All of them, whatever the others gave.
    ///
    /// - Parameter outcome: what a call ended in.
    func check(_ answer: Answer, outcome: String? = nil, _ result: inout StepExecution.Result) {
        let evaluator = CheckEvaluator(answer, scope: run, outcome: outcome)
        let reporting = Reporting(run)
        for check in checks {
            do throws(TemplateFailure) {
                let (failures, flags) = try run.notingFlags { () throws(TemplateFailure) in
                    try evaluator.evaluate(check, mask: run.mask)
                }
                for failure in failures {
                    let record = run.hiding(flags) { reporting.failure(failure, answer, of: template) }
                    result.failures.append(record)
                }
            } catch {
                fail(error, &result)
            }
        }
        for condition in conditions {
            do throws(TemplateFailure) {
                if let failure = try reporting.failure(of: condition) { result.failures.append(failure) }
            } catch {
                fail(error, &result)
            }
        }
    }

    /// What a check reads and its own step failed to capture is that capture's failure, not another one.
    private func fail(_ failure: TemplateFailure, _ result: inout StepExecution.Result) {
        if let name = failure.unset, run.failedCaptures.contains(name) { return }
        result.failures.append(Reporting(run).failure(StepFailure(failure)))
    }
}

extension Capture.Source {
    /// Whether its expression reads what the called endpoint gave.
    fileprivate var readsResult: Bool {
        guard case .expression(let expression) = self else { return false }
        return expression.program.references.contains { $0.first == Root.result.name }
    }
}
