package import BatonJSON

extension EventForm {
    static func json(_ step: StepRecord) -> JSONValue {
        var object = EventObject()
        encode(step, into: &object)
        return object.json
    }

    static func encode(_ step: StepRecord, into object: inout EventObject) {
        object.set("case", step.caseIndex)
        object.set("index", step.index)
        object.set("section", step.section.rawValue)
        object.set("name", step.name)
        object.set("kind", step.kind.rawValue)
        object.set("outcome", step.outcome.rawValue)
        object.set("reason", step.reason)
        if !step.explanation.isEmpty { object.set("explanation", step.explanation.map(json)) }
        object.set("place", json(step.place))
        object.set("started", step.started)
        object.set("duration", step.duration)
        object.set("checks", step.checkCount)
        if !step.hollow.isEmpty { object.set("hollow", step.hollow.map(json)) }
        object.set("output", step.output)
        if step.isFlaky { object.set("flaky", true) }
        object.set("failures", step.failures.map(json))
        object.set("exchanges", step.exchanges.map(json))
        object.set("program", step.program.map(json))
        if !step.earlierPrograms.isEmpty { object.set("earlier_programs", step.earlierPrograms.map(json)) }
    }

    static func step(_ fields: EventFields) throws(RunEventError) -> StepRecord {
        StepRecord(
            caseIndex: try fields.int("case"), index: try fields.int("index"),
            section: try fields.word("section", StepSection.self), name: try fields.string("name"),
            kind: try fields.word("kind", StepKind.self), outcome: try fields.word("outcome", Outcome.self),
            reason: try fields.optionalMasked("reason"),
            explanation: try fields.list("explanation") { value throws(RunEventError) in
                try subExpression(value)
            },
            place: try place(try fields.value("place")),
            started: try fields.integer("started"), duration: try fields.integer("duration"),
            exchanges: try fields.list("exchanges") { value throws(RunEventError) in try exchange(value) },
            program: try fields.optionalValue("program").map { value throws(RunEventError) in
                try program(value)
            },
            earlierPrograms: try fields.list("earlier_programs") { value throws(RunEventError) in
                try program(value)
            },
            failures: try fields.list("failures") { value throws(RunEventError) in try failure(value) },
            checkCount: try fields.int("checks"),
            hollow: try fields.list("hollow") { value throws(RunEventError) in try hollow(value) },
            output: try fields.maskedTexts("output"),
            isFlaky: try fields.flag("flaky"))
    }

    private static func json(_ hollow: HollowRecord) -> JSONValue {
        var object = EventObject()
        object.set("check", hollow.check)
        object.set("reason", hollow.reason)
        object.set("place", json(hollow.place))
        return object.json
    }

    private static func hollow(_ value: JSONValue) throws(RunEventError) -> HollowRecord {
        let fields = try EventFields(value, "a hollow check")
        return HollowRecord(
            check: try fields.masked("check"), reason: try fields.masked("reason"),
            place: try place(try fields.value("place")))
    }

    package static func json(_ place: Place) -> JSONValue {
        var object = EventObject()
        object.set("file", place.file)
        object.set("line", place.line)
        object.set("column", place.column)
        object.set("excerpt", place.excerpt)
        if place.caret != max(0, place.column - 1) { object.set("caret", place.caret) }
        object.set("width", place.width)
        return object.json
    }

    package static func place(_ value: JSONValue) throws(RunEventError) -> Place {
        let fields = try EventFields(value, "a place")
        return Place(
            file: try fields.string("file"), line: try fields.int("line"), column: try fields.int("column"),
            excerpt: try fields.optionalMasked("excerpt"),
            caret: try fields.optionalInteger("caret").map { Int(clamping: $0) }, width: try fields.int("width"))
    }
}
