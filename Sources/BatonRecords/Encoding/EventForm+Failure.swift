package import BatonJSON

extension EventForm {
    static func json(_ failure: FailureRecord) -> JSONValue {
        var object = EventObject()
        object.set("kind", failure.kind)
        object.set("message", failure.message)
        object.set("check", failure.check)
        object.set("comparison", failure.comparison)
        object.set("expected", failure.expected)
        object.set("actual", failure.actual)
        object.set("differences", failure.differences.map(json))
        if failure.moreDifferences > 0 { object.set("more_differences", failure.moreDifferences) }
        object.set("explanation", failure.explanation.map(json))
        object.set("server_message", failure.serverMessage)
        object.set("cause", failure.cause)
        object.set("hint", failure.hint)
        object.set("place", json(failure.place))
        if let related = failure.related { object.set("related", json(related)) }
        return object.json
    }

    static func failure(_ value: JSONValue) throws(RunEventError) -> FailureRecord {
        let fields = try EventFields(value, "a failure")
        var failure = FailureRecord(
            kind: try fields.string("kind"), message: try fields.masked("message"),
            check: try fields.optionalMasked("check"), comparison: try fields.optionalString("comparison"),
            expected: try fields.optionalMasked("expected"), actual: try fields.optionalMasked("actual"),
            differences: try fields.list("differences") { value throws(RunEventError) in try difference(value) },
            moreDifferences: Int(try fields.optionalInteger("more_differences") ?? 0),
            explanation: try fields.list("explanation") { value throws(RunEventError) in try subExpression(value) },
            serverMessage: try fields.optionalMasked("server_message"), cause: try fields.optionalMasked("cause"),
            hint: try fields.optionalMasked("hint"), place: try place(try fields.value("place")))
        if let value = fields.optionalValue("related") { failure.related = try relatedPlace(value) }
        return failure
    }

    package static func json(_ related: FailureRecord.Related) -> JSONValue {
        var object = EventObject()
        object.set("label", related.label)
        object.set("place", json(related.place))
        return object.json
    }

    package static func relatedPlace(_ value: JSONValue) throws(RunEventError) -> FailureRecord.Related {
        let fields = try EventFields(value, "a further place")
        return FailureRecord.Related(label: try fields.string("label"), place: try place(try fields.value("place")))
    }

    package static func json(_ difference: FailureRecord.Difference) -> JSONValue {
        var object = EventObject()
        object.set("path", difference.path)
        object.set("expected", difference.expected)
        object.set("actual", difference.actual)
        object.set("rule", difference.rule)
        return object.json
    }

    package static func difference(_ value: JSONValue) throws(RunEventError) -> FailureRecord.Difference {
        let fields = try EventFields(value, "a difference")
        return FailureRecord.Difference(
            path: try fields.masked("path"), expected: try fields.masked("expected"),
            actual: try fields.masked("actual"), rule: try fields.optionalMasked("rule"))
    }

    package static func json(_ part: FailureRecord.SubExpression) -> JSONValue {
        var object = EventObject()
        object.set("text", part.text)
        object.set("value", part.value)
        return object.json
    }

    package static func subExpression(_ value: JSONValue) throws(RunEventError) -> FailureRecord.SubExpression {
        let fields = try EventFields(value, "a part of a condition")
        return FailureRecord.SubExpression(text: try fields.masked("text"), value: try fields.masked("value"))
    }
}
