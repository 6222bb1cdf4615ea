import BatonDiagnostics

/// Literal and folded scalars. The reader stops at the next contents behind them.
extension YAMLReader {
    /// Reads a scalar in a block collection at a column.
    mutating func blockScalar(indent: Int) throws(Stop) -> YAMLRecord {
        let lower = at
        let style: YAMLNode.Style = text[at] == UInt8(ascii: "|") ? .literal : .folded
        guard let given = blockHeader() else {
            at = lower
            let value = try indicator(from: lower, isInFlow: false, indent: indent)
            try skipText(indent: indent)
            return value
        }
        // Columns of the file itself, because `kept` reads the scalar from the file once more.
        let parent = moved.tabWidth > 1 ? indent : indent - shift
        let header = at
        skipLine()
        var upper = at
        while upper > header, isBlank(upper - 1) { upper -= 1 }
        if isLineBreak { breakLine() }
        let contents = try blockLines(parent: parent, indent: given.map { max(parent, 0) + $0 })
        let value = kept(lower..<(contents ?? upper), style, indent: indent)
        if value.count == 0, given != nil, header - lower == 2 {
            // `>5` was probably meant as text, not as an indentation indicator.
            try complain(.yamlIndicator(file, ValueExtent.of(file, from: lower, isInFlow: false)))
        }
        skip()
        return value
    }

    /// Skips the block header up to the end of the line or a comment, and returns its digit, or `.some(nil)` without a
    /// digit. Nil if the header is invalid.
    private mutating func blockHeader() -> Int?? {
        at += 1
        var digit: Int?
        var hasChomping = false
        while !isBlank(at) {
            switch text[at] {
            case UInt8(ascii: "-") where !hasChomping, UInt8(ascii: "+") where !hasChomping: hasChomping = true
            case UInt8(ascii: "1")...UInt8(ascii: "9"):
                guard digit == nil else { return nil }
                digit = Int(text[at] & 0x0F)
            default: return nil
            }
            at += 1
        }
        let end = at
        skipBlanks()
        defer { at = end }
        return isLineEnd ? .some(digit) : nil
    }

    /// Skips the lines of the contents, and returns the end of the last non-empty line; nil without contents.
    private mutating func blockLines(parent: Int, indent given: Int?) throws(Stop) -> Int? {
        var indent = given
        var widest = 0
        var upper: Int?
        while at < text.count {
            let spaces = skipIndentation(atMost: indent)
            if isLineBreak {
                widest = max(widest, spaces)
                breakLine()
                continue
            }
            if text[at] == UInt8(ascii: "\t"), spaces < indent ?? parent + 1, try isWrongTab(isFirst: indent == nil) {
                at = lineStart
                continue
            }
            if indent == nil {
                guard at < text.count, spaces > parent else { break }
                if spaces < widest { try complain(.yamlWiderBlankLine(at: range(at..<at + 1))) }
                indent = spaces
            }
            if spaces < indent ?? 0 || endsDocument() { break }
            while at < text.count, !isLineBreak {
                if text[at] > UInt8(ascii: " ") { upper = at + 1 }
                at += 1
            }
            if isLineBreak { breakLine() }
        }
        if at < text.count { at = lineStart }
        return upper
    }

    /// Skips the spaces that indent a line, and returns their number.
    private mutating func skipIndentation(atMost most: Int?) -> Int {
        var spaces = 0
        while spaces < most ?? .max {
            if text[at] == UInt8(ascii: " ") {
                spaces += 1
            } else if text[at] == UInt8(ascii: "\t"), moved.tabWidth > 1 {
                spaces += moved.tabWidth
            } else {
                break
            }
            at += 1
        }
        return spaces
    }

    /// Reports a tab used as indentation: in the first line, or in a later line with contents.
    private mutating func isWrongTab(isFirst: Bool) throws(Stop) -> Bool {
        guard moved.tabWidth == 1, isFirst || !SourceLine(file, at: at).contents.isEmpty else { return false }
        lineTab = at
        try misplacedTab()
        return true
    }
}
