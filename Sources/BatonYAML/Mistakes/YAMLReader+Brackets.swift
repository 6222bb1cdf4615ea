import BatonDiagnostics

/// Brackets that do not close, or close nothing, and commas that are missing between values.
extension YAMLReader {
    /// What stands behind a value between brackets where a comma or the end is expected.
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
                .yamlSyntax(at: range(at..<at + 1), "a comma or the end of this `\(shown)` is expected here"))
            throw Stop()
        }
    }

    /// The value at hand is read as if a comma stood before it.
    mutating func missingComma(at place: Int) throws(Stop) {
        try complain(.yamlMissingComma(file, at: place))
        toldComma = at
    }

    mutating func wrongBracket() throws(Stop) {
        try complain(.yamlWrongBracket(file, at: at, opened: brackets.last))
        throw Stop()
    }

    /// The innermost bracket is not closed. Where all of it stands on the line before what cannot be within it, the end
    /// of that line is taken for its end.
    mutating func openBracket(noticed: Int?) throws(Stop) {
        let bracket = brackets.last ?? at
        let line = SourceLine(file, at: bracket)
        let end = ValueExtent.of(file, from: bracket, isInFlow: false).upperBound
        // What goes on over several lines may end anywhere.
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
