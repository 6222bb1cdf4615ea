import BatonDiagnostics

/// Block collections. Each method stops at the next contents behind the collection.
extension YAMLReader {
    /// Reads a mapping whose first key has been read, up to its colon; the key is nil at a question mark or a colon.
    ///
    /// - Parameters:
    ///   - indent: the column of the mapping.
    ///   - list: the column of the list that has the mapping as an item.
    mutating func blockMapping(
        _ first: YAMLRecord?, from lower: Int, indent: Int, depth: Int, list: Int?
    ) throws(Stop) -> YAMLRecord {
        try checkDepth(depth, lower)
        let mark = mark
        var upper = lower
        var key = first
        while true {
            if let key {
                upper = max(upper, try blockEntry(key, indent: indent, depth: depth + 1))
            } else if isIndicator("?") {
                upper = max(upper, try explicitEntry(indent: indent, depth: depth + 1))
            } else if isIndicator(":") {
                upper = max(upper, try blockEntry(missingKey(), indent: indent, depth: depth + 1))
            } else {
                skipLine()
                skip()
            }
            guard try isNextEntry(indent: indent, list: list) else { break }
            key = try blockKey(indent: indent, depth: depth + 1)
        }
        return mapping(lower..<upper, .block, from: mark)
    }

    /// Whether the next contents are an entry of a mapping at a column.
    private mutating func isNextEntry(indent: Int, list: Int?) throws(Stop) -> Bool {
        try checkTab()
        if column > indent { try misplacedLine(indent: indent) }
        if column < indent {
            guard let list, column == list, !isIndicator("-") else { return false }
            try misplacedKey(indent: indent)
        }
        if column == indent, isIndicator("-") {
            let line = SourceLine(file, at: at)
            try complain(
                .yamlIndentation(
                    at: range(line.contents), "a list item stands here among the keys of a map"))
            throw Stop()
        }
        return column == indent
    }

    /// Reads the key that begins here, up to its colon. Nil for a question mark, for a lone colon, and for a line that
    /// is not an entry, which is reported.
    private mutating func blockKey(indent: Int, depth: Int) throws(Stop) -> YAMLRecord? {
        if isIndicator("?") || isIndicator(":") { return nil }
        let lower = at
        let key: YAMLRecord
        if isProperty {
            switch try properties(.value, indent: indent) {
            case .text(let text): key = text
            case .node(let properties):
                guard !isLineEnd else {
                    at = lower
                    return try missingColon(from: lower)
                }
                key = isIndicator(":") ? missingKey() : try content(indent: indent, depth: depth).indented(indent)
                try close(properties, key, depth: depth)
            }
        } else {
            key = try content(indent: indent, depth: depth)
        }
        return try isKey(key, from: lower) ? key : missingColon(from: lower)
    }

    /// Whether a colon follows a node and makes it a key; skips the spaces before the colon.
    mutating func isKey(_ node: YAMLRecord, from lower: Int) throws(Stop) -> Bool {
        skipBlanks()
        guard text[at] == UInt8(ascii: ":"), isBlank(at + 1) || at == tightColon else { return false }
        try checkKeyLength(from: lower)
        return true
    }

    /// Reports a key that is too long, or that spans several lines.
    mutating func checkKeyLength(from lower: Int) throws(Stop) {
        guard lower < lineStart || at - lower > Self.longestKey else { return }
        let isLong = text[lower..<at].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } > Self.longestKey
        if isLong || lower < lineStart { try complain(.yamlLongKey(at: range(lower..<lower + 1))) }
    }

    /// The maximum length of a key without a question mark that YAML allows before its colon, in characters.
    private static let longestKey = 1024

    /// Reads the rest of an entry whose key has been read, up to its colon or, if that is missing, to the end of its
    /// line. Returns the end of the entry.
    private mutating func blockEntry(_ key: YAMLRecord, indent: Int, depth: Int) throws(Stop) -> Int {
        if text[at] == UInt8(ascii: ":") { at += 1 }
        let isKept = try add(key: key, indent: indent, isInFlow: false)
        let value = try blockNode(.value, indent: indent, depth: depth)
        if isKept { try add(value: value, of: key, isInFlow: false) }
        return max(values.useRange(of: key).upperBound, values.useRange(of: value).upperBound)
    }

    /// Reads an entry that begins with a question mark.
    private mutating func explicitEntry(indent: Int, depth: Int) throws(Stop) -> Int {
        at += 1
        let key = try blockNode(.explicit, indent: indent, depth: depth)
        try checkTab()
        if column > indent { try misplacedLine(indent: indent) }
        let isKept = try add(key: key, indent: indent, isInFlow: false)
        let value: YAMLRecord
        if column == indent, isIndicator(":") {
            at += 1
            value = try blockNode(.explicit, indent: indent, depth: depth)
        } else {
            value = .missing(at: Int(key.upper)..<Int(key.upper))
        }
        if isKept { try add(value: value, of: key, isInFlow: false) }
        return max(values.useRange(of: key).upperBound, values.useRange(of: value).upperBound)
    }

    /// - Parameter isIndentless: whether the list is at the column of its key.
    mutating func blockSequence(isIndentless: Bool, depth: Int) throws(Stop) -> YAMLRecord {
        try checkTab()
        let lower = at
        try checkDepth(depth, lower)
        let indent = column
        let mark = mark
        var upper = lower
        while true {
            at += 1
            let item = try blockNode(isIndentless ? .indentlessItem : .item, indent: indent, depth: depth + 1)
            upper = max(upper, values.useRange(of: item).upperBound)
            if item.isMissing { reportMissingItem(item) }
            try add(item)
            try checkTab()
            if column > indent { try misplacedLine(indent: indent) }
            if column < indent { break }
            guard isIndicator("-") else {
                if isIndentless { break }
                try checkSpaceBehindDash()
                try complain(.yamlIndentation(at: range(SourceLine(file, at: at).contents), Self.noItem))
                throw Stop()
            }
        }
        return sequence(lower..<upper, .block, from: mark)
    }
}

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
