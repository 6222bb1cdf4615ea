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
        _ response: StepResponse, _ result: inout StepResult, isUnexpected: Bool, lacksResult: Bool = false
    ) -> [StepFailure] {
        let evaluator = CaptureEvaluator(response, scope: run)
        var failures: [StepFailure] = []
        run.failedCaptures = lacksResult ? [Root.result.name] : []
        for capture in captures {
            let value: CELValue
            do throws(StepFailure) {
                value = try evaluator.evaluate(capture).measured
            } catch {
                run.values.set(capture.slot, nil)
                run.failedCaptures.insert(capture.name)
                if lacksResult, capture.source.readsResult { continue }
                if !isUnexpected { failures += error.all.map(run.taken) }
                continue
            }
            run.noteSecret(value)
            do throws(StepFailure) {
                try run.values.store(capture.slot, value, at: capture.range)
                result.captured[capture.name] = value
            } catch {
                run.failedCaptures.insert(capture.name)
                failures.append(run.taken(error))
            }
        }
        return failures
    }

    /// A check or condition that failed.
    struct Failed {
        let failure: StepFailure
        /// Whether it reads what the response holds, which depends on the status.
        var readsContent = false
    }

    /// Evaluates all checks and conditions, even if some fail.
    ///
    /// - Parameter outcome: the outcome of a call.
    func check(_ response: StepResponse, outcome: String? = nil, _ result: inout StepResult) -> [Failed] {
        let evaluator = CheckEvaluator(response, scope: run, outcome: outcome)
        let explanations = ResponseFailures(run: run, response: response, template: template)
        var failed: [Failed] = []
        for check in checks {
            for failure in failures(of: check, evaluator, explanations, &result.hollow) {
                failed.append(Failed(failure: failure, readsContent: check.subject.isContent))
            }
        }
        for condition in conditions {
            guard let failure = run.failure(of: condition), let taken = taken(failure) else { continue }
            failed.append(Failed(failure: taken, readsContent: condition.readsResponse))
        }
        return failed
    }

    private func failures(
        of check: Check, _ evaluator: CheckEvaluator, _ explanations: ResponseFailures, _ hollow: inout [HollowCheck]
    ) -> [StepFailure] {
        do throws(StepFailure) {
            let (verdict, flags) = try run.stepSecrets.notingFlags { () throws(StepFailure) in
                try evaluator.evaluate(check, mask: run.mask)
            }
            switch verdict {
            case .met: return []
            case .hollow(let check) where run.settings.options.isStrict: return [run.taken(run.failure(of: check))]
            case .hollow(let check):
                hollow.append(check)
                return []
            case .failed(let failures):
                return run.stepSecrets.hiding(flags) { failures.map { run.taken(explanations.explained($0)) } }
            }
        } catch {
            return [taken(error)].compactMap(\.self)
        }
    }

    /// Evaluates captures and checks that need no response; those that need one fail.
    ///
    /// - Parameter outcome: why there is no response.
    func judge(without outcome: Failure.Kind, _ result: inout StepResult) {
        let reason = "the request ended in \(outcome)"
        func fail(_ kind: Failure.Kind, _ message: String, check: String? = nil, at range: SourceRange) {
            result.failures.append(run.taken(StepFailure(kind, message, check: check, at: range)))
        }
        let expressions = captures.filter { !$0.source.readsResponse }
        result.failures += ResponseJudge(
            run: run, captures: expressions, checks: [], conditions: [], template: template
        ).capture(StepResponse(result: .null), &result, isUnexpected: false)
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
            guard let failure = run.failure(of: condition) else { continue }
            if failure.unset == Root.response.name {
                fail(
                    .check, "that: `\(condition.line)` needs a response, and there is none: \(reason)",
                    check: "that", at: condition.range)
            } else if let failure = taken(failure) {
                result.failures.append(failure)
            }
        }
    }

    /// Nil for a check that reads a value which its own step failed to capture: it adds no second failure.
    private func taken(_ failure: StepFailure) -> StepFailure? {
        if let name = failure.unset, run.failedCaptures.contains(name), !run.settings.options.tellsEveryCheck {
            return nil
        }
        return run.taken(failure)
    }
}

extension Expression {
    fileprivate var readsResponse: Bool { program.references.contains { $0.first == Root.response.name } }
}

extension Capture.Source {
    /// Whether the source reads the response: all do, except expressions that do not name it.
    fileprivate var readsResponse: Bool {
        guard case .expression(let expression) = self else { return true }
        return expression.readsResponse
    }

    /// Whether the source's expression reads the result of the called endpoint.
    fileprivate var readsResult: Bool {
        guard case .expression(let expression) = self else { return false }
        return expression.program.references.contains { $0.first == Root.result.name }
    }
}
