import BatonDiagnostics

/// Brackets that are not closed or not opened, and missing commas between values.
extension YAMLReader {
    /// Reports text behind a value in flow style, where a comma or the end of the collection is expected.
    mutating func missingEnd() throws(Stop) {
        let opened = brackets.last ?? at
        switch text[at] {
        case UInt8(ascii: "]"), UInt8(ascii: "}"): try wrongBracket()
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "["), UInt8(ascii: "{"):
            var end = at
            while end > opened + 1, isBlank(end - 1) { end -= 1 }
            try missingComma(at: end)
        default:
            if SourceLine(file, at: opened).number != SourceLine(file, at: at).number {
                return try openBracket(noticed: at)
            }
            let shown = Character(Unicode.Scalar(text[opened]))
            try complain(
                .yamlSyntax(
                    at: range(at..<at + 1), "a comma or the end of this `\(shown)` is expected here",
                    help: text[at] == UInt8(ascii: ":")
                        ? "a text that contains `: ` must be quoted; a comma separates two entries" : nil))
            throw Stop()
        }
    }

    /// Reports a missing comma; the next value is read as if a comma preceded it.
    mutating func missingComma(at place: Int) throws(Stop) {
        try complain(.yamlMissingComma(file, at: place))
        toldComma = at
    }

    mutating func wrongBracket() throws(Stop) {
        try complain(.yamlWrongBracket(file, at: at, opened: brackets.last))
        throw Stop()
    }

    /// Reports that the innermost bracket is not closed. If the whole collection is on the line before the text that
    /// cannot be part of it, reading continues as if the collection ended with its line.
    mutating func openBracket(noticed: Int?) throws(Stop) {
        let bracket = brackets.last ?? at
        let line = SourceLine(file, at: bracket)
        let end = ValueExtent.of(file, from: bracket, isInFlow: false).upperBound
        // A collection on several lines may end anywhere.
        let isOnOneLine = noticed.map { SourceLine(file, at: $0).previous?.number == line.number } ?? false
        guard isOnOneLine, end > bracket + 1, text[end - 1] != UInt8(ascii: ",") else {
            try complain(.yamlOpenBracket(file, at: bracket, noticed: noticed, correction: nil))
            throw Stop()
        }
        let open = brackets.reversed().prefix { line.range.contains($0) }
        let closing = open.map { text[$0] == UInt8(ascii: "[") ? " ]" : " }" }.joined()
        let added = String(closing.dropFirst(text[bracket + 1] == UInt8(ascii: " ") ? 0 : 1))
        try complain(
            .yamlOpenBracket(file, at: bracket, noticed: noticed, correction: line.correction(end..<end, added)))
        forgottenBrackets = open.count
        goBack(to: end)
    }
}
