package import BatonJSON

/// Reads a stream of encoded events, in order: later events refer to cases and steps of earlier ones.
package struct RunEventDecoder {
    private var cases: [Int: CaseIdentity] = [:]
    /// Steps of the cases that have not ended yet.
    private var steps: [Int: [StepRecord]] = [:]

    package init() {}

    package mutating func event(line: [UInt8]) throws(RunEventError) -> RunEvent {
        try event(EventForm.parse(line))
    }

    package mutating func event(_ value: JSONValue) throws(RunEventError) -> RunEvent {
        let fields = try EventFields(value, "an event")
        try EventForm.requireKnown(fields)
        let type = try fields.string("type")
        switch type {
        case "run-started":
            let run = try EventForm.runStarted(fields)
            for identity in run.cases { cases[identity.index] = identity }
            return .runStarted(run)
        case "case-started":
            let identity = try identity(fields)
            steps[identity.index] = nil
            return .caseStarted(identity)
        case "step-started":
            return .stepStarted(
                StepStarted(
                    caseIndex: try fields.int("case"), index: try fields.int("index"),
                    name: try fields.optionalString("name") ?? ""))
        case "step-finished":
            let step = try EventForm.step(fields)
            steps[step.caseIndex, default: []].append(step)
            return .stepFinished(step)
        case "case-finished":
            let identity = try identity(fields)
            let seen = steps.removeValue(forKey: identity.index) ?? []
            return .caseFinished(try EventForm.caseRecord(fields, identity: identity, steps: seen))
        case "warning":
            return .warning(try fields.masked("message"))
        case "run-finished":
            return .runFinished(try EventForm.runFinished(fields))
        default:
            throw RunEventError(.unknownType, "unknown event `\(type)`")
        }
    }

    private func identity(_ fields: EventFields) throws(RunEventError) -> CaseIdentity {
        let index = try fields.int("case")
        guard let identity = cases[index] else {
            throw RunEventError(.malformed, "case \(index) is not in the plan of the run")
        }
        return identity
    }
}
