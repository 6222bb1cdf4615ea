import BatonJSON
import BatonRecords
import BatonSecrets
import BatonValues

/// The exchanges of what failed, or with `--trace` of all, as an HTTP Archive 1.2, for the network panel of a browser and
/// the like.
///
/// A page stands for each workflow. Headers, URLs and bodies are as reports show them: masked and cut.
struct HARText {
    let document: [UInt8]

    init(_ records: RunRecords, _ run: RunStarted) {
        var pages: [JSONValue] = []
        var entries: [JSONValue] = []
        let cases = Array(records.kept.values) + Array(records.traced.values)
        for record in cases.sorted(by: { $0.identity.index < $1.identity.index }) {
            let exchanges = record.steps.flatMap { step in step.exchanges.map { (step, $0) } }
                .filter { $0.1.detail != nil }
            guard !exchanges.isEmpty else { continue }
            let page = "case-\(record.identity.index)"
            pages.append(Self.page(page, record))
            entries += exchanges.map { Self.entry($1, of: $0, page) }
        }
        var creator = EventObject()
        creator.set("name", "baton")
        creator.set("version", run.toolVersion)
        let log = JSONValue.object(
            JSONObject([
                ("version", .string("1.2")), ("creator", creator.json), ("pages", .array(pages)),
                ("entries", .array(entries)),
            ]))
        document =
            HarmlessJSON.escaped(JSONWriter.compactBytes(.object(JSONObject([("log", log)])))) + [UInt8(ascii: "\n")]
    }

    private static func page(_ id: String, _ record: CaseRecord) -> JSONValue {
        .object(
            JSONObject([
                ("startedDateTime", .string(moment(record.started))), ("id", .string(id)),
                ("title", .string(shown("\(record.identity.path) \(record.identity.title)"))),
                ("pageTimings", .object(JSONObject([]))),
            ]))
    }

    private static func entry(_ exchange: ExchangeRecord, of step: StepRecord, _ page: String) -> JSONValue {
        let version = "HTTP/\(exchange.httpVersion ?? "1.1")"
        let timings = Timings(exchange)
        var members: [(String, JSONValue)] = [
            ("pageref", .string(page)), ("startedDateTime", .string(moment(exchange.started))),
            ("time", timings.time), ("request", request(exchange, version)), ("response", response(exchange, version)),
            ("cache", .object(JSONObject([]))), ("timings", timings.json),
        ]
        let notes = [step.name, exchange.failure, exchange.note?.text].compactMap(\.self)
        members.append(("comment", .string(shown(notes.joined(separator: ": ")))))
        return .object(JSONObject(members))
    }

    private static func request(_ exchange: ExchangeRecord, _ version: String) -> JSONValue {
        let headers = exchange.detail?.requestHeaders ?? []
        let body = HARBody(exchange.detail?.requestBody, exchange.detail?.requestContent)
        var members: [(String, JSONValue)] = [
            ("method", .string(exchange.method)), ("url", .string(shown(exchange.url.text))),
            ("httpVersion", .string(shown(version))),
            ("cookies", .array([])), ("headers", pairs(headers)), ("queryString", query(shown(exchange.url.text))),
            ("headersSize", .integer(-1)), ("bodySize", .integer(exchange.detail == nil ? -1 : body?.size ?? 0)),
        ]
        if let body {
            var data: [(String, JSONValue)] = [
                ("mimeType", .string(shown(type(of: headers)))), ("text", .string(body.text ?? "")),
            ]
            // The format has no name for the encoding of what is sent.
            if body.isBase64 { data.append(("_encoding", "base64")) }
            if let comment = body.comment { data.append(("comment", .string(comment))) }
            members.append(("postData", .object(JSONObject(data))))
        }
        return .object(JSONObject(members))
    }

    /// Status 0 where no response came, as browsers write it.
    private static func response(_ exchange: ExchangeRecord, _ version: String) -> JSONValue {
        let headers = exchange.detail?.responseHeaders ?? []
        var content: [(String, JSONValue)] = [
            ("size", .integer(exchange.responseBytes)), ("mimeType", .string(shown(type(of: headers)))),
        ]
        if let body = HARBody(exchange.detail?.responseBody, exchange.detail?.responseContent) {
            if let text = body.text { content.append(("text", .string(text))) }
            if body.isBase64 { content.append(("encoding", "base64")) }
            if let comment = body.comment { content.append(("comment", .string(comment))) }
        }
        return .object(
            JSONObject([
                ("status", .integer(exchange.status ?? 0)), ("statusText", .string("")),
                ("httpVersion", .string(shown(version))),
                ("cookies", .array([])), ("headers", pairs(headers)), ("content", .object(JSONObject(content))),
                ("redirectURL", .string(shown(value(of: "location", in: headers)))), ("headersSize", .integer(-1)),
                ("bodySize", .integer(received(exchange, headers))),
            ]))
    }

    /// Bytes of the body on the wire: none for a response of the cache, -1 where only the size behind a compression is
    /// known.
    private static func received(
        _ exchange: ExchangeRecord, _ headers: [(name: MaskedText, value: MaskedText)]
    ) -> Int {
        guard exchange.status != nil else { return -1 }
        if exchange.cache != nil { return 0 }
        return ["", "identity"].contains(value(of: "content-encoding", in: headers).lowercased())
            ? exchange.responseBytes : -1
    }

    private static func pairs(_ headers: [(name: MaskedText, value: MaskedText)]) -> JSONValue {
        .array(headers.map { pair(shown($0.name.text), shown($0.value.text)) })
    }

    private static func pair(_ name: String, _ value: String) -> JSONValue {
        .object(JSONObject([("name", .string(name)), ("value", .string(value))]))
    }

    /// The query as written, percent-encoded.
    private static func query(_ url: String) -> JSONValue {
        let query = url.firstIndex(of: "?").map { url[url.index(after: $0)...].prefix { $0 != "#" } } ?? ""
        return .array(
            query.split(separator: "&").map { part in
                let name = part.prefix { $0 != "=" }
                return pair(String(name), String(part[name.endIndex...].dropFirst()))
            })
    }

    private static func type(of headers: [(name: MaskedText, value: MaskedText)]) -> String {
        value(of: "content-type", in: headers)
    }

    private static func value(of name: String, in headers: [(name: MaskedText, value: MaskedText)]) -> String {
        headers.first { $0.name.text.lowercased() == name }?.value.text ?? ""
    }

    private static func shown(_ text: String) -> String { CutText.head(text, FailurePart.valueLimit) }

    private static func moment(_ moment: Microseconds) -> String { TimeText.exact(moment) }
}

/// The phases of an exchange in milliseconds. They add up to its time: what no phase accounts for, such as a redirect that
/// was followed, is `blocked`.
private struct Timings {
    let time: JSONValue
    let json: JSONValue

    init(_ exchange: ExchangeRecord) {
        let phases = exchange.phases
        // `connect` contains `ssl` in this format.
        let connect = max(0, phases.connect) + max(0, phases.tls)
        let spent = [phases.dns, phases.send, phases.wait, phases.receive].reduce(connect) { $0 + max(0, $1) }
        let blocked = max(0, exchange.duration - spent)
        time = Self.milliseconds(blocked + spent)
        json = .object(
            JSONObject([
                ("blocked", Self.milliseconds(blocked)), ("dns", Self.milliseconds(phases.dns)),
                ("connect", Self.milliseconds(connect)), ("ssl", Self.milliseconds(phases.tls)),
                ("send", Self.milliseconds(phases.send)), ("wait", Self.milliseconds(phases.wait)),
                ("receive", Self.milliseconds(phases.receive)),
            ]))
    }

    private static func milliseconds(_ span: Microseconds) -> JSONValue {
        .number(JSONNumber(exactly: Double(max(0, span)) / 1000) ?? JSONNumber(0))
    }
}

/// A body as an archive holds it: as it came, in base64 where it is no text.
struct HARBody {
    /// Nil where nothing of the body is known.
    let text: String?
    let isBase64: Bool
    /// Bytes of the whole body; -1 where it is not known.
    let size: Int
    /// What the text is not, in a sentence; nil where it is the whole body.
    let comment: String?

    /// Nil for no body.
    ///
    /// - Parameters:
    ///   - shown: the excerpt that people see, or a sentence in its place.
    ///   - content: the body itself; nil where the excerpt is all of it.
    init?(_ shown: MaskedText?, _ content: BodyContent?) {
        if shown == nil, content == nil { return nil }
        guard let content else {
            (text, isBase64, comment) = (shown?.text, false, nil)
            // Where a secret is hidden, the text does not tell the size.
            size = shown.map { $0.text.contains(Redactor.mask) ? -1 : $0.text.utf8.count } ?? 0
            return
        }
        size = content.size ?? -1
        switch content.form {
        case .text(let masked): (text, isBase64) = (masked.text, false)
        case .bytes(let bytes): (text, isBase64) = (Base64.encode(bytes), true)
        case .none:
            (text, isBase64) = (nil, false)
            comment = shown.map { CutText.head($0.text, FailurePart.valueLimit) }
            return
        }
        comment = content.isCut ? "only the beginning of the body" : nil
    }
}

extension ReportFormat {
    package static let har = ReportFormat(
        "har", "Writes the exchanges of what failed as an HTTP Archive here.", title: "the HTTP Archive",
        fileName: "failures.har", mark: "\"creator\":{\"name\":\"baton\""
    ) { EndReport($0, text: { HARText($0, $1).document }) }
}
