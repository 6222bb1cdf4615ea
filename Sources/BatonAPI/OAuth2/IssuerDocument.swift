import BatonHTTP
import BatonJSON

/// The discovery document of an issuer: OpenID Connect Discovery 1.0, and RFC 8414 for OAuth 2.0 without it.
struct IssuerDocument {
    /// Where the document may be, in the order in which the places are tried.
    static func places(of issuer: URLText) throws(URLTextError) -> [URLText] {
        var path = issuer.path
        while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        let origin = issuer.text.dropLast(issuer.path.count)
        return [
            try URLText.parse("\(origin)\(path)/.well-known/openid-configuration"),
            try URLText.parse("\(origin)/.well-known/oauth-authorization-server\(path)"),
        ]
    }

    /// The token endpoint that the document names.
    ///
    /// Throws for a document that is not JSON, is about another issuer, or names no usable token endpoint.
    static func tokenEndpoint(in body: [UInt8], of issuer: String) throws(TokenResponse.TokenError) -> URLText {
        guard case .object(let document)? = try? JSONParser.parse(body, limits: .init(depth: 64, values: 100_000))
        else {
            throw TokenResponse.TokenError(.notJSON, "answered with a body that is no JSON object")
        }
        guard case .string(let named)? = document["issuer"] else {
            throw TokenResponse.TokenError(.mappingMissing, "answered with a document without an `issuer`")
        }
        guard Array(named.utf8) == Array(issuer.utf8) else {
            throw TokenResponse.TokenError(
                .mappingFormat,
                "answered with the document of another issuer: `\(CutWord.of(named))` instead of `\(issuer)`")
        }
        guard case .string(let text)? = document["token_endpoint"] else {
            throw TokenResponse.TokenError(.mappingMissing, "answered with a document without a `token_endpoint`")
        }
        do throws(URLTextError) {
            return try URLText.parse(text)
        } catch {
            throw TokenResponse.TokenError(
                .mappingFormat, "names the token endpoint `\(CutWord.of(text))`, which \(error.message)")
        }
    }
}
