/// Patterns for the files that expressions read by a computed name: `file('../data/' + name + '.txt')`.
enum ComputedPaths {
    /// A pattern for each call of `file` in a text whose argument is more than one literal, `../data/*.txt`; nil for an
    /// argument without a literal part.
    static func of(_ text: String) -> [String?] {
        guard text.contains("file") else { return [] }
        return text.matches(of: /\bfile\s*\(/).compactMap { call -> String?? in
            let parts = parts(of: text[call.range.upperBound...])
            guard parts.count > 1 || parts.first?.literal == nil else { return .none }
            let literals = parts.compactMap(\.literal)
            guard literals.joined().count >= 3 else { return .some(nil) }
            // Without a literal beginning the file may be in any folder.
            return .some(
                (parts.first?.literal == nil ? "/" : "")
                    + parts.map { $0.literal.map { Mentions.escaped(Substring($0)) } ?? "*" }.joined())
        }
    }

    private struct Part {
        /// Nil for a computed part.
        var literal: String?
    }

    /// The operands of `+`, up to the parenthesis that closes the call.
    private static func parts(of text: Substring) -> [Part] {
        var parts: [Part] = []
        var current = ""
        var depth = 0
        var quote: Character?
        func end() {
            let word = current.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
            let literal = String(word)
            let isLiteral =
                literal.count >= 2 && (literal.first == "'" || literal.first == "\"") && literal.last == literal.first
                && !literal.dropFirst().dropLast().contains { $0 == literal.first || $0 == "\\" }
            parts.append(Part(literal: isLiteral ? String(literal.dropFirst().dropLast()) : nil))
            current = ""
        }
        for character in text {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == "(" || character == "[" || character == "{" {
                depth += 1
            } else if character == ")" || character == "]" || character == "}" {
                if depth == 0 { break }
                depth -= 1
            } else if character == "+", depth == 0 {
                end()
                continue
            }
            current.append(character)
        }
        end()
        return parts
    }
}
