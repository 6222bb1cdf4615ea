extension JSONPathParser {
    /// logical-or-expr = logical-and-expr *(S "||" S logical-and-expr)
    mutating func condition() throws(JSONPathError) -> JSONPath.Condition {
        try enter()
        var alternatives = [try conjunction()]
        while takeOperator("||") { alternatives.append(try conjunction()) }
        depth -= 1
        return alternatives.count == 1 ? alternatives[0] : .or(alternatives)
    }

    private mutating func conjunction() throws(JSONPathError) -> JSONPath.Condition {
        var parts = [try basicCondition()]
        while takeOperator("&&") { parts.append(try basicCondition()) }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    /// Reads spaces, the operator and spaces; reads nothing if the operator is not next.
    private mutating func takeOperator(_ word: StaticString) -> Bool {
        let before = position
        skipBlanks()
        guard peek() == word.utf8Start[0], peek(at: 1) == word.utf8Start[1] else {
            position = before
            return false
        }
        position += 2
        skipBlanks()
        return true
    }

    /// basic-expr = paren-expr / comparison-expr / test-expr
    private mutating func basicCondition() throws(JSONPathError) -> JSONPath.Condition {
        let isNegated = take("!")
        if isNegated { skipBlanks() }
        if take("(") {
            skipBlanks()
            let inner = try condition()
            skipBlanks()
            try expect(")", to: "to close the parenthesis", hint: operatorHint)
            return isNegated ? .not(inner) : inner
        }
        let start = position
        let left = try term()
        if isNegated { return .not(try test(left, at: start..<position)) }
        let end = position
        skipBlanks()
        guard let comparison = takeComparison() else {
            position = end
            return try test(left, at: start..<end)
        }
        let leftOperand = try operand(left, at: start..<end)
        skipBlanks()
        let rightStart = position
        let right = try term()
        return .comparison(leftOperand, comparison, try operand(right, at: rightStart..<position))
    }

    private mutating func takeComparison() -> JSONPath.Comparison? {
        let isWithEqual = peek(at: 1) == UInt8(ascii: "=")
        let comparison: JSONPath.Comparison
        switch peek() {
        case UInt8(ascii: "=") where isWithEqual: comparison = .equal
        case UInt8(ascii: "!") where isWithEqual: comparison = .unequal
        case UInt8(ascii: "<"): comparison = isWithEqual ? .lessOrEqual : .less
        case UInt8(ascii: ">"): comparison = isWithEqual ? .greaterOrEqual : .greater
        default: return nil
        }
        position += isWithEqual ? 2 : 1
        return comparison
    }

    /// A term that stands alone: a query that finds something, or a function that says yes or no.
    private func test(_ term: Term, at range: Range<Int>) throws(JSONPathError) -> JSONPath.Condition {
        switch term {
        case .query(let query): return .exists(query)
        case .condition(let condition): return condition
        case .literal: throw failure("a literal alone is no condition; compare it with something", at: range)
        case .operand: throw failure("this function gives a value; compare it with something", at: range)
        }
    }

    /// A term that is compared or handed to a function: it must have one value at most.
    func operand(_ term: Term, at range: Range<Int>) throws(JSONPathError) -> JSONPath.Operand {
        switch term {
        case .literal(let value): return .literal(value)
        case .operand(let operand): return operand
        case .condition: throw failure("this function gives true or false and cannot be compared", at: range)
        case .query(let query):
            guard let steps = query.singular else {
                throw failure(
                    "this query may find several values; only a path of names and indices can be used here", at: range)
            }
            return .query(steps: steps, isRelative: query.isRelative)
        }
    }
}
