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

    /// A part of a word: a text, or the value of a variable of the shell.
    package enum Part: Sendable, Equatable {
        case text(String)
        case variable(String)
    }

    /// The parts as one word: `'Authorization: Bearer '"$TOKEN"`.
    package static func quote(_ parts: [Part]) -> String {
        var word = ""
        var text = ""
        for part in parts {
            switch part {
            case .text(let more): text += more
            case .variable(let name):
                if !text.isEmpty { word += quote(text) }
                text = ""
                word += "\"$\(name)\""
            }
        }
        return text.isEmpty && !word.isEmpty ? word : word + quote(text)
    }

    /// Whether a shell can have a variable of this name.
    package static func isVariable(_ name: String) -> Bool {
        !name.isEmpty && !("0"..."9").contains(name.unicodeScalars.first ?? "0")
            && name.utf8.allSatisfy { isPlain($0) && !"@%+=:,./-".utf8.contains($0) }
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

/// Splits a command line into the words of one program: quotes group; no other character is special, because no shell
/// is involved.
package enum CommandWords {
    package struct ParseError: Error, Sendable, Equatable {
        package var message: String
        /// The UTF-8 offset of the error in the command.
        package var offset: Int
    }

    /// Text in `'…'` is literal, `"…"` has the escapes `\"` and `\\`, and `\` outside of quotes makes the next
    /// character literal.
    package static func split(_ command: String) throws(ParseError) -> [String] {
        let bytes = Array(command.utf8)
        var words: [String] = []
        var word: [UInt8] = []
        var isOpen = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if isOpen { words.append(String(decoding: word, as: UTF8.self)) }
                word = []
                isOpen = false
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                isOpen = true
                let start = index
                index += 1
                while index < bytes.count, bytes[index] != byte {
                    if byte == UInt8(ascii: "\""), bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count,
                        bytes[index + 1] == byte || bytes[index + 1] == UInt8(ascii: "\\")
                    {
                        index += 1
                    }
                    word.append(bytes[index])
                    index += 1
                }
                guard index < bytes.count else {
                    throw ParseError(message: "the quote is never closed", offset: start)
                }
            case UInt8(ascii: "\\"):
                guard index + 1 < bytes.count else {
                    throw ParseError(message: "nothing follows the backslash", offset: index)
                }
                isOpen = true
                index += 1
                word.append(bytes[index])
            case 0:
                throw ParseError(message: "a command holds no NUL", offset: index)
            default:
                isOpen = true
                word.append(byte)
            }
            index += 1
        }
        if isOpen { words.append(String(decoding: word, as: UTF8.self)) }
        if words.isEmpty { throw ParseError(message: "the command is empty", offset: 0) }
        return words
    }
}

extension String {
    /// The text with a backslash before each of some signs, and before each backslash.
    package func backslashing(_ signs: String) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if scalar == "\\" || signs.unicodeScalars.contains(scalar) { result.append("\\") }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
