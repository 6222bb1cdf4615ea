import BatonDiagnostics

/// Flow collections. Each method stops directly behind what it has read.
extension YAMLReader {
    /// Reads the collection that begins here, in a block collection at a column.
    mutating func flowCollection(isInFlow: Bool, indent: Int, depth: Int) throws(Stop) -> YAMLRecord {
        let lower = at
        try checkDepth(depth, lower)
        let isMapping = text[at] == UInt8(ascii: "{")
        if isMapping, text[at + 1] == UInt8(ascii: "{"),
            let text = try foreignBraces(isInFlow: isInFlow, indent: indent)
        {
            return text
        }
        brackets.append(lower)
        let mark = mark
        at += 1
        if isMapping {
            while try isNext(before: UInt8(ascii: "}"), indent) {
                try flowEntry(indent: indent, depth: depth + 1)
                try endItem(before: UInt8(ascii: "}"), indent)
            }
        } else {
            while try isNext(before: UInt8(ascii: "]"), indent) {
                try add(flowItem(indent: indent, depth: depth + 1))
                try endItem(before: UInt8(ascii: "]"), indent)
            }
        }
        brackets.removeLast()
        let whole = lower..<at
        let record = isMapping ? mapping(whole, .flow, from: mark) : sequence(whole, .flow, from: mark)
        if let text = try textBehind(whole, isInFlow: isInFlow, indent: indent) { return text }
        return record
    }

    /// Skips to the next value in a collection; false behind the end of the collection.
    private mutating func isNext(before closing: UInt8, _ indent: Int) throws(Stop) -> Bool {
        while true {
            if forgottenBrackets == 0 { try skipInFlow(indent) }
            if forgottenBrackets > 0 {
                forgottenBrackets -= 1
                return false
            }
            switch text[at] {
            case closing:
                at += 1
                return false
            case UInt8(ascii: ","):
                try complain(.yamlSyntax(at: range(at..<at + 1), "a value is missing before this comma"))
                at += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                try wrongBracket()
            default: return true
            }
        }
    }

    /// Skips the comma behind a value, unless the collection ends.
    private mutating func endItem(before closing: UInt8, _ indent: Int) throws(Stop) {
        if forgottenBrackets == 0 { try skipInFlow(indent) }
        if forgottenBrackets > 0 || at == toldComma { return }
        switch text[at] {
        case UInt8(ascii: ","): at += 1
        case closing: break
        default: try missingEnd()
        }
    }

    /// Skips what separates values in flow style. A new line must be indented deeper than the block collection around
    /// it; only a closing bracket may be at its column.
    mutating func skipInFlow(_ indent: Int) throws(Stop) {
        let line = lineStart
        let before = text[at - 1]
        skip()
        if at >= text.count { try openBracket(noticed: nil) }
        guard lineStart != line, spaceColumn <= indent else { return }
        if text[at] == UInt8(ascii: "]") || text[at] == UInt8(ascii: "}") { return }
        if spaceColumn < column {
            try checkTab()
            if column > indent { return }
        }
        // After a comma or an opening bracket, the collection was meant to go on.
        if before == UInt8(ascii: ",") || before == UInt8(ascii: "[") || before == UInt8(ascii: "{") {
            try shallowLines([at], "what stands between brackets must be indented deeper than its key", indent: indent)
        } else {
            try openBracket(noticed: at)
        }
    }

    // MARK: Values

    /// Reads an item of a list, which may be a pair.
    private mutating func flowItem(indent: Int, depth: Int) throws(Stop) -> YAMLRecord {
        let lower = at
        let line = lineStart
        if isIndicator("?") {
            let mark = mark
            try flowEntry(indent: indent, depth: depth + 1)
            return mapping(lower..<endOfContents(from: lower), .flow, from: mark)
        }
        let key = text.isFlowColon(at) ? missingKey() : try flowNode(indent: indent, depth: depth)
        guard forgottenBrackets == 0 else { return key }
        skipBlanks()
        // The key of a pair and its colon are on one line.
        guard text.isFlowColon(at, isTight: key.isClosed), line == lineStart else { return key }
        try checkKeyLength(from: lower)
        let mark = mark
        try checkDepth(depth, lower)
        try flowValue(of: key, indent: indent, depth: depth + 1)
        return mapping(lower..<endOfContents(from: lower), .flow, from: mark)
    }

    /// Reads an entry of a mapping.
    private mutating func flowEntry(indent: Int, depth: Int) throws(Stop) {
        if isIndicator("?") {
            at += 1
            try skipInFlow(indent)
        }
        let hasKey = !text.isFlowColon(at) && !isEndOfItem
        let key = hasKey ? try flowNode(indent: indent, depth: depth) : missingKey()
        if forgottenBrackets == 0 { try skipInFlow(indent) }
        guard forgottenBrackets == 0, text.isFlowColon(at, isTight: key.isClosed) else {
            if try add(key: key, indent: indent, isInFlow: true) {
                try add(value: .missing(at: Int(key.upper)..<Int(key.upper)), of: key, isInFlow: true)
            }
            return
        }
        try flowValue(of: key, indent: indent, depth: depth)
    }

    /// Reads the value of a pair whose key has been read, up to its colon.
    private mutating func flowValue(of key: YAMLRecord, indent: Int, depth: Int) throws(Stop) {
        let colon = at
        at += 1
        if !key.isClosed, text[at] == UInt8(ascii: "[") || text[at] == UInt8(ascii: "{") {
            try complain(.yamlMissingSpace(file, colon: colon))
        }
        let isKept = try add(key: key, indent: indent, isInFlow: true)
        let behind = at
        try skipInFlow(indent)
        let isMissing = forgottenBrackets > 0 || isEndOfItem
        let value =
            isMissing ? .missing(at: behind..<behind) : try flowNode(isValue: true, indent: indent, depth: depth)
        if isKept { try add(value: value, of: key, isInFlow: true) }
    }

    private mutating func flowNode(isValue: Bool = false, indent: Int, depth: Int) throws(Stop) -> YAMLRecord {
        switch text[at] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return try quoted(isInFlow: true, indent: indent)
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            return try flowCollection(isInFlow: true, indent: indent, depth: depth)
        case UInt8(ascii: "*"): return try alias(isInFlow: true, indent: indent, depth: depth)
        case UInt8(ascii: "&"), UInt8(ascii: "!"):
            switch try properties(nil, indent: indent) {
            case .text(let text): return text
            case .node(let properties):
                let behind = at
                try skipInFlow(indent)
                let isMissing = forgottenBrackets > 0 || isEndOfItem || text.isFlowColon(at)
                let node =
                    isMissing
                    ? .missing(at: behind..<behind) : try flowNode(isValue: isValue, indent: indent, depth: depth)
                try close(properties, node, depth: depth)
                return node
            }
        default: return try plainInFlow(isValue: isValue, indent: indent)
        }
    }

    // MARK: Indicators

    /// Whether a value in flow style ends here.
    private var isEndOfItem: Bool {
        switch text[at] {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): true
        default: false
        }
    }

    /// The end of the last contents that were read.
    private func endOfContents(from lower: Int) -> Int {
        var upper = at
        while upper > lower + 1, isBlank(upper - 1) { upper -= 1 }
        return upper
    }
}

extension YAMLRecord {
    /// Whether a key ends with a quote or a bracket.
    fileprivate var isClosed: Bool { alias == 0 && style != .plain }
}
