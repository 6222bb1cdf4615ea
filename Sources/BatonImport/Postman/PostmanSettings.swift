import BatonJSON

/// How a request is sent: `protocolProfileBehavior` of the collection, the folders and the request, the nearest of which
/// holds.
struct PostmanSettings {
    private var values: [(name: String, value: JSONValue)] = []

    private static let names = [
        "followRedirects", "maxRedirects", "strictSSL", "disableCookies", "protocolVersion", "requestTimeout",
        "disableBodyPruning", "followOriginalHttpMethod", "followAuthorizationHeader", "disableUrlEncoding",
        "disabledSystemHeaders", "removeRefererHeaderOnRedirect", "insecureHTTPParser", "tlsPreferServerCiphers",
        "tlsDisabledProtocols", "tlsCipherSelection",
    ]

    init(_ levels: [JSONValue]) {
        for name in Self.names {
            guard let value = levels.lazy.map({ $0[at: name] }).last(where: { !$0.isNull }) else { continue }
            values.append((name, value))
        }
    }

    var all: [(name: String, value: JSONValue)] { values }

    var sendsEveryBody: Bool { values.contains { $0.name == "disableBodyPruning" && $0.value.isTrue } }
}

extension PostmanReader {
    mutating func settings(_ settings: PostmanSettings, request: JSONValue) -> ImportedSettings {
        var imported = ImportedSettings()
        for (name, value) in settings.all { apply(name, value, to: &imported) }
        imported.proxy = proxy(request[at: "proxy"])
        if request[at: "certificate"].objectValue != nil {
            note(
                .lost, "certificate", "certificate \(request[at: "certificate"][at: "name"].anyText)",
                "The files of a client certificate lie on the machine that the source comes from.",
                advice: "Write `tls: { cert: client.pem, key: client.key }`.")
        }
        return imported
    }

    private mutating func apply(_ name: String, _ value: JSONValue, to imported: inout ImportedSettings) {
        switch name {
        case "followRedirects": imported.followsRedirects = value.boolValue
        case "strictSSL": imported.verifiesCertificate = value.boolValue
        case "maxRedirects": imported.maximumRedirects = value.plainText.flatMap { Int($0) }.map { max($0, 0) }
        case "disableCookies": imported.sendsNoCookies = value.isTrue
        case "protocolVersion": imported.httpVersion = ["http1": "1.1", "http2": "2"][value.stringValue ?? ""]
        case "disableBodyPruning": break
        case "disabledSystemHeaders": imported.removedHeaders = removedHeaders(value)
        case "requestTimeout":
            imported.timeoutMilliseconds = value.plainText.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        default:
            guard let (kind, reason, advice) = Self.lostSettings[name], !Self.isUsual(value) else { return }
            note(kind, "settings", "\(name): \(JSONWriter.compact(value).prefix(200))", reason, advice: advice)
        }
    }

    /// The headers that are not sent, of those that Baton adds too.
    private mutating func removedHeaders(_ value: JSONValue) -> [String] {
        let names = (value.objectValue?.members ?? []).filter { $0.value.isTrue }.map { $0.name.lowercased() }
        if names.contains("host") || names.contains("content-length") {
            note(
                .lost, "settings", "disabledSystemHeaders", "Baton sends Host and Content-Length with every request.",
                advice: "Nothing can be done where a server must miss them.")
        }
        return ["accept", "accept-encoding", "content-type", "user-agent"].filter(names.contains)
    }

    /// Whether a setting changes nothing.
    private static func isUsual(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool(false): true
        case .array(let list): list.isEmpty
        case .object(let object): !object.members.contains { $0.value.isTrue }
        default: false
        }
    }

    private static let lostSettings: [String: (ImportNote.Kind, reason: String, advice: String)] = [
        "followOriginalHttpMethod": (
            .lost, "Baton sends a GET after 303, and after 301 and 302 of a POST.",
            "Write the request behind the redirect as a step of its own."
        ),
        "followAuthorizationHeader": (
            .lost, "Baton sends credentials to another origin only when a step says so.",
            "Write `follow_redirects: { keep_auth: true }`."
        ),
        "disableUrlEncoding": (
            .lost, "Baton encodes what a URL cannot hold.", "Write the URL as it is sent."
        ),
        "removeRefererHeaderOnRedirect": (
            .harmless, "Baton sends no Referer after a redirect.", "Nothing needs to be done."
        ),
        "insecureHTTPParser": (
            .lost, "Baton reads responses as HTTP says.", "Check that the server sends valid headers."
        ),
        "tlsPreferServerCiphers": (
            .harmless, "The TLS library chooses the cipher.", "Nothing needs to be done."
        ),
        "tlsDisabledProtocols": (
            .lost, "Versions of TLS are not switched off one by one.", "See `tls` in docs/reference/transfer.md."
        ),
        "tlsCipherSelection": (
            .lost, "Ciphers are not chosen.", "See `tls` in docs/reference/transfer.md."
        ),
    ]

    private mutating func proxy(_ value: JSONValue) -> ImportText? {
        guard value.objectValue != nil, !value.isDisabled, let host = value[at: "host"].plainText, !host.isEmpty else {
            return nil
        }
        let port = value[at: "port"].plainText ?? "8080"
        let isValid = UInt16(port) != nil && !host.contains { $0.isWhitespace || "/@#?".contains($0) }
        guard isValid || !PostmanTemplate(host + port).names.isEmpty else {
            note(.lost, "proxy", "proxy", "This is no address of a proxy.", advice: "Write `proxy` by hand.")
            return nil
        }
        var proxy = ImportText("http://")
        proxy.append(text(host))
        proxy.append(text(":" + port))
        if let pattern = value[at: "match"].stringValue ?? value[at: "match"][at: "pattern"].stringValue,
            !["", "<all_urls>", "*://*/*", "http+https://*/*", "http+https://*:*/*"].contains(pattern)
        {
            note(
                .lost, "proxy", "match: \(pattern)", "The proxy is used for every URL of the request.",
                advice: "Write `no_proxy` for hosts that are reached without it.")
        }
        return proxy
    }
}
