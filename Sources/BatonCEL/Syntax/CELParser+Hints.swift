/// Hints for syntax of other languages at places where CEL requires something else.
extension CELParser {
    /// The hint about the current token, which is not allowed here.
    func help(for found: String) -> String? {
        let start = token.range.lowerBound
        let before = previousEnd > 0 ? bytes[previousEnd - 1] : 0
        let isJoined = previousEnd == start && start > 0
        switch token.kind {
        case .name:
            if isJoined, CELLexer.isDigit(before) { return suffixHelp(found) }
            if isJoined, before == UInt8(ascii: "'") || before == UInt8(ascii: "\"") {
                return "a quote inside of a text is written `\\\(Character(Unicode.Scalar(before)))`, "
                    + "or the text stands between the other quotes"
            }
            if operandBefore == "assert" || operandBefore == "expect" {
                let condition = text(start..<bytes.count)
                let isShown = condition.utf8.count <= 60 && !condition.contains(where: \.isNewline)
                return "write the condition alone: `\(isShown ? condition : "x == 2")`"
            }
            if found == "Date", operandBefore == "new" { return "the present moment is `now()`" }
            let rest = text(start..<min(bytes.count, start + 200))
            return ForeignComparison.help(rest, of: operandBefore) ?? ForeignWords.operatorHelp(found)
        case .sign(.greater) where isJoined && before == UInt8(ascii: "-"):
            return ForeignWords.arrowHelp(bytes, before: start - 1)
        case .sign(.question) where isJoined && before == UInt8(ascii: "?"),
            .sign(.colon) where isJoined && before == UInt8(ascii: "?"):
            return "a value for the case that there is none is `a.?b.orValue(0)`"
        case .sign(.times) where before == UInt8(ascii: "["):
            return "of all elements: `list.map(x, x.name)`, or `jsonpath(value, \"$[*].name\")`"
        case .sign(.divided): return "a pattern is a text: `text.matches(\"pattern\")`"
        case .sign(.dot) where before == UInt8(ascii: "."):
            return "at any depth: `jsonpath(value, \"$..name\")`"
        case .string where before == UInt8(ascii: "."): return "such a name stands in brackets: `a[\"b c\"]`"
        case .sign(.comma)
        where CELLexer.isDigit(before) && token.range.upperBound < bytes.count
            && CELLexer.isDigit(bytes[token.range.upperBound]):
            return "a number has a point: `9.50`"
        default: return nil
        }
    }

    /// The name with its members before the current token; nil for any other operand.
    private var operandBefore: String? {
        var start = previousEnd
        while start > 0, CELLexer.continuesName(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: ".") {
            start -= 1
        }
        guard start < previousEnd, previousEnd - start <= 80, CELLexer.startsName(bytes[start]) else { return nil }
        return text(start..<previousEnd)
    }

    /// The hint about a word directly behind a number.
    private func suffixHelp(_ found: String) -> String? {
        var start = previousEnd
        while start > 0, CELLexer.isDigit(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: ".") { start -= 1 }
        let number = text(start..<previousEnd)
        switch found {
        case "ms", "s", "m", "h", "us", "ns": return "a duration is written `duration(\"\(number)\(found)\")`"
        case "d", "day", "days": return "a duration of days is written in hours: `duration(\"24h\")`"
        case _ where found.hasPrefix("_"): return "the digits of a number stand together: `1000`"
        default: return nil
        }
    }
}
