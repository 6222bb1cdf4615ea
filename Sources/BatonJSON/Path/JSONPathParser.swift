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

extension JSONPathParser {
    func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    func peek(at offset: Int) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    mutating func skipBlanks() {
        while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    /// Reads the byte if it comes next.
    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    mutating func expect(_ byte: Unicode.Scalar, to purpose: String, hint: String = "") throws(JSONPathError) {
        guard take(byte) else { throw unexpected(expected: "`\(byte)` \(purpose)", hint: hint) }
    }

    /// The offset behind the character that begins at `start`.
    func characterEnd(_ start: Int) -> Int {
        var end = min(start + 1, bytes.count)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    func failure(_ message: String, at range: Range<Int>) -> JSONPathError {
        JSONPathError(message: message, range: range)
    }

    func unexpected(expected: String, hint: String = "") -> JSONPathError {
        failure("expected \(expected), found \(found)\(hint)", at: position..<characterEnd(position))
    }

    func unexpected(after what: String, hint: String = "") -> JSONPathError {
        failure("found \(found) after \(what)\(hint)", at: position..<characterEnd(position))
    }

    private var found: String {
        if let standIn = standIns.first(where: { $0.range.contains(position) }) { return "`\(standIn.written)`" }
        guard position < bytes.count else { return "the end of the path" }
        switch bytes[position] {
        case 0x20: return "a space"
        case ..<0x20: return "a control character"
        default: return "`" + String(decoding: bytes[position..<characterEnd(position)], as: UTF8.self) + "`"
        }
    }

    /// Counts one level of nesting in; the caller counts it out.
    mutating func enter() throws(JSONPathError) {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw failure("the path is nested too deeply", at: position..<characterEnd(position))
        }
    }
}

/// Words for what people bring along from other dialects of JSONPath.
extension JSONPathParser {
    /// What to say when a path goes on where it cannot.
    var pathHint: String {
        guard let byte = peek(), position > 0, Self.isNameByte(bytes[position - 1]), byte > 0x20 else { return "" }
        if byte == UInt8(ascii: "(") { return "; functions stand only in filters, as in [?length(@.name) > 1]" }
        return "; a name with other characters than letters, digits and `_` is written in brackets, as in ['a-b']"
    }

    /// Where a selector begins.
    var selectorHint: String {
        peek() == UInt8(ascii: "(") ? "; nothing is computed here, the last element is [-1]" : ""
    }

    /// Where a condition ends.
    var operatorHint: String {
        if follows("=~") {
            return "; a regular expression is tried by match(@.a, 'x') or search(@.a, 'x')"
        } else if follows("=") {
            return "; equality is written `==`"
        } else if follows("and ") {
            return "; `and` is written `&&`"
        } else if follows("or ") {
            return "; `or` is written `||`"
        }
        return ""
    }

    private func follows(_ word: String) -> Bool { bytes[position...].starts(with: word.utf8) }
}

extension JSONPathParser {
    /// The integers that JSONPath allows: those that every double holds exactly.
    private static let integers = -(1 << 53) + 1...(1 << 53) - 1

    /// bracketed-selection = "[" S selector *(S "," S selector) S "]"
    mutating func bracketedSelection() throws(JSONPathError) -> [JSONPath.Selector] {
        position += 1
        var selectors: [JSONPath.Selector] = []
        repeat {
            skipBlanks()
            selectors.append(try selector())
            skipBlanks()
        } while take(",")
        try expect("]", to: "to close the selection", hint: operatorHint)
        return selectors
    }

    private mutating func selector() throws(JSONPathError) -> JSONPath.Selector {
        switch peek() {
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            return .name(try stringLiteral())
        case UInt8(ascii: "*"):
            position += 1
            return .wildcard
        case UInt8(ascii: "?"):
            position += 1
            skipBlanks()
            return .filter(try condition())
        case UInt8(ascii: ":"):
            return try slice(start: nil)
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
            let index = try integer()
            let afterIndex = position
            skipBlanks()
            if peek() == UInt8(ascii: ":") { return try slice(start: index) }
            position = afterIndex
            return .index(index)
        default:
            throw unexpected(expected: "a name in quotes, an index, a slice, `*` or a filter", hint: selectorHint)
        }
    }

    /// slice-selector = [start S] ":" S [end S] [":" [S step]], read from the first colon on
    private mutating func slice(start: Int?) throws(JSONPathError) -> JSONPath.Selector {
        position += 1
        let end = try optionalInteger()
        let beforeStep = position
        skipBlanks()
        guard take(":") else {
            position = beforeStep
            return .slice(start: start, end: end, step: 1)
        }
        let step = try optionalInteger()
        return .slice(start: start, end: end, step: step ?? 1)
    }

    private mutating func optionalInteger() throws(JSONPathError) -> Int? {
        let before = position
        skipBlanks()
        if let byte = peek(), byte == UInt8(ascii: "-") || Self.isDigit(byte) { return try integer() }
        position = before
        return nil
    }

    /// int = "0" / (["-"] DIGIT1 *DIGIT)
    private mutating func integer() throws(JSONPathError) -> Int {
        let start = position
        let isNegative = take("-")
        let digits = position
        var value = 0
        while let byte = peek(), Self.isDigit(byte) {
            position += 1
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            value = overflow ? Int.max : product.addingReportingOverflow(Int(byte & 0x0F)).partialValue
            if value < 0 || overflow || value > Self.integers.upperBound { value = Int.max / 16 }
        }
        guard position > digits else { throw unexpected(expected: "a digit") }
        if bytes[digits] == UInt8(ascii: "0"), isNegative || position > digits + 1 {
            let problem = isNegative ? "a negative zero or a leading zero" : "a leading zero"
            throw failure("an index must not have \(problem)", at: start..<position)
        }
        guard Self.integers.contains(value) else {
            throw failure("this integer is beyond the range of JSONPath (53 bits)", at: start..<position)
        }
        return isNegative ? -value : value
    }
}
