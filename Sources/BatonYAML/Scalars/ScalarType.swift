/// The type of a plain scalar: null, a boolean or a number if JSON reads it as one; otherwise text.
///
/// So `no`, `on`, `~`, `0x1F`, `.5`, `01234` and `+49301` are text, unlike in YAML 1.1.
public enum ScalarType: BitwiseCopyable, Sendable {
    case null, `true`, `false`, number, string

    static func ofPlain(_ text: UnsafeBufferPointer<UInt8>) -> ScalarType {
        guard let first = text.first else { return .null }
        switch first {
        case UInt8(ascii: "n"): return spells(text, "null") ? .null : .string
        case UInt8(ascii: "t"): return spells(text, "true") ? .true : .string
        case UInt8(ascii: "f"): return spells(text, "false") ? .false : .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return isNumber(text) ? .number : .string
        default: return .string
        }
    }

    private static func spells(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
        guard text.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<text.count where text[index] != word.utf8Start[index] { return false }
        return true
    }

    /// Whether a text is a number by RFC 8259, section 6.
    private static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        func peek() -> UInt8 { index < text.count ? text[index] : 0 }
        func digits() -> Bool {
            let start = index
            while peek() >= UInt8(ascii: "0"), peek() <= UInt8(ascii: "9") { index += 1 }
            return index > start
        }
        if peek() == UInt8(ascii: "-") { index += 1 }
        if peek() == UInt8(ascii: "0") {
            index += 1
        } else if !digits() {
            return false
        }
        if peek() == UInt8(ascii: ".") {
            index += 1
            guard digits() else { return false }
        }
        if peek() | 0x20 == UInt8(ascii: "e") {
            index += 1
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { index += 1 }
            guard digits() else { return false }
        }
        return index == text.count
    }
}
