public import BatonHTTP
import BatonValues

/// The part of a request that its response depends on: method, URL, headers, cookies, credentials and body.
/// The key holds the values themselves, secrets included: it must not be logged, and a store that writes to disk
/// digests it first.
public struct CacheKey: Sendable, Hashable {
    package let bytes: [UInt8]
    /// The request's URL: a later change of this resource invalidates the response.
    public let url: URLText

    package init(bytes: [UInt8], url: URLText) {
        self.bytes = bytes
        self.url = url
    }

    /// Headers that do not affect the response: sender, date, trace context and the accepted content encodings.
    package static let ignored: Set<String> = ["user-agent", "traceparent", "date", "accept-encoding"]

    /// - Parameters:
    ///   - headers: those of the request and of its session; without credentials where there is an owner.
    ///   - key: replaces what is no credential of the query, the body and the headers.
    ///   - owner: stands for all credentials of the request.
    ///
    /// Nil for a request whose response cannot be stored: its body is streamed from a file, the response is saved to one, or
    /// its credentials are custom and have no owner.
    package init?(_ request: Request, headers: Headers, key: String?, owner: String? = nil) {
        var options = request.options
        guard options.savePlace == nil else { return nil }
        var text = KeyText()
        text.add(request.method.rawValue)
        let credentials = SecretFields.values(of: request, .documented) + request.credentials
        if let owner {
            text.add("owner")
            text.add(owner)
            options.authentication = nil
        } else if case .custom? = options.authentication {
            // Whose response it is depends on the credential, which is not known here.
            return nil
        }
        if let key {
            text.add("key")
            text.add(Self.withoutQuery(request.url))
            text.add(key)
            if owner == nil {
                text.add("\(credentials.count) credentials")
                for credential in credentials { text.add(credential) }
            }
        } else {
            text.add("url")
            text.add(
                owner == nil
                    ? request.url.text : credentials.reduce(request.url.text) { $0.replacing($1, with: "") })
            guard text.add(request.body) else { return nil }
        }
        text.add(headers, all: key == nil)
        text.add(options)
        if owner == nil, options.redirects != nil, let session = request.session?.value, !session.isEmpty {
            // Each hop may get cookies and headers that the first one does not show.
            text.add(session.identity)
        }
        bytes = text.bytes
        url = request.url
    }

    /// A name for the key, such as that of a file: 64 hexadecimal digits (HMAC-SHA256), which do not tell the key to whoever
    /// does not know the secret.
    ///
    /// - Parameter secret: random bytes that the store keeps beside its responses, 32 at best.
    public func digest(keyedBy secret: [UInt8]) -> String { Hexadecimal.encode(HMAC.sha256(key: secret, bytes)) }

    private static func withoutQuery(_ url: URLText) -> String {
        guard url.query != nil else { return url.text }
        return String(url.text.prefix { $0 != "?" })
    }

    /// Whether both keys stand for the same request.
    public static func == (one: CacheKey, other: CacheKey) -> Bool { one.bytes == other.bytes }

    /// Hashes the whole key, not only its URL.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// Values in sequence, each preceded by its length, so that different lists of values never have the same bytes.
private struct KeyText {
    var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(512) }

    mutating func add(_ text: String) { add(text.utf8, count: text.utf8.count) }

    mutating func add(_ content: some Sequence<UInt8>, count: Int) {
        withUnsafeBytes(of: UInt64(count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: content)
    }

    /// Returns false for a body that is streamed.
    mutating func add(_ body: RequestBody) -> Bool {
        switch body {
        case .none: add("none")
        case .bytes(let content, let type):
            add(type.map { "bytes \($0)" } ?? "bytes")
            add(content, count: content.count)
        case .file, .stream: return false
        case .multipart(let parts):
            add("multipart \(parts.count)")
            for part in parts {
                guard case .bytes(let content) = part.content else { return false }
                for text in [part.name, part.filename ?? "", part.contentType ?? ""] { add(text) }
                add(content, count: content.count)
            }
        }
        return true
    }

    /// - Parameter all: false leaves out headers that are not credentials.
    mutating func add(_ headers: Headers, all: Bool) {
        var fields: [(name: String, slot: Headers.Slot)] = []
        fields.reserveCapacity(headers.count)
        for slot in headers.slots {
            let name = String(decoding: headers.block[slot.nameRange], as: UTF8.self).lowercased()
            if CacheKey.ignored.contains(name) { continue }
            if !all, !slot.isCredential, !Headers.identifying.contains(name) { continue }
            fields.append((name, slot))
        }
        // Sorted by name; repeated fields keep their order.
        let order = fields.indices.sorted { (fields[$0].name, $0) < (fields[$1].name, $1) }
        add("\(fields.count) headers")
        for index in order {
            add(fields[index].name)
            let range = fields[index].slot.valueRange
            add(headers.block[range], count: range.count)
        }
    }

    /// Adds the options that decide which server receives the request, with which credentials, and what is kept of the
    /// response.
    mutating func add(_ options: TransferOptions) {
        switch options.authentication {
        case nil: add("")
        case .basic(let username, let password)?: add("basic \(username.utf8.count) \(username)\(password)")
        case .digest(let username, let password)?: add("digest \(username.utf8.count) \(username)\(password)")
        case .ntlm(let username, let password)?: add("ntlm \(username.utf8.count) \(username)\(password)")
        case .negotiate?: add("negotiate")
        case .aws(let signature)?: add("aws \(signature)")
        case .oauth2(let oauth2)?: add("oauth2 \(oauth2)")
        case .custom?: add("custom")
        }
        let redirects = options.redirects.map { "\($0.maximum) \($0.keepsCredentials)" } ?? "-"
        let limit = options.maxResponse.map { "\($0)" } ?? "-"
        add("\(redirects) \(limit) \(options.pathAsIs) \(options.wantsCertificate) \(options.netrc)")
        // Certificates, proxies and addresses: all values of the options, including ones added in future.
        if !options.connection.isIdentical(to: .standard) { add("\(options.connection.values)") }
    }
}

extension Headers {
    static let identifying: Set<String> = ["authorization", "cookie", "proxy-authorization"]

    /// The headers that say nothing of who sends or receives them.
    ///
    /// - Parameter kept: the names of headers that the session keeps.
    func withoutCredentials(_ kept: [String]) -> Headers {
        let kept = Set(kept.map { $0.lowercased() })
        return Headers(
            filter { field in
                let name = field.name.lowercased()
                return !field.isSecret && !Self.identifying.contains(name) && !kept.contains(name)
            })
    }
}
