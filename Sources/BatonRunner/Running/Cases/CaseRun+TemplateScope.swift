import BatonCEL
import BatonWorkflow

extension CaseRun: TemplateScope {
    func value(at slot: Int) throws(CELError) -> CELValue? { try values.scope.value(at: slot) }

    func holdsSecret(_ value: CELValue) -> Bool {
        switch value.kind {
        case .string(let text): return mask(text) != text
        case .bytes(let bytes): return context.secrets.redactor.finds(in: bytes)
        case .list, .map, .jsonArray, .jsonObject, .optional, .int, .uint, .double, .number:
            guard let text = try? value.templateText() else { return false }
            return mask(text) != text
        case .null, .bool, .timestamp, .duration, .type, .native: return false
        }
    }

    func noteSecret(_ text: String) { stepSecrets.note(text) }

    func noteSecret(_ part: SecretPart) { stepSecrets.note(part) }

    func noteURL(_ text: String) { stepSecrets.noteURL(text) }

    var host: any FunctionHost { values.scope.host }

    /// Names the step that should have set the variable, and why it did not.
    func whyUnset(_ variable: String) -> (message: String, hint: String?)? {
        if variable == Root.result.name {
            guard let outcome = try? values.scope.value(at: Root.outcome.rawValue)?.stringValue else { return nil }
            return ("`result` has no value: the call ended in `\(outcome)`", nil)
        }
        if failedCaptures.contains(variable) { return ("`\(variable)` has no value: its capture failed", nil) }
        let givers = workflow.allSteps.filter { $0.action.givenNames.contains(variable) }
        guard let giver = givers.first(where: { $0.action.kind != .group }) else { return nil }
        let place = Reporting(self).plainPlace(giver.range)
        let how =
            switch recording.records.first(where: { $0.place.isStart(place) })?.outcome {
            case .skipped: "was skipped"
            case .failed, .error: "failed"
            case .passed, nil: "did not run"
            }
        return (
            "`\(variable)` has no value: the step `\(giver.name)`, which gives it, \(how)",
            "`has(vars.\(variable))` asks whether it has one"
        )
    }
}
