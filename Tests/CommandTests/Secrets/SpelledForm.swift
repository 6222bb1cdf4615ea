/// One way in which encoders write a text, made apart from the code under test.
enum SpelledForm: String, CaseIterable, Sendable {
    case plain, base64, base64After1, base64After2, base64url, percent, percentLower, form, json, jsonInASCII, xml
    case xmlNumeric, html, hex, hexUpper

    /// As a server would write it, which may put something around it.
    func written(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return switch self {
        case .plain: text
        case .base64: Self.base64(bytes)
        case .base64After1: Self.base64([0x78] + bytes + [0x79])
        case .base64After2: Self.base64([0x78, 0x79] + bytes + [0x7A])
        case .base64url:
            String(Self.base64(bytes).map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }.filter { $0 != "=" })
        case .percent: Self.percent(bytes, "0123456789ABCDEF", space: "%20")
        case .percentLower: Self.percent(bytes, "0123456789abcdef", space: "%20")
        case .form: Self.percent(bytes, "0123456789ABCDEF", space: "+")
        case .json: Self.json(text, inASCII: false)
        case .jsonInASCII: Self.json(text, inASCII: true)
        case .xml: Self.markup(text, names: ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;"])
        case .xmlNumeric: Self.markup(text, names: [:])
        case .html: Self.markup(text, names: ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"])
        case .hex: Self.hex(bytes, "0123456789abcdef")
        case .hexUpper: Self.hex(bytes, "0123456789ABCDEF")
        }
    }

    /// What of it must not be found anywhere: the digits of base64 that the text decides alone.
    func telling(_ text: String) -> String {
        let before: Int
        switch self {
        case .base64, .base64url: before = 0
        case .base64After1: before = 1
        case .base64After2: before = 2
        default: return written(text)
        }
        let first = (before * 8 + 5) / 6
        let last = (before + text.utf8.count) * 8 / 6
        let digits = Array(written(text))
        return String(digits[first..<min(last, digits.count)])
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var result = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = Array(bytes[start..<min(start + 3, bytes.count)])
            let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for index in 0..<4 { result.append(index <= group.count ? alphabet[value >> (18 - 6 * index) & 63] : "=") }
        }
        return result
    }

    private static func hex(_ bytes: [UInt8], _ digits: String) -> String {
        let digits = Array(digits)
        return bytes.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
    }

    private static func percent(_ bytes: [UInt8], _ digits: String, space: String) -> String {
        bytes.map { byte in
            let character = Character(UnicodeScalar(byte))
            if byte == 0x20 { return space }
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._".contains(character))
            return isPlain ? String(character) : "%" + hex([byte], digits)
        }.joined()
    }

    private static func json(_ text: String, inASCII: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            default:
                if inASCII, scalar.value >= 0x80, scalar.value < 0x10000 {
                    result += "\\u" + hex([UInt8(scalar.value >> 8), UInt8(scalar.value & 255)], "0123456789abcdef")
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    private static func markup(_ text: String, names: [Character: String]) -> String {
        text.map { character in
            guard "&<>\"'".contains(character) else { return String(character) }
            return names[character] ?? "&#\(character.unicodeScalars.first.map { $0.value } ?? 0);"
        }.joined()
    }
}
