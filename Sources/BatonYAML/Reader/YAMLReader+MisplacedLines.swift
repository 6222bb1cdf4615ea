import BatonDiagnostics

/// Lines at wrong places: lines without a key, or in a column that matches no line above.
extension YAMLReader {
    static let noItem: Message = "this line stands among the items of a list but does not begin with `- `"

    // MARK: No keys

    /// Reads a line among the keys of a map that is not an entry. Returns its key if a space or colon is missing, nil
    /// if the line must be skipped.
    mutating func missingColon(from lower: Int) throws(Stop) -> YAMLRecord? {
        let line = SourceLine(file, at: lower)
        // The missing quotes of a text were already reported.
        if mistakes.contains(lower) { return nil }
        if lower < lineStart {
            try complain(.yamlMissingColon(at: range(line.contents), correction: nil))
            return nil
        }
        if let key = try keyWithoutSpace(in: lower..<max(lower, line.contents.upperBound)) { return key }
        return try noKey(line)
    }

    /// The key at the start of a range, if the space behind its colon is missing.
    private mutating func keyWithoutSpace(in stretch: Range<Int>) throws(Stop) -> YAMLRecord? {
        guard let colon = MissingSpace.colon(file.bytes, in: stretch) else { return nil }
        // These findings treated the value as part of a text; the value is read again.
        while let last = findings.last?.range, last.lower > colon { findings.removeLast() }
        try complain(.yamlMissingSpace(file, colon: colon))
        goBack(to: colon)
        let key = stretch.lowerBound..<colon
        return YAMLRecord(text.plainType(of: key), .plain, key, text: key)
    }

    /// Reports a line without a colon; it is a key if the lines below are indented deeper.
    private mutating func noKey(_ line: SourceLine) throws(Stop) -> YAMLRecord? {
        let contents = max(line.contents.lowerBound, line.afterDashes)..<line.contents.upperBound
        var next = line.number + 1
        while next < file.lineStarts.count, SourceLine(file, number: next).isBlankOrComment { next += 1 }
        let isParent =
            next <= file.lineStarts.count && SourceLine(file, number: next).indentation > line.indentation
        let end = contents.upperBound..<contents.upperBound
        try complain(
            .yamlMissingColon(at: range(contents), correction: isParent ? line.correction(end, ":") : nil))
        goBack(to: contents.upperBound)
        return isParent ? YAMLRecord(.string, .plain, contents, text: contents) : nil
    }

    // MARK: Keys in texts

    /// Reads a line with the colon of a key at a place where a text would continue.
    ///
    /// - Parameter value: the text before that line.
    mutating func keyInText(
        _ value: YAMLRecord, _ position: Position, isCompact: Bool, indent: Int, depth: Int
    ) throws(Stop) -> YAMLRecord {
        let start = Int(value.lower)
        if isIndicator("-"), !Parentheses.isOpen(file.bytes, in: start..<at) {
            try complain(.yamlItemInside(file, start..<at, dash: at))
            if position.isItem {
                moveLines(to: IndentedBlock(SourceLine(file, at: at)).endOfItem, indent: indent)
            } else {
                try skipText(indent: indent)
            }
            return value
        }
        let first = SourceLine(file, at: start)
        let previous = SourceLine(file, at: Int(value.upper) - 1)
        if !isCompact, position == .value {
            try lineUnder(first, indent: indent)
            return value
        }
        if mistakes.contains(start) {
            try skipText(indent: indent)
            return value
        }
        let line = at
        let lower = max(start, previous.afterDashes)
        var key = try keyWithoutSpace(in: lower..<max(lower, previous.contents.upperBound))
        if key == nil { key = try noKey(previous) }
        guard let key else {
            goBack(to: line)
            return try node(position, isCompact: true, indent: indent, depth: depth)
        }
        let column = Int(key.lower) - previous.range.lowerBound + shift
        return try blockMapping(
            key, from: Int(key.lower), indent: column, depth: depth, list: position.list(indent))
    }

    /// Reports that the current line is indented under a key that has a value on its own line, and reads the line as
    /// the next key.
    private mutating func lineUnder(_ owner: SourceLine, indent: Int) throws(Stop) {
        let key = owner.afterDashes
        let colon = owner.keyColon ?? MissingSpace.colon(in: owner) ?? key
        let name = Diagnostic.shortened(String(decoding: file.bytes[key..<colon], as: UTF8.self))
        let shown: Message = name.isEmpty ? "a key" : "`\(name)`"
        let message: Message = "this line is indented under \(shown), which has a value already"
        try move(message, to: key - owner.range.lowerBound, indent: indent)
    }

    /// Reports the block at the current line, and reads its lines as if they were at another column.
    private mutating func move(_ message: Message, to column: Int?, indent: Int) throws(Stop) {
        let block = IndentedBlock(SourceLine(file, at: at))
        try complain(block.diagnostic(message, movedTo: column))
        moveLines(to: block.end, indent: indent)
    }

    private mutating func moveLines(to end: Int, indent: Int) {
        let distance = indent - column
        moved.move(to: end, by: distance)
        shift += distance
    }

    // MARK: Columns

    /// Reports a line that is indented deeper than the collection at a column and does not continue a value.
    mutating func misplacedLine(indent: Int) throws(Stop) {
        let line = SourceLine(file, at: at)
        if isIndicator(":") {
            try complain(.yamlMissingKey(at: range(at..<at + 1)))
        } else if line.keyColon != nil, let previous = line.previous, let colon = previous.keyColon,
            colon > previous.afterDashes,
            at - lineStart > previous.afterDashes - previous.range.lowerBound
        {
            return try lineUnder(previous, indent: indent)
        } else {
            try complain(.yamlIndentation(at: range(line.contents), misfit(line)))
        }
        throw Stop()
    }

    /// Reports a line in the column of a list's dashes; it probably belongs to the list item above it, a map.
    mutating func misplacedKey(indent: Int) throws(Stop) {
        try checkSpaceBehindDash()
        if text[at] == UInt8(ascii: "-"), SourceLine(file, at: at).keyColon != nil {
            try complain(.yamlMissingSpace(file, dash: at))
            throw Stop()
        }
        let block = IndentedBlock(SourceLine(file, at: at))
        try move(Self.noItem, to: block.columnOfItemAbove, indent: indent)
    }

    private func misfit(_ line: SourceLine) -> Message {
        let above = indentationsAbove(line)
        if above.contains(line.indentation) { return "no text may stand here" }
        let fitting = above.map(String.init).joined(separator: " or ")
        return "this line is indented by \(line.indentation), which fits no line above: expected \(fitting)"
    }

    /// The indentations of the blocks above a line, innermost first. A list item counts twice, because the text behind
    /// its dash may be continued too.
    private func indentationsAbove(_ line: SourceLine) -> [Int] {
        var indentations: [Int] = []
        var above = line.previous
        while let candidate = above, indentations.count < 20 {
            let dashes = candidate.afterDashes - candidate.range.lowerBound
            for indentation in [dashes, candidate.indentation] where indentation < indentations.last ?? .max {
                indentations.append(indentation)
            }
            if candidate.indentation == 0 { break }
            above = candidate.previous
        }
        return indentations
    }
}

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
