/// The form of a request that AWS Signature Version 4 signs.
struct CanonicalRequest {
    let text: String
    /// The names of the headers in it, separated by semicolons.
    let signedHeaders: String

    /// - Parameter keepsPath: whether the path is signed as it is sent.
    init(_ request: Request, payload: String, keepsPath: Bool) {
        let fields = Self.fields(of: request)
        signedHeaders = fields.map(\.name).joined(separator: ";")
        text = [
            request.method.rawValue, keepsPath ? Self.keptPath(request) : Self.path(request.url.path),
            Self.query(request.url.query ?? ""), fields.map { "\($0.name):\($0.value)\n" }.joined(), signedHeaders,
            payload,
        ].joined(separator: "\n")
    }

    // MARK: - URL

    /// Without empty and dot segments, and encoded once more than it is sent: `%20` becomes `%2520`.
    static func path(_ sent: String) -> String {
        var segments: [Substring] = []
        for segment in sent.split(separator: "/") where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
        }
        let end = sent.utf8.last == UInt8(ascii: "/") && !segments.isEmpty ? "/" : ""
        return "/" + segments.map { PercentEncoding.component(String($0)) }.joined(separator: "/") + end
    }

    /// The path as it is sent, with every byte encoded that is not unreserved or a slash.
    private static func keptPath(_ request: Request) -> String {
        let segments = request.sentURL.path.split(separator: "/", omittingEmptySubsequences: false)
        return segments.map { PercentEncoding.component(PercentEncoding.decode(String($0))) }.joined(separator: "/")
    }

    /// Names and values decoded and encoded anew, sorted by their bytes. A name without `=` has an empty value.
    static func query(_ sent: String) -> String {
        let pairs = sent.split(separator: "&").map { pair -> (name: String, value: String) in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (encoded(halves[0]), halves.count > 1 ? encoded(halves[1]) : "")
        }
        return pairs.sorted { first, second in
            first.name == second.name ? precedes(first.value, second.value) : precedes(first.name, second.name)
        }.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    /// A plus sign stands for a space, as in forms.
    private static func encoded(_ part: Substring) -> String {
        PercentEncoding.component(PercentEncoding.decode(String(part).replacing("+", with: " ")))
    }

    private static func precedes(_ first: String, _ second: String) -> Bool {
        first.utf8.lexicographicallyPrecedes(second.utf8)
    }

    // MARK: - Headers

    /// Headers that change on their way, or that are not a part of the request's meaning.
    private static let unsigned: Set<String> = [
        "accept-encoding", "authorization", "connection", "content-length", "cookie", "expect", "proxy-authorization",
        "te", "traceparent", "transfer-encoding", "upgrade", "user-agent", "x-amzn-trace-id",
    ]

    /// Sorted by name; values of the same name are joined, and runs of spaces are one space.
    private static func fields(of request: Request) -> [(name: String, value: String)] {
        var values: [String: [String]] = [:]
        for field in request.headers {
            let name = field.name.lowercased()
            if !unsigned.contains(name) { values[name, default: []].append(collapsed(field.value)) }
        }
        if values["host"] == nil { values["host"] = [request.url.hostHeader] }
        if values["content-type"] == nil, let type = request.body.contentType {
            values["content-type"] = [collapsed(type)]
        }
        return values.map { (name: $0.key, value: $0.value.joined(separator: ",")) }
            .sorted { precedes($0.name, $1.name) }
    }

    private static func collapsed(_ value: String) -> String {
        value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    }
}

extension URLText {
    /// The value of the Host header: the port only where it is not the scheme's own.
    fileprivate var hostHeader: String {
        port == (isSecure ? 443 : 80) ? host : hostAndPort
    }
}
