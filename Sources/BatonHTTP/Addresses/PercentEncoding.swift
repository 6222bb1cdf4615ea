import BatonValues

/// Percent-encoding (RFC 3986 section 2.1) and its variant for forms.
package enum PercentEncoding {
    /// Encodes everything but letters, digits and `-._~`, so that the text can stand in any part of a URL.
    package static func component(_ text: String) -> String {
        text.utf8.allSatisfy(ASCIISet.unreserved.contains) ? text : component(text.utf8)
    }

    package static func component(_ bytes: some Collection<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 16)
        for byte in bytes {
            if ASCIISet.unreserved.contains(byte) {
                result.append(byte)
            } else {
                result.append(contentsOf: escape(byte))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Encodes name and value pairs as `application/x-www-form-urlencoded` (WHATWG URL): a space becomes a plus sign.
    package static func form(_ pairs: some Sequence<(String, String)>) -> [UInt8] {
        var result: [UInt8] = []
        for (name, value) in pairs {
            if !result.isEmpty { result.append(UInt8(ascii: "&")) }
            appendForm(name, to: &result)
            result.append(UInt8(ascii: "="))
            appendForm(value, to: &result)
        }
        return result
    }

    private static let formText = ASCIISet("*-._", with: .alphanumeric)

    private static func appendForm(_ text: String, to result: inout [UInt8]) {
        for byte in text.utf8 {
            if formText.contains(byte) {
                result.append(byte)
            } else if byte == 0x20 {
                result.append(UInt8(ascii: "+"))
            } else {
                result.append(contentsOf: escape(byte))
            }
        }
    }

    /// The decoded bytes; a percent sign without two hexadecimal digits after it is kept.
    package static func decode(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), isEscape(bytes[index...]) {
                result.append(hexValue(bytes[index + 1]) << 4 | hexValue(bytes[index + 2]))
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    static func encode(_ bytes: some Collection<UInt8>, keeping allowed: ASCIISet) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.first {
            if allowed.contains(byte) || byte == UInt8(ascii: "%") && isEscape(rest) {
                result.append(byte)
            } else {
                result.append(contentsOf: escape(byte))
            }
            rest = rest.dropFirst()
        }
        return String(decoding: result, as: UTF8.self)
    }

    static func isEscape(_ bytes: some Collection<UInt8>) -> Bool {
        var digits = bytes.dropFirst().makeIterator()
        guard let first = digits.next(), let second = digits.next() else { return false }
        return ASCIISet.hex.contains(first) && ASCIISet.hex.contains(second)
    }

    static func escape(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x41 + value - 10
    }

    private static func hexValue(_ digit: UInt8) -> UInt8 {
        digit.isDigit ? digit - 0x30 : digit.asciiLowercased - 0x61 + 10
    }
}
