/// Finds the literal parts of a value that has expressions.
enum LiteralTemplate {
    static func literals(in line: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = range.lowerBound
        var index = start
        while index < range.upperBound {
            guard let end = referenceEnd(in: line, at: index, before: range.upperBound) else {
                index += 1
                continue
            }
            if start < index { found.append(start..<index) }
            if line[index + 1] == UInt8(ascii: "(") { found += texts(in: line, index + 2..<end) }
            index = end
            start = index
        }
        if start == range.lowerBound { return [range] }
        if start < range.upperBound { found.append(start..<range.upperBound) }
        return found.filter { !isBetween(line[$0]) }
    }

    /// The index behind the reference that begins here: `$(…)`, or `${name}` and `{{name}}` of other tools; nil without
    /// one. An unclosed `$(` takes the rest.
    static func referenceEnd(in line: [UInt8], at start: Int, before limit: Int) -> Int? {
        // `$$(` is the text `$(`.
        guard start + 1 < limit, start == 0 || line[start] != UInt8(ascii: "$") || line[start - 1] != line[start] else {
            return nil
        }
        switch (line[start], line[start + 1]) {
        case (UInt8(ascii: "$"), UInt8(ascii: "(")): return expressionEnd(in: line, at: start + 1, before: limit)
        case (UInt8(ascii: "$"), UInt8(ascii: "{")), (UInt8(ascii: "{"), UInt8(ascii: "{")):
            return foreignEnd(in: line, at: start, before: limit)
        default: return nil
        }
    }

    private static func expressionEnd(in line: [UInt8], at parenthesis: Int, before limit: Int) -> Int {
        var depth = 0
        var index = parenthesis
        while index < limit {
            if let part = QuotedPart(in: line, at: index, before: limit), part.isClosed {
                index = part.end
                continue
            }
            if line[index] == UInt8(ascii: "(") { depth += 1 }
            if line[index] == UInt8(ascii: ")") {
                depth -= 1
                if depth == 0 { return index + 1 }
            }
            index += 1
        }
        return limit
    }

    /// The end of a reference of another tool. Only a name is accepted in the braces; other content may be a literal
    /// text.
    private static func foreignEnd(in line: [UInt8], at start: Int, before limit: Int) -> Int? {
        var index = start + (line[start] == UInt8(ascii: "$") ? 1 : 0)
        let first = index
        while index < limit, index - first < 2, line[index] == UInt8(ascii: "{") { index += 1 }
        let braces = index - first
        let name = index
        while index < limit, SecretNames.isNameByte(line[index]) || " .-".utf8.contains(line[index]) { index += 1 }
        guard index > name, index + braces <= limit,
            line[index..<(index + braces)].allSatisfy({ $0 == UInt8(ascii: "}") })
        else { return nil }
        return index + braces
    }

    /// The quoted texts in an expression, except for the names in `vars['name']`.
    private static func texts(in line: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var index = range.lowerBound
        while index < range.upperBound {
            guard
                let part = QuotedPart(in: line, at: index, before: range.upperBound)?
                    .asMeant(in: line, before: range.upperBound, isExpression: true)
            else {
                index += 1
                continue
            }
            if !part.content.isEmpty, line[index - 1] != UInt8(ascii: "[") { found.append(part.content) }
            index = max(part.end, index + 1)
        }
        return found
    }

    /// Whether a text such as `Bearer `, `sid=` or `; ` is not secret beside an expression.
    private static func isBetween(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.contains(where: { SecretNames.isNameByte($0) || $0 >= 0x80 }) else { return true }
        let word = String(decoding: text, as: UTF8.self).split(separator: " ")
        if word.count == 1, SecretNames.isScheme(String(word[0])) { return true }
        return text.last == UInt8(ascii: "=") && text.count(where: { $0 == UInt8(ascii: "=") }) == 1
    }
}
