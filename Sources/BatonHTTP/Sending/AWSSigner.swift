import BatonValues

/// Computes the headers of AWS Signature Version 4 for a request, from request, body and time alone.
package struct AWSSigner: Sendable {
    private let signature: AWSSignature
    /// `20150830T123600Z`.
    private let time: String

    /// - Parameter now: seconds since 1970.
    package init(_ signature: AWSSignature, at now: Int64 = ClockReading.wallMicroseconds() / 1_000_000) {
        self.signature = signature
        let civil = Timestamp(unixMilliseconds: now * 1000)?.civil() ?? CivilTime(year: 1970)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        time =
            digits(civil.year, 4) + digits(civil.month, 2) + digits(civil.day, 2) + "T" + digits(civil.hour, 2)
            + digits(civil.minute, 2) + digits(civil.second, 2) + "Z"
    }

    /// The digest of a body that is not signed.
    package static let unsignedPayload = "UNSIGNED-PAYLOAD"

    /// The request with the signature's headers, marked as credentials. Its log learns the signature, which is secret alone
    /// too.
    ///
    /// - Parameter payload: SHA-256 of the body in hexadecimal digits, or `unsignedPayload`.
    package func signed(_ request: Request, payload: String) -> Request {
        var signed = request
        signed.options.authentication = nil
        for name in ["X-Amz-Date", "X-Amz-Security-Token", "X-Amz-Content-Sha256", "Authorization"] {
            signed.headers.remove(name)
        }
        signed.headers.append("X-Amz-Date", time, isCredential: true)
        if let token = signature.sessionToken {
            signed.headers.append("X-Amz-Security-Token", token, isCredential: true)
        }
        if signature.keepsPath || payload == Self.unsignedPayload {
            signed.headers.append("X-Amz-Content-Sha256", payload, isCredential: true)
        }
        let canonical = CanonicalRequest(signed, payload: payload, keepsPath: signature.keepsPath)
        let proof = self.signature(of: stringToSign(canonical.text))
        let authorization =
            "AWS4-HMAC-SHA256 Credential=\(signature.accessKey)/\(scope), SignedHeaders=\(canonical.signedHeaders), "
            + "Signature=\(proof)"
        signed.headers.append("Authorization", authorization, isCredential: true)
        request.authorization?.note([authorization, proof])
        return signed
    }

    /// Day, region and service of the key that signs.
    private var scope: String { "\(time.prefix(8))/\(signature.region)/\(signature.service)/aws4_request" }

    private func stringToSign(_ canonical: String) -> String {
        "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(Hexadecimal.encode(SHA256.digest(of: Array(canonical.utf8))))"
    }

    private func signature(of text: String) -> String {
        var key = Array("AWS4\(signature.secretKey)".utf8)
        for part in [String(time.prefix(8)), signature.region, signature.service, "aws4_request"] {
            key = HMAC.sha256(key: key, Array(part.utf8))
        }
        return Hexadecimal.encode(HMAC.sha256(key: key, Array(text.utf8)))
    }
}

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
