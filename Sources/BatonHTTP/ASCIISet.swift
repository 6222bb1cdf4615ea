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

extension UInt8 {
    /// The byte with an ASCII capital in lower case; every other byte is unchanged.
    package var asciiLowercased: UInt8 {
        self >= 0x41 && self <= 0x5A ? self | 0x20 : self
    }

    package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
}
