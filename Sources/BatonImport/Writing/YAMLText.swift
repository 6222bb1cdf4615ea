/// How texts stand in YAML: without quotes where the reader of workflows takes them as they are, in a block where they have
/// several lines, and with escapes for what an editor does not show.
enum YAMLText {
    /// Characters of a key that may stand before its colon on one line.
    static let longestKey = 1000

    static func scalar(_ text: String, isInFlow: Bool, isKey: Bool) -> String {
        isPlain(text, isInFlow: isInFlow) ? text : quoted(text)
    }

    // MARK: - Without quotes

    /// Whether YAML would read a type other than text: JSON's numbers, booleans and null.
    static func isTyped(_ text: String) -> Bool {
        ["null", "true", "false"].contains(text) || isNumber(text)
    }

    /// Whether a text is a number of JSON (RFC 8259, section 6).
    static func isNumber(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        func digits() -> Bool {
            let count = rest.prefix { (0x30...0x39).contains($0) }.count
            rest = rest.dropFirst(count)
            return count > 0
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        if rest.first == UInt8(ascii: "0") {
            rest = rest.dropFirst()
        } else if !digits() {
            return false
        }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            if !digits() { return false }
        }
        if let sign = rest.first, sign | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            if !digits() { return false }
        }
        return rest.isEmpty
    }

    /// Words that other readers of YAML take for a value, of which Baton warns.
    private static let misleading: Set = ["True", "TRUE", "False", "FALSE", "Null", "NULL", "~", "<<"]

    private static func isPlain(_ text: String, isInFlow: Bool) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.first, let last = scalars.last, !isTyped(text), !misleading.contains(text),
            !text.hasPrefix("---"), !text.hasPrefix("..."), last != ":", last != " ", !isHidden(first), !isHidden(last),
            !"!\"'[]{}>|&*%@`#, ".unicodeScalars.contains(first)
        else { return false }
        if "-?:".unicodeScalars.contains(first), scalars.count == 1 || " ,[]{}".unicodeScalars.contains(scalars[1]) {
            return false
        }
        var depth = 0
        for (index, scalar) in scalars.enumerated() {
            if needsEscape(scalar) { return false }
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            switch scalar {
            case ":" where next == " ": return false
            case "#" where index > 0 && (scalars[index - 1] == " " || isHidden(scalars[index - 1])): return false
            case "{" where next == "{" || index > 0 && scalars[index - 1] == "$": return false
            case ",", "[", "]", "{", "}": if isInFlow { return false }
            case "(": depth += 1
            case ")": depth -= 1
            // Within brackets in flow style a quote hides what closes them.
            case "\"", "'": if isInFlow { return false }
            default: break
            }
            if isInFlow, depth < 0 { return false }
        }
        return !isInFlow || depth == 0
    }

    /// Spaces of other kinds, and what has no width: where a text begins or ends, nobody sees them.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return false }
        return switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .format, .control: true
        default: scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether a character stands as an escape: control characters, line separators of YAML 1.1, and characters that change
    /// the order or the look of others without being seen.
    static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: return false
        case 0...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: return true
        // Joins the parts of an emoji.
        case 0x200D: return false
        default: return scalar.properties.generalCategory == .format
        }
    }

    // MARK: - In quotes

    private static func quoted(_ text: String) -> String {
        let isBare = !text.unicodeScalars.contains(where: needsEscape)
        let hasDouble = text.utf8.contains(UInt8(ascii: "\""))
        let hasBackslash = text.utf8.contains(UInt8(ascii: "\\"))
        guard isBare, hasDouble || hasBackslash, hasBackslash || !text.utf8.contains(UInt8(ascii: "'")) else {
            return "\"" + text.unicodeScalars.map(escaped).joined() + "\""
        }
        return "'" + text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
    }

    private static let short: [Unicode.Scalar: String] = [
        "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0", "\"": "\\\"", "\\": "\\\\",
    ]

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        if let short = short[scalar] { return short }
        return needsEscape(scalar) ? codePoint(scalar) : String(scalar)
    }

    /// `\u202e`, as YAML and JSON write a character.
    private static func codePoint(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        let (letter, length) =
            switch scalar.value {
            case 0...0xFF: ("x", 2)
            case 0...0xFFFF: ("u", 4)
            default: ("U", 8)
            }
        return "\\\(letter)" + String(repeating: "0", count: length - digits.count) + digits
    }

    // MARK: - Blocks

    /// Whether a text stands in lines of its own behind `|`: it has several lines, and none that a block could not keep.
    static func isBlock(_ text: String) -> Bool {
        guard text.utf8.contains(UInt8(ascii: "\n")) else { return false }
        let scalars = text.unicodeScalars
        if scalars.contains(where: { $0 != "\n" && $0 != "\t" && needsEscape($0) }) { return false }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // An empty first line, or one that begins with a space, would hide how deep the others are indented.
        guard let first = lines.first?.unicodeScalars.first, first != " ", first != "\t", !isHidden(first) else {
            return false
        }
        return lines.allSatisfy { line in
            line.isEmpty || line.unicodeScalars.contains { $0 != " " && $0 != "\t" && !isHidden($0) }
        }
    }

    /// The text as a block, with its indicator and the end of its last line; nil where it needs quotes.
    static func block(_ text: String, indent: Int) -> String? {
        guard isBlock(text) else { return nil }
        let content = Substring(text.utf8.reversed().prefix { $0 == UInt8(ascii: "\n") }.count > 0 ? text : text + "\n")
        let breaks = text.utf8.reversed().prefix { $0 == UInt8(ascii: "\n") }.count
        var result = breaks == 0 ? "|-\n" : breaks == 1 ? "|\n" : "|+\n"
        for line in content.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            result += line.isEmpty ? "\n" : String(repeating: " ", count: indent) + line + "\n"
        }
        return result
    }

    // MARK: - Comments

    /// A comment in lines of at most a width, broken between words, without a character that would end it.
    static func comment(_ text: String, width: Int) -> [String] {
        let width = max(width, 40)
        return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.flatMap {
            line in
            var lines: [String] = []
            var current = ""
            var count = 0
            for word in line.split(separator: " ", omittingEmptySubsequences: false) {
                let shown = word.unicodeScalars.map { needsEscape($0) ? codePoint($0) : String($0) }.joined()
                let length = shown.unicodeScalars.count
                if count > 0, count + 1 + length > width {
                    lines.append(current)
                    (current, count) = (shown, length)
                } else {
                    current += count == 0 && current.isEmpty && lines.isEmpty ? shown : " " + shown
                    count += length + 1
                }
            }
            return lines + [trimmed(current)]
        }
    }

    private static func trimmed(_ text: String) -> String {
        var end = text.endIndex
        while end > text.startIndex, text[text.index(before: end)] == " " { end = text.index(before: end) }
        return String(text[..<end])
    }
}
