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
