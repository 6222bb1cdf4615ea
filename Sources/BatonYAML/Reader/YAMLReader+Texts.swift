import BatonDiagnostics

/// Values that YAML reads differently than intended. Each is reported as an error, and read on as text.
extension YAMLReader {
    /// Reports a range and reads it as a text whose quotes are missing.
    mutating func placeholder(
        _ extent: Range<Int>, _ diagnostic: Diagnostic, indent: Int
    ) throws(Stop) -> YAMLRecord {
        try complain(diagnostic)
        at = max(at, extent.upperBound)
        return YAMLRecord(.string, .plain, extent, text: extent).indented(indent)
    }

    /// Reports a value that begins with an indicator of YAML.
    mutating func indicator(from lower: Int, isInFlow: Bool, indent: Int) throws(Stop) -> YAMLRecord {
        let extent = ValueExtent.of(file, from: lower, isInFlow: isInFlow)
        return try placeholder(extent, .yamlIndicator(file, extent), indent: indent)
    }

    /// Reports a value that contains the colon of a key, at a place where a map may not begin.
    mutating func colonInside(
        _ lower: Int, _ position: Position, indent: Int, depth: Int
    ) throws(Stop) -> YAMLRecord {
        let extent = ValueExtent.of(file, from: lower, isInFlow: false)
        let diagnostic: Diagnostic =
            position == .document
            ? .yamlSyntax(
                at: range(extent), "a map cannot begin on the line of `---`", help: "begin it on the next line")
            : .yamlColonInside(file, extent)
        let text = try placeholder(extent, diagnostic, indent: indent)
        return try endOfValue(text, position, isCompact: false, indent: indent, depth: depth)
    }

    /// Reports a dash on the line of a key, and skips the text behind it.
    mutating func misplacedDash(indent: Int) throws(Stop) -> YAMLRecord {
        let extent = ValueExtent.of(file, from: at, isInFlow: false)
        let text = try placeholder(
            extent,
            .yamlSyntax(
                at: range(extent), "a list cannot begin on the line of its key",
                help: "begin it on the next line, or quote the value if it is text"), indent: indent)
        try skipText(indent: indent)
        return text
    }

    /// Skips the rest of the line and all following lines that are indented deeper than a column.
    mutating func skipText(indent: Int) throws(Stop) {
        repeat {
            skipLine()
            skipEmptyLines()
        } while try goesOn(indent: indent)
        skip()
    }

    /// Reports `{{` if it is the start of another tool's marker; nil if it begins two maps.
    mutating func foreignBraces(isInFlow: Bool, indent: Int) throws(Stop) -> YAMLRecord? {
        let isKey = SourceLine(file, at: at).afterDashes == at
        let extent = ValueExtent.of(file, from: at, isInFlow: isInFlow || isKey)
        guard let marker = TemplateMarker.ranges(file.bytes, in: extent, skipsQuotes: true).first else { return nil }
        return try placeholder(extent, .yamlTemplateMarker(file, marker), indent: indent)
    }

    // MARK: Plain scalars

    /// Checks a line of a plain scalar in block style for markers of other tools, and for a comment that cuts off an
    /// expression; in that case the text with the comment is returned.
    mutating func secondLook(at whole: Range<Int>, _ signs: PlainSigns, indent: Int) throws(Stop) -> YAMLRecord? {
        if signs.hasOpening, text[at] == UInt8(ascii: "#"), Parentheses.isOpen(file.bytes, in: whole) {
            let extent = ValueExtent.of(file, from: whole.lowerBound, isInFlow: false)
            if extent.upperBound > whole.upperBound, !Parentheses.isOpen(file.bytes, in: extent) {
                return try placeholder(extent, .yamlCommentInside(file, extent), indent: indent)
            }
        }
        if signs.hasBrace { reportMarkers(whole) }
        return nil
    }

    mutating func reportMarkers(_ line: Range<Int>) {
        for marker in TemplateMarker.ranges(file.bytes, in: line, skipsQuotes: true) {
            findings.append(.yamlTemplateMarker(file, marker))
        }
    }

    /// Reports a plain scalar in flow style that is cut off by a bracket or a comma.
    mutating func unquotedInFlow(_ whole: Range<Int>, indent: Int) throws(Stop) -> YAMLRecord {
        let extent = ValueExtent.of(file, from: whole.lowerBound, isInFlow: true)
        let marker = TemplateMarker.ranges(file.bytes, in: extent, skipsQuotes: true).first
        try complain(marker.map { .yamlTemplateMarker(file, $0) } ?? .yamlUnquotedInFlow(file, extent))
        at = max(at, extent.upperBound)
        let taken = whole.lowerBound..<max(whole.upperBound, extent.upperBound)
        return YAMLRecord(.string, .plain, taken, text: taken).indented(indent)
    }

    /// Reports the first further line of a text that begins with a dash and a space, because it was meant as a list
    /// item. Inside of parentheses the dash is a minus.
    mutating func checkDashes(_ whole: Range<Int>, isInFlow: Bool) throws(Stop) {
        let bytes = file.bytes
        var next = whole.lowerBound
        while let end = bytes[next..<whole.upperBound].firstIndex(where: {
            $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }) {
            next = end + 1
            while text[next] == UInt8(ascii: " ") || text[next] == UInt8(ascii: "\t") { next += 1 }
            guard next < whole.upperBound, text[next] == UInt8(ascii: "-") else { continue }
            guard next + 1 >= whole.upperBound || isBlank(next + 1) else { continue }
            // Checked for the first dash only, because each check reads the text from its start.
            if !Parentheses.isOpen(bytes, in: whole.lowerBound..<next), !mistakes.contains(whole.lowerBound) {
                try complain(.yamlItemInside(file, whole, dash: next))
            }
            return
        }
    }
}

/// Quoted values and others with an explicit end: a missing end, and text behind the end.
extension YAMLReader {
    /// Reports a quoted text without its closing quote, which was probably forgotten on the same line.
    mutating func openQuote(
        _ lower: Int, closing: Int?, isInFlow: Bool, indent: Int
    ) throws(Stop) -> YAMLRecord {
        let line = SourceLine(file, at: lower)
        var end = ValueExtent.of(file, from: lower, isInFlow: isInFlow).upperBound
        if line.afterDashes == lower,
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

    /// Reports text that follows on the line behind the end of a value, and returns the value with it.
    mutating func textBehind(_ whole: Range<Int>, isInFlow: Bool, indent: Int) throws(Stop) -> YAMLRecord? {
        guard forgottenBrackets == 0, text.isTextBehind(at, isInFlow: isInFlow) else { return nil }
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

/// Spaces of another kind where YAML wants its own. Inside of a text they are ordinary characters.
extension YAMLReader {
    /// Reports such spaces at the edges of a plain text, before a comment, and behind a dash.
    ///
    /// A line that begins with them has another indentation than it seems to have, and a key is another key: that is an
    /// error. At the edge of a value they belong to the value, which may be meant: that is a warning.
    mutating func checkSpaces(in whole: Range<Int>, _ signs: PlainSigns, isKey: Bool) throws(Stop) {
        let lower = whole.lowerBound
        let second = text[lower] == UInt8(ascii: "-") ? lower + 1 : lower
        guard text[second] >= 0xC2 || text[whole.upperBound - 1] >= 0x80 || signs.hasTightHash else { return }
        let isFirst = SourceLine(file, at: lower).contents.lowerBound == lower
        let before = text.otherSpaces(from: second)
        if !before.isEmpty, second == lower || isFirst {
            try complain(
                isKey || isFirst
                    ? .yamlOtherSpace(file, before, mended: second > lower ? " " : nil)
                    : .yamlOtherSpace(file, before, inText: "this text begins with"))
        }
        let behind = text.otherSpaces(upTo: whole.upperBound)
        if !behind.isEmpty, behind.lowerBound > before.upperBound {
            try complain(
                isKey
                    ? .yamlOtherSpace(file, behind, mended: "")
                    : .yamlOtherSpace(file, behind, inText: "this text ends with"))
        }
        guard signs.hasTightHash else { return }
        for hash in whole.dropFirst() where text[hash] == UInt8(ascii: "#") {
            let space = text.otherSpaces(upTo: hash)
            if space.isEmpty || space.lowerBound <= lower { continue }
            return try complain(
                .yamlOtherSpace(file, space, inText: "before this `#`, which begins no comment, stands"))
        }
    }

    /// Reports a dash among the items of a list that is none, because a space of another kind follows it.
    mutating func checkSpaceBehindDash() throws(Stop) {
        let space = text.otherSpaces(from: at + 1)
        guard text[at] == UInt8(ascii: "-"), !space.isEmpty else { return }
        try complain(.yamlOtherSpace(file, space, mended: " "))
        throw Stop()
    }

    /// Whether a space of another kind hides how the file is built, so that only these spaces are reported: what else
    /// seems wrong may follow from them.
    mutating func stopsAtSpaces() -> Bool {
        let spaces = findings.filter { $0.severity == .error && $0.code == "yaml.other-space" }
        if spaces.isEmpty { return false }
        findings = spaces
        return true
    }
}
