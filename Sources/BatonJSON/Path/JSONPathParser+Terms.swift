import BatonRegex

extension JSONPathParser {
    /// What may begin a condition, before it is known what it is used for.
    enum Term {
        case literal(JSONValue)
        case query(JSONPath.Query)
        /// A function of type ValueType.
        case operand(JSONPath.Operand)
        /// A function of type LogicalType.
        case condition(JSONPath.Condition)
    }

    mutating func term() throws(JSONPathError) -> Term {
        switch peek() {
        case UInt8(ascii: "@"), UInt8(ascii: "$"):
            let isRelative = bytes[position] == UInt8(ascii: "@")
            position += 1
            return .query(JSONPath.Query(isRelative: isRelative, segments: try segments()))
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            return .literal(.string(try stringLiteral()))
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
            return .literal(.number(try number()))
        case .some(UInt8(ascii: "a")...UInt8(ascii: "z")):
            return try word()
        default:
            throw unexpected(expected: "a query (`@`, `$`), a literal or a function")
        }
    }

    private mutating func number() throws(JSONPathError) -> JSONNumber {
        let start = position
        let (outcome, length, number) = bytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else {
                return (JSONNumberScanner.Outcome.malformed, 0, JSONNumber?.none)
            }
            var scanner = JSONNumberScanner(base + start, end: base + bytes.count)
            let outcome = scanner.scan()
            return (outcome, scanner.cursor - base - start, outcome == .number ? scanner.number : nil)
        }
        position = start + length
        guard outcome == .number, let number else {
            throw failure("this is not a JSON number", at: start..<characterEnd(position))
        }
        return number
    }

    /// `true`, `false`, `null` or the name of a function with its arguments.
    private mutating func word() throws(JSONPathError) -> Term {
        let start = position
        while let byte = peek(),
            byte &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") || Self.isDigit(byte)
        {
            position += 1
        }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        let range = start..<position
        if take("(") {
            try enter()
            let result = try function(name, at: range)
            depth -= 1
            return result
        }
        switch name {
        case "true": return .literal(.bool(true))
        case "false": return .literal(.bool(false))
        case "null": return .literal(.null)
        default: throw failure("unknown word `\(name)`; text is written in quotes", at: range)
        }
    }

    private mutating func function(_ name: String, at range: Range<Int>) throws(JSONPathError) -> Term {
        let counts = ["length": 1, "count": 1, "value": 1, "match": 2, "search": 2]
        guard let count = counts[name] else {
            throw failure(
                "unknown function `\(name)`; there are length, count, match, search and value", at: range)
        }
        var arguments: [(term: Term, range: Range<Int>)] = []
        skipBlanks()
        while peek() != UInt8(ascii: ")") {
            let start = position
            arguments.append((try term(), start..<position))
            skipBlanks()
            guard take(",") else { break }
            skipBlanks()
            if peek() == UInt8(ascii: ")") { throw unexpected(expected: "an argument after the comma") }
        }
        try expect(")", to: "to close the call of `\(name)`")
        guard arguments.count == count else {
            let wanted = count == 1 ? "one argument" : "two arguments"
            throw failure("`\(name)` takes \(wanted), not \(arguments.count)", at: range.lowerBound..<position)
        }
        switch name {
        case "length": return .operand(.length(try operand(arguments[0].term, at: arguments[0].range)))
        case "count": return .operand(.count(try nodes(arguments[0].term, of: name, at: arguments[0].range)))
        case "value": return .operand(.value(try nodes(arguments[0].term, of: name, at: arguments[0].range)))
        default:
            let text = try operand(arguments[0].term, at: arguments[0].range)
            return .condition(
                .regex(text: text, try regex(arguments[1].term, isWhole: name == "match", at: arguments[1].range)))
        }
    }

    private func nodes(
        _ term: Term, of name: String, at range: Range<Int>
    ) throws(JSONPathError) -> JSONPath.Query {
        guard case .query(let query) = term else { throw failure("`\(name)` takes a query", at: range) }
        return query
    }

    /// A pattern written in the path is checked now: at run time a wrong one would only never match.
    private func regex(_ term: Term, isWhole: Bool, at range: Range<Int>) throws(JSONPathError) -> JSONPath.Regex {
        let operand = try operand(term, at: range)
        guard case .literal(.string(let text)) = operand else { return .computed(operand, isWhole: isWhole) }
        do {
            return .compiled(try Pattern(text, in: .iRegexp, isWhole: isWhole))
        } catch {
            throw failure(error.message, at: error.range.map { place(of: $0, inStringAt: range) } ?? range)
        }
    }
}
