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
