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
            kind: try fields.string("kind"), message: try fields.masked("message"),
            check: try fields.optionalMasked("check"), comparison: try fields.optionalString("comparison"),
            expected: try fields.optionalMasked("expected"), actual: try fields.optionalMasked("actual"),
            differences: try fields.list("differences") { value throws(RunEventError) in try Difference(value) },
            moreDifferences: Int(try fields.optionalInteger("more_differences") ?? 0),
            explanation: try fields.list("explanation") { value throws(RunEventError) in try SubExpression(value) },
            serverMessage: try fields.optionalMasked("server_message"), cause: try fields.optionalMasked("cause"),
            hint: try fields.optionalMasked("hint"), place: try Place(try fields.value("place")))
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
            path: try fields.masked("path"), expected: try fields.masked("expected"),
            actual: try fields.masked("actual"), rule: try fields.optionalMasked("rule"))
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
        self.init(text: try fields.masked("text"), value: try fields.masked("value"))
    }
}
