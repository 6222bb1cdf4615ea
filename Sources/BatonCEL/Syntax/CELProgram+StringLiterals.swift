extension CELProgram {
    /// The ranges in UTF-8 of the contents of the string literals in an expression, without prefixes and quotes, up to
    /// the first mistake.
    package static func stringLiterals(in text: String) -> [Range<Int>] {
        let bytes = Array(text.utf8)
        var lexer = CELLexer(bytes)
        var found: [Range<Int>] = []
        while let token = try? lexer.next(), token.kind != .end {
            guard token.kind == .string, let opening = CELStringLiteral.opening(in: bytes, from: token.range.lowerBound)
            else { continue }
            let start = token.range.lowerBound + opening.prefix + opening.quotes
            found.append(start..<max(start, token.range.upperBound - opening.quotes))
        }
        return found
    }

    /// Whether a text has the grammar of an expression, whatever its names mean.
    package static func isExpression(_ text: String) -> Bool { (try? CELParser.parse(Array(text.utf8))) != nil }
}
