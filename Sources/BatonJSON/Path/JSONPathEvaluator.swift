import BatonRegex
import BatonValues

/// Applies a query's segments to a document, counting the work: a small document may not cost much more than its size
/// times what the path says.
struct JSONPathEvaluator {
    /// A value, and its location where the caller asks for locations.
    struct Node {
        let value: JSONValue
        let location: JSONPathLocation?
    }

    let root: JSONValue
    private var workLeft: Int
    /// Patterns that come from the document, by text and kind; nil for what is no pattern.
    var patterns: [TextKey: Pattern?] = [:]

    init(root: JSONValue, workLimit: Int) {
        self.root = root
        workLeft = workLimit
    }

    /// The nodes of the query; without a location none are noted.
    mutating func nodes(
        of query: JSONPath.Query, at start: JSONValue, location: JSONPathLocation?
    ) throws(JSONPathEvaluationError) -> [Node] {
        var nodes = [Node(value: start, location: location)]
        for segment in query.segments {
            var found: [Node] = []
            for node in nodes {
                if segment.isDescendant {
                    try descend(segment.selectors, from: node, depth: 0, into: &found)
                } else {
                    for selector in segment.selectors { try select(selector, of: node, into: &found) }
                }
            }
            nodes = found
            if nodes.isEmpty { break }
        }
        return nodes
    }

    mutating func spend(_ amount: Int) throws(JSONPathEvaluationError) {
        workLeft -= amount
        guard workLeft > 0 else {
            throw JSONPathEvaluationError(message: "the JSONPath is too much work on this document")
        }
    }

    private mutating func descend(
        _ selectors: [JSONPath.Selector], from node: Node, depth: Int, into found: inout [Node]
    ) throws(JSONPathEvaluationError) {
        guard depth < 2000 else { throw JSONPathEvaluationError(message: "the document is nested too deeply") }
        for selector in selectors { try select(selector, of: node, into: &found) }
        switch node.value {
        case .array(let elements):
            try spend(elements.count)
            for (index, element) in elements.enumerated() where element.isContainer {
                let child = Node(value: element, location: node.location?.element(index))
                try descend(selectors, from: child, depth: depth + 1, into: &found)
            }
        case .object(let object):
            try spend(object.count)
            for member in object.members where member.value.isContainer {
                let child = Node(value: member.value, location: node.location?.member(member.name))
                try descend(selectors, from: child, depth: depth + 1, into: &found)
            }
        default: break
        }
    }

    private mutating func select(
        _ selector: JSONPath.Selector, of node: Node, into found: inout [Node]
    ) throws(JSONPathEvaluationError) {
        try spend(4)
        switch (selector, node.value) {
        case (.name(let name), .object(let object)):
            guard let value = object[name] else { return }
            found.append(Node(value: value, location: node.location?.member(name)))
        case (.index(let index), .array(let elements)):
            guard let position = JSONPath.position(index, count: elements.count) else { return }
            found.append(Node(value: elements[position], location: node.location?.element(position)))
        case (.slice(let start, let end, let step), .array(let elements)):
            for position in Self.positions(start: start, end: end, step: step, count: elements.count) {
                try spend(4)
                found.append(Node(value: elements[position], location: node.location?.element(position)))
            }
        case (.wildcard, .array(let elements)):
            try spend(4 * elements.count)
            for (position, element) in elements.enumerated() {
                found.append(Node(value: element, location: node.location?.element(position)))
            }
        case (.wildcard, .object(let object)):
            try spend(4 * object.count)
            for member in object.members {
                found.append(Node(value: member.value, location: node.location?.member(member.name)))
            }
        case (.filter(let condition), .array(let elements)):
            for (position, element) in elements.enumerated() where try holds(condition, for: element) {
                try spend(4)
                found.append(Node(value: element, location: node.location?.element(position)))
            }
        case (.filter(let condition), .object(let object)):
            for member in object.members where try holds(condition, for: member.value) {
                try spend(4)
                found.append(Node(value: member.value, location: node.location?.member(member.name)))
            }
        default: break
        }
    }

    /// The positions that a slice selects, in its order (RFC 9535, section 2.3.4.2.2).
    static func positions(start: Int?, end: Int?, step: Int, count: Int) -> StrideTo<Int> {
        guard step != 0 else { return stride(from: 0, to: 0, by: 1) }
        func absolute(_ bound: Int) -> Int { bound < 0 ? bound + count : bound }
        if step > 0 {
            let lower = min(max(absolute(start ?? 0), 0), count)
            let upper = min(max(absolute(end ?? count), 0), count)
            return stride(from: lower, to: upper, by: min(step, count + 1))
        }
        let upper = min(max(start.map(absolute) ?? count - 1, -1), count - 1)
        let lower = min(max(end.map(absolute) ?? -1, -1), count - 1)
        return stride(from: upper, to: lower, by: max(step, -count - 1))
    }
}

extension JSONValue {
    /// Whether it is an array or an object.
    package var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}

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
