import BatonJSON
import BatonRunner
import BatonSecrets
import BatonText

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
        var members: [(String, JSONValue)] = [
            ("pageref", .string(page)), ("startedDateTime", .string(moment(exchange.started))),
            ("time", milliseconds(exchange.duration)),
            ("request", request(exchange, version)), ("response", response(exchange, version)),
            ("cache", .object(JSONObject([]))), ("timings", timings(exchange.phases)),
        ]
        let notes = [step.name, exchange.failure, exchange.note?.text].compactMap(\.self)
        members.append(("comment", .string(shown(notes.joined(separator: ": ")))))
        return .object(JSONObject(members))
    }

    private static func request(_ exchange: ExchangeRecord, _ version: String) -> JSONValue {
        let headers = exchange.detail?.requestHeaders ?? []
        var members: [(String, JSONValue)] = [
            ("method", .string(exchange.method)), ("url", .string(shown(exchange.url.text))),
            ("httpVersion", .string(shown(version))),
            ("cookies", .array([])), ("headers", pairs(headers)), ("queryString", query(shown(exchange.url.text))),
            ("headersSize", .integer(-1)), ("bodySize", .integer(-1)),
        ]
        if let body = exchange.detail?.requestBody {
            members.append(
                (
                    "postData",
                    .object(
                        JSONObject([
                            ("mimeType", .string(shown(type(of: headers)))), ("text", .string(shown(body.text))),
                        ]))
                ))
        }
        return .object(JSONObject(members))
    }

    /// Status 0 where no response came, as browsers write it.
    private static func response(_ exchange: ExchangeRecord, _ version: String) -> JSONValue {
        let headers = exchange.detail?.responseHeaders ?? []
        var content: [(String, JSONValue)] = [
            ("size", .integer(exchange.responseBytes)), ("mimeType", .string(shown(type(of: headers)))),
        ]
        if let body = exchange.detail?.responseBody { content.append(("text", .string(shown(body.text)))) }
        let location = headers.first { $0.name.text.lowercased() == "location" }?.value.text ?? ""
        return .object(
            JSONObject([
                ("status", .integer(exchange.status ?? 0)), ("statusText", .string("")),
                ("httpVersion", .string(shown(version))),
                ("cookies", .array([])), ("headers", pairs(headers)), ("content", .object(JSONObject(content))),
                ("redirectURL", .string(shown(location))), ("headersSize", .integer(-1)),
                ("bodySize", .integer(exchange.responseBytes)),
            ]))
    }

    private static func timings(_ phases: ExchangeRecord.Phases) -> JSONValue {
        // `connect` contains `ssl` in this format.
        .object(
            JSONObject([
                ("blocked", .integer(-1)), ("dns", milliseconds(phases.dns)),
                ("connect", milliseconds(phases.connect &+ phases.tls)), ("ssl", milliseconds(phases.tls)),
                ("send", milliseconds(phases.send)), ("wait", milliseconds(phases.wait)),
                ("receive", milliseconds(phases.receive)),
            ]))
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
        headers.first { $0.name.text.lowercased() == "content-type" }?.value.text ?? ""
    }

    private static func shown(_ text: String) -> String { CutText.head(text, FailurePart.valueLimit) }

    private static func milliseconds(_ span: Microseconds) -> JSONValue {
        .number(JSONNumber(exactly: Double(max(0, span)) / 1000) ?? JSONNumber(0))
    }

    private static func moment(_ moment: Microseconds) -> String { TimeText.timestamp(moment) + "Z" }
}
