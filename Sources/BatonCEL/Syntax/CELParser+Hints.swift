/// Hints for syntax of other languages at places where CEL requires something else.
extension CELParser {
    /// The hint about the current token, which is not allowed here.
    func help(for found: String) -> String? {
        let start = token.range.lowerBound
        let before = previousEnd > 0 ? bytes[previousEnd - 1] : 0
        let isJoined = previousEnd == start && start > 0
        switch token.kind {
        case .name:
            if isJoined, CELLexer.isDigit(before) {
                return "a number has no unit; a duration is written `duration(\"5s\")`"
            }
            if isJoined, before == UInt8(ascii: "'") || before == UInt8(ascii: "\"") {
                return "a quote inside of a text is written `\\\(Character(Unicode.Scalar(before)))`, "
                    + "or the text stands between the other quotes"
            }
            return UnknownSigns.operatorHelp(found)
        case .sign(.greater) where isJoined && before == UInt8(ascii: "-"):
            return UnknownSigns.arrowHelp
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
}
