extension JSONPathEvaluator {
    /// RFC 9535, section 2.3.5.2.2: nothing equals nothing, and only numbers and texts have an order.
    mutating func compare(
        _ left: JSONValue?, _ comparison: JSONPath.Comparison, _ right: JSONValue?
    ) throws(JSONPathEvaluationError) -> Bool {
        switch comparison {
        case .equal: try isEqual(left, right)
        case .unequal: try !isEqual(left, right)
        case .less: try isLess(left, right)
        case .greater: try isLess(right, left)
        case .lessOrEqual: if try isLess(left, right) { true } else { try isEqual(left, right) }
        case .greaterOrEqual: if try isLess(right, left) { true } else { try isEqual(left, right) }
        }
    }

    private mutating func isEqual(_ left: JSONValue?, _ right: JSONValue?) throws(JSONPathEvaluationError) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return try isEqual(left, right)
    }

    /// As `==` of values, and paid for: a filter may compare a large value with each of many.
    private mutating func isEqual(_ left: JSONValue, _ right: JSONValue) throws(JSONPathEvaluationError) -> Bool {
        switch (left, right) {
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            try spend(left.count)
            for (left, right) in zip(left, right) where try !isEqual(left, right) { return false }
            return true
        case (.object(let left), .object(let right)):
            guard left.count == right.count else { return false }
            try spend(left.count)
            for (position, member) in left.members.enumerated() {
                try spend(member.name.utf8.count / 64)
                // Mostly both have their members in the same order.
                let isThere = right.members[position].name.hasSameBytes(as: member.name)
                guard let other = isThere ? position : right.position(of: member.name),
                    try isEqual(member.value, right.members[other].value)
                else { return false }
            }
            return true
        default:
            try spendOnScalars(left, right)
            return left == right
        }
    }

    private mutating func isLess(_ left: JSONValue?, _ right: JSONValue?) throws(JSONPathEvaluationError) -> Bool {
        guard let left, let right else { return false }
        try spendOnScalars(left, right)
        return switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.string(let left), .string(let right)): left.precedesByCodePoints(right)
        default: false
        }
    }

    /// Texts are gone through as far as the shorter one goes, numbers to the last digit of both.
    private mutating func spendOnScalars(
        _ left: JSONValue, _ right: JSONValue
    ) throws(JSONPathEvaluationError) {
        switch (left, right) {
        case (.string(let left), .string(let right)): try spend(min(left.utf8.count, right.utf8.count) / 64)
        case (.number(let left), .number(let right)): try spend(left.digitCount / 2 + right.digitCount / 2)
        default: break
        }
    }
}

extension JSONNumber {
    /// How many characters comparing it goes through; few for what is kept as an integer.
    fileprivate var digitCount: Int {
        if case .text(let text) = storage { text.utf8.count } else { 0 }
    }
}
