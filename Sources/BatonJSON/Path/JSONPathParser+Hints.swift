/// Words for what people bring along from other dialects of JSONPath.
extension JSONPathParser {
    /// What to say when a path goes on where it cannot.
    var pathHint: String {
        guard let byte = peek(), position > 0, Self.isNameByte(bytes[position - 1]), byte > 0x20 else { return "" }
        if byte == UInt8(ascii: "(") { return "; functions stand only in filters, as in [?length(@.name) > 1]" }
        return "; a name with other characters than letters, digits and `_` is written in brackets, as in ['a-b']"
    }

    /// Where a selector begins.
    var selectorHint: String {
        peek() == UInt8(ascii: "(") ? "; nothing is computed here, the last element is [-1]" : ""
    }

    /// Where a condition ends.
    var operatorHint: String {
        if follows("=~") {
            return "; a regular expression is tried by match(@.a, 'x') or search(@.a, 'x')"
        } else if follows("=") {
            return "; equality is written `==`"
        } else if follows("and ") {
            return "; `and` is written `&&`"
        } else if follows("or ") {
            return "; `or` is written `||`"
        }
        return ""
    }

    private func follows(_ word: String) -> Bool { bytes[position...].starts(with: word.utf8) }
}
