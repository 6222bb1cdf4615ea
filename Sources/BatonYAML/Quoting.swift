/// Writes a text so that YAML reads it as it is.
enum Quoting {
    /// In double quotes where nothing needs an escape there, else in single quotes.
    static func quoted(_ text: String) -> String {
        if text.utf8.contains(UInt8(ascii: "\"")) || text.utf8.contains(UInt8(ascii: "\\")) {
            return singleQuoted(text)
        }
        return "\"\(text)\""
    }

    static func singleQuoted(_ text: String) -> String {
        var result = "'"
        for character in text.unicodeScalars {
            if character == "'" { result += "'" }
            result.unicodeScalars.append(character)
        }
        return result + "'"
    }

    /// As it is where that is a plain scalar, else quoted.
    static func quotedIfNeeded(_ text: String, isInFlow: Bool) -> String {
        isPlain(Array(text.utf8), isInFlow: isInFlow) ? text : quoted(text)
    }

    private static func isPlain(_ text: [UInt8], isInFlow: Bool) -> Bool {
        guard let first = text.first, let last = text.last, last != UInt8(ascii: ":") else { return false }
        if Array("!\"'[]{}>|&*%@`#,?:- \t".utf8).contains(first) { return false }
        for (at, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","):
                if isInFlow { return false }
            case UInt8(ascii: ":"):
                if text[at + 1] == UInt8(ascii: " ") { return false }
            case UInt8(ascii: "#"):
                if text[at - 1] == UInt8(ascii: " ") { return false }
            default: break
            }
        }
        return true
    }
}
