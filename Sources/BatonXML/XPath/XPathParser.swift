/// A recursive descent parser for XPath 1.0 (section 3) with limited depth.
///
/// A word or `*` is parsed as an operator depending on its position, which implements the rules of section 3.7.
struct XPathParser: ByteCursor {
    /// Maximum nesting of predicates, parentheses and function calls.
    static let maximumDepth = 64
    /// Maximum bytes of a query.
    static let maximumLength = 10_000

    let bytes: [UInt8]
    /// Namespaces by prefix; empty where documents declare them.
    let namespaces: [String: String]
    var position = 0
    var depth = 0
    /// Whether the current predicate depends on the position.
    var isPositional = false

    init(_ text: String, namespaces: [String: String] = [:]) {
        bytes = Array(text.utf8)
        self.namespaces = namespaces
    }

    mutating func query() throws(XPathError) -> XPath.Expression {
        guard bytes.count <= Self.maximumLength else {
            throw failure("it is longer than \(Self.maximumLength) bytes", at: 0..<bytes.count)
        }
        skipBlanks()
        guard position < bytes.count else { throw failure("it is empty", at: 0..<bytes.count) }
        let expression = try expression()
        guard position == bytes.count else { throw unexpected(after: "the query", hint: operatorHint) }
        return expression
    }

    mutating func expression() throws(XPathError) -> XPath.Expression {
        try chain(0)
    }

    private static let levels: [[(text: StaticString, operation: XPath.Operator)]] = [
        [("or", .or)], [("and", .and)], [("=", .equal), ("!=", .unequal)],
        [("<=", .lessOrEqual), ("<", .less), (">=", .greaterOrEqual), (">", .greater)],
        [("+", .plus), ("-", .minus)], [("*", .times), ("div", .divided), ("mod", .modulo)],
    ]

    private mutating func chain(_ level: Int) throws(XPathError) -> XPath.Expression {
        guard level < Self.levels.count else { return try unary() }
        let first = try chain(level + 1)
        var operations: [XPath.Operation] = []
        while let operation = takeOperator(Self.levels[level]) {
            operations.append(XPath.Operation(operation: operation, operand: try chain(level + 1)))
        }
        return operations.isEmpty ? first : .chain(first, operations)
    }

    private mutating func takeOperator(
        _ candidates: [(text: StaticString, operation: XPath.Operator)]
    ) -> XPath.Operator? {
        skipBlanks()
        for candidate in candidates where follows(candidate.text) {
            let end = position + candidate.text.utf8CodeUnitCount
            // `order` is not the operator `or`.
            if XMLBytes.isLetter(candidate.text.utf8Start[0]), nameLength(at: end, isInside: true) > 0 { continue }
            // `==` has an error message of its own.
            if candidate.operation == .equal, end < bytes.count, bytes[end] == UInt8(ascii: "=") { return nil }
            position = end
            return candidate.operation
        }
        return nil
    }

    /// UnaryExpr: any number of minus signs.
    private mutating func unary() throws(XPathError) -> XPath.Expression {
        var signs = 0
        skipBlanks()
        while take("-") {
            signs += 1
            skipBlanks()
        }
        let operand = try union()
        switch signs {
        case 0: return operand
        case let signs where signs % 2 == 1: return .negated(operand)
        default: return .call(.number, [operand])
        }
    }

    private mutating func union() throws(XPathError) -> XPath.Expression {
        var start = position
        var parts = [try path()]
        skipBlanks()
        while follows("|"), !follows("||") {
            if parts.count == 1 { try requireNodes(parts[0], from: start, in: "`|`") }
            position += 1
            skipBlanks()
            start = position
            let part = try path()
            try requireNodes(part, from: start, in: "`|`")
            parts.append(part)
            skipBlanks()
        }
        return parts.count == 1 ? parts[0] : .union(parts)
    }

    /// PathExpr: a location path, or a value followed by predicates and steps.
    private mutating func path() throws(XPathError) -> XPath.Expression {
        skipBlanks()
        let start = position
        if follows("/") {
            var steps: [XPath.Step] = []
            if follows("//") {
                try appendSteps(to: &steps)
            } else {
                position += 1
                skipBlanks()
                if beginsStep {
                    steps.append(try step())
                    try appendSteps(to: &steps)
                }
            }
            return .path(XPath.Path(start: .root, steps: XPathParser.collapsed(steps)))
        }
        guard let primary = try primary() else {
            var steps = [try step()]
            try appendSteps(to: &steps)
            return .path(XPath.Path(start: .context, steps: XPathParser.collapsed(steps)))
        }
        let end = position
        skipBlanks()
        guard follows("[") || follows("/") else { return primary }
        let what = follows("[") ? "a predicate" : "a step"
        try requireNodes(primary, from: start, to: end, in: what)
        let predicates = try predicates()
        var steps: [XPath.Step] = []
        try appendSteps(to: &steps)
        return .path(XPath.Path(start: .expression(primary, predicates), steps: XPathParser.collapsed(steps)))
    }

    /// Parses a literal, number, parenthesised expression or call; nil where a location path begins.
    private mutating func primary() throws(XPathError) -> XPath.Expression? {
        guard position < bytes.count else { throw unexpected(expected: "a path or a value") }
        let byte = bytes[position]
        let next = position + 1 < bytes.count ? bytes[position + 1] : 0
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try literal())
        case UInt8(ascii: "("):
            try enter()
            position += 1
            let inner = try expression()
            skipBlanks()
            guard take(")") else { throw unexpected(expected: "`)`", hint: operatorHint) }
            depth -= 1
            return inner
        case UInt8(ascii: "$"):
            throw failure(
                "there are no variables here; a value is put into the text of the XPath",
                at: position..<position + 1 + max(nameLength(at: position + 1), 0))
        case _ where XMLBytes.isDigit(byte) || byte == UInt8(ascii: ".") && XMLBytes.isDigit(next):
            return .number(number())
        default: return isCall ? try call() : nil
        }
    }

    private mutating func literal() throws(XPathError) -> [UInt8] {
        let quote = bytes[position]
        guard let end = bytes[(position + 1)...].firstIndex(of: quote) else {
            let sign = quote == UInt8(ascii: "'") ? "'" : "\""
            throw failure("the text that begins here has no closing `\(sign)`", at: position..<bytes.count)
        }
        defer { position = end + 1 }
        return Array(bytes[position + 1..<end])
    }

    /// Parses digits with an optional fraction.
    private mutating func number() -> Double {
        let start = position
        while position < bytes.count, XMLBytes.isDigit(bytes[position]) { position += 1 }
        if follows(".") {
            position += 1
            while position < bytes.count, XMLBytes.isDigit(bytes[position]) { position += 1 }
        }
        return XPathNumber.parse(bytes[start..<position])
    }
}
