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
    struct TokenError: Error {
        let kind: Failure.Kind
        let message: String
        /// What the server says, behind the message; empty where it says nothing.
        let quote: String

        init(_ kind: Failure.Kind, _ message: String, quoting quote: String = "") {
            self.kind = kind
            self.message = message
            self.quote = quote
        }
    }

    /// The tokens in the response, and what else stands under the names of secret fields: at any depth, twice, in JSON that
    /// is broken, in a form, and in the address of a redirect.
    var secrets: [String] {
        let names = SecretNames.documented
        var found = response.headers.references("location").flatMap(names.values(inURL:))
        found += names.values(inURL: "?" + String(decoding: response.body, as: UTF8.self))
        if let document { found += Self.secrets(in: .object(document), names) }
        found += Self.texts(in: response.body) { names.contains($0) }
        return found.flatMap { [$0, String(decoding: PercentEncoding.decode($0), as: UTF8.self)] }
    }

    /// The texts that stand behind a name and a colon, as JSON writes them.
    private static func texts(in body: [UInt8], under isWanted: (String) -> Bool) -> [String] {
        var texts: [String] = []
        var name: String?
        var index = 0
        while index < body.count {
            switch body[index] {
            case UInt8(ascii: "\""):
                var end = index + 1
                while end < body.count, body[end] != UInt8(ascii: "\"") {
                    end += body[end] == UInt8(ascii: "\\") ? 2 : 1
                }
                let written = body[(index + 1)..<min(end, body.count)]
                let whole = try? JSONParser.parse([UInt8(ascii: "\"")] + written + [UInt8(ascii: "\"")])
                let text = whole?.stringValue ?? String(decoding: written, as: UTF8.self)
                if let name, isWanted(name), !text.isEmpty { texts.append(text) }
                index = end
                let next = body.dropFirst(end + 1).first { $0 > 0x20 }
                name = next == UInt8(ascii: ":") ? text : nil
            case UInt8(ascii: ":"), 0...0x20: break
            default: name = nil
            }
            index += 1
        }
        return texts
    }

    private static func secrets(in value: JSONValue, _ names: SecretNames) -> [String] {
        switch value {
        case .array(let elements): elements.flatMap { secrets(in: $0, names) }
        case .object(let object):
            object.members.flatMap {
                names.contains($0.name) ? scalars(in: $0.value) : secrets(in: $0.value, names)
            }
        case .null, .bool, .number, .string: []
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

    func token() throws(TokenError) -> IssuedToken {
        guard response.isSuccess else {
            let said = document.flatMap { ServerMessage.find(in: .object($0)) }.map { ": \($0)" } ?? ""
            throw TokenError(.status(response.status), "answered \(response.status)\(redirection)", quoting: said)
        }
        guard let document else {
            throw TokenError(.notJSON, "answered \(response.status) with a body that is no JSON object")
        }
        guard let value = text("access_token", of: document), !value.isEmpty else {
            // Some servers report errors with the status 200.
            let said = ServerMessage.find(in: .object(document)).map { ": \($0)" } ?? ""
            throw TokenError(.mappingMissing, "answered \(response.status) without an `access_token`", quoting: said)
        }
        guard value.utf8.count <= Self.longestToken, value.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw TokenError(
                .mappingFormat,
                "gave an `access_token` that cannot be sent: a token has at most \(Self.longestToken) visible ASCII characters"
            )
        }
        if let type = document["token_type"], !type.isNull {
            guard case .string(let name) = type, name.lowercased() == "bearer" else {
                throw TokenError(
                    .mappingFormat, "gave a token of the type \(Self.shown(type)), and only `Bearer` tokens can be sent"
                )
            }
        }
        return IssuedToken(
            value: value, refreshToken: text("refresh_token", of: document),
            lifetime: try lifetime(document["expires_in"]))
    }

    /// `expires_in`: a number of seconds; some servers write it as text.
    private func lifetime(_ value: JSONValue?) throws(TokenError) -> Int64? {
        let number: JSONNumber?
        switch value {
        case nil, .null?: return nil
        case .number(let written)?: number = written
        case .string(let text)?: number = JSONNumber(text: text)
        default: number = nil
        }
        guard let seconds = number?.double, seconds >= 0 else {
            throw TokenError(
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

/// An access token with what came along with it.
struct AccessToken: Sendable {
    let value: String
    /// What a new token is asked for with; nil: with the grant of the configuration.
    let refreshToken: String?
    /// When the token is renewed, in microseconds since 1970; nil: not before a server refuses it.
    let renewal: Int64?
}

/// The members of a successful token response (RFC 6749 section 5.1).
struct IssuedToken: Sendable {
    let value: String
    let refreshToken: String?
    /// For how many seconds the token is valid; nil where the server does not say.
    let lifetime: Int64?

    /// When the token is renewed, in microseconds since 1970: a tenth of its lifetime before its end, 30 seconds at
    /// most, so that it does not expire on its way.
    func renewal(issued: Int64) -> Int64? {
        lifetime.map { lifetime in
            let microseconds = min(lifetime, Self.longest) * 1_000_000
            return issued + microseconds - min(30_000_000, microseconds / 10)
        }
    }

    /// Ten years in seconds: a longer lifetime counts as this one.
    private static let longest: Int64 = 10 * 365 * 86_400
}
