import BatonCEL
import BatonJSON
import BatonValues

/// The formats of texts that `is` and the wildcards know.
package enum ValueFormat: String, Sendable, CaseIterable {
    /// RFC 9562, of any version.
    case uuid
    /// RFC 3339: `2026-08-21`.
    case date
    /// RFC 3339, with an offset: `2026-08-21T10:00:00Z`.
    case datetime
    case email, ipv4, ipv6
    /// RFC 3986, with a scheme.
    case uri
    /// RFC 4648 with its padding, not empty.
    case base64
    case json
    /// RFC 7519 in three parts, header and payload JSON objects; the signature is not verified.
    case jwt

    /// The name of the format in messages: `a UUID`.
    var described: String {
        switch self {
        case .uuid: "a UUID"
        case .date: "a date such as 2026-08-21"
        case .datetime: "a date with time and offset such as 2026-08-21T10:00:00Z"
        case .email: "an e-mail address"
        case .ipv4: "an IPv4 address"
        case .ipv6: "an IPv6 address"
        case .uri: "a URI"
        case .base64: "base64"
        case .json: "JSON in a text"
        case .jwt: "a JWT"
        }
    }

    func accepts(_ text: String) -> Bool {
        switch self {
        case .uuid: Self.isUUID(text.utf8)
        case .date: DateTimeText.isDate(text)
        case .datetime: DateTimeText.isDateTime(text)
        case .email: EmailAddress.isValid(text)
        case .ipv4: !text.utf8.contains(UInt8(ascii: ":")) && IPAddress(text) != nil
        case .ipv6: Self.isIPv6(text)
        case .uri: URIText.isValid(text)
        case .base64: Self.isBase64(text.utf8)
        case .json: (try? JSONParser.parse(text)) != nil
        case .jwt: Self.isJWT(text)
        }
    }

    private static func isUUID(_ text: String.UTF8View) -> Bool {
        guard text.count == 36 else { return false }
        for (position, byte) in text.enumerated() {
            let isDash = position == 8 || position == 13 || position == 18 || position == 23
            guard isDash ? byte == UInt8(ascii: "-") : byte.isHexDigit else { return false }
        }
        return true
    }

    /// The last 32 bits may be written as an IPv4 address (RFC 4291, 2.2).
    private static func isIPv6(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return false }
        guard text.utf8.contains(UInt8(ascii: ".")), let colon = text.lastIndex(of: ":") else {
            return IPAddress(text) != nil
        }
        let tail = String(text[text.index(after: colon)...])
        return IPAddress(tail) != nil && IPAddress(String(text[...colon]) + "0:0") != nil
    }

    private static func isBase64(_ text: String.UTF8View) -> Bool {
        guard !text.isEmpty, text.count % 4 == 0 else { return false }
        let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return text.dropLast(padding).allSatisfy {
            $0.isLetterOrDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
        }
    }

    private static func isJWT(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy(\.isBase64URL) }) else { return false }
        return parts[0...1].allSatisfy { part in
            let standard = part.map { byte -> UInt8 in
                byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
            }
            guard let bytes = Base64.decode(String(decoding: standard, as: UTF8.self)),
                case .object? = try? JSONParser.parse(bytes)
            else { return false }
            return true
        }
    }
}

extension UInt8 {
    fileprivate var isBase64URL: Bool { isLetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
}
