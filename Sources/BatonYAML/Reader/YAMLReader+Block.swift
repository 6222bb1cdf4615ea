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
