package import BatonJSON

extension StepRecord {
    var json: JSONValue {
        var object = EventObject()
        encode(into: &object)
        return object.json
    }

    func encode(into object: inout EventObject) {
        object.set("case", caseIndex)
        object.set("index", index)
        object.set("section", section.rawValue)
        object.set("name", name)
        object.set("kind", kind.rawValue)
        object.set("outcome", outcome.rawValue)
        object.set("reason", reason)
        if !explanation.isEmpty { object.set("explanation", explanation.map(\.json)) }
        object.set("place", place.json)
        object.set("started", started)
        object.set("duration", duration)
        object.set("checks", checkCount)
        object.set("output", output)
        if isFlaky { object.set("flaky", true) }
        object.set("failures", failures.map(\.json))
        object.set("exchanges", exchanges.map(\.json))
        object.set("program", program?.json)
        if !earlierPrograms.isEmpty { object.set("earlier_programs", earlierPrograms.map(\.json)) }
    }

    convenience init(_ fields: EventFields) throws(RunEventError) {
        self.init(
            caseIndex: try fields.int("case"), index: try fields.int("index"),
            section: try fields.word("section", StepSection.self), name: try fields.string("name"),
            kind: try fields.word("kind", StepKind.self), outcome: try fields.word("outcome", Outcome.self),
            reason: try fields.optionalMasked("reason"),
            explanation: try fields.list("explanation") { value throws(RunEventError) in
                try FailureRecord.SubExpression(value)
            },
            place: try Place(try fields.value("place")),
            started: try fields.integer("started"), duration: try fields.integer("duration"),
            exchanges: try fields.list("exchanges") { value throws(RunEventError) in try ExchangeRecord(value) },
            program: try fields.optionalValue("program").map { value throws(RunEventError) in
                try ProgramRecord(value)
            },
            earlierPrograms: try fields.list("earlier_programs") { value throws(RunEventError) in
                try ProgramRecord(value)
            },
            failures: try fields.list("failures") { value throws(RunEventError) in try FailureRecord(value) },
            checkCount: try fields.int("checks"), output: try fields.maskedTexts("output"),
            isFlaky: try fields.flag("flaky"))
    }
}

extension Place {
    package var json: JSONValue {
        var object = EventObject()
        object.set("file", file)
        object.set("line", line)
        object.set("column", column)
        object.set("excerpt", excerpt)
        object.set("width", width)
        return object.json
    }

    package init(_ value: JSONValue) throws(RunEventError) {
        let fields = try EventFields(value, "a place")
        self.init(
            file: try fields.string("file"), line: try fields.int("line"), column: try fields.int("column"),
            excerpt: try fields.optionalMasked("excerpt"), width: try fields.int("width"))
    }
}
