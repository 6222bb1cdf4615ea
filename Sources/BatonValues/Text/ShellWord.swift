/// A text as one word of a POSIX shell.
package enum ShellWord {
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_@%+=:,./-".utf8.contains(byte)
        }
    }

    /// The text itself if the shell does not interpret it, else the text in single quotes.
    package static func quote(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy(isPlain), text.utf8.first != UInt8(ascii: "=") { return text }
        var result: [UInt8] = [UInt8(ascii: "'")]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "'") {
                result.append(contentsOf: "'\\''".utf8)
            } else {
                result.append(byte)
            }
        }
        result.append(UInt8(ascii: "'"))
        return String(decoding: result, as: UTF8.self)
    }

    /// Any bytes, zero included, as an argument that makes `printf` write exactly these bytes.
    package static func printfFormat(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "%"): result.append(contentsOf: "%%".utf8)
            case UInt8(ascii: "\\"): result.append(contentsOf: "\\\\".utf8)
            case 0x20..<0x7F: result.append(byte)
            default:
                result.append(UInt8(ascii: "\\"))
                for shift in [6, 3, 0] as [UInt8] { result.append(0x30 + ((byte >> shift) & 7)) }
            }
        }
        return quote(String(decoding: result, as: UTF8.self))
    }
}
