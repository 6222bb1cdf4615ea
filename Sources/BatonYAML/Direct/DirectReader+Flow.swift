import BatonDiagnostics

/// Flow collections. Each reading ends right behind what was read.
extension DirectReader {
    /// The collection that begins here.
    mutating func flowCollection(indent: Int, depth: Int) throws(GivesUp) -> YAMLNode {
        try checkDepth(depth)
        return text[at] == UInt8(ascii: "[")
            ? try flowSequence(indent: indent, depth: depth + 1) : try flowMapping(indent: indent, depth: depth + 1)
    }

    private mutating func flowSequence(indent: Int, depth: Int) throws(GivesUp) -> YAMLNode {
        let lower = at
        var items: [YAMLNode] = []
        repeat {
            at += 1
            try skip()
            if text[at] == UInt8(ascii: "]") { break }
            items.append(try flowValue(indent: indent, depth: depth))
            try skip()
        } while text[at] == UInt8(ascii: ",")
        guard text[at] == UInt8(ascii: "]") else { throw GivesUp() }
        at += 1
        return try collection(lower..<at, .sequence(items), .flow)
    }

    private mutating func flowMapping(indent: Int, depth: Int) throws(GivesUp) -> YAMLNode {
        let lower = at
        // A marker of another tool.
        if text[at + 1] == UInt8(ascii: "{") { throw GivesUp() }
        var entries: [YAMLEntry] = []
        repeat {
            at += 1
            try skip()
            if text[at] == UInt8(ascii: "}") { break }
            let key = try scalar(isInFlow: true)
            skipSpaces()
            guard text[at] == UInt8(ascii: ":"), at - key.range.lowerBound < Self.longestKey else { throw GivesUp() }
            at += 1
            try skip()
            let value = try flowValue(indent: indent, depth: depth)
            entries.append(try entry(key, value, indent: indent))
            try skip()
        } while text[at] == UInt8(ascii: ",")
        guard text[at] == UInt8(ascii: "}") else { throw GivesUp() }
        at += 1
        guard DuplicateKeys.findings(in: entries).isEmpty else { throw GivesUp() }
        return try collection(lower..<at, .mapping(entries), .flow)
    }

    private mutating func flowValue(indent: Int, depth: Int) throws(GivesUp) -> YAMLNode {
        switch text[at] {
        case UInt8(ascii: "["), UInt8(ascii: "{"): try flowCollection(indent: indent, depth: depth)
        default: try node(scalar(isInFlow: true), indent: indent)
        }
    }
}
