import BatonValues

/// The encoding of a document: given by a byte order mark, otherwise by the Content-Type (RFC 7303, 3.2), otherwise by
/// the declaration in the document (XML 1.0, appendix F).
enum XMLEncoding {
    /// Converts to UTF-8. Throws for an unknown encoding, and for bytes that are invalid in their encoding.
    ///
    /// - Parameters:
    ///   - format: the format according to the Content-Type; nil where it gives none.
    ///   - charset: the encoding according to the Content-Type; nil where it gives none.
    static func utf8(
        of bytes: [UInt8], format: XMLDocument.Format? = nil, charset: String? = nil
    ) throws(XMLError) -> [UInt8] {
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), .utf16BE) }
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), .utf16LE) }
        if bytes.starts(with: [0, 0x3C]) { return try utf16(bytes[...], .utf16BE) }
        if bytes.starts(with: [0x3C, 0]) { return try utf16(bytes[...], .utf16LE) }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        if hasMark { return try utf8(of: bytes, named: "utf-8", isTold: false) }
        let isHTML = (format ?? XMLDocument.Format(beginningOf: bytes)) == .html
        let declared = Charset.declaredLabel(in: bytes, isHTML: isHTML)
        guard let charset else { return try utf8(of: bytes, named: declared, isTold: false) }
        // An unsupported charset of the Content-Type is overridden by a supported one that the document declares.
        if Charset(label: charset) == nil, !isASCII(bytes), Charset(label: declared) != nil {
            return try utf8(of: bytes, named: declared, isTold: false)
        }
        return try utf8(of: bytes, named: charset, isTold: true)
    }

    /// - Parameters:
    ///   - name: in lower case; empty where no encoding is named.
    ///   - isTold: whether the Content-Type names the encoding, and not the document.
    private static func utf8(of bytes: [UInt8], named name: String, isTold: Bool) throws(XMLError) -> [UInt8] {
        guard let charset = name.isEmpty ? .utf8 : Charset(label: name) else {
            // An unknown name may be any text, even a secret, so it is not shown.
            guard !isASCII(bytes) else { return bytes }
            let name = isTold ? "the charset that its Content-Type names" : "the encoding that it declares"
            throw XMLError(message: "\(name) is not known", line: 0)
        }
        // A document that declares UTF-16 in bytes that are not UTF-16 has no encoding.
        if charset.isUTF16, !isTold {
            throw XMLError(message: "it declares `\(charset.name)` in bytes that are not in it", line: 0)
        }
        if charset == .utf8, String(validating: bytes, as: UTF8.self) != nil { return bytes }
        if let text = charset.utf8(of: bytes) { return text }
        guard charset != .utf8 else {
            let why = isTold ? "which the Content-Type says it is" : "and no other encoding is declared"
            throw XMLError(message: "it is not in UTF-8, \(why)", line: 0)
        }
        let isKnown = charset.utf8(of: []) != nil
        let named = isTold ? "which the Content-Type says it is" : "which it declares"
        throw XMLError(
            message: isKnown
                ? "it is not in `\(charset.name)`, \(named)"
                : "this system has no table of the encoding `\(charset.name)`: install its table for iconv (`glibc-gconv-extra` on Fedora)",
            line: 0)
    }

    /// Whether the bytes mean the same in nearly all encodings; those of ISO-2022 switch with ESC.
    private static func isASCII(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 < 0x80 && $0 != 0x1B && $0 != 0 } }

    /// The text of bytes that begin as UTF-16 does.
    private static func utf16(_ bytes: ArraySlice<UInt8>, _ charset: Charset) throws(XMLError) -> [UInt8] {
        guard let text = charset.utf8(of: bytes) else {
            throw XMLError(message: "it begins as UTF-16 does and is not in it", line: 0)
        }
        return text
    }
}
