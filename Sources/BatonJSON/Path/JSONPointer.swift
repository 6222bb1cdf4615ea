import BatonValues

/// A way to one value of a document (RFC 6901), such as `/orders/0/name`; the empty pointer is the whole document.
package struct JSONPointer: Sendable, Hashable {
    package private(set) var tokens: [String]

    package init(tokens: [String] = []) { self.tokens = tokens }

    /// Throws when the text does not begin with a slash or has a `~` without 0 or 1 behind it.
    package static func parse(_ text: String) throws(JSONPathError) -> JSONPointer {
        guard !text.isEmpty else { return JSONPointer() }
        let bytes = Array(text.utf8)
        guard bytes[0] == UInt8(ascii: "/") else {
            throw JSONPathError(message: "a JSON Pointer begins with `/`", range: 0..<1)
        }
        var tokens: [String] = []
        var token: [UInt8] = []
        var position = 1
        while position <= bytes.count {
            if position == bytes.count || bytes[position] == UInt8(ascii: "/") {
                tokens.append(String(decoding: token, as: UTF8.self))
                token = []
            } else if bytes[position] == UInt8(ascii: "~") {
                position += 1
                switch position < bytes.count ? bytes[position] : 0 {
                case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
                case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
                default:
                    throw JSONPathError(
                        message: "`~` is written `~0` in a JSON Pointer, and `/` in a name `~1`",
                        range: position - 1..<position)
                }
            } else {
                token.append(bytes[position])
            }
            position += 1
        }
        return JSONPointer(tokens: tokens)
    }

    package static func == (left: JSONPointer, right: JSONPointer) -> Bool {
        left.tokens.count == right.tokens.count
            && left.tokens.indices.allSatisfy { left.tokens[$0].hasSameBytes(as: right.tokens[$0]) }
    }

    package func hash(into hasher: inout Hasher) {
        for token in tokens { hasher.combine(TextKey(token)) }
    }

    package func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

    package func value(in root: JSONValue) -> JSONValue? {
        var value = root
        for token in tokens {
            switch value {
            case .object(let object):
                guard let next = object[token] else { return nil }
                value = next
            case .array(let elements):
                guard let index = Self.index(token), index < elements.count else { return nil }
                value = elements[index]
            default: return nil
            }
        }
        return value
    }

    /// An index as RFC 6901 writes it: digits without a leading zero.
    static func index(_ token: String) -> Int? {
        guard let first = token.utf8.first, token.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
            first != UInt8(ascii: "0") || token.utf8.count == 1
        else { return nil }
        return Int(token)
    }
}

extension JSONPointer: CustomStringConvertible {
    /// The pointer as text, with `~` and `/` in names escaped.
    package var description: String {
        var text = ""
        for token in tokens {
            text += "/"
            for scalar in token.unicodeScalars {
                switch scalar {
                case "~": text += "~0"
                case "/": text += "~1"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
        return text
    }
}
