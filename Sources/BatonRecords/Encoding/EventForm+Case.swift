import BatonJSON

extension EventForm {
    static func encode(_ record: CaseRecord, into object: inout EventObject, withSteps: Bool) {
        object.set("case", record.identity.index)
        object.set("outcome", record.outcome.rawValue)
        object.set("reason", record.reason)
        if record.isFlaky { object.set("flaky", true) }
        if !record.earlier.isEmpty { object.set("earlier", record.earlier.map(json)) }
        object.set("started", record.started)
        object.set("duration", record.duration)
        object.set("failures", record.failures.map(json))
        object.set("outputs", record.outputs.map(json))
        if withSteps { object.set("steps", record.steps.map(json)) } else { encodeTrail(record, into: &object) }
    }

    /// - Parameter steps: what came before as `step-finished`; used where the event does not embed its steps.
    package static func caseRecord(
        _ fields: EventFields, identity: CaseIdentity, steps: [StepRecord]
    ) throws(RunEventError) -> CaseRecord {
        let embedded = try fields.list("steps") { value throws(RunEventError) in
            try step(try EventFields(value, "a step"))
        }
        return CaseRecord(
            identity: identity, outcome: try fields.word("outcome", Outcome.self),
            reason: try fields.optionalMasked("reason"), started: try fields.integer("started"),
            duration: try fields.integer("duration"),
            steps: embedded.isEmpty ? try addingTrail(fields, to: steps) : embedded,
            failures: try fields.list("failures") { value throws(RunEventError) in try failure(value) },
            outputs: try fields.list("outputs") { value throws(RunEventError) in
                let output = try EventFields(value, "an output")
                return CaseRecord.Output(name: try output.string("name"), value: try output.masked("value"))
            },
            earlier: try fields.list("earlier") { value throws(RunEventError) in try attempt(value) })
    }

    static func json(_ output: CaseRecord.Output) -> JSONValue {
        var object = EventObject()
        object.set("name", output.name)
        object.set("value", output.value)
        return object.json
    }
}
