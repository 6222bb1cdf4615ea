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
        if !isASCII { try checkSpaces(in: whole, signs, isKey: text[at] == UInt8(ascii: ":")) }
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
        if !isASCII { try checkSpaces(in: lower..<upper, PlainSigns(), isKey: false) }
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
            guard try goesOn(indent: indent), !text.isFlowIndicator(at), !text.isFlowColon(at) else { break }
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
        if !isASCII { try checkSpaces(in: whole, signs, isKey: text[at] == UInt8(ascii: ":")) }
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

/// Quoted scalars. The reader stops behind the closing quote.
extension YAMLReader {
    mutating func quoted(isInFlow: Bool, indent: Int) throws(Stop) -> YAMLRecord {
        let lower = at
        let quote = text[at]
        let isDouble = quote == UInt8(ascii: "\"")
        let firstLine = lineStart
        /// Whether there is neither an escape nor a line break between the quotes.
        var isLiteral = true
        /// Offsets of lines that are not indented deeper than the collection around them.
        var shallow: [Int] = []
        at += 1
        while true {
            let byte = text[at]
            if byte == quote {
                if isDouble || text[at + 1] != quote { break }
                isLiteral = false
                at += 2
                continue
            }
            switch byte {
            case UInt8(ascii: "\\") where isDouble:
                isLiteral = false
                at += 1
                if !isLineBreak { at += 1 }
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                isLiteral = false
                skipEmptyLines()
                if endsDocument() { return try openQuote(lower, closing: nil, isInFlow: isInFlow, indent: indent) }
                if spaceColumn <= indent { shallow.append(at) }
            case 0 where at >= text.count:
                return try openQuote(lower, closing: nil, isInFlow: isInFlow, indent: indent)
            default: at += 1
            }
        }
        at += 1
        let whole = lower..<at
        if firstLine != lineStart {
            if text.isTextBehind(at, isInFlow: isInFlow) {
                return try openQuote(lower, closing: at - 1, isInFlow: isInFlow, indent: indent)
            }
            if !shallow.isEmpty {
                let message: Message = "this line goes on with a quoted text and must be indented deeper than its key"
                try shallowLines(shallow, message, indent: indent)
            }
        } else if let text = try textBehind(whole, isInFlow: isInFlow, indent: indent) {
            return text
        }
        let style: YAMLNode.Style = isDouble ? .doubleQuoted : .singleQuoted
        if isLiteral { return YAMLRecord(.string, style, whole, text: lower + 1..<at - 1).indented(indent) }
        if isDouble { try checkEscapes(whole) }
        return kept(whole, style, indent: indent)
    }

    /// Reports each escape that does not exist.
    private mutating func checkEscapes(_ whole: Range<Int>) throws(Stop) {
        var at = whole.lowerBound + 1
        let end = whole.upperBound - 1
        while at < end {
            guard text[at] == UInt8(ascii: "\\") else {
                at += 1
                continue
            }
            let escape = DoubleQuotedEscape(file.bytes, at: at, before: end)
            let letter = text[at + 1]
            if escape.isCharacter || letter == UInt8(ascii: "\n") || letter == UInt8(ascii: "\r") {
                at += max(2, escape.length)
                continue
            }
            try complain(wrongEscape(at, before: end, in: whole.lowerBound))
            at += escape.length
        }
    }

    private func wrongEscape(_ start: Int, before end: Int, in scalar: Int) -> Diagnostic {
        let digits = DoubleQuotedEscape.digits(after: text[start + 1]) ?? 0
        if digits > 0, DoubleQuotedEscape.hexadecimal(file.bytes, start + 2, digits, before: end) != nil {
            return .yamlCodePoint(file, start..<start + 2 + digits)
        }
        var upper = start + 2
        while upper < end, text[upper] & 0xC0 == 0x80 { upper += 1 }
        return digits > 0
            ? .yamlHexadecimal(file, start..<upper, digits: digits) : .yamlEscape(file, start..<upper, in: scalar)
    }
}
