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
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), isBigEndian: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), isBigEndian: false) }
        if bytes.starts(with: [0, 0x3C]) { return try utf16(bytes[...], isBigEndian: true) }
        if bytes.starts(with: [0x3C, 0]) { return try utf16(bytes[...], isBigEndian: false) }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        if hasMark { return try utf8(of: bytes, named: "utf-8", isTold: false) }
        let declared = declared(in: bytes, format)
        guard let charset else { return try utf8(of: bytes, named: declared, isTold: false) }
        let told = String(decoding: charset.utf8.map(XMLBytes.lowered), as: UTF8.self)
        // An unsupported charset of the Content-Type is overridden by a supported one that the document declares.
        if !isRead(told), !isASCII(bytes), isRead(declared) {
            return try utf8(of: bytes, named: declared, isTold: false)
        }
        return try utf8(of: bytes, named: told, isTold: true)
    }

    /// - Parameters:
    ///   - name: in lower case; empty where no encoding is named.
    ///   - isTold: whether the Content-Type names the encoding, and not the document.
    private static func utf8(of bytes: [UInt8], named name: String, isTold: Bool) throws(XMLError) -> [UInt8] {
        if name.isEmpty || ofUTF8.contains(name) {
            guard String(validating: bytes, as: UTF8.self) != nil else {
                let why = isTold ? "which the Content-Type says it is" : "and no other encoding is declared"
                throw XMLError(message: "it is not in UTF-8, \(why)", line: 0)
            }
            return bytes
        }
        if ofLatin1.contains(name) {
            // Browsers do the same: control characters of ISO-8859-1 are printable in windows-1252.
            return Array(String(String.UnicodeScalarView(bytes.map(windows1252))).utf8)
        }
        if ofUTF16.contains(name), isTold {
            return try utf16(
                bytes[...], isBigEndian: name != "utf-16le", "it is not in UTF-16, which the Content-Type says it is")
        }
        // A document that declares UTF-16 in bytes that are not UTF-16 has no supported encoding.
        if !ofUTF16.contains(name), isASCII(bytes) { return bytes }
        throw XMLError(message: "\(shown(name, isTold: isTold)) is not read: UTF-8, UTF-16 and ISO-8859-1 are", line: 0)
    }

    /// The name of the encoding for a message: an unknown name may be any text, even a secret, so it is not shown.
    private static func shown(_ name: String, isTold: Bool) -> String {
        if ofUTF16.contains(name) || known.contains(name) { return "the encoding `\(name)`" }
        return isTold ? "the charset that its Content-Type names" : "the encoding that it declares"
    }

    private static func isRead(_ name: String) -> Bool {
        ofUTF8.contains(name) || ofLatin1.contains(name) || ofUTF16.contains(name)
    }

    /// Whether the bytes mean the same in nearly all encodings; those of ISO-2022 switch with ESC.
    private static func isASCII(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 < 0x80 && $0 != 0x1B && $0 != 0 } }

    private static let ofUTF8: Set = ["utf-8", "utf8", "us-ascii", "ascii"]
    private static let ofLatin1: Set = ["iso-8859-1", "latin1", "iso8859-1", "windows-1252", "cp1252"]
    private static let ofUTF16: Set = ["utf-16", "utf-16be", "utf-16le"]
    /// Known names of unsupported encodings.
    private static let known: Set = Set(
        [
            "big5", "big5-hkscs", "euc-jp", "euc-kr", "gb18030", "gb2312", "gbk", "hz-gb-2312", "ibm866", "koi8-r",
            "koi8-u",
        ]
            + ["iso-2022-jp", "iso-2022-kr", "macintosh", "shift_jis", "tis-620", "utf-7", "utf-32", "windows-874"]
            + (2...16).map { "iso-8859-\($0)" } + (1250...1258).map { "windows-\($0)" })

    /// The encoding declared in the document, in lower case: `charset=…` of an HTML page, otherwise `encoding="…"` of
    /// an XML declaration.
    private static func declared(in bytes: [UInt8], _ format: XMLDocument.Format?) -> String {
        let head = bytes.prefix(1024).map(XMLBytes.lowered)
        if format ?? XMLDocument.Format(beginningOf: bytes) == .html {
            let name = name(behind: "charset", in: head[...])
            if !name.isEmpty { return name }
        }
        guard bytes.starts(with: "<?xml".utf8) else { return "" }
        return name(behind: "encoding", in: head.prefix { $0 != UInt8(ascii: ">") })
    }

    private static func name(behind key: String, in head: ArraySlice<UInt8>) -> String {
        let key = Array(key.utf8)
        guard let place = head.indices.first(where: { head[$0...].starts(with: key) }) else { return "" }
        let value = head[(place + key.count)...].drop { XMLBytes.isBlank($0) || $0 == UInt8(ascii: "=") }
        let name = value.drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
            .prefix { XMLBytes.isLetter($0) || XMLBytes.isDigit($0) || "-_.:".utf8.contains($0) }
        return String(decoding: name, as: UTF8.self)
    }

    /// - Parameter fault: the error message for invalid bytes.
    private static func utf16(
        _ bytes: ArraySlice<UInt8>, isBigEndian: Bool, _ fault: String = "it begins as UTF-16 does and is not in it"
    ) throws(XMLError) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        guard index == bytes.endIndex, let text = String(validating: units, as: UTF16.self) else {
            throw XMLError(message: fault, line: 0)
        }
        return Array(text.utf8)
    }

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(signs[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
    }

    /// The characters of windows-1252 from 0x80 to 0x9F.
    private static let signs: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
