import BatonAPI
package import BatonCEL
package import BatonHTTP
import BatonJSON
import BatonLanguage
import BatonValues

/// The sent request, which is `request` in `expect` and `capture`. After redirects, this is the request to the URL of
/// the step.
package final class RequestView: CELNative {
    package let request: Request
    package let isURLSecret: Bool
    package let isBodySecret: Bool
    /// The request headers that were sent; nil where they were not recorded, or no request was sent.
    private let sent: Headers?

    /// A part that contains a secret is secret as a whole, as is any value computed from it.
    package convenience init(_ request: consuming Request, isURLSecret: Bool, isBodySecret: Bool) {
        self.init(request, isURLSecret: isURLSecret, isBodySecret: isBodySecret, sent: nil)
    }

    private init(_ request: consuming Request, isURLSecret: Bool, isBodySecret: Bool, sent: Headers?) {
        self.request = request
        self.isURLSecret = isURLSecret
        self.isBodySecret = isBodySecret
        self.sent = sent
    }

    /// The view with the headers that were sent according to the response.
    package func answered(by response: StepResponse) -> RequestView {
        guard let headers = response.http.sentHeaders, !response.http.isFromCache else { return self }
        return RequestView(
            request, isURLSecret: isURLSecret, isBodySecret: isBodySecret, sent: request.markingCredentials(of: headers)
        )
    }

    private var headers: Headers { sent ?? request.completeHeaders }

    /// The headers that were sent and are credentials, by what wrote them or by their names.
    package var credentials: [Headers.Field] {
        headers.filter { $0.isCredential || NamedValues.isCredential(named: $0.name) }
    }

    package var nativeType: CELNativeType { Roots.requestType }

    package func member(_ name: String) throws(CELError) -> CELValue? {
        switch name {
        case "method": return .string(request.method.rawValue)
        case "url": return .string(request.url.text).tainted(isURLSecret)
        case "headers": return .native(HeadersView(headers))
        case "body": return try textBytes().map { .string(String(decoding: $0, as: UTF8.self)).tainted(isBodySecret) }
        case "sha256":
            return try bytes(limit: Self.digestLimit).map { .string(SHA256.hex(of: $0)).tainted(isBodySecret) }
        case "json":
            guard let bytes = try textBytes() else { return nil }
            do {
                return CELValue(json: try JSONParser.parse(bytes), isTainted: isBodySecret)
            } catch {
                throw CELError("the body that was sent is not JSON: \(error.description)")
            }
        default: return nil
        }
    }

    package func absence(of member: String) -> String? {
        switch member {
        case "body", "json", "sha256": request.body.isNone ? "the request has no body" : "nothing of the body went out"
        default: nil
        }
    }

    /// The bytes of the body, those of a text in UTF-8.
    private func textBytes() throws(CELError) -> [UInt8]? {
        if case .bytes(let bytes, _) = request.inUTF8.body { return bytes }
        return try bytes()
    }

    /// The bytes of the body, for which files are read again; nil without a body, and for a multipart body that was not
    /// sent.
    private func bytes(limit: Int = bodyLimit) throws(CELError) -> [UInt8]? {
        if case .bytes(let bytes, _) = request.body { return bytes }
        let boundary = headers["content-type"].flatMap { MediaType.parameter("boundary", of: $0) }
        if case .multipart = request.body, boundary == nil { return nil }
        do throws(Failure) {
            return try BodyPlan(request.body, boundary: boundary ?? "")?.bytes(limit: limit)
        } catch {
            throw CELError("the body that was sent cannot be looked at: \(error.message)")
        }
    }

    /// The maximum number of bytes that are read for an expression.
    private static let bodyLimit = 10_000_000
    /// The maximum number of bytes of which a digest is made.
    private static let digestLimit = DocumentFunctions.fileBytesLimit
}

extension Request {
    /// The headers, with those that the body and basic authentication add when the request is sent.
    package var completeHeaders: Headers {
        var headers = headers
        if let type = body.contentType, !headers.contains("content-type") { headers.append("Content-Type", type) }
        if case .multipart = body, !headers.contains("content-type") {
            headers.append("Content-Type", "multipart/form-data")
        }
        if !headers.contains("authorization"), let (username, password) = basicCredentials {
            let text = Base64.encode(Array("\(username):\(password)".utf8))
            headers.append("Authorization", "Basic \(text)", isCredential: true)
        }
        if !headers.contains("authorization"), let token = authorization?.token {
            headers.append("Authorization", "Bearer \(token)", isCredential: true)
        }
        return headers
    }

    private var basicCredentials: (username: String, password: String)? {
        switch options.authentication {
        case .basic(let username, let password): (username, password)
        case nil: url.userInfo.map { UserInfo.credentials(in: $0) }
        case .digest, .ntlm, .negotiate, .aws, .oauth2, .custom: nil
        }
    }

    /// The sent headers, with all credentials marked.
    package func markingCredentials(of sent: Headers) -> Headers {
        let kept = session?.contents?.keptHeaders(for: url.origin) ?? Headers()
        return Headers(
            sent.map { field in
                var field = field
                let isCredential =
                    NamedValues.isCredential(named: field.name) || kept.contains(field.name)
                    || headers.slots.contains { $0.isCredential && headers.isNamed($0, field.name) }
                field.isCredential = isCredential
                return field
            })
    }
}
