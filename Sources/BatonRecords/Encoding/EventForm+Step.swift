package import BatonJSON
import BatonSecrets
import BatonValues

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

extension EventForm {
    static func json(_ exchange: ExchangeRecord) -> JSONValue {
        var object = EventObject()
        object.set("attempt", exchange.attempt)
        object.set("method", exchange.method)
        object.set("url", exchange.url)
        object.set("response_url", exchange.responseURL)
        object.set("url_template", exchange.urlTemplate)
        object.set("status", exchange.status.map(Int64.init))
        object.set("http_version", exchange.httpVersion)
        object.set("started", exchange.started)
        object.set("duration", exchange.duration)
        object.set("phases", json(exchange.phases))
        object.set("request_bytes", exchange.requestBytes)
        object.set("response_bytes", exchange.responseBytes)
        object.set("failure", exchange.failure)
        object.set("cache", exchange.cache?.use.rawValue)
        object.set("cache_age", exchange.cache?.age)
        object.set("detail", exchange.detail.map(json))
        object.set("note", exchange.note)
        if exchange.isPoll { object.set("poll", true) }
        if let page = exchange.page { object.set("page", page) }
        object.set("purpose", exchange.purpose)
        return object.json
    }

    static func exchange(_ value: JSONValue) throws(RunEventError) -> ExchangeRecord {
        let fields = try EventFields(value, "an exchange")
        var exchange = ExchangeRecord(
            attempt: try fields.int("attempt"), method: try fields.string("method"), url: try fields.masked("url"),
            urlTemplate: try fields.masked("url_template"),
            status: try fields.optionalInteger("status").map { Int($0) },
            httpVersion: try fields.optionalString("http_version"), started: try fields.integer("started"),
            duration: try fields.integer("duration"), phases: try phases(try fields.value("phases")),
            requestBytes: try fields.int("request_bytes"), responseBytes: try fields.int("response_bytes"),
            failure: try fields.optionalString("failure"),
            detail: try fields.optionalValue("detail").map { value throws(RunEventError) in try detail(value) },
            note: try fields.optionalMasked("note"), cache: try cache(fields))
        exchange.responseURL = try fields.optionalMasked("response_url")
        exchange.isPoll = try fields.flag("poll")
        exchange.page = try fields.optionalInteger("page").map { Int(clamping: $0) }
        exchange.purpose = try fields.optionalMasked("purpose")
        return exchange
    }

    private static func cache(_ fields: EventFields) throws(RunEventError) -> ExchangeRecord.CacheMark? {
        guard let word = try fields.optionalString("cache") else { return nil }
        guard let use = ExchangeRecord.CacheMark.Use(rawValue: word) else {
            throw RunEventError(.malformed, "`\(word)` is no use of the cache")
        }
        return ExchangeRecord.CacheMark(use, age: try fields.optionalInteger("cache_age"))
    }

    static func json(_ phases: ExchangeRecord.Phases) -> JSONValue {
        var object = EventObject()
        object.set("dns", phases.dns)
        object.set("connect", phases.connect)
        object.set("tls", phases.tls)
        object.set("send", phases.send)
        object.set("wait", phases.wait)
        object.set("receive", phases.receive)
        return object.json
    }

    static func phases(_ value: JSONValue) throws(RunEventError) -> ExchangeRecord.Phases {
        let fields = try EventFields(value, "the phases of an exchange")
        var phases = ExchangeRecord.Phases()
        phases.dns = try fields.integer("dns")
        phases.connect = try fields.integer("connect")
        phases.tls = try fields.integer("tls")
        phases.send = try fields.integer("send")
        phases.wait = try fields.integer("wait")
        phases.receive = try fields.integer("receive")
        return phases
    }

    static func json(_ detail: ExchangeRecord.Detail) -> JSONValue {
        var object = EventObject()
        object.set("request_headers", pairs(detail.requestHeaders))
        object.set("request_body", detail.requestBody)
        object.set("request_content", detail.requestContent.map(json))
        if !detail.interim.isEmpty { object.set("interim", detail.interim.map(json)) }
        object.set("response_headers", pairs(detail.responseHeaders))
        if !detail.trailers.isEmpty { object.set("response_trailers", pairs(detail.trailers)) }
        object.set("response_body", detail.responseBody)
        object.set("response_content", detail.responseContent.map(json))
        object.set("curl", detail.curl)
        return object.json
    }

    static func detail(_ value: JSONValue) throws(RunEventError) -> ExchangeRecord.Detail {
        let fields = try EventFields(value, "the detail of an exchange")
        var detail = ExchangeRecord.Detail(
            requestHeaders: try headers(fields, "request_headers"),
            requestBody: try fields.optionalMasked("request_body"),
            requestContent: try content(fields, "request_content"),
            responseHeaders: try headers(fields, "response_headers"),
            responseBody: try fields.optionalMasked("response_body"),
            responseContent: try content(fields, "response_content"), curl: try fields.optionalMasked("curl"))
        detail.trailers = try headers(fields, "response_trailers")
        detail.interim = try fields.list("interim") { (value) throws(RunEventError) -> ExchangeRecord.Interim in
            let fields = try EventFields(value, "an interim response")
            return ExchangeRecord.Interim(
                status: try fields.int("status"), headers: try headers(fields, "response_headers"))
        }
        return detail
    }

    private static func json(_ interim: ExchangeRecord.Interim) -> JSONValue {
        var object = EventObject()
        object.set("status", interim.status)
        object.set("response_headers", pairs(interim.headers))
        return object.json
    }

    private static func content(_ fields: EventFields, _ name: String) throws(RunEventError) -> BodyContent? {
        try fields.optionalValue(name).map { value throws(RunEventError) in try bodyContent(value) }
    }

    /// Headers keep their order and may repeat: a list of pairs.
    private static func pairs(_ headers: [(name: MaskedText, value: MaskedText)]) -> [JSONValue] {
        headers.map { .array([.string($0.name.text), .string($0.value.text)]) }
    }

    private static func headers(
        _ fields: EventFields, _ name: String
    ) throws(RunEventError) -> [(name: MaskedText, value: MaskedText)] {
        try fields.list(name) { (value) throws(RunEventError) -> (name: MaskedText, value: MaskedText) in
            guard case .array(let pair) = value, pair.count == 2, case .string(let name) = pair[0],
                case .string(let value) = pair[1]
            else { throw RunEventError(.malformed, "a header is not a pair of texts") }
            return (MaskedText(recorded: name), MaskedText(recorded: value))
        }
    }
}

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
        object.set("acceptance", failure.acceptance)
        object.set("not_looked_at", failure.notLookedAt)
        object.set("place", json(failure.place))
        if let related = failure.related { object.set("related", json(related)) }
        if let needed = failure.needed { object.set("needs", json(needed)) }
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
        failure.acceptance = try fields.optionalMasked("acceptance")
        failure.notLookedAt = try fields.optionalMasked("not_looked_at")
        if let value = fields.optionalValue("related") { failure.related = try relatedPlace(value) }
        if let value = fields.optionalValue("needs") { failure.needed = try reference(value) }
        return failure
    }

    private static func json(_ needed: CaseReference) -> JSONValue {
        var object = EventObject()
        object.set("path", needed.path)
        object.set("row", needed.row)
        object.set("variant", needed.variant)
        return object.json
    }

    private static func reference(_ value: JSONValue) throws(RunEventError) -> CaseReference {
        let fields = try EventFields(value, "a needed case")
        return CaseReference(
            path: try fields.string("path"), row: try fields.optionalString("row"),
            variant: try fields.optionalString("variant"))
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

extension EventForm {
    static func json(_ content: BodyContent) -> JSONValue {
        var object = EventObject()
        switch content.form {
        case .text(let text): object.set("text", text)
        case .bytes(let bytes): object.set("base64", Base64.encode(bytes))
        case .none: break
        }
        object.set("size", content.size.map(Int64.init))
        object.set("cut", content.isCut)
        return object.json
    }

    static func bodyContent(_ value: JSONValue) throws(RunEventError) -> BodyContent {
        let fields = try EventFields(value, "the content of a body")
        var form = BodyContent.Form.none
        if let text = try fields.optionalMasked("text") {
            form = .text(text)
        } else if let digits = try fields.optionalString("base64") {
            guard let bytes = Base64.decode(digits) else {
                throw RunEventError(.malformed, "the content of a body is no base64")
            }
            form = .bytes(bytes)
        }
        return BodyContent(
            form, size: try fields.optionalInteger("size").map { Int($0) }, isCut: try fields.flag("cut"))
    }
}
