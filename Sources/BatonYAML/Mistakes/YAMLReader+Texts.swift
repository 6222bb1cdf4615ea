import BatonDiagnostics

/// Values that YAML reads differently than intended. Each is reported, and read as the text that was probably meant.
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
        let isKey = MissingSpace.afterDashes(SourceLine(file, at: at)) == at
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
