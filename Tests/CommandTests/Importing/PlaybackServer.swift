import BatonJSON
import BatonTesting
import Synchronization

/// Saved responses of a collection of Postman, played back on loopback: the collection's URLs lead to this server, which answers
/// each request with the first saved response of 2xx under its method and path, else with the first one. What has none saved is
/// answered as an echo service does.
///
/// The answer to a request depends on nothing but that request, so that a collection can be run again.
final class PlaybackServer: Sendable {
    private struct Recorded {
        var method: String
        /// Segments of the path; nil for one that holds a variable.
        var path: [String?]
        var status: Int
        var type: String
        var body: String
    }

    private let recorded: [Recorded]
    private let echo = EchoServer(repeatsRequests: false, isContrary: false)
    /// The collection with the address of this server in the place of all others.
    let collection: JSONValue
    let url: String
    private let server: RawServer

    init?(_ bytes: [UInt8]) {
        guard let source = try? JSONParser.parse(bytes), source["item"]?.arrayValue != nil else { return nil }
        var recorded: [Recorded] = []
        Self.gather(source, &recorded)
        self.recorded = recorded
        let answer = Mutex<(@Sendable (RawServer.Request) -> String)?>(nil)
        server = RawServer(answering: { request in answer.withLock(\.self)?(request) ?? "" })
        url = server.url
        collection = Self.redirected(source, to: server.url)
        answer.withLock { [recorded, echo] in $0 = { Self.response(to: $0, recorded) ?? echo.response(to: $0) } }
    }

    deinit { server.stop() }

    var requestCount: Int { server.requests.count }

    // MARK: - What is recorded

    private static func gather(_ value: JSONValue, _ recorded: inout [Recorded]) {
        for item in value["item"]?.arrayValue ?? [] {
            gather(item, &recorded)
            let request = item["request"] ?? .null
            guard let raw = raw(request), let sample = sample(item["response"]?.arrayValue ?? []) else { continue }
            let type = (sample["header"]?.arrayValue ?? []).first {
                $0["key"]?.stringValue?.lowercased() == "content-type"
            }
            recorded.append(
                Recorded(
                    method: request["method"]?.stringValue ?? "GET", path: segments(path(of: raw)),
                    status: sample["code"]?.numberValue.flatMap { Int($0.text) } ?? 200,
                    type: type?["value"]?.stringValue ?? "application/json", body: sample["body"]?.stringValue ?? ""))
        }
    }

    private static func sample(_ samples: [JSONValue]) -> JSONValue? {
        samples.first { $0["code"]?.numberValue?.text.hasPrefix("2") == true } ?? samples.first
    }

    private static func raw(_ request: JSONValue) -> String? {
        request.stringValue ?? request["url"]?.stringValue ?? request["url"]?["raw"]?.stringValue
    }

    /// What stands behind the host, or behind the variable that a URL begins with.
    private static func path(of raw: String) -> Substring {
        var rest = raw[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        if rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}") { rest = rest[end.upperBound...] }
        return rest.drop { $0 != "/" && $0 != "?" }
    }

    private static func segments(_ path: Substring) -> [String?] {
        path.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map { segment in
            segment.hasPrefix(":") || segment.contains("{{") ? nil : String(segment)
        }
    }

    private static func redirected(_ value: JSONValue, to url: String) -> JSONValue {
        guard case .object(let object) = value else { return value }
        let members = object.members.map { member -> (String, JSONValue) in
            switch (member.name, member.value) {
            case ("item", .array(let items)): ("item", .array(items.map { redirected($0, to: url) }))
            case ("request", .string(let raw)): ("request", .string(url + path(of: raw)))
            case ("request", .object): ("request", redirected(request: member.value, to: url))
            default: (member.name, member.value)
            }
        }
        return .object(JSONObject(members))
    }

    private static func redirected(request: JSONValue, to url: String) -> JSONValue {
        guard let raw = raw(request), case .object(let object) = request else { return request }
        let members = object.members.map { member -> (String, JSONValue) in
            guard member.name == "url" else { return (member.name, member.value) }
            let variables = member.value["variable"] ?? .array([])
            return ("url", .object(JSONObject([("raw", .string(url + path(of: raw))), ("variable", variables)])))
        }
        return .object(JSONObject(members))
    }

    // MARK: - What is played back

    private static func response(to request: RawServer.Request, _ recorded: [Recorded]) -> String? {
        let path = segments(request.target[...])
        let found = recorded.first { one in
            one.method == request.method && one.path.count == path.count
                && zip(one.path, path).allSatisfy { $0 == nil || $0 == $1 }
        }
        guard let found else { return nil }
        let body = request.method == "HEAD" || found.status == 204 ? "" : found.body
        return "HTTP/1.1 \(found.status) Recorded\r\nContent-Type: \(found.type)\r\n"
            + (found.status == 204 ? "" : "Content-Length: \(body.utf8.count)\r\n") + "\r\n\(body)"
    }
}
