import BatonHTTP
import BatonJSON
import BatonValues

/// A JSON Web Token by which a client proves that it has its secret or its key (RFC 7523 section 2.2), valid for a minute.
struct ClientAssertion {
    /// What is signed.
    private let message: String

    /// - Parameters:
    ///   - key: the identifier of the key; nil where it has none.
    ///   - now: seconds since 1970.
    private init(_ algorithm: String, key: String?, of client: String, audience: String, now: Int64, nonce: String) {
        let id = key.map { [("kid", JSONValue.string($0))] } ?? []
        let header = JSONObject([("alg", .string(algorithm)), ("typ", .string("JWT"))] + id)
        let claims = JSONObject([
            ("iss", .string(client)), ("sub", .string(client)), ("aud", .string(audience)), ("jti", .string(nonce)),
            ("iat", .number(JSONNumber(now))), ("exp", .number(JSONNumber(now + 60))),
        ])
        message = [header, claims].map { Base64.encode(JSONWriter.compactBytes(.object($0)), .url) }
            .joined(separator: ".")
    }

    private func token(_ signature: [UInt8]) -> String { "\(message).\(Base64.encode(signature, .url))" }

    /// The assertion of a client with a key, or with a secret that signs; nil for any other.
    ///
    /// Throws `request.bad_input` where the key cannot sign.
    ///
    /// - Parameters:
    ///   - now: microseconds since 1970.
    ///   - nonce: makes each assertion unique.
    static func text(
        _ oauth2: OAuth2, audience: String, now: Int64, nonce: String
    ) async throws(Failure) -> String? {
        guard let client = oauth2.clientID else {
            guard oauth2.clientKey == nil else {
                throw Failure(.badInput, "no access token: a client with a key needs its `clientID`")
            }
            return nil
        }
        let now = now / 1_000_000
        if let key = oauth2.clientKey {
            let assertion = ClientAssertion(
                key.algorithm, key: key.id, of: client, audience: audience, now: now, nonce: nonce)
            do {
                return assertion.token(try await key.sign(Array(assertion.message.utf8)))
            } catch {
                if Task.isCancelled { throw Failure(.cancelled, "the task was cancelled") }
                var failure = Failure(
                    .badInput, "no access token: the client's key cannot sign: \(error)")
                failure.underlying = error
                throw failure
            }
        }
        guard oauth2.clientAuthentication == .jwt, let secret = oauth2.clientSecret else { return nil }
        let assertion = ClientAssertion("HS256", key: nil, of: client, audience: audience, now: now, nonce: nonce)
        return assertion.token(HMAC.sha256(key: Array(secret.utf8), Array(assertion.message.utf8)))
    }
}
