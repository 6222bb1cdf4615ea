import BatonJSON

extension EventForm {
    static func json(_ attempt: CaseRecord.Attempt) -> JSONValue {
        var object = EventObject()
        object.set("attempt", attempt.number)
        object.set("outcome", attempt.outcome.rawValue)
        object.set("started", attempt.started)
        object.set("duration", attempt.duration)
        object.set("failures", attempt.failures.map(json))
        return object.json
    }

    static func attempt(_ value: JSONValue) throws(RunEventError) -> CaseRecord.Attempt {
        let fields = try EventFields(value, "an attempt")
        return CaseRecord.Attempt(
            number: try fields.int("attempt"), outcome: try fields.word("outcome", Outcome.self),
            started: try fields.integer("started"), duration: try fields.integer("duration"),
            failures: try fields.list("failures") { value throws(RunEventError) in try attemptFailure(value) })
    }

    static func json(_ failure: CaseRecord.Attempt.StepFailure) -> JSONValue {
        var object = EventObject()
        object.set("step", failure.step)
        object.set("failure", json(failure.failure))
        return object.json
    }

    static func attemptFailure(_ value: JSONValue) throws(RunEventError) -> CaseRecord.Attempt.StepFailure {
        let fields = try EventFields(value, "a failure of an attempt")
        return CaseRecord.Attempt.StepFailure(
            step: try fields.optionalString("step") ?? "", failure: try failure(try fields.value("failure")))
    }
}
