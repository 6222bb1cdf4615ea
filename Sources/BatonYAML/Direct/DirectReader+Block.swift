import BatonDiagnostics

/// Block collections. Each reading ends at the next contents behind what was read, which are never indented further
/// than the collection around it.
extension DirectReader {
    /// The collection that begins here.
    mutating func blockCollection(depth: Int) throws(GivesUp) -> YAMLRecord {
        if isDash { return try blockSequence(isIndentless: false, depth: depth) }
        let key = try scalar(isInFlow: false)
        guard isKey(key) else { throw GivesUp() }
        return try blockMapping(key, depth: depth)
    }

    /// Whether a colon follows a scalar on its line and makes it a key; passes over the spaces before it.
    private mutating func isKey(_ scalar: YAMLRecord) -> Bool {
        skipSpaces()
        return text[at] == UInt8(ascii: ":") && isBlank(at + 1) && at - Int(scalar.lower) < Self.longestKey
    }

    /// A mapping whose first key has been read, up to its colon.
    private mutating func blockMapping(_ first: YAMLRecord, depth: Int) throws(GivesUp) -> YAMLRecord {
        try checkDepth(depth)
        let lower = Int(first.lower)
        let indent = lower - lineStart
        let mark = mark
        var key = first
        var upper = lower
        while true {
            at += 1
            try add(key: key, indent: indent)
            let value = try blockValue(indent: indent, depth: depth + 1)
            upper = Int(value.upper)
            try add(value)
            if column < indent { break }
            guard column == indent, !isDash else { throw GivesUp() }
            key = try scalar(isInFlow: false)
            guard isKey(key) else { throw GivesUp() }
        }
        return try mapping(lower..<upper, .block, from: mark)
    }

    /// What follows the colon of a key in that column.
    private mutating func blockValue(indent: Int, depth: Int) throws(GivesUp) -> YAMLRecord {
        skipSpaces()
        guard isLineEnd else { return try lineValue(indent: indent, depth: depth) }
        try skip()
        // The dashes of a sequence may stand below the key.
        if column == indent, isDash { return try blockSequence(isIndentless: true, depth: depth) }
        guard column > indent else { throw GivesUp() }
        return try blockCollection(depth: depth)
    }

    private mutating func blockSequence(isIndentless: Bool, depth: Int) throws(GivesUp) -> YAMLRecord {
        try checkDepth(depth)
        let lower = at
        let indent = at - lineStart
        let mark = mark
        var upper = lower
        while true {
            at += 1
            let item = try blockItem(indent: indent, depth: depth + 1)
            upper = Int(item.upper)
            try add(item)
            if column < indent { break }
            guard column == indent else { throw GivesUp() }
            guard isDash else {
                if isIndentless { break }
                throw GivesUp()
            }
        }
        return sequence(lower..<upper, .block, from: mark)
    }

    /// What follows a dash in that column: a collection may begin on the dash's line.
    private mutating func blockItem(indent: Int, depth: Int) throws(GivesUp) -> YAMLRecord {
        skipSpaces()
        if isLineEnd {
            try skip()
            guard column > indent else { throw GivesUp() }
            return try blockCollection(depth: depth)
        }
        if isDash { return try blockSequence(isIndentless: false, depth: depth) }
        guard isScalarOnLine else { return try lineValue(indent: indent, depth: depth) }
        let scalar = try scalar(isInFlow: false)
        if isKey(scalar) { return try blockMapping(scalar, depth: depth) }
        let item = scalar.indented(indent)
        try endValue(indent: indent)
        return item
    }

    /// A value that begins on the line of its key or dash and is no block collection.
    private mutating func lineValue(indent: Int, depth: Int) throws(GivesUp) -> YAMLRecord {
        let value: YAMLRecord
        switch text[at] {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            value = try flowCollection(indent: indent, depth: depth)
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            value = try blockScalar(indent: indent).indented(indent)
            try skip()
            guard column <= indent else { throw GivesUp() }
            return value
        default:
            value = try scalar(isInFlow: false).indented(indent)
        }
        try endValue(indent: indent)
        return value
    }

    private var isScalarOnLine: Bool {
        switch text[at] {
        case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: ">"): false
        default: true
        }
    }
}
