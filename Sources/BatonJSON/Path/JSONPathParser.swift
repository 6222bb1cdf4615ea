/// Recursive descent by the grammar of RFC 9535, one function a rule; its depth is bounded.
struct JSONPathParser {
    /// How deeply filters, parentheses and function calls may stand inside each other.
    static let maximumDepth = 64

    let bytes: [UInt8]
    let standIns: [JSONPath.StandIn]
    var position = 0
    var depth = 0

    init(_ text: String, standIns: [JSONPath.StandIn] = []) {
        bytes = Array(text.utf8)
        self.standIns = standIns
    }

    /// jsonpath-query = root-identifier segments
    mutating func path() throws(JSONPathError) -> JSONPath.Query {
        guard peek() == UInt8(ascii: "$") else {
            throw failure("a JSONPath begins with `$`", at: position..<characterEnd(position))
        }
        position += 1
        let query = JSONPath.Query(isRelative: false, segments: try segments())
        guard position == bytes.count else { throw unexpected(after: "the path", hint: pathHint) }
        return query
    }

    /// segments = *(S segment)
    mutating func segments() throws(JSONPathError) -> [JSONPath.Segment] {
        var segments: [JSONPath.Segment] = []
        while true {
            let before = position
            skipBlanks()
            guard peek() == UInt8(ascii: ".") || peek() == UInt8(ascii: "[") else {
                position = before
                return segments
            }
            segments.append(try segment())
        }
    }

    private mutating func segment() throws(JSONPathError) -> JSONPath.Segment {
        if peek() == UInt8(ascii: "[") {
            return JSONPath.Segment(isDescendant: false, selectors: try bracketedSelection())
        }
        position += 1
        let isDescendant = peek() == UInt8(ascii: ".")
        if isDescendant { position += 1 }
        if isDescendant, peek() == UInt8(ascii: "[") {
            return JSONPath.Segment(isDescendant: true, selectors: try bracketedSelection())
        }
        if peek() == UInt8(ascii: "*") {
            position += 1
            return JSONPath.Segment(isDescendant: isDescendant, selectors: [.wildcard])
        }
        return JSONPath.Segment(isDescendant: isDescendant, selectors: [.name(try shorthandName())])
    }

    /// member-name-shorthand = name-first *name-char
    private mutating func shorthandName() throws(JSONPathError) -> String {
        let start = position
        while let byte = peek(), Self.isNameByte(byte), position > start || !Self.isDigit(byte) { position += 1 }
        guard position > start else {
            let hint = peek().map(Self.isDigit) == true ? "; an index is written in brackets, as in [0]" : ""
            throw unexpected(expected: "a member name or `*` after the dot", hint: hint)
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    static func isNameByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }
}
