import BatonDiagnostics

/// Nodes in block collections. Each method stops at the next contents behind the node.
extension YAMLReader {
    /// The indicator before a node in block style.
    enum Position {
        /// The colon of a key: a list may stand in the column of the key.
        case value
        /// A dash: a collection may begin on its line.
        case item
        /// A dash in the column of the key that its list belongs to.
        case indentlessItem
        /// A question mark, or the colon behind one: a list may be at its column, and a collection may begin on its
        /// line.
        case explicit
        /// The start of the document.
        case document

        var isItem: Bool { self == .item || self == .indentlessItem }
        var isCompact: Bool { isItem || self == .explicit }
        var allowsIndentless: Bool { self == .value || self == .explicit }
    }

    /// Reads the node behind an indicator of a collection at a column.
    mutating func blockNode(_ position: Position, indent: Int, depth: Int) throws(Stop) -> YAMLRecord {
        let behind = at
        skipBlanks()
        if isLineEnd {
            skip()
            return try nodeBelow(position, behind: behind, indent: indent, depth: depth)
        }
        return try node(position, isCompact: position.isCompact, indent: indent, depth: depth)
    }

    /// Reads the node below the line of its indicator, at the next contents; a missing value if these contents belong
    /// to another node.
    mutating func nodeBelow(
        _ position: Position, behind: Int, indent: Int, depth: Int
    ) throws(Stop) -> YAMLRecord {
        if spaceColumn <= indent { try checkTab() }
        if column > indent { return try node(position, isCompact: true, indent: indent, depth: depth) }
        if column == indent, position.allowsIndentless, isIndicator("-") {
            return try blockSequence(isIndentless: true, depth: depth)
        }
        return .missing(at: behind..<behind)
    }

    /// Reads the node that begins here.
    ///
    /// - Parameter isCompact: whether it may be a block collection.
    mutating func node(
        _ position: Position, isCompact: Bool, indent: Int, depth: Int
    ) throws(Stop) -> YAMLRecord {
        let lower = at
        switch text[at] {
        case UInt8(ascii: "-") where isBlank(at + 1):
            guard isCompact else { return try misplacedDash(indent: indent) }
            return try blockSequence(isIndentless: false, depth: depth)
        case UInt8(ascii: "?") where isBlank(at + 1), UInt8(ascii: ":") where isBlank(at + 1):
            guard isCompact else { break }
            try checkTab()
            return try blockMapping(nil, from: lower, indent: column, depth: depth, list: position.list(indent))
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            return try blockScalar(indent: indent)
        case UInt8(ascii: "&"), UInt8(ascii: "!"):
            return try nodeWithProperties(position, isCompact: isCompact, indent: indent, depth: depth)
        default: break
        }
        let column = column
        let content = try content(indent: indent, depth: depth)
        if try isKey(content, from: lower) {
            return try mapping(content, position, isCompact, from: lower, column, indent: indent, depth: depth)
        }
        return try endOfValue(content, position, isCompact: isCompact, indent: indent, depth: depth)
    }

    /// Reads the rest of a mapping whose first key has been read; reports a mapping that may not begin here.
    private mutating func mapping(
        _ key: YAMLRecord, _ position: Position, _ isCompact: Bool, from lower: Int, _ column: Int, indent: Int,
        depth: Int
    ) throws(Stop) -> YAMLRecord {
        guard isCompact else { return try colonInside(lower, position, indent: indent, depth: depth) }
        var column = column
        if lineTab >= lineStart, lineTab < lower {
            column -= shift
            try checkTab()
            column += shift
        }
        return try blockMapping(key, from: lower, indent: column, depth: depth, list: position.list(indent))
    }

    /// Reads a node on one line, or a quoted text or flow collection on several lines, and stops behind it.
    mutating func content(indent: Int, depth: Int) throws(Stop) -> YAMLRecord {
        switch text[at] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try quoted(isInFlow: false, indent: indent)
        case UInt8(ascii: "["), UInt8(ascii: "{"): try flowCollection(isInFlow: false, indent: indent, depth: depth)
        case UInt8(ascii: "*"): try alias(isInFlow: false, indent: indent, depth: depth)
        default: try plainLine(isInFlow: false, indent: indent)
        }
    }

    /// Reads what follows a value: further lines of a plain text, otherwise only the rest of its line.
    mutating func endOfValue(
        _ content: YAMLRecord, _ position: Position, isCompact: Bool, indent: Int, depth: Int
    ) throws(Stop) -> YAMLRecord {
        var value = content
        if content.style == .plain, isLineBreak, content.alias == 0 {
            value = try plainLines(content, position, isCompact: isCompact, indent: indent, depth: depth)
            guard value.style == .plain else { return value }
        }
        if !isLineEnd, lineStart <= Int(value.upper) { skipLine() }
        skip()
        return value
    }

    // MARK: Properties

    var isProperty: Bool { text[at] == UInt8(ascii: "&") || text[at] == UInt8(ascii: "!") }

    /// Reads a node that begins with an anchor or a tag. An anchor or tag on the line of a key belongs to the key.
    private mutating func nodeWithProperties(
        _ position: Position, isCompact: Bool, indent: Int, depth: Int
    ) throws(Stop) -> YAMLRecord {
        let lower = at
        let column = column
        let found: Properties
        switch try properties(position, indent: indent) {
        case .text(let text):
            if try isKey(text, from: lower) {
                return try mapping(text, position, isCompact, from: lower, column, indent: indent, depth: depth)
            }
            return try endOfValue(text, position, isCompact: isCompact, indent: indent, depth: depth)
        case .node(let properties): found = properties
        }
        let value: YAMLRecord
        switch text[at] {
        case UInt8(ascii: "|"), UInt8(ascii: ">"): value = try blockScalar(indent: indent)
        case UInt8(ascii: "-") where isBlank(at + 1): value = try misplacedDash(indent: indent)
        case UInt8(ascii: ":") where isBlank(at + 1) && isCompact:
            return try mapping(missingKey(), position, isCompact, from: lower, column, indent: indent, depth: depth)
        default:
            if isLineEnd {
                let behind = at
                skip()
                value = try nodeBelow(position, behind: behind, indent: indent, depth: depth)
                break
            }
            let content = try content(indent: indent, depth: depth)
            if try isKey(content, from: lower) {
                try close(found, content.indented(column), depth: depth)
                return try mapping(content, position, isCompact, from: lower, column, indent: indent, depth: depth)
            }
            value = try endOfValue(content, position, isCompact: isCompact, indent: indent, depth: depth)
        }
        try close(found, value, depth: depth)
        return value
    }
}

extension YAMLReader.Position {
    /// The column of the list that has a mapping at this position as an item; nil if other lines may be at that column.
    func list(_ indent: Int) -> Int? { self == .item ? indent : nil }
}

/// Finds duplicate keys of a mapping; keys are equal if their code points are, as for all values.
enum DuplicateKeys {
    /// Up to this number of keys, comparing each pair is faster than a hash table.
    private static let mostCompared = 16

    /// Whether there are duplicates among keys whose contents are in the text; keys and values alternate.
    static func areAny(in children: ArraySlice<YAMLRecord>, of text: TextBytes) -> Bool {
        guard children.count <= 2 * mostCompared else {
            let keys = stride(from: children.startIndex, to: children.endIndex, by: 2).map {
                Array(text[children[$0].inside])
            }
            return !all(in: keys).isEmpty
        }
        var index = children.startIndex + 2
        while index < children.endIndex {
            let key = children[index]
            var other = children.startIndex
            while other < index {
                if children[other].count == key.count, isSame(children[other], key, text) { return true }
                other += 2
            }
            index += 2
        }
        return false
    }

    private static func isSame(_ one: YAMLRecord, _ other: YAMLRecord, _ text: TextBytes) -> Bool {
        for offset in 0..<Int(one.count) where text[Int(one.first) + offset] != text[Int(other.first) + offset] {
            return false
        }
        return true
    }

    /// Each repeated key with the first key of the same contents, by their positions.
    static func all(in keys: [[UInt8]]) -> [(repeated: Int, first: Int)] {
        var found: [(repeated: Int, first: Int)] = []
        var places: [[UInt8]: Int] = [:]
        places.reserveCapacity(keys.count)
        for (index, key) in keys.enumerated() {
            if let first = places[key] {
                found.append((index, first))
            } else {
                places[key] = index
            }
        }
        return found
    }
}
