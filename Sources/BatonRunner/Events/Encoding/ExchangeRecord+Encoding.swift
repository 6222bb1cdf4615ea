import BatonJSON
import BatonSecrets

extension ExchangeRecord {
    var json: JSONValue {
        var object = EventObject()
        object.set("attempt", attempt)
        object.set("method", method)
        object.set("url", url)
        object.set("response_url", responseURL)
        object.set("url_template", urlTemplate)
        object.set("status", status.map(Int64.init))
        object.set("http_version", httpVersion)
        object.set("started", started)
        object.set("duration", duration)
        object.set("phases", phases.json)
        object.set("request_bytes", requestBytes)
        object.set("response_bytes", responseBytes)
        object.set("failure", failure)
        object.set("cache", cache?.use.rawValue)
        object.set("cache_age", cache?.age)
        object.set("detail", detail?.json)
        object.set("note", note)
        if isPoll { object.set("poll", true) }
        return object.json
    }

    init(_ value: JSONValue) throws(RunEventError) {
        let fields = try EventFields(value, "an exchange")
        self.init(
            attempt: try fields.int("attempt"), method: try fields.string("method"), url: try fields.masked("url"),
            urlTemplate: try fields.masked("url_template"),
            status: try fields.optionalInteger("status").map { Int($0) },
            httpVersion: try fields.optionalString("http_version"), started: try fields.integer("started"),
            duration: try fields.integer("duration"), phases: try Phases(try fields.value("phases")),
            requestBytes: try fields.int("request_bytes"), responseBytes: try fields.int("response_bytes"),
            failure: try fields.optionalString("failure"),
            detail: try fields.optionalValue("detail").map { value throws(RunEventError) in try Detail(value) },
            note: try fields.optionalMasked("note"), cache: try Self.cache(fields))
        responseURL = try fields.optionalMasked("response_url")
        isPoll = try fields.flag("poll")
    }
}

extension ExchangeRecord {
    private static func cache(_ fields: EventFields) throws(RunEventError) -> CacheMark? {
        guard let word = try fields.optionalString("cache") else { return nil }
        guard let use = CacheMark.Use(rawValue: word) else {
            throw RunEventError(.malformed, "`\(word)` is no use of the cache")
        }
        return CacheMark(use, age: try fields.optionalInteger("cache_age"))
    }
}

extension ExchangeRecord.Phases {
    var json: JSONValue {
        var object = EventObject()
        object.set("dns", dns)
        object.set("connect", connect)
        object.set("tls", tls)
        object.set("send", send)
        object.set("wait", wait)
        object.set("receive", receive)
        return object.json
    }

    init(_ value: JSONValue) throws(RunEventError) {
        let fields = try EventFields(value, "the phases of an exchange")
        self.init()
        dns = try fields.integer("dns")
        connect = try fields.integer("connect")
        tls = try fields.integer("tls")
        send = try fields.integer("send")
        wait = try fields.integer("wait")
        receive = try fields.integer("receive")
    }
}

extension ExchangeRecord.Detail {
    var json: JSONValue {
        var object = EventObject()
        object.set("request_headers", Self.json(requestHeaders))
        object.set("request_body", requestBody)
        object.set("response_headers", Self.json(responseHeaders))
        object.set("response_body", responseBody)
        object.set("curl", curl)
        return object.json
    }

    init(_ value: JSONValue) throws(RunEventError) {
        let fields = try EventFields(value, "the detail of an exchange")
        self.init(
            requestHeaders: try Self.headers(fields, "request_headers"),
            requestBody: try fields.optionalMasked("request_body"),
            responseHeaders: try Self.headers(fields, "response_headers"),
            responseBody: try fields.optionalMasked("response_body"), curl: try fields.optionalMasked("curl"))
    }

    /// Headers keep their order and may repeat: a list of pairs.
    private static func json(_ headers: [(name: MaskedText, value: MaskedText)]) -> [JSONValue] {
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
