/// Reads and writes expressions in CEL as texts: literals, names that they read, and texts in quotes that would be taken for
/// templates.
enum ExpressionText {
    enum Token: Equatable {
        /// A text in quotes, with its prefix and quotes.
        case string
        /// A name that is no member of another one.
        case name
        case other
    }

    /// The parts of an expression, one after the other.
    static func tokens(_ text: String) -> [(kind: Token, text: String)] {
        let bytes = Array(text.utf8)
        var tokens: [(kind: Token, text: String)] = []
        var at = 0
        var rest = 0
        func flush() {
            if rest < at { tokens.append((.other, String(decoding: bytes[rest..<at], as: UTF8.self))) }
        }
        while at < bytes.count {
            let start = at
            if isQuote(bytes[at]) {
                flush()
                at = endOfString(bytes, from: at, isRaw: false)
                tokens.append((.string, String(decoding: bytes[start..<at], as: UTF8.self)))
                rest = at
            } else if isNameStart(bytes[at]) {
                while at < bytes.count, isNamePart(bytes[at]) { at += 1 }
                let name = String(decoding: bytes[start..<at], as: UTF8.self)
                if at < bytes.count, isQuote(bytes[at]), ["r", "R", "b", "B", "rb", "br", "Rb", "bR"].contains(name) {
                    at = endOfString(bytes, from: at, isRaw: name.lowercased().contains("r"))
                    let end = at
                    at = start
                    flush()
                    at = end
                    tokens.append((.string, String(decoding: bytes[start..<end], as: UTF8.self)))
                    rest = at
                } else if !isMember(bytes, at: start) {
                    let end = at
                    at = start
                    flush()
                    at = end
                    tokens.append((.name, name))
                    rest = at
                }
            } else if (0x30...0x39).contains(bytes[at]) {
                // The letters of `1u` and `0x1F` are no names.
                while at < bytes.count, isNamePart(bytes[at]) { at += 1 }
            } else {
                at += 1
            }
        }
        flush()
        return tokens
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
    }

    private static func isNamePart(_ byte: UInt8) -> Bool { isNameStart(byte) || (0x30...0x39).contains(byte) }

    /// Whether a name stands behind the dot of a member: `.a`, `.?a`.
    private static func isMember(_ bytes: [UInt8], at start: Int) -> Bool {
        var before = start - 1
        while before >= 0, [0x20, 0x09, 0x0A, UInt8(ascii: "?")].contains(bytes[before]) { before -= 1 }
        return before >= 0 && bytes[before] == UInt8(ascii: ".")
    }

    private static func endOfString(_ bytes: [UInt8], from start: Int, isRaw: Bool) -> Int {
        let quote = bytes[start]
        let isTripled = start + 2 < bytes.count && bytes[start + 1] == quote && bytes[start + 2] == quote
        let length = isTripled ? 3 : 1
        var at = start + length
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "\\"), !isRaw {
                at += 2
            } else if bytes[at..<min(at + length, bytes.count)].allSatisfy({ $0 == quote }), at + length <= bytes.count
            {
                return at + length
            } else {
                at += 1
            }
        }
        return bytes.count
    }

    // MARK: - Names

    /// The variables and roots that an expression reads, also as `vars.NAME`.
    static func names(in text: String) -> Set<String> {
        var names: Set<String> = []
        let tokens = tokens(text)
        for (index, token) in tokens.enumerated() where token.kind == .name {
            names.insert(token.text)
            if token.text == "vars", index + 1 < tokens.count, tokens[index + 1].text.hasPrefix(".") {
                let member = tokens[index + 1].text.dropFirst().prefix {
                    $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
                }
                names.insert(String(member))
            }
        }
        return names
    }

    /// The headers that an expression reads by their names, in lower case.
    static func headers(in text: String) -> [String] {
        guard text.contains(".headers[") else { return [] }
        let tokens = tokens(text)
        return zip(tokens, tokens.dropFirst()).compactMap { before, token in
            let isHeader = before.text.hasSuffix(".headers[") || before.text.hasSuffix(".headers[?")
            guard isHeader, token.kind == .string else { return nil }
            return token.text.filter { $0 != "\"" && $0 != "'" }.lowercased()
        }
    }

    /// Functions that make up values, and what stands for one.
    private static let certain: Set<String> = [
        "uuid", "uuid7", "fake", "random_int", "random_string", "random_hex", "now", "int", "string", "format_date",
        "secrets", "true", "false", "null",
    ]

    /// Whether an expression never fails: a literal, a secret, or a value that is made up.
    static func isCertain(_ text: String) -> Bool {
        if YAMLText.isTyped(text.trimmingSpaces) { return true }
        return tokens(text).allSatisfy { kind, part in
            switch kind {
            case .string: true
            case .name: certain.contains(part)
            case .other: !part.contains { "+-*/%<>=!&|?:[]{}".contains($0) }
            }
        }
    }

    /// The expression with another name in the place of one that it reads.
    static func renaming(_ name: String, to other: String, in text: String) -> String {
        tokens(text).map { $0.kind == .name && $0.text == name ? other : $0.text }.joined()
    }

    /// The expression with what reads as a template of another tool, or as an expression within quotes, escaped: there it is
    /// text, and is told as a mistake.
    ///
    /// - Parameter isWhole: whether an expression that is one text in quotes may hold such a text as it is.
    static func hardened(_ text: String, isWhole: Bool) -> String {
        let tokens = tokens(text.replacing("\r\n", with: " ").replacing("\n", with: " "))
        if isWhole, tokens.count == 1, !text.contains("$(") { return tokens.map(\.text).joined() }
        return tokens.map { kind, part in
            guard kind == .string, !"rRbB".contains(part.first ?? " ") else { return part }
            return part.replacing("{{", with: "\\u007b\\u007b").replacing("${", with: "$\\u007b").replacing(
                "$(", with: "\\u0024(")
        }.joined()
    }

    /// The condition, in brackets where it is part of another one.
    static func bracketed(_ text: String) -> String {
        let isSimple = tokens(text).allSatisfy { kind, part in
            kind != .other || !part.contains { "&|?<>=!+-*/% ".contains($0) }
        }
        return isSimple ? text : "(\(text))"
    }

    // MARK: - Literals

    static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default:
                if YAMLText.needsEscape(scalar) {
                    let digits = String(scalar.value, radix: 16)
                    let length = scalar.value > 0xFFFF ? 8 : 4
                    result +=
                        (length == 8 ? "\\U" : "\\u") + String(repeating: "0", count: length - digits.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    /// What a literal in quotes means; nil for a raw one, one of bytes and one in three quotes.
    static func value(ofLiteral text: String) -> String? {
        guard let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote,
            !text.hasPrefix("\"\"\""), !text.hasPrefix("'''")
        else { return nil }
        var value = String.UnicodeScalarView()
        var rest = text.dropFirst().dropLast().unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let escaped = rest.popFirst() else {
                value.append(scalar)
                continue
            }
            switch escaped {
            case "n": value.append("\n")
            case "r": value.append("\r")
            case "t": value.append("\t")
            case "u", "U":
                let digits = String(String.UnicodeScalarView(rest.prefix(escaped == "u" ? 4 : 8)))
                guard let code = UInt32(digits, radix: 16), let read = Unicode.Scalar(code) else { return nil }
                value.append(read)
                rest = rest.dropFirst(digits.unicodeScalars.count)
            case "\"", "'", "\\", "`", "?": value.append(escaped)
            default: return nil
            }
        }
        return String(value)
    }

    static func of(_ text: ImportText) -> String {
        if text.isEmpty { return "\"\"" }
        if let expression = text.expression { return expression }
        return text.pieces.map { piece in
            switch piece {
            case .literal(let text): literal(text)
            case .expression(let expression): "string(\(expression))"
            }
        }.joined(separator: " + ")
    }

    static func of(_ value: ImportedValue) -> String {
        switch value {
        case .null: "null"
        case .boolean(let flag): flag ? "true" : "false"
        case .number(let digits): number(digits)
        case .text(let text): of(text)
        case .list(let items): "[" + items.map(of).joined(separator: ", ") + "]"
        case .map(let members):
            "{" + members.map { "\(of($0.name)): \(of($0.value))" }.joined(separator: ", ") + "}"
        }
    }

    /// A number as CEL has it. Whole numbers beyond 64 bits are read by the reader of JSON, which keeps all digits.
    private static func number(_ digits: String) -> String {
        guard YAMLText.isNumber(digits) else { return literal(digits) }
        if Int64(digits) != nil { return digits }
        let isPlain = digits.contains(".") && !digits.lowercased().contains("e") && digits.utf8.count < 16
        return isPlain ? digits : "parse_json(\(literal(digits)))"
    }
}
