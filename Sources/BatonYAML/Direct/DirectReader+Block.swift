import BatonDiagnostics

/// Block collections. Each reading ends at the next contents behind what was read, which are never indented further
/// than the collection around it.
extension DirectReader {
    /// The collection that begins here.
    mutating func blockCollection(depth: Int) throws(GivesUp) -> YAMLNode {
        if isDash { return try blockSequence(isIndentless: false, depth: depth) }
        let key = try scalar(isInFlow: false)
        guard isKey(key) else { throw GivesUp() }
        return try blockMapping(key, depth: depth)
    }

    /// Whether a colon follows a scalar on its line and makes it a key; passes over the spaces before it.
    private mutating func isKey(_ scalar: Scalar) -> Bool {
        skipSpaces()
        return text[at] == UInt8(ascii: ":") && isBlank(at + 1) && at - scalar.range.lowerBound < Self.longestKey
    }

    /// A mapping whose first key has been read, up to its colon.
    private mutating func blockMapping(_ first: Scalar, depth: Int) throws(GivesUp) -> YAMLNode {
        try checkDepth(depth)
        let lower = first.range.lowerBound
        let indent = lower - lineStart
        var key = first
        var upper = lower
        var entries: [YAMLEntry] = []
        entries.reserveCapacity(4)
        while true {
            at += 1
            let value = try blockValue(indent: indent, depth: depth + 1)
            upper = value.range.upper
            entries.append(try entry(key, value, indent: indent))
            if column < indent { break }
            guard column == indent, !isDash else { throw GivesUp() }
            key = try scalar(isInFlow: false)
            guard isKey(key) else { throw GivesUp() }
        }
        guard DuplicateKeys.findings(in: entries).isEmpty else { throw GivesUp() }
        return try collection(lower..<upper, .mapping(entries), .block)
    }

    /// What follows the colon of a key in that column.
    private mutating func blockValue(indent: Int, depth: Int) throws(GivesUp) -> YAMLNode {
        skipSpaces()
        guard isLineEnd else { return try lineValue(indent: indent, depth: depth) }
        try skip()
        // The dashes of a sequence may stand below the key.
        if column == indent, isDash { return try blockSequence(isIndentless: true, depth: depth) }
        guard column > indent else { throw GivesUp() }
        return try blockCollection(depth: depth)
    }

    private mutating func blockSequence(isIndentless: Bool, depth: Int) throws(GivesUp) -> YAMLNode {
        try checkDepth(depth)
        let lower = at
        let indent = at - lineStart
        var upper = lower
        var items: [YAMLNode] = []
        items.reserveCapacity(4)
        while true {
            at += 1
            let item = try blockItem(indent: indent, depth: depth + 1)
            upper = item.range.upper
            items.append(item)
            if column < indent { break }
            guard column == indent else { throw GivesUp() }
            guard isDash else {
                if isIndentless { break }
                throw GivesUp()
            }
        }
        return try collection(lower..<upper, .sequence(items), .block)
    }

    /// What follows a dash in that column: a collection may begin on the dash's line.
    private mutating func blockItem(indent: Int, depth: Int) throws(GivesUp) -> YAMLNode {
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
        let item = try node(scalar, indent: indent)
        try endValue(indent: indent)
        return item
    }

    /// A value that begins on the line of its key or dash and is no block collection.
    private mutating func lineValue(indent: Int, depth: Int) throws(GivesUp) -> YAMLNode {
        let value: YAMLNode
        switch text[at] {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            value = try flowCollection(indent: indent, depth: depth)
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            value = try node(blockScalar(indent: indent), indent: indent)
            try skip()
            guard column <= indent else { throw GivesUp() }
            return value
        default:
            value = try node(scalar(isInFlow: false), indent: indent)
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
