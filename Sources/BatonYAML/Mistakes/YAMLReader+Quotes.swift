import BatonDiagnostics

/// Quoted values and others with an explicit end: a missing end, and text behind the end.
extension YAMLReader {
    /// Reports a quoted text without its closing quote, which was probably forgotten on the same line.
    mutating func openQuote(
        _ lower: Int, closing: Int?, isInFlow: Bool, indent: Int
    ) throws(Stop) -> YAMLRecord {
        let line = SourceLine(file, at: lower)
        var end = ValueExtent.of(file, from: lower, isInFlow: isInFlow).upperBound
        if MissingSpace.afterDashes(line) == lower,
            let colon = (lower..<end).first(where: { text[$0] == UInt8(ascii: ":") && isBlank($0 + 1) })
        {
            end = colon
        }
        try complain(.yamlOpenQuote(file, at: lower, closing: closing, end: end))
        goBack(to: end)
        return YAMLRecord(
            .string, text[lower] == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted, lower..<end,
            text: lower + 1..<end
        ).indented(indent)
    }

    /// Reports lines of a value that are not indented deeper than the block collection around it, given by the offsets
    /// of their contents.
    mutating func shallowLines(_ starts: [Int], _ message: Message, indent: Int) throws(Stop) {
        let edits = starts.prefix(Self.mostShallowLines + 1).map { start in
            let line = SourceLine(file, at: start)
            let spaces = line.range.lowerBound..<line.contents.lowerBound
            return Correction.Edit(spaces, String(repeating: " ", count: max(indent, 0) + 2))
        }
        try complain(
            .yamlIndentation(
                at: range(SourceLine(file, at: starts[0]).contents), message,
                correction: edits.count > Self.mostShallowLines ? nil : Correction(file, edits)))
    }

    private static let mostShallowLines = 100

    /// Whether more text follows on the line behind the end of a quoted text, flow collection or alias.
    func isTextBehind(_ isInFlow: Bool) -> Bool {
        var next = at
        while text[next] == UInt8(ascii: " ") || text[next] == UInt8(ascii: "\t") { next += 1 }
        switch text[next] {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0: return false
        case UInt8(ascii: "#"): return next == at
        case UInt8(ascii: ":"): return !isInFlow && !isBlank(next + 1)
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "{"),
            UInt8(ascii: "\""), UInt8(ascii: "'"):
            return !isInFlow
        default: return true
        }
    }

    /// Reports text that follows on the line behind the end of a value, and returns the text that was probably meant.
    mutating func textBehind(_ whole: Range<Int>, isInFlow: Bool, indent: Int) throws(Stop) -> YAMLRecord? {
        guard forgottenBrackets == 0, isTextBehind(isInFlow) else { return nil }
        let first = text[whole.lowerBound]
        var next = at
        while text[next] == UInt8(ascii: " ") || text[next] == UInt8(ascii: "\t") { next += 1 }
        if text[next] == UInt8(ascii: ":"), first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            try complain(.yamlMissingSpace(file, colon: next))
            tightColon = next
            return nil
        }
        if whole.lowerBound < lineStart {
            let rest = ValueExtent.of(file, from: at, isInFlow: isInFlow)
            try complain(.yamlSyntax(at: range(rest), "no text may follow here"))
            at = rest.upperBound
            return nil
        }
        let extent = ValueExtent.of(file, from: whole.lowerBound, isInFlow: isInFlow)
        let isAlias = first == UInt8(ascii: "*")
        return try placeholder(
            extent, isAlias ? .yamlIndicator(file, extent) : .yamlTextAfter(file, whole, extent: extent), indent: indent
        )
    }
}
