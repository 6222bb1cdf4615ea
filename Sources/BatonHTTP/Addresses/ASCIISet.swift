/// A set of ASCII characters. A membership test takes two instructions; bytes of 128 and above are never in a set.
package struct ASCIISet: Sendable {
    let low: UInt64
    let high: UInt64

    package init(_ text: StaticString, with others: ASCIISet = ASCIISet(low: 0, high: 0)) {
        var low = others.low
        var high = others.high
        text.withUTF8Buffer { bytes in
            for byte in bytes {
                if byte < 64 { low |= 1 << UInt64(byte) } else if byte < 128 { high |= 1 << UInt64(byte - 64) }
            }
        }
        self.init(low: low, high: high)
    }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    package func contains(_ byte: UInt8) -> Bool {
        let bits = byte < 64 ? low : high
        return byte < 128 && (bits >> UInt64(byte & 63)) & 1 == 1
    }

    /// Letters and digits.
    package static let alphanumeric = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    /// The unreserved characters, which are never percent-encoded (RFC 3986 section 2.3).
    package static let unreserved = ASCIISet("-._~", with: alphanumeric)
    /// The characters of a path: `pchar` and the slash (RFC 3986 section 3.3), without the percent sign.
    package static let path = ASCIISet("!$&'()*+,;=:@/", with: unreserved)
    /// The characters of a query (RFC 3986 section 3.4), without the percent sign.
    package static let query = ASCIISet("?", with: path)
    /// The characters of user information (RFC 3986 section 3.2.1), without the percent sign.
    package static let userInfo = ASCIISet("!$&'()*+,;=:", with: unreserved)
    /// The characters of a host name (RFC 3986 section 3.2.2), without the percent sign.
    package static let host = ASCIISet("!$&'()*+,;=", with: unreserved)
    package static let token = ASCIISet("!#$%&'*+-.^_`|~", with: alphanumeric)
    package static let scheme = ASCIISet("+-.", with: alphanumeric)
    package static let hex = ASCIISet("0123456789abcdefABCDEF")
}

/// The characters that method and header names are made of (RFC 9110 section 5.6.2).
package enum Token {
    package static func isValid(_ text: String) -> Bool {
        let token = ASCIISet.token
        var text = text
        return text.withUTF8 { bytes in !bytes.isEmpty && bytes.allSatisfy { token.contains($0) } }
    }

    package static func isValid(_ byte: UInt8) -> Bool {
        ASCIISet.token.contains(byte)
    }
}

/// The bytes that no header value may have (RFC 9110 section 5.5): control characters except the tab.
enum ControlBytes {
    static func first(in text: String) -> UInt8? {
        var text = text
        return text.withUTF8 { first(in: $0) }
    }

    /// Tests eight bytes at a time; only a group that may have a control character is tested byte by byte.
    static func first(in bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index + 8 <= raw.count {
            if mayHold(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)),
                let found = bytes[index..<index + 8].first(where: isControl)
            {
                return found
            }
            index += 8
        }
        return bytes[index...].first(where: isControl)
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

    /// Whether one of eight bytes may be below 0x20 or equal to 0x7F; true for a tab too.
    private static func mayHold(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let delete = word ^ (ones &* 0x7F)
        return ((word &- (ones &* 0x20)) & ~word | (delete &- ones) & ~delete) & (ones &* 0x80) != 0
    }
}
