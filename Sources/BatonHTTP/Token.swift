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
