import BatonDiagnostics

/// Plain scalars. After a line of text, the reader stops behind the spaces that follow it.
extension YAMLReader {
    /// Reads the first line of a plain scalar.
    mutating func plainLine(isInFlow: Bool, indent: Int) throws(Stop) -> YAMLRecord {
        guard text.beginsPlain(at: at, isInFlow: isInFlow) else {
            return try indicator(from: at, isInFlow: isInFlow, indent: indent)
        }
        let lower = at
        let (upper, next, signs) = text.plainEnd(from: at, isInFlow: isInFlow)
        let whole = lower..<upper
        at = next
        try checkSpaces(in: whole, signs, isKey: text[at] == UInt8(ascii: ":"))
        if !isInFlow, signs.hasBrace || signs.hasOpening {
            if let text = try secondLook(at: whole, signs, indent: indent) { return text }
        }
        return YAMLRecord(text.plainType(of: whole), .plain, whole, text: whole).indented(indent)
    }

    /// Reads the further lines of a text whose first line has been read; the reader is at the end of the first line.
    mutating func plainLines(
        _ first: YAMLRecord, _ position: Position, isCompact: Bool, indent: Int, depth: Int
    ) throws(Stop) -> YAMLRecord {
        let lower = Int(first.lower)
        var upper = Int(first.upper)
        while isLineBreak {
            skipEmptyLines()
            guard try goesOn(indent: indent) else { break }
            let (end, next, signs) = text.plainEnd(from: at, isInFlow: false)
            if text[next] == UInt8(ascii: ":") {
                let so = upper == Int(first.upper) ? first : kept(lower..<upper, .plain, indent: indent)
                return try keyInText(so, position, isCompact: isCompact, indent: indent, depth: depth)
            }
            if signs.hasBrace { reportMarkers(at..<end) }
            upper = end
            at = next
        }
        guard upper > Int(first.upper) else { return first }
        try checkSpaces(in: lower..<upper, PlainSigns(), isKey: false)
        try checkDashes(lower..<upper, isInFlow: false)
        return kept(lower..<upper, .plain, indent: indent)
    }

    /// Reads a plain scalar in flow style, with all its lines.
    ///
    /// - Parameter isValue: whether the scalar follows a colon. A line below it that has a colon is then a new entry.
    mutating func plainInFlow(isValue: Bool, indent: Int) throws(Stop) -> YAMLRecord {
        guard text.beginsPlain(at: at, isInFlow: true) else {
            return try indicator(from: at, isInFlow: true, indent: indent)
        }
        let lower = at
        var (upper, next, signs) = text.plainEnd(from: at, isInFlow: true)
        let firstLine = upper
        at = next
        while isLineBreak {
            skipEmptyLines()
            guard try goesOn(indent: indent), !text.isFlowIndicator(at), !isFlowColon(isTight: false) else { break }
            let line = text.plainEnd(from: at, isInFlow: true)
            if isValue, text[line.next] == UInt8(ascii: ":") {
                try missingComma(at: upper)
                break
            }
            signs.hasOpening = signs.hasOpening || line.signs.hasOpening
            signs.hasTightHash = signs.hasTightHash || line.signs.hasTightHash
            upper = line.upper
            at = line.next
        }
        let whole = lower..<upper
        try checkSpaces(in: whole, signs, isKey: text[at] == UInt8(ascii: ":"))
        let isCut = text[at] == UInt8(ascii: "[") || text[at] == UInt8(ascii: "{")
        if isCut && at > upper - 1 && lineStart <= upper
            || signs.hasOpening && !Parentheses.areClosed(file.bytes, in: whole)
        {
            return try unquotedInFlow(whole, indent: indent)
        }
        if upper == firstLine {
            return YAMLRecord(text.plainType(of: whole), .plain, whole, text: whole).indented(indent)
        }
        try checkDashes(whole, isInFlow: true)
        return kept(whole, .plain, indent: indent)
    }
}
