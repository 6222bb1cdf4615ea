package import BatonJSON

extension FailureRecord {
    var json: JSONValue {
        var object = EventObject()
        object.set("kind", kind)
        object.set("message", message)
        object.set("check", check)
        object.set("comparison", comparison)
        object.set("expected", expected)
        object.set("actual", actual)
        object.set("differences", differences.map(\.json))
        if moreDifferences > 0 { object.set("more_differences", moreDifferences) }
        object.set("explanation", explanation.map(\.json))
        object.set("server_message", serverMessage)
        object.set("cause", cause)
        object.set("hint", hint)
        object.set("place", place.json)
        if let related { object.set("related", related.json) }
        return object.json
    }

    init(_ value: JSONValue) throws(RunEventError) {
        let fields = try EventFields(value, "a failure")
        self.init(
            kind: try fields.string("kind"), message: try fields.string("message"),
            check: try fields.optionalString("check"), comparison: try fields.optionalString("comparison"),
            expected: try fields.optionalString("expected"), actual: try fields.optionalString("actual"),
            differences: try fields.list("differences") { value throws(RunEventError) in try Difference(value) },
            moreDifferences: Int(try fields.optionalInteger("more_differences") ?? 0),
            explanation: try fields.list("explanation") { value throws(RunEventError) in try SubExpression(value) },
            serverMessage: try fields.optionalString("server_message"), cause: try fields.optionalString("cause"),
            hint: try fields.optionalString("hint"), place: try Place(try fields.value("place")))
        if let value = fields.optionalValue("related") { related = try Related(value) }
    }
}

extension FailureRecord.Related {
    package var json: JSONValue {
        var object = EventObject()
        object.set("label", label)
        object.set("place", place.json)
        return object.json
    }

    package init(_ value: JSONValue) throws(RunEventError) {
        let fields = try EventFields(value, "a further place")
        self.init(label: try fields.string("label"), place: try Place(try fields.value("place")))
    }
}

extension FailureRecord.Difference {
    package var json: JSONValue {
        var object = EventObject()
        object.set("path", path)
        object.set("expected", expected)
        object.set("actual", actual)
        object.set("rule", rule)
        return object.json
    }

    package init(_ value: JSONValue) throws(RunEventError) {
        let fields = try EventFields(value, "a difference")
        self.init(
            path: try fields.string("path"), expected: try fields.string("expected"),
            actual: try fields.string("actual"), rule: try fields.optionalString("rule"))
    }
}

extension FailureRecord.SubExpression {
    package var json: JSONValue {
        var object = EventObject()
        object.set("text", text)
        object.set("value", value)
        return object.json
    }

    package init(_ value: JSONValue) throws(RunEventError) {
        let fields = try EventFields(value, "a part of a condition")
        self.init(text: try fields.string("text"), value: try fields.string("value"))
    }
}
