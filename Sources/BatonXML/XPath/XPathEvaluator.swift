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
