import BatonHTTP
import BatonJSON

/// A stored response as JSON, without its body.
enum StoredResponseText {
    /// Nil for headers that are not UTF-8, which text would change, and for a response with the certificate of its
    /// connection.
    static func json(of stored: StoredResponse) -> JSONValue? {
        let response = stored.response
        guard response.certificate == nil, let headers = json(response.headers) else { return nil }
        var hops: [JSONValue] = []
        for hop in stored.hops {
            guard let headers = json(hop.headers) else { return nil }
            hops.append(["url": .string(hop.url.text), "headers": headers])
        }
        var object = JSONObject()
        object.append("method", .string(stored.method.rawValue))
        object.append("url", .string(response.url.text))
        object.append("status", number(response.status))
        object.append(
            "http_version", [number(Int(response.httpVersion.major)), number(Int(response.httpVersion.minor))])
        object.append("requested", number(Int(stored.requested)))
        object.append("received", number(Int(stored.received)))
        object.append("headers", headers)
        object.append(
            "redirects",
            .array(response.redirects.map { ["status": number($0.status), "url": .string($0.url.text)] }))
        object.append("hops", .array(hops))
        object.append(
            "varied",
            .array(
                stored.varied.values.map { .array([.string($0.name), $0.value.map(JSONValue.string) ?? .null]) }))
        object.append("varies_always", .bool(stored.varied.isAlways))
        object.append("address", .string(response.remoteAddress))
        object.append("port", number(response.remotePort))
        return .object(object)
    }

    /// Nil for JSON of another shape.
    static func response(_ json: JSONValue, body: [UInt8]) -> StoredResponse? {
        guard let url = url(json["url"]), let status = integer(json["status"]), let method = text(json["method"]),
            let method = Method(method), let requested = integer(json["requested"]),
            let received = integer(json["received"]), let headers = headers(json["headers"]),
            let version = version(json["http_version"])
        else { return nil }
        var response = Response(
            status: status, httpVersion: version, headers: headers, body: body, url: url)
        response.remoteAddress = text(json["address"]) ?? ""
        response.remotePort = integer(json["port"]) ?? 0
        for redirect in list(json["redirects"]) {
            guard let status = integer(redirect["status"]), let url = self.url(redirect["url"]) else { return nil }
            response.redirects.append(Response.Redirect(status: status, url: url))
        }
        var hops: [SessionStore.Receipt] = []
        for hop in list(json["hops"]) {
            guard let headers = self.headers(hop["headers"]), let url = self.url(hop["url"]) else { return nil }
            hops.append(SessionStore.Receipt(headers: headers, url: url))
        }
        var varied: [VariedHeaders.Value] = []
        for pair in list(json["varied"]) {
            guard case .array(let pair) = pair, pair.count == 2, let name = text(pair[0]) else { return nil }
            varied.append(VariedHeaders.Value(name: name, value: text(pair[1])))
        }
        var stored = StoredResponse(
            response: response, method: method, requested: Int64(requested), received: Int64(received), hops: hops,
            varied: VariedHeaders(values: varied, isAlways: json["varies_always"] == .bool(true)))
        stored.isFromDisk = true
        return stored
    }

    private static func json(_ headers: Headers) -> JSONValue? {
        var fields: [JSONValue] = []
        for slot in headers.slots {
            guard let name = String(validating: headers.block[slot.nameRange], as: UTF8.self),
                let value = String(validating: headers.block[slot.valueRange], as: UTF8.self)
            else { return nil }
            fields.append(.array([.string(name), .string(value)]))
        }
        return .array(fields)
    }

    private static func headers(_ json: JSONValue?) -> Headers? {
        guard case .array(let fields)? = json else { return nil }
        var headers = Headers()
        for field in fields {
            guard case .array(let pair) = field, pair.count == 2, let name = text(pair[0]), let value = text(pair[1])
            else { return nil }
            headers.append(name, value)
        }
        return headers
    }

    private static func version(_ json: JSONValue?) -> HTTPVersion? {
        guard let major = integer(json?[0]).flatMap(UInt8.init(exactly:)),
            let minor = integer(json?[1]).flatMap(UInt8.init(exactly:))
        else { return nil }
        return HTTPVersion(major: major, minor: minor)
    }

    private static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }

    private static func integer(_ value: JSONValue?) -> Int? {
        if case .number(let number)? = value { number.int.flatMap { Int(exactly: $0) } } else { nil }
    }

    private static func list(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let items)? = value { items } else { [] }
    }

    private static func url(_ value: JSONValue?) -> URLText? { text(value).flatMap { try? URLText.parse($0) } }
}
