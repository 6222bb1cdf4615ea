extension CELParser {
    mutating func primary() throws(CELDiagnostic) -> CELSyntax {
        let start = token.range.lowerBound
        switch token.kind {
        case .number:
            let value = try CELNumberLiteral.value(of: text(token.range), at: token.range, isNegative: false)
            try advance()
            return try node(.literal(value), from: start)
        case .string:
            let value = try CELStringLiteral.value(of: bytes, token.range)
            try advance()
            return try node(.literal(value), from: start)
        case .name: return try name()
        case .sign(.openParenthesis):
            try advance()
            let inner = try expression()
            try expectClosing(.closeParenthesis, ")", of: start)
            return inner
        case .sign(.openBracket):
            try advance()
            return try list(from: start)
        case .sign(.openBrace):
            try advance()
            return try map(from: start)
        case .sign(.dot):
            try advance()
            guard token.kind == .name else { throw unexpected("a name after the dot") }
            return try name()
        default: throw unexpected("a value")
        }
    }

    private mutating func name() throws(CELDiagnostic) -> CELSyntax {
        let range = token.range
        let word = text(range)
        switch word {
        case "true", "false":
            try advance()
            return try node(.literal(.bool(word == "true")), from: range.lowerBound)
        case "null":
            try advance()
            return try node(.literal(.null), from: range.lowerBound)
        case "in": throw unexpected("a value")
        case _ where Self.isReserved(word):
            throw CELDiagnostic(
                "expression.syntax", "`\(word)` is a reserved word and no name", range,
                help: word == "if" || word == "else"
                    ? "a choice is written `condition ? value : other`"
                    : "after a dot it may stand: `row.\(word)`")
        default: break
        }
        try advance()
        if case .sign(.openBrace) = token.kind {
            throw CELDiagnostic(
                "expression.syntax", "message values like `\(word){…}` are not supported", range,
                help: "a map is written `{\"key\": value}`")
        }
        guard try take(.openParenthesis) else {
            if word == "not" || word == "typeof", startsValue {
                throw CELDiagnostic(
                    "expression.syntax", "`\(word)` is no operator", range,
                    help: word == "not" ? "write `!(…)`" : "write `type(…)`")
            }
            return try node(.name(word), from: range.lowerBound)
        }
        let arguments = try arguments(from: previousEnd - 1)
        return try node(.call(CELSyntax.Word(text: word, range: range), arguments), from: range.lowerBound)
    }

    private var startsValue: Bool {
        switch token.kind {
        case .name, .number, .string: !isWord("in")
        default: false
        }
    }

    private func isWord(_ word: String) -> Bool { token.kind == .name && text(token.range) == word }

    /// Whether a word with the form of a name is a keyword or a reserved word.
    static func isTaken(_ word: String) -> Bool {
        switch word.utf8.count {
        case 2 where word == "in": true
        case 4: word == "true" || word == "null" || isReserved(word)
        case 5: word == "false" || isReserved(word)
        default: isReserved(word)
        }
    }

    /// Whether a word is reserved. The check is by length, so that a name is compared with only a few words.
    static func isReserved(_ word: String) -> Bool {
        switch word.utf8.count {
        case 2: word == "as" || word == "if"
        case 3: word == "for" || word == "let" || word == "var"
        case 4: word == "else" || word == "loop" || word == "void"
        case 5: word == "break" || word == "const" || word == "while"
        case 6: word == "import" || word == "return"
        case 7: word == "package"
        case 8: word == "continue" || word == "function"
        case 9: word == "namespace"
        default: false
        }
    }

    /// Reads the arguments of a call and its closing parenthesis.
    mutating func arguments(from start: Int) throws(CELDiagnostic) -> [CELSyntax] {
        var arguments: [CELSyntax] = []
        if try take(.closeParenthesis) { return arguments }
        repeat {
            arguments.append(try expression())
        } while try take(.comma)
        try expectClosing(.closeParenthesis, ")", of: start)
        return arguments
    }

    private mutating func list(from start: Int) throws(CELDiagnostic) -> CELSyntax {
        var elements: [CELSyntax.Element] = []
        while token.kind != .sign(.closeBracket) {
            let isOptional = try take(.question)
            elements.append(CELSyntax.Element(value: try expression(), isOptional: isOptional))
            guard try take(.comma) else { break }
        }
        try expectClosing(.closeBracket, "]", of: start)
        return try node(.list(elements), from: start)
    }

    private mutating func map(from start: Int) throws(CELDiagnostic) -> CELSyntax {
        if token.kind == .sign(.openBrace), token.range.lowerBound == start + 1 {
            throw CELDiagnostic(
                "expression.syntax", "`{{` stands inside an expression", start..<start + 2,
                help: "names need no marker here: write `name`, not `{{name}}`")
        }
        var entries: [CELSyntax.Entry] = []
        while token.kind != .sign(.closeBrace) {
            let isOptional = try take(.question)
            let key = try expression()
            guard try take(.colon) else { throw unexpected("`:` after the key") }
            entries.append(CELSyntax.Entry(key: key, value: try expression(), isOptional: isOptional))
            guard try take(.comma) else { break }
        }
        try expectClosing(.closeBrace, "}", of: start)
        return try node(.map(entries), from: start)
    }

    /// Requires a closing bracket; `start` is the offset of the opening one.
    mutating func expectClosing(_ sign: CELToken.Sign, _ closing: String, of start: Int) throws(CELDiagnostic) {
        if try take(sign) { return }
        var diagnostic = unexpected("`\(closing)`")
        if token.kind == .end {
            let inside = text(start..<min(bytes.count, start + 40)).prefix { !$0.isNewline }
            diagnostic.help = "this is open: `\(inside)\(start + 40 < bytes.count ? "…" : "")`"
        } else if closing == ")", token.kind == .sign(.comma) {
            diagnostic.help = "a list stands in brackets: `[1, 2]`"
        } else if closing == "]", token.kind == .sign(.colon) {
            diagnostic.help = "a part of a list is `list.slice(0, 2)`, of a text `text.substring(0, 2)`"
        }
        throw diagnostic
    }

    /// The diagnostic for a token that is not allowed here.
    func unexpected(_ wanted: String) -> CELDiagnostic {
        guard token.kind != .end else {
            let end = bytes.count
            return CELDiagnostic("expression.syntax", "expected \(wanted), but the expression ends", end..<end)
        }
        let found = text(token.range)
        let shown = found.utf8.count <= 40 ? "`\(found)`" : "a text"
        return CELDiagnostic(
            "expression.syntax", "expected \(wanted), found \(shown)", token.range, help: help(for: found))
    }
}

/// Number literals: `12`, `0x1F`, `12u`, `1.5`, `1e3`.
enum CELNumberLiteral {
    static func value(of text: String, at range: Range<Int>, isNegative: Bool) throws(CELDiagnostic) -> CELValue {
        let sign = isNegative ? "-" : ""
        let lowered = text.lowercased()
        let isHex = lowered.hasPrefix("0x")
        let isUnsigned = lowered.hasSuffix("u")
        let digits = String(lowered.dropFirst(isHex ? 2 : 0).dropLast(isUnsigned ? 1 : 0))
        if isUnsigned {
            guard !isNegative else {
                throw CELDiagnostic("expression.syntax", "an unsigned number cannot be negative", range)
            }
            guard let value = UInt64(digits, radix: isHex ? 16 : 10) else {
                throw CELDiagnostic("expression.syntax", "this number is no unsigned 64-bit integer", range)
            }
            return .uint(value)
        }
        if !isHex, digits.utf8.contains(where: { !CELLexer.isDigit($0) }) {
            let full = digits.hasPrefix(".") ? "0" + digits : digits
            guard let value = Double(sign + full), value.isFinite else {
                throw CELDiagnostic("expression.syntax", "this number is too large for a double", range)
            }
            return .double(value)
        }
        guard let value = Int64(sign + digits, radix: isHex ? 16 : 10) else {
            throw CELDiagnostic(
                "expression.syntax", "this number is too large for a 64-bit integer", range,
                help: "write `\(text)u` for an unsigned one, or `\(text).0` for a double")
        }
        return .int(value)
    }
}
