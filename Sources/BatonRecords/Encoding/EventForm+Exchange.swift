import BatonJSON
import BatonSecrets

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
