/// Conversions (section 4) and comparisons (section 3.4), each in time linear in the size of its operands.
extension XPathEvaluator {
    func boolean(_ value: Value) throws(XPathEvaluationError) -> Bool {
        switch value {
        case .nodes(let nodes): !nodes.isEmpty
        case .number(let number): !(number == 0 || number.isNaN)
        case .text(let bytes): !bytes.isEmpty
        case .boolean(let flag): flag
        }
    }

    mutating func number(_ value: Value) throws(XPathEvaluationError) -> Double {
        switch value {
        case .nodes(let nodes): if let node = nodes.first { try number(of: node) } else { .nan }
        case .number(let number): number
        case .text(let bytes): try number(bytes)
        case .boolean(let flag): flag ? 1 : 0
        }
    }

    mutating func text(_ value: Value) throws(XPathEvaluationError) -> ArraySlice<UInt8> {
        switch value {
        case .nodes(let nodes): nodes.first.map(tree.value) ?? []
        case .number(let number): XPathNumber.text(of: number)[...]
        case .text(let bytes): bytes
        case .boolean(let flag): Array((flag ? "true" : "false").utf8)[...]
        }
    }

    mutating func number(of node: Int32) throws(XPathEvaluationError) -> Double {
        try number(tree.value(of: node))
    }

    private mutating func number(_ bytes: ArraySlice<UInt8>) throws(XPathEvaluationError) -> Double {
        try count(text: bytes.count)
        return XPathNumber.parse(bytes)
    }

    mutating func compare(
        _ left: Value, _ operation: XPath.Operator, _ right: Value
    ) throws(XPathEvaluationError) -> Bool {
        let isEquality = operation == .equal || operation == .unequal
        switch (left, right) {
        case (.nodes(let left), .nodes(let right)):
            guard !left.isEmpty, !right.isEmpty else { return false }
            switch operation {
            case .equal: return try shareText(left, right)
            case .unequal: return try differInText(left, right)
            default: return try compareBounds(left, operation, right)
            }
        case (.boolean, _) where isEquality, (_, .boolean) where isEquality, (.boolean, .nodes), (.nodes, .boolean):
            return Self.holds(try boolean(left) ? 1 : 0, operation, try boolean(right) ? 1 : 0)
        case (.nodes(let nodes), .text(let text)) where isEquality,
            (.text(let text), .nodes(let nodes)) where isEquality:
            for node in nodes {
                let value = tree.value(of: node)
                try count(text: min(value.count, text.count))
                if (value == text) == (operation == .equal) { return true }
            }
            return false
        case (.nodes(let nodes), _):
            let bound = try number(right)
            for node in nodes where Self.holds(try number(of: node), operation, bound) { return true }
            return false
        case (_, .nodes(let nodes)):
            let bound = try number(left)
            for node in nodes where Self.holds(bound, operation, try number(of: node)) { return true }
            return false
        case (.text(let left), .text(let right)) where isEquality:
            try count(text: min(left.count, right.count))
            return (left == right) == (operation == .equal)
        default: return Self.holds(try number(left), operation, try number(right))
        }
    }

    private static func holds(_ left: Double, _ operation: XPath.Operator, _ right: Double) -> Bool {
        switch operation {
        case .equal: left == right
        case .unequal: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        default: left >= right
        }
    }

    /// Whether a node of one set has the same string-value as a node of the other.
    private mutating func shareText(_ left: [Int32], _ right: [Int32]) throws(XPathEvaluationError) -> Bool {
        let (few, many) = left.count < right.count ? (left, right) : (right, left)
        var texts: Set<ArraySlice<UInt8>> = []
        for node in few {
            let value = tree.value(of: node)
            try count(text: value.count + 32)
            texts.insert(value)
        }
        for node in many {
            let value = tree.value(of: node)
            try count(text: value.count + 32)
            if texts.contains(value) { return true }
        }
        return false
    }

    /// Whether two nodes have different string-values: false only if all nodes of both sets have the same.
    private mutating func differInText(_ left: [Int32], _ right: [Int32]) throws(XPathEvaluationError) -> Bool {
        let first = tree.value(of: left[0])
        for node in [right, left].joined() {
            let value = tree.value(of: node)
            try count(text: min(value.count, first.count))
            if value != first { return true }
        }
        return false
    }

    /// Whether any pair of nodes satisfies `<`, `>` or the like: compares the least value of one set with the greatest
    /// of the other.
    private mutating func compareBounds(
        _ left: [Int32], _ operation: XPath.Operator, _ right: [Int32]
    ) throws(XPathEvaluationError) -> Bool {
        let wantsLess = operation == .less || operation == .lessOrEqual
        guard let first = try bound(of: left, isLeast: wantsLess),
            let second = try bound(of: right, isLeast: !wantsLess)
        else { return false }
        return Self.holds(first, operation, second)
    }

    private mutating func bound(of nodes: [Int32], isLeast: Bool) throws(XPathEvaluationError) -> Double? {
        var bound: Double?
        for node in nodes {
            let number = try number(of: node)
            if number.isNaN { continue }
            bound = bound.map { isLeast ? min($0, number) : max($0, number) } ?? number
        }
        return bound
    }
}
