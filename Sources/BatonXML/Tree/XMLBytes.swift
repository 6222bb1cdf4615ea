/// Character classes of XML 1.0, on UTF-8 bytes.
enum XMLBytes {
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    static func lowered(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }

    /// The length in bytes of the NCName at an offset of valid UTF-8; 0 where there is none.
    static func nameLength(in bytes: [UInt8], at start: Int) -> Int {
        var position = start
        while position < bytes.count {
            let byte = bytes[position]
            if isLetter(byte) || byte == UInt8(ascii: "_") {
                position += 1
            } else if isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") {
                guard position > start else { break }
                position += 1
            } else if byte >= 0x80 {
                let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                guard position + length <= bytes.count,
                    let scalar = String(decoding: bytes[position..<position + length], as: UTF8.self).unicodeScalars
                        .first, isNameStart(scalar.value) || position > start && isNameRest(scalar.value)
                else { break }
                position += length
            } else {
                break
            }
        }
        return position - start
    }

    /// NameStartChar beyond ASCII.
    private static func isNameStart(_ value: UInt32) -> Bool {
        switch value {
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F,
            0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
            true
        default: false
        }
    }

    /// NameChar without NameStartChar, beyond ASCII.
    private static func isNameRest(_ value: UInt32) -> Bool {
        value == 0xB7 || (0x300...0x36F).contains(value) || (0x203F...0x2040).contains(value)
    }

    /// Char of XML 1.0.
    static func isCharacter(_ value: UInt32) -> Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}

/// A position in bytes that are parsed from front to back.
protocol ByteCursor {
    var bytes: [UInt8] { get }
    var position: Int { get set }
}

extension ByteCursor {
    func follows(_ word: StaticString) -> Bool {
        guard position + word.utf8CodeUnitCount <= bytes.count else { return false }
        return word.withUTF8Buffer { buffer in
            buffer.indices.allSatisfy { bytes[position + $0] == buffer[$0] }
        }
    }

    mutating func take(_ word: StaticString) -> Bool {
        guard follows(word) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    mutating func skipBlanks() {
        while position < bytes.count, XMLBytes.isBlank(bytes[position]) { position += 1 }
    }
}
