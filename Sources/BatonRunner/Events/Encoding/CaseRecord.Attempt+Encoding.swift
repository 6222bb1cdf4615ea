import BatonJSON

extension CaseRecord.Attempt {
    var json: JSONValue {
        var object = EventObject()
        object.set("attempt", number)
        object.set("outcome", outcome.rawValue)
        object.set("started", started)
        object.set("duration", duration)
        object.set("failures", failures.map(\.json))
        return object.json
    }

    init(_ value: JSONValue) throws(RunEventError) {
        let fields = try EventFields(value, "an attempt")
        self.init(
            number: try fields.int("attempt"), outcome: try fields.word("outcome", Outcome.self),
            started: try fields.integer("started"), duration: try fields.integer("duration"),
            failures: try fields.list("failures") { value throws(RunEventError) in try StepFailure(value) })
    }
}

extension CaseRecord.Attempt.StepFailure {
    var json: JSONValue {
        var object = EventObject()
        object.set("step", step)
        object.set("failure", failure.json)
        return object.json
    }

    init(_ value: JSONValue) throws(RunEventError) {
        let fields = try EventFields(value, "a failure of an attempt")
        self.init(
            step: try fields.optionalString("step") ?? "", failure: try FailureRecord(try fields.value("failure")))
    }
}
