import BatonSystem

/// A character encoding by its name in a `Content-Type` or a document (https://encoding.spec.whatwg.org/).
///
/// UTF-8, UTF-16 and windows-1252 are decoded here, the other encodings by the system's iconv.
package struct Charset: Sendable, Hashable {
    private enum Decoder: Sendable, Hashable {
        case utf8
        case utf16(isBigEndian: Bool)
        case windows1252
        /// By its names for iconv; what is invalid in the first may be valid in the next.
        case iconv([String])
    }

    /// The standard's name, in lower case.
    package let name: String
    private let decoder: Decoder

    package static let utf8 = Charset(name: "utf-8", decoder: .utf8)
    package static let utf16BE = Charset(name: "utf-16be", decoder: .utf16(isBigEndian: true))
    package static let utf16LE = Charset(name: "utf-16le", decoder: .utf16(isBigEndian: false))

    package var isUTF16: Bool { self == .utf16BE || self == .utf16LE }

    private init(name: String, decoder: Decoder) {
        self.name = name
        self.decoder = decoder
    }

    /// The encoding of a label, in any case of letters; nil for a label that the standard does not list, and for the
    /// encodings that it calls unsafe to decode.
    ///
    /// ASCII is read as UTF-8, and UTF-16 without byte order as little-endian.
    package init?(label: String) {
        let label = label.lowercased()
        guard let name = CharsetLabels.names[label] else { return nil }
        self.name = name
        switch name {
        case "utf-8": decoder = .utf8
        case "utf-16be": decoder = .utf16(isBigEndian: true)
        case "utf-16le": decoder = .utf16(isBigEndian: false)
        case "windows-1252": decoder = .windows1252
        default: decoder = .iconv(CharsetLabels.iconvNames[name] ?? [name])
        }
    }

    /// The text in UTF-8; nil where a byte is invalid in this encoding, or where this system cannot decode it.
    package func utf8(of bytes: some Collection<UInt8>) -> [UInt8]? {
        switch decoder {
        case .utf8: String(validating: bytes, as: UTF8.self).map { Array($0.utf8) }
        case .utf16(let isBigEndian): UTF16Text.utf8(of: Array(bytes), isBigEndian, replacing: false)
        case .windows1252: Windows1252.utf8(of: Array(bytes))
        case .iconv(let names):
            names.lazy.compactMap { Iconv(from: $0)?.converted(Array(bytes), replacing: false) }.first
        }
    }

    /// The text in UTF-8, in which U+FFFD stands for invalid bytes; nil where this system cannot decode the encoding.
    package func repairedUTF8(of bytes: some Collection<UInt8>) -> [UInt8]? {
        switch decoder {
        case .utf8: Array(String(decoding: bytes, as: UTF8.self).utf8)
        case .utf16(let isBigEndian): UTF16Text.utf8(of: Array(bytes), isBigEndian, replacing: true)
        case .windows1252: Windows1252.utf8(of: Array(bytes))
        case .iconv(let names):
            utf8(of: bytes) ?? names.lazy.compactMap { Iconv(from: $0)?.converted(Array(bytes), replacing: true) }.first
        }
    }

    /// The text in the encoding of a label, for a body that is sent under it; nil where it has a character that the
    /// encoding lacks, and where this system does not know the encoding.
    ///
    /// Labels mean what their own documents say here: `ascii` has 128 characters, and `iso-8859-1` none of windows-1252.
    /// `utf-16` begins with its byte order mark (RFC 2781 section 3.3).
    package static func bytes(of text: String, label: String) -> [UInt8]? {
        let label = label.lowercased()
        guard let charset = Charset(label: label) else { return nil }
        let scalars = text.unicodeScalars
        switch charset.decoder {
        case .utf8:
            let isASCII = label.contains("ascii") || label.hasPrefix("ansi")
            return isASCII && !scalars.allSatisfy(\.isASCII) ? nil : Array(text.utf8)
        case .utf16(let isBigEndian):
            let units = (label == "utf-16" ? [0xFEFF] : []) + Array(text.utf16)
            return units.flatMap { unit in
                let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isBigEndian ? pair : pair.reversed()
            }
        case .windows1252:
            return Windows1252.bytes(of: scalars, isLatin1: !label.contains("1252"))
        case .iconv(let names):
            // GB18030 has characters that GBK lacks.
            let targets = charset.name == "gbk" ? ["GBK"] : names
            return targets.lazy.compactMap { Iconv(to: $0)?.converted(Array(text.utf8), replacing: false) }.first
        }
    }
}

extension [UInt8] {
    /// Adds a character in UTF-8. Without a `String` for each: a body has millions.
    fileprivate mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x80 {
            append(UInt8(scalar.value))
        } else {
            if let units = UTF8.encode(scalar) { append(contentsOf: units) }
        }
    }
}

private enum UTF16Text {
    /// The text in UTF-8. What is invalid is U+FFFD: half a surrogate pair, and half a unit at the end; or the text is nil.
    static func utf8(of bytes: [UInt8], _ isBigEndian: Bool, replacing: Bool) -> [UInt8]? {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        func unit(_ index: Int) -> UInt32 {
            UInt32(bytes[isBigEndian ? index : index + 1]) << 8 | UInt32(bytes[isBigEndian ? index + 1 : index])
        }
        var index = 0
        while index < bytes.count {
            var scalar: Unicode.Scalar?
            var length = 1
            if index + 1 < bytes.count {
                let first = unit(index)
                length = 2
                scalar = Unicode.Scalar(first)
                if (0xD800..<0xDC00).contains(first), index + 3 < bytes.count {
                    let second = unit(index + 2)
                    if (0xDC00..<0xE000).contains(second) {
                        scalar = Unicode.Scalar(0x10000 + ((first & 0x3FF) << 10 | second & 0x3FF))
                        length = 4
                    }
                }
            }
            guard scalar != nil || replacing else { return nil }
            text.append(scalar ?? "\u{FFFD}")
            index += length
        }
        return text
    }
}

/// The encoding that browsers use for ISO-8859-1 and ASCII too; each byte is a character.
private enum Windows1252 {
    static func utf8(of bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for byte in bytes { text.append(scalar(byte)) }
        return text
    }

    /// - Parameter isLatin1: whether the signs from 0x80 to 0x9F are none of the encoding.
    static func bytes(of scalars: String.UnicodeScalarView, isLatin1: Bool) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in scalars {
            if !(0x80..<0xA0).contains(scalar.value), let byte = UInt8(exactly: scalar.value) {
                bytes.append(byte)
            } else if !isLatin1, let index = signs.firstIndex(where: { UInt32($0) == scalar.value }) {
                bytes.append(UInt8(0x80 + index))
            } else {
                return nil
            }
        }
        return bytes
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(signs[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
    }

    /// The characters from 0x80 to 0x9F.
    private static let signs: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}

/// One conversion by the system's iconv, freed on deinit.
private final class Iconv {
    private let descriptor: iconv_t

    /// Nil where the system does not know an encoding: containers often lack its table.
    init?(from source: String = "UTF-8", to target: String = "UTF-8") {
        guard let descriptor = iconv_open(target, source), descriptor != iconv_t(bitPattern: -1) else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        iconv_close(descriptor)
    }

    /// - Parameter replacing: whether U+FFFD stands for invalid bytes; otherwise the result is nil where there are any.
    func converted(_ bytes: [UInt8], replacing: Bool) -> [UInt8]? {
        var bytes = bytes
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count * 2)
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let isValid = bytes.withUnsafeMutableBufferPointer { source in
            source.withMemoryRebound(to: CChar.self) { source in
                var next = source.baseAddress
                var left = source.count
                while left > 0 {
                    let code = collect(in: &buffer, &result) { iconv(descriptor, &next, &left, &$0, &$1) }
                    if code == 0 || code == E2BIG { continue }
                    guard replacing else { return false }
                    result += [0xEF, 0xBF, 0xBD]
                    // An unfinished sequence at the end, or one byte that is skipped.
                    if code == EINVAL { left = 0 } else { (next, left) = (next.map { $0 + 1 }, left - 1) }
                }
                return true
            }
        }
        // A stateful encoding may hold characters back.
        let isWhole = collect(in: &buffer, &result) { iconv(descriptor, nil, nil, &$0, &$1) } == 0
        return isValid && isWhole ? result : nil
    }

    /// Appends what one call converts; gives 0 or the number of its error.
    private func collect(
        in buffer: inout [UInt8], _ result: inout [UInt8],
        _ convert: (inout UnsafeMutablePointer<CChar>?, inout Int) -> Int
    ) -> Int32 {
        var free = buffer.count
        let code = buffer.withUnsafeMutableBytes { target in
            var end = target.baseAddress?.assumingMemoryBound(to: CChar.self)
            return convert(&end, &free) == -1 ? errno : 0
        }
        result += buffer.prefix(buffer.count - free)
        return code
    }
}

extension Charset {
    /// The label that a document declares in its first 1,024 bytes, in lower case: `charset=…` of an HTML page, otherwise
    /// `encoding="…"` of an XML declaration; empty where it declares none.
    package static func declaredLabel(in bytes: [UInt8], isHTML: Bool) -> String {
        let head = bytes.prefix(1024).map(lowered)
        if isHTML {
            let name = name(behind: "charset", in: withoutComments(head)[...])
            if !name.isEmpty { return name }
        }
        guard head.starts(with: "<?xml".utf8) else { return "" }
        return name(behind: "encoding", in: head.prefix { $0 != UInt8(ascii: ">") })
    }

    private static func name(behind key: String, in head: ArraySlice<UInt8>) -> String {
        let key = Array(key.utf8)
        guard let place = head.indices.first(where: { head[$0...].starts(with: key) }) else { return "" }
        let value = head[(place + key.count)...].drop { isBlank($0) || $0 == UInt8(ascii: "=") }
        let name = value.drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
            .prefix { isLetterOrDigit($0) || "-_.:".utf8.contains($0) }
        return String(decoding: name, as: UTF8.self)
    }

    private static func withoutComments(_ head: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var rest = head[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "<"), rest.starts(with: "<!--".utf8) {
                rest = rest.dropFirst(4)
                while !rest.isEmpty, !rest.starts(with: "-->".utf8) { rest = rest.dropFirst() }
            } else {
                kept.append(byte)
                rest = rest.dropFirst()
            }
        }
        return kept
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 26
    }
}

/// The labels of the Encoding Standard (https://encoding.spec.whatwg.org/#names-and-labels).
enum CharsetLabels {
    /// The name of the encoding for each label, both in lower case.
    static let names: [String: String] = {
        var names: [String: String] = [:]
        for (name, labels) in labels {
            names[name] = name
            for label in labels.split(separator: " ") { names[String(label)] = name }
        }
        return names
    }()

    /// The names for iconv that differ from the standard's; the supersets that the standard has in mind.
    static let iconvNames = [
        "gbk": ["GB18030"], "big5": ["BIG5-HKSCS", "CP950"], "euc-jp": ["EUC-JP-MS"], "shift_jis": ["CP932"],
        "euc-kr": ["CP949"], "windows-874": ["CP874"], "x-mac-cyrillic": ["MAC-CYRILLIC"],
        "iso-8859-8-i": ["ISO-8859-8"],
    ]

    private static let labels: [(name: String, labels: String)] = [
        ("utf-8", "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8 ascii us-ascii ansi_x3.4-1968"),
        ("utf-16be", "unicodefffe"),
        ("utf-16le", "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16"),
        ("ibm866", "866 cp866 csibm866"),
        (
            "iso-8859-2",
            "csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"
        ),
        (
            "iso-8859-3",
            "csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"
        ),
        (
            "iso-8859-4",
            "csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"
        ),
        (
            "iso-8859-5",
            "csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"
        ),
        (
            "iso-8859-6",
            "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127 "
                + "iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"
        ),
        (
            "iso-8859-7",
            "csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 "
                + "sun_eu_greek"
        ),
        (
            "iso-8859-8",
            "csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 "
                + "visual"
        ),
        ("iso-8859-8-i", "csiso88598i logical"),
        ("iso-8859-10", "csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
        ("iso-8859-13", "iso8859-13 iso885913"),
        ("iso-8859-14", "iso8859-14 iso885914"),
        ("iso-8859-15", "csisolatin9 iso8859-15 iso885915 iso_8859-15 l9"),
        ("iso-8859-16", ""),
        ("koi8-r", "cskoi8r koi koi8 koi8_r"),
        ("koi8-u", "koi8-ru"),
        ("macintosh", "csmacintosh mac x-mac-roman"),
        ("windows-874", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620"),
        ("windows-1250", "cp1250 x-cp1250"),
        ("windows-1251", "cp1251 x-cp1251"),
        (
            "windows-1252",
            "cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 "
                + "latin1 x-cp1252"
        ),
        ("windows-1253", "cp1253 x-cp1253"),
        (
            "windows-1254",
            "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 x-cp1254"
        ),
        ("windows-1255", "cp1255 x-cp1255"),
        ("windows-1256", "cp1256 x-cp1256"),
        ("windows-1257", "cp1257 x-cp1257"),
        ("windows-1258", "cp1258 x-cp1258"),
        ("x-mac-cyrillic", "x-mac-ukrainian"),
        (
            "gbk",
            "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk cp936"
        ),
        ("gb18030", ""),
        ("big5", "big5-hkscs cn-big5 csbig5 x-x-big5"),
        ("euc-jp", "cseucpkdfmtjapanese x-euc-jp"),
        ("iso-2022-jp", "csiso2022jp"),
        ("shift_jis", "csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis"),
        (
            "euc-kr",
            "cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"
        ),
    ]
}
