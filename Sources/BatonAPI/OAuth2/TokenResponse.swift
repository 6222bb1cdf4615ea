import BatonHTTP
import BatonJSON
import BatonSecrets

/// Reads what a token endpoint responded with (RFC 6749 section 5).
struct TokenResponse {
    let response: Response
    /// The document; nil where the body is not a JSON object.
    private let document: JSONObject?

    init(_ response: Response) {
        self.response = response
        if case .object(let object)? = try? JSONParser.parse(response.body, limits: .init(depth: 32, values: 10_000)) {
            document = object
        } else {
            document = nil
        }
    }

    /// A problem of the response: its kind, and the end of a sentence that begins with the request.
    struct Problem: Error {
        let kind: Failure.Kind
        let message: String

        init(_ kind: Failure.Kind, _ message: String) {
            self.kind = kind
            self.message = message
        }
    }

    /// The tokens in the response, and other members with the names of secret fields.
    var secrets: [String] {
        (document?.members ?? []).flatMap { member in
            SecretNames.documented.contains(member.name) ? Self.scalars(in: member.value) : []
        }
    }

    /// All texts and numbers in a value: a token of the wrong type is a secret too.
    private static func scalars(in value: JSONValue) -> [String] {
        switch value {
        case .string(let text): text.isEmpty ? [] : [text]
        case .number(let number): [number.text]
        case .array(let elements): elements.flatMap(scalars)
        case .object(let object): object.members.flatMap { scalars(in: $0.value) }
        case .null, .bool: []
        }
    }

    /// Whether the server refuses what was shown, so that asking again with the same would be refused too.
    var isRefusal: Bool { [400, 401, 403].contains(response.status) }

    func token() throws(Problem) -> IssuedToken {
        guard response.isSuccess else {
            let said = document.flatMap { ServerMessage.find(in: .object($0)) }.map { ": \($0)" } ?? ""
            throw Problem(.status(response.status), "answered \(response.status)\(said)\(redirection)")
        }
        guard let document else {
            throw Problem(.notJSON, "answered \(response.status) with a body that is no JSON object")
        }
        guard let value = text("access_token", of: document), !value.isEmpty else {
            // Some servers report errors with the status 200.
            let said = ServerMessage.find(in: .object(document)).map { ": \($0)" } ?? ""
            throw Problem(.mappingMissing, "answered \(response.status) without an `access_token`\(said)")
        }
        guard value.utf8.count <= Self.longestToken, value.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw Problem(
                .mappingFormat,
                "gave an `access_token` that cannot be sent: a token has at most \(Self.longestToken) visible ASCII characters"
            )
        }
        if let type = document["token_type"], !type.isNull {
            guard case .string(let name) = type, name.lowercased() == "bearer" else {
                throw Problem(
                    .mappingFormat, "gave a token of the type \(Self.shown(type)), and only `Bearer` tokens can be sent"
                )
            }
        }
        return IssuedToken(
            value: value, refreshToken: text("refresh_token", of: document),
            lifetime: try lifetime(document["expires_in"]))
    }

    /// `expires_in`: a number of seconds; some servers write it as text.
    private func lifetime(_ value: JSONValue?) throws(Problem) -> Int64? {
        let number: JSONNumber?
        switch value {
        case nil, .null?: return nil
        case .number(let written)?: number = written
        case .string(let text)?: number = JSONNumber(text: text)
        default: number = nil
        }
        guard let seconds = number?.double, seconds >= 0 else {
            throw Problem(
                .mappingFormat,
                "gave `expires_in` as \(value.map(Self.shown) ?? "nothing"), which is no number of seconds")
        }
        return seconds < 1e15 ? Int64(seconds) : 1_000_000_000_000_000
    }

    private var redirection: String {
        guard Redirection.isRedirect(response.status), let location = response.headers.references("location").first
        else {
            return ""
        }
        return ", a redirect to `\(CutWord.of(ShownURL.of(location)))`, which is not followed with credentials"
    }

    private func text(_ name: String, of object: JSONObject) -> String? {
        if case .string(let text)? = object[name] { text } else { nil }
    }

    private static func shown(_ value: JSONValue) -> String {
        "`\(CutWord.of(String(decoding: JSONWriter.compactBytes(value), as: UTF8.self)))`"
    }

    static let longestToken = 65_536
}

/// A text of a server in a message: not longer than 200 characters.
enum CutWord {
    static func of(_ text: String) -> String {
        text.unicodeScalars.count > 200 ? String(text.unicodeScalars.prefix(200)) + "…" : text
    }
}
