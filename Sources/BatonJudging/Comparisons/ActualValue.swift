package import BatonHTTP
package import BatonJSON
package import BatonLanguage

/// The value that a check tests, with the rules of its origin.
package enum ActualValue: Sendable {
    /// Headers, cookies, body: text, compared as a number where a number is expected.
    case text(String)
    /// A JSON value, which is never converted.
    case json(JSONValue)
    /// The matches of a path that may match several values; no match is an empty list, and counts as missing.
    case matches([JSONValue])
    /// The texts of all nodes that an XPath matched; each is compared like `text`.
    case texts([String])
    /// A duration in microseconds.
    case duration(Int64)
    /// A missing value; the sentence about it is made only when a message needs it.
    case missing(@Sendable () -> Absence)

    /// The reason why the value is missing: `the response has no header `x``.
    package struct Absence: Sendable {
        let why: String
        var hint: Hint?

        package init(why: String, hint: Hint? = nil) {
            self.why = why
            self.hint = hint
        }
    }

    /// The value as JSON; a duration becomes a number of milliseconds.
    package var value: JSONValue? {
        switch self {
        case .text(let text): .string(text)
        case .json(let value): value
        case .matches(let values): .array(values)
        case .texts(let texts): .array(texts.map { .string($0) })
        case .duration(let microseconds): JSONNumber(exactly: Double(microseconds) / 1000).map(JSONValue.number)
        case .missing: nil
        }
    }

    /// The elements, where it is a list.
    var elements: [JSONValue]? {
        switch self {
        case .json(.array(let elements)), .matches(let elements): elements
        case .texts(let texts): texts.map { .string($0) }
        case .json, .text, .duration, .missing: nil
        }
    }

    /// The elements, where it is a list, each with the rules of its origin.
    var parts: [ActualValue]? {
        switch self {
        case .json(.array(let elements)), .matches(let elements): elements.map { .json($0) }
        case .texts(let texts): texts.map { .text($0) }
        case .json, .text, .duration, .missing: nil
        }
    }

    /// The value as a number: a JSON number, or a text that is one.
    var number: JSONNumber? {
        switch self {
        case .json(.number(let number)): number
        case .text(let text): JSONNumber(text: text)
        case .json, .matches, .texts, .duration, .missing: nil
        }
    }

    /// The type of the value, in the words of `type`.
    var typeName: String {
        switch self {
        case .text: "string"
        case .json(let value): value.typeName
        case .matches, .texts: "array"
        case .duration: "duration"
        case .missing: "nothing"
        }
    }
}

/// A part of the server's certificate that `expect: { certificate: … }` checks.
package enum CertificatePart: String, Sendable {
    case subject, issuer, serial, names
    case expiresIn = "expires_in"
}

extension Certificate {
    /// The checked value.
    ///
    /// - Parameter now: seconds since 1970.
    func actual(_ part: CertificatePart, now: Int64) -> ActualValue {
        switch part {
        case .subject: .text(subject)
        case .issuer: .text(issuer)
        case .serial: .text(serial)
        case .names: .json(.array(names.map { .string($0) }))
        case .expiresIn:
            expires.map { .duration(($0 &- now).multipliedSaturating(by: 1_000_000)) }
                ?? .missing { .init(why: "the certificate has no date on which it expires") }
        }
    }
}

extension Int64 {
    fileprivate func multipliedSaturating(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? (self < 0 ? .min + 1 : .max) : product
    }
}

extension Cookie {
    /// The word after `@` in a check of a cookie: `sid@path`.
    package enum Attribute: String, Sendable, CaseIterable {
        case value, path, domain, secure
        case httpOnly = "http_only"
        case sameSite = "same_site"
        /// Seconds since 1970.
        case expires
        /// Seconds from now, as written in the response.
        case maxAge = "max_age"
    }

    /// Whether a response may set a cookie of that name. A name with `$(` in it is refused: its author means an
    /// expression.
    package static func mayBeCalled(_ name: String) -> Bool {
        guard let first = name.utf8.first, let last = name.utf8.last, !name.contains("$(") else { return false }
        let spaces = [UInt8(ascii: " "), UInt8(ascii: "\t")]
        return !spaces.contains(first) && !spaces.contains(last)
            && name.utf8.allSatisfy {
                ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";")
            }
    }

    /// The value of an attribute; nil where the cookie does not have it. `Secure` and `HttpOnly` are true or false.
    func actual(_ attribute: Attribute) -> ActualValue? {
        switch attribute {
        case .value: .text(value)
        case .path: written.path.map { .text($0) }
        case .domain: written.domain.map { .text($0) }
        case .secure: .json(.bool(isSecure))
        case .httpOnly: .json(.bool(isHTTPOnly))
        case .sameSite: sameSite.map { .text($0) }
        case .expires: expires.map { .json(.integer(Int($0))) }
        case .maxAge: maxAge.map { .json(.integer(Int($0))) }
        }
    }
}

/// Writes bytes for messages.
enum HexText {
    /// Two lower-case hexadecimal digits for each byte, for at most 64 bytes.
    static func digits(of bytes: ArraySlice<UInt8>) -> String {
        let shown = bytes.prefix(64).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return bytes.count > 64 ? "\(shown)… (\(bytes.count) bytes)" : shown
    }
}

/// A set of the words that `type` knows.
package struct ValueTypes: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let string = ValueTypes(rawValue: 1)
    static let integer = ValueTypes(rawValue: 2)
    package static let number = ValueTypes(rawValue: 4)
    static let boolean = ValueTypes(rawValue: 8)
    package static let object = ValueTypes(rawValue: 16)
    package static let array = ValueTypes(rawValue: 32)
    static let null = ValueTypes(rawValue: 64)

    /// The types that `integer` and `number` name.
    static let numbers: ValueTypes = [.integer, .number]
}

extension ValueTypes {
    /// The type of a word; nil for a word that `type` does not know.
    package init?(word: String) {
        switch word {
        case "string": self = .string
        case "integer": self = .integer
        case "number": self = .number
        case "boolean": self = .boolean
        case "object": self = .object
        case "array": self = .array
        case "null": self = .null
        default: return nil
        }
    }

    /// The types of several words; nil where one of them is unknown.
    package init?(words: [String]) {
        self = []
        for word in words {
            guard let type = ValueTypes(word: word) else { return nil }
            insert(type)
        }
    }

    package init(of value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool: self = .boolean
        case .number: self = .number
        case .string: self = .string
        case .array: self = .array
        case .object: self = .object
        }
    }
}
