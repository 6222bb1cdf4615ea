import BatonDiagnostics

/// Flow collections. Each reading ends right behind what was read.
extension DirectReader {
    /// The collection that begins here.
    mutating func flowCollection(indent: Int, depth: Int) throws(GivesUp) -> YAMLRecord {
        try checkDepth(depth)
        return text[at] == UInt8(ascii: "[")
            ? try flowSequence(indent: indent, depth: depth + 1) : try flowMapping(indent: indent, depth: depth + 1)
    }

    private mutating func flowSequence(indent: Int, depth: Int) throws(GivesUp) -> YAMLRecord {
        let lower = at
        let mark = mark
        repeat {
            at += 1
            try skip()
            if text[at] == UInt8(ascii: "]") { break }
            try add(flowValue(indent: indent, depth: depth))
            try skip()
        } while text[at] == UInt8(ascii: ",")
        guard text[at] == UInt8(ascii: "]") else { throw GivesUp() }
        at += 1
        return sequence(lower..<at, .flow, from: mark)
    }

    private mutating func flowMapping(indent: Int, depth: Int) throws(GivesUp) -> YAMLRecord {
        let lower = at
        // A marker of another tool.
        if text[at + 1] == UInt8(ascii: "{") { throw GivesUp() }
        let mark = mark
        repeat {
            at += 1
            try skip()
            if text[at] == UInt8(ascii: "}") { break }
            let key = try scalar(isInFlow: true)
            skipSpaces()
            guard text[at] == UInt8(ascii: ":"), at - Int(key.lower) < Self.longestKey else { throw GivesUp() }
            at += 1
            try skip()
            try add(key: key, indent: indent)
            try add(flowValue(indent: indent, depth: depth))
            try skip()
        } while text[at] == UInt8(ascii: ",")
        guard text[at] == UInt8(ascii: "}") else { throw GivesUp() }
        at += 1
        return try mapping(lower..<at, .flow, from: mark)
    }

    private mutating func flowValue(indent: Int, depth: Int) throws(GivesUp) -> YAMLRecord {
        switch text[at] {
        case UInt8(ascii: "["), UInt8(ascii: "{"): try flowCollection(indent: indent, depth: depth)
        default: try scalar(isInFlow: true).indented(indent)
        }
    }
}
