import BatonCEL
import BatonDiagnostics
import BatonHTTP
import BatonJudging
import BatonLanguage
import BatonRecords
import BatonWorkflow

/// Evaluates the captures of a step on its response, and its checks.
struct ResponseJudge {
    let run: CaseRun
    let captures: [Capture]
    let checks: [Check]
    let conditions: [Expression]
    /// Nil where no request was sent.
    let template: RequestTemplate?

    /// Evaluates the captures, before the checks and regardless of their outcome; a missing value fails the step.
    ///
    /// - Parameters:
    ///   - isUnexpected: whether the response is not the wanted one, so that missing values need not be reported.
    ///   - lacksResult: whether the call gave no result, which is reported already; captures that read it are skipped.
    func capture(
        _ response: StepResponse, _ result: inout StepExecution.Result, isUnexpected: Bool, lacksResult: Bool = false
    ) -> [FailureRecord] {
        let evaluator = CaptureEvaluator(response, scope: run)
        var problems: [FailureRecord] = []
        run.failedCaptures = lacksResult ? [Root.result.name] : []
        for capture in captures {
            switch evaluator.evaluate(capture) {
            case .success(let value):
                let value = value.measured
                run.noteSecret(value)
                do throws(StepFailure) {
                    try run.values.store(capture.slot, value, at: capture.range)
                } catch {
                    run.failedCaptures.insert(capture.name)
                    problems.append(Reporting(run).failure(error))
                    continue
                }
                result.captured[capture.name] = value
            case .failure(let problem):
                run.values.set(capture.slot, nil)
                run.failedCaptures.insert(capture.name)
                if lacksResult, capture.source.readsResult { continue }
                if !isUnexpected { problems += Reporting(run).failures(problem) }
            }
        }
        return problems
    }

    /// Evaluates all checks, even if some fail.
    ///
    /// - Parameter outcome: the outcome of a call.
    func check(_ response: StepResponse, outcome: String? = nil, _ result: inout StepExecution.Result) {
        let evaluator = CheckEvaluator(response, scope: run, outcome: outcome)
        let reporting = Reporting(run)
        for check in checks {
            do throws(TemplateFailure) {
                let (verdict, flags) = try run.stepSecrets.notingFlags { () throws(TemplateFailure) in
                    try evaluator.evaluate(check, mask: run.mask)
                }
                switch verdict {
                case .met: break
                case .hollow(let hollow) where run.settings.options.isStrict:
                    result.failures.append(reporting.failure(hollow))
                case .hollow(let hollow): result.hollow.append(reporting.record(hollow))
                case .failed(let failures):
                    for failure in failures {
                        result.failures.append(
                            run.stepSecrets.hiding(flags) { reporting.failure(failure, response, of: template) })
                    }
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

    /// Evaluates captures and checks that need no response; those that need one fail.
    ///
    /// - Parameter outcome: why there is no response.
    func judge(without outcome: Failure.Kind, _ result: inout StepExecution.Result) {
        let reporting = Reporting(run)
        let reason = "the request ended in \(outcome)"
        func fail(_ kind: Failure.Kind, _ message: String, check: String? = nil, at range: SourceRange) {
            var record = reporting.failure(StepFailure(kind, message, at: range))
            record.check = check.map(run.masked)
            result.failures.append(record)
        }
        let expressions = captures.filter { !$0.source.readsResponse }
        let problems = ResponseJudge(run: run, captures: expressions, checks: [], conditions: [], template: template)
            .capture(StepResponse(result: .null), &result, isUnexpected: false)
        result.failures += problems
        for capture in captures where capture.source.readsResponse {
            run.values.set(capture.slot, nil)
            run.failedCaptures.insert(capture.name)
            fail(
                .mappingMissing, "\(capture.name): there is no response to capture it from: \(reason)",
                at: capture.range)
        }
        for check in checks where !check.isDefault {
            if case .outcome = check.subject { continue }
            fail(
                .check, "\(check.label): there is no response to check: \(reason)", check: check.label, at: check.range)
        }
        if let snapshot = template?.snapshot {
            fail(
                .check, "snapshot: there is no response to compare: \(reason)", check: "snapshot", at: snapshot.range)
        }
        for condition in conditions {
            do throws(TemplateFailure) {
                if let failure = try reporting.failure(of: condition) { result.failures.append(failure) }
            } catch {
                if error.unset == Root.response.name {
                    let text = reporting.oneLine(condition.text)
                    fail(
                        .check, "that: `\(text)` needs a response, and there is none: \(reason)",
                        check: "that", at: condition.range)
                } else {
                    self.fail(error, &result)
                }
            }
        }
    }

    /// A check that reads a value which its own step failed to capture adds no second failure.
    private func fail(_ failure: TemplateFailure, _ result: inout StepExecution.Result) {
        if let name = failure.unset, run.failedCaptures.contains(name) { return }
        result.failures.append(Reporting(run).failure(StepFailure(failure)))
    }
}

extension Capture.Source {
    /// Whether the check reads the response: all do, except expressions that do not name it.
    fileprivate var readsResponse: Bool {
        guard case .expression(let expression) = self else { return true }
        return expression.program.references.contains { $0.first == Root.response.name }
    }

    /// Whether the check's expression reads the result of the called endpoint.
    fileprivate var readsResult: Bool {
        guard case .expression(let expression) = self else { return false }
        return expression.program.references.contains { $0.first == Root.result.name }
    }
}
