import BatonJSON

extension CaseRecord {
    func encode(into object: inout EventObject, withSteps: Bool) {
        object.set("case", identity.index)
        object.set("outcome", outcome.rawValue)
        object.set("reason", reason)
        if isFlaky { object.set("flaky", true) }
        if !earlier.isEmpty { object.set("earlier", earlier.map(\.json)) }
        object.set("started", started)
        object.set("duration", duration)
        object.set("failures", failures.map(\.json))
        object.set("outputs", outputs.map(\.json))
        if withSteps { object.set("steps", steps.map(\.json)) }
    }

    /// - Parameter steps: what came before as `step-finished`; used where the event does not embed its steps.
    convenience init(_ fields: EventFields, identity: CaseIdentity, steps: [StepRecord]) throws(RunEventError) {
        let embedded = try fields.list("steps") { value throws(RunEventError) in
            try StepRecord(try EventFields(value, "a step"))
        }
        self.init(
            identity: identity, outcome: try fields.word("outcome", Outcome.self),
            reason: try fields.optionalMasked("reason"), started: try fields.integer("started"),
            duration: try fields.integer("duration"), steps: embedded.isEmpty ? steps : embedded,
            failures: try fields.list("failures") { value throws(RunEventError) in try FailureRecord(value) },
            outputs: try fields.list("outputs") { value throws(RunEventError) in
                let output = try EventFields(value, "an output")
                return Output(name: try output.string("name"), value: try output.masked("value"))
            },
            earlier: try fields.list("earlier") { value throws(RunEventError) in try Attempt(value) })
    }
}

extension CaseRecord.Output {
    var json: JSONValue {
        var object = EventObject()
        object.set("name", name)
        object.set("value", value)
        return object.json
    }
}
