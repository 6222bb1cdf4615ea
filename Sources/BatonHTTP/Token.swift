/// The characters that method and header names are made of (RFC 9110 section 5.6.2).
package enum Token {
    package static func isValid(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isValid)
    }

    package static func isValid(_ byte: UInt8) -> Bool {
        ASCIISet.token.contains(byte)
    }
}
