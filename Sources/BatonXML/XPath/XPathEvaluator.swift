/// Evaluates one query on one document, counting the steps.
struct XPathEvaluator {
    let tree: XMLTree
    private let workLimit: Int
    private var work = 0

    /// The value of an expression; nodes in document order, without duplicates.
    enum Value {
        case nodes([Int32])
        case number(Double)
        case text(ArraySlice<UInt8>)
        case boolean(Bool)
    }

    /// The context of an evaluation (section 1).
    struct Context {
        let node: Int32
        let position: Int
        let size: Int
    }

    init(tree: XMLTree, workLimit: Int) {
        self.tree = tree
        self.workLimit = workLimit
    }

    mutating func result(of expression: XPath.Expression) throws(XPathEvaluationError) -> XPath.Result {
        switch try value(of: expression, Context(node: 0, position: 1, size: 1)) {
        case .nodes(let nodes):
            var texts: [String] = []
            texts.reserveCapacity(nodes.count)
            for node in nodes {
                let bytes = tree.value(of: node)
                try count(text: bytes.count)
                texts.append(String(decoding: bytes, as: UTF8.self))
            }
            return .texts(texts)
        case .number(let number): return .number(number)
        case .text(let bytes): return .text(String(decoding: bytes, as: UTF8.self))
        case .boolean(let flag): return .boolean(flag)
        }
    }

    mutating func count(_ amount: Int) throws(XPathEvaluationError) {
        work += amount
        guard work <= workLimit else {
            throw XPathEvaluationError(message: "it is too much work on this document")
        }
    }

    /// Counts the cost of reading or creating text.
    mutating func count(text bytes: Int) throws(XPathEvaluationError) {
        try count(1 + bytes / 2)
    }

    mutating func value(
        of expression: XPath.Expression, _ context: Context
    ) throws(XPathEvaluationError) -> Value {
        try count(1)
        switch expression {
        case .number(let number): return .number(number)
        case .text(let bytes): return .text(bytes[...])
        case .call(let function, let arguments): return try call(function, arguments, context)
        case .chain(let first, let operations): return try chain(first, operations, context)
        case .negated(let operand): return .number(-(try number(try value(of: operand, context))))
        case .union(let parts):
            var nodes: [Int32] = []
            for part in parts { nodes += try self.nodes(of: part, context) }
            return .nodes(try ordered(nodes))
        case .path(let path): return .nodes(try nodes(of: path, context))
        }
    }

    /// Evaluates an expression whose type is a node-set.
    mutating func nodes(
        of expression: XPath.Expression, _ context: Context
    ) throws(XPathEvaluationError) -> [Int32] {
        guard case .nodes(let nodes) = try value(of: expression, context) else { return [] }
        return nodes
    }

    private mutating func chain(
        _ first: XPath.Expression, _ operations: [XPath.Operation], _ context: Context
    ) throws(XPathEvaluationError) -> Value {
        var result = try value(of: first, context)
        for step in operations {
            switch step.operation {
            case .or:
                if try boolean(result) { return .boolean(true) }
                result = .boolean(try boolean(try value(of: step.operand, context)))
            case .and:
                if try !boolean(result) { return .boolean(false) }
                result = .boolean(try boolean(try value(of: step.operand, context)))
            case .plus, .minus, .times, .divided, .modulo:
                let left = try number(result)
                let right = try number(try value(of: step.operand, context))
                switch step.operation {
                case .plus: result = .number(left + right)
                case .minus: result = .number(left - right)
                case .times: result = .number(left * right)
                case .divided: result = .number(left / right)
                default: result = .number(left.truncatingRemainder(dividingBy: right))
                }
            default:
                result = .boolean(try compare(result, step.operation, try value(of: step.operand, context)))
            }
        }
        return result
    }

    /// Sorts into document order and removes duplicates.
    mutating func ordered(_ nodes: [Int32]) throws(XPathEvaluationError) -> [Int32] {
        var isOrdered = true
        for index in nodes.indices.dropFirst() where nodes[index] <= nodes[index - 1] {
            isOrdered = false
            break
        }
        try count(nodes.count)
        if isOrdered { return nodes }
        // Sorting takes about twenty steps per node.
        try count(nodes.count * 20)
        let sorted = nodes.sorted()
        var result: [Int32] = []
        result.reserveCapacity(sorted.count)
        for node in sorted where node != result.last { result.append(node) }
        return result
    }
}

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

/// Conversion between numbers and strings (sections 4.2 and 4.4): no exponents, and NaN for a string that is not a
/// number.
enum XPathNumber {
    static func parse(_ bytes: some BidirectionalCollection<UInt8>) -> Double {
        var rest = bytes.drop(while: XMLBytes.isBlank)
        while let last = rest.last, XMLBytes.isBlank(last) { rest = rest.dropLast() }
        let digits = rest.first == UInt8(ascii: "-") ? rest.dropFirst() : rest
        var points = 0
        var count = 0
        for byte in digits {
            if byte == UInt8(ascii: ".") {
                points += 1
            } else if XMLBytes.isDigit(byte) {
                count += 1
            } else {
                return .nan
            }
        }
        guard count > 0, points <= 1 else { return .nan }
        // Further digits do not change the value of a double.
        guard rest.count <= 2000 else { return .nan }
        var text = String(decoding: rest, as: UTF8.self)
        if text.hasPrefix(".") || text.hasPrefix("-.") { text.replaceFirst(".", with: "0.") }
        if text.hasSuffix(".") { text += "0" }
        return Double(text) ?? .nan
    }

    static func text(of number: Double) -> [UInt8] {
        if number.isNaN { return Array("NaN".utf8) }
        if number.isInfinite { return Array((number < 0 ? "-Infinity" : "Infinity").utf8) }
        if number == 0 { return [UInt8(ascii: "0")] }
        if let whole = Int64(exactly: number) { return Array(String(whole).utf8) }
        let parts = number.magnitude.description.split(separator: "e")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let halves = parts[0].split(separator: ".")
        var digits = Array(halves[0].utf8)
        var point = digits.count + exponent
        if halves.count > 1, halves[1] != "0" { digits += Array(halves[1].utf8) }
        if point < 1 {
            digits.insert(contentsOf: repeatElement(UInt8(ascii: "0"), count: 1 - point), at: 0)
            point = 1
        }
        while digits.count < point { digits.append(UInt8(ascii: "0")) }
        if digits.count > point { digits.insert(UInt8(ascii: "."), at: point) }
        return (number < 0 ? [UInt8(ascii: "-")] : []) + digits
    }
}

extension String {
    fileprivate mutating func replaceFirst(_ character: Character, with text: String) {
        guard let index = firstIndex(of: character) else { return }
        replaceSubrange(index...index, with: text)
    }
}

/// Substring search in linear time for any input (Knuth, Morris, Pratt, 1977).
enum XPathSearch {
    static func range(of part: ArraySlice<UInt8>, in whole: ArraySlice<UInt8>) -> Range<Int>? {
        guard let first = part.first else { return whole.startIndex..<whole.startIndex }
        guard part.count <= whole.count else { return nil }
        let part = Array(part)
        // For each prefix, the length of its longest proper prefix that is also a suffix.
        var borders = Array(repeating: Int32(0), count: part.count)
        var length = 0
        for index in part.indices.dropFirst() {
            while length > 0, part[index] != part[length] { length = Int(borders[length - 1]) }
            if part[index] == part[length] { length += 1 }
            borders[index] = Int32(length)
        }
        length = 0
        for index in whole.indices {
            if length == 0, whole[index] != first { continue }
            while length > 0, whole[index] != part[length] { length = Int(borders[length - 1]) }
            if whole[index] == part[length] { length += 1 }
            if length == part.count { return index + 1 - length..<index + 1 }
        }
        return nil
    }
}
