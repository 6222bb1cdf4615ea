/// Comparisons that other languages write in words: `x is not null`, `x is int`, `x not in [1, 2]`, `not x == 1`.
enum ForeignComparison {
    /// The hint for a comparison in words; nil for other words.
    ///
    /// - Parameters:
    ///   - text: the expression from the first of the words on.
    ///   - subject: the value before the words; nil where it is more than a name with members.
    static func help(_ text: String, of subject: String?) -> String? {
        let words = text.split(maxSplits: 4, whereSeparator: \.isWhitespace)
        let subject = subject ?? "x"
        switch words.first?.lowercased() {
        case "is": return help(Array(words.dropFirst()), of: subject)
        case "not" where words.count > 2 && words[1] == "in":
            let list = operand(text[words[2].startIndex...])
            return "write `!(\(subject) in \(list))`"
        case "instanceof":
            let name = words.dropFirst().first.map(Self.name) ?? ""
            return "write `\(typeTest(of: subject, name, isNegated: false) ?? "type(\(subject)) == …")`"
        case "like": return "write `text.contains(…)`, `text.startsWith(…)` or `text.matches(\"pattern\")`"
        case "between": return "write both ends: `\(subject) >= 1 && \(subject) <= 5`"
        case "exists": return "write `\(subject) != null`; whether a member is there says `has(a.b)`"
        default: return nil
        }
    }

    /// The hint for what stands behind `is`.
    private static func help(_ words: [Substring], of subject: String) -> String {
        let isNegated = words.first == "not"
        var words = words.dropFirst(isNegated ? 1 : 0)
        if words.count > 1, words.first == "a" || words.first == "an" { words = words.dropFirst() }
        let word = words.first.map(Self.name) ?? ""
        let sign = isNegated ? "!=" : "=="
        switch word.lowercased() {
        case "in": return isNegated ? "write `!(\(subject) in …)`" : "write `\(subject) in …`"
        case "null", "none", "nil", "undefined": return "write `\(subject) \(sign) null`"
        case "empty": return "write `size(\(subject)) \(sign) 0`"
        default: return "write `\(typeTest(of: subject, word, isNegated: isNegated) ?? sign)`"
        }
    }

    /// The hint for `not x == 1`: `!` alone would negate `x`.
    ///
    /// - Parameter text: the expression behind `not`.
    static func negation(of text: String) -> String {
        let operand = operand(text.drop(while: \.isWhitespace))
        let isComparison = operand.contains(" in ") || operand.contains { "=<>".contains($0) }
        return isComparison ? "write `!(\(operand))`" : "write `!`"
    }

    /// The comparison of a type that other languages call so; nil for an unknown name.
    static func typeTest(of subject: String, _ name: String, isNegated: Bool = false) -> String? {
        let type: String
        switch name.lowercased() {
        case "int", "integer", "long": type = "int"
        case "float", "double": type = "double"
        case "str", "string", "text": type = "string"
        case "bool", "boolean": type = "bool"
        case "list", "array": type = "list"
        case "dict", "map", "object": type = "map"
        case "bytes": type = "bytes"
        case "number":
            let test = "type(\(subject)) in [int, double]"
            return isNegated ? "!(\(test))" : test
        default: return nil
        }
        return "type(\(subject)) \(isNegated ? "!=" : "==") \(type)"
    }

    /// The letters and digits at the start of a word: `null` of `null)`.
    private static func name(_ word: Substring) -> String {
        String(word.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }

    /// The text up to an operator of lower precedence, or to the bracket that closes what is around it; `…` for a long
    /// text.
    private static func operand(_ text: Substring) -> String {
        var depth = 0
        var isQuoted = false
        var end = text.endIndex
        for index in text.indices {
            let character = text[index]
            if character == "\"" || character == "'" { isQuoted.toggle() }
            if isQuoted { continue }
            if "([{".contains(character) { depth += 1 }
            if depth == 0, ")]}&|?:,".contains(character) {
                end = index
                break
            }
            if ")]}".contains(character) { depth -= 1 }
        }
        var operand = text[..<end]
        while operand.last?.isWhitespace == true { operand.removeLast() }
        let isShown = !operand.isEmpty && operand.utf8.count <= 60 && !operand.contains(where: \.isNewline)
        return isShown ? String(operand) : "…"
    }
}
