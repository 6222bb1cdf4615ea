import BatonDiagnostics

/// Checks that a file is UTF-8 and has no control characters, before it is read.
///
/// U+0085, U+2028 and U+2029 are rejected too, because they are text in YAML 1.2 but line breaks in YAML 1.1.
struct TextCheck {
    private(set) var findings: [Diagnostic] = []
    private(set) var isASCII = true
    /// Maximum number of findings.
    private static let limit = 20

    init(_ file: SourceFile) {
        file.bytes.withUnsafeBufferPointer { check($0, file) }
    }

    private mutating func check(_ bytes: UnsafeBufferPointer<UInt8>, _ file: SourceFile) {
        let words = UnsafeRawBufferPointer(bytes)
        var at = 0
        while at < bytes.count {
            // Nearly all bytes of a file are printable ASCII or line breaks, so eight are tested at once.
            if at + 8 <= bytes.count, Self.isOrdinary(words.loadUnaligned(fromByteOffset: at, as: UInt64.self)) {
                at += 8
                continue
            }
            let byte = bytes[at]
            if byte &- 0x20 < 0x5F || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                at += 1
            } else if byte < 0x80 {
                report(.yamlControlCharacter(UInt32(byte), at: SourceRange(file: file, at..<at + 1)))
                at += 1
            } else {
                isASCII = false
                if at == 0, let diagnostic = Diagnostic.yamlUTF16(bytes, file) { return report(diagnostic) }
                at = checkSequence(bytes, at, file)
            }
            if findings.count >= Self.limit { return }
        }
    }

    /// Whether eight bytes are all printable ASCII or line feeds.
    private static func isOrdinary(_ bytes: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highest = ones &* 0x80
        // In bytes below 0x80 no sum carries into the next byte; its highest bit says whether the byte is at least that
        // large.
        let isControl = ~(bytes &+ ones &* 0x60)
        let isLineFeed = ~((bytes ^ ones &* 0x0A) &+ ones &* 0x7F)
        let isDelete = bytes &+ ones
        return (bytes | isControl & ~isLineFeed | isDelete) & highest == 0
    }

    private mutating func checkSequence(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ file: SourceFile) -> Int {
        guard let (value, length) = Self.decode(bytes, at) else {
            report(.yamlNotUTF8(bytes[at], at: SourceRange(file: file, at..<at + 1)))
            var next = at + 1
            while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
            return next
        }
        switch value {
        case 0xFEFF where at == 0: break
        case 0x80...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
            report(.yamlControlCharacter(value, at: SourceRange(file: file, at..<at + length)))
        default: break
        }
        return at + length
    }

    private mutating func report(_ diagnostic: Diagnostic) {
        findings.append(diagnostic)
    }

    /// The code point that begins here; nil for a sequence that Unicode calls ill-formed.
    private static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> (value: UInt32, length: Int)? {
        let first = UInt32(bytes[at])
        let length: Int
        let smallest: UInt32
        var value: UInt32
        switch first {
        case 0xC2...0xDF: (length, smallest, value) = (2, 0x80, first & 0x1F)
        case 0xE0...0xEF: (length, smallest, value) = (3, 0x800, first & 0x0F)
        case 0xF0...0xF4: (length, smallest, value) = (4, 0x10000, first & 0x07)
        default: return nil
        }
        guard at + length <= bytes.count else { return nil }
        for index in at + 1..<at + length {
            guard bytes[index] & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(bytes[index] & 0x3F)
        }
        guard value >= smallest, value <= 0x10FFFF, !(0xD800...0xDFFF).contains(value) else { return nil }
        return (value, length)
    }
}
