import BatonValues

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

extension XPathParser {
    /// The length of the name at an offset; with `isInside`, digits and similar characters may come first.
    func nameLength(at place: Int, isInside: Bool = false) -> Int {
        let length = XMLBytes.nameLength(in: bytes, at: place)
        guard length == 0, isInside, place < bytes.count else { return length }
        let byte = bytes[place]
        return XMLBytes.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") ? 1 : 0
    }

    /// Enters one level of nesting; the caller leaves it.
    mutating func enter() throws(XPathError) {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw failure("it is nested too deeply", at: position..<characterEnd(position))
        }
    }

    /// The offset after the character that begins at `start`.
    func characterEnd(_ start: Int) -> Int {
        var end = min(start + 1, bytes.count)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    func failure(_ message: String, at range: Range<Int>) -> XPathError {
        XPathError(message: message, range: range)
    }

    func unexpected(expected: String, hint: String = "") -> XPathError {
        failure("expected \(expected), found \(found)\(hint)", at: position..<characterEnd(position))
    }

    func unexpected(after what: String, hint: String = "") -> XPathError {
        failure("found \(found) after \(what)\(hint)", at: position..<characterEnd(position))
    }

    private var found: String {
        guard position < bytes.count else { return "the end of the XPath" }
        switch bytes[position] {
        case 0x20: return "a space"
        case ..<0x20: return "a control character"
        default: return "`" + String(decoding: bytes[position..<characterEnd(position)], as: UTF8.self) + "`"
        }
    }

    /// A hint where an operator is expected: operators of other languages.
    var operatorHint: String {
        if follows("==") { return "; equality is written with one `=`" }
        if follows("&&") { return "; `and` is written in letters" }
        if follows("||") { return "; `or` is written in letters" }
        if follows("#") { return "; an element by its id is `//*[@id='name']`" }
        if follows("%") { return "; the remainder is written `mod`" }
        return ""
    }

    /// A hint where a step is expected.
    var stepHint: String {
        if follows("#") { return "; an element by its id is `//*[@id='name']`" }
        if follows("!") { return "; a condition is negated by `not(…)`" }
        if follows("[") { return "; before a predicate stands a name or `*`" }
        return ""
    }
}

extension XPathParser {
    private static let nodeTypes: Set = ["comment", "node", "processing-instruction", "text"]

    /// Whether a function call follows: a name with a parenthesis that is not a node type.
    var isCall: Bool {
        let length = nameLength(at: position)
        guard length > 0 else { return false }
        var end = position + length
        if end < bytes.count, bytes[end] == UInt8(ascii: ":"), nameLength(at: end + 1) > 0 {
            end += 1 + nameLength(at: end + 1)
        }
        let name = String(decoding: bytes[position..<end], as: UTF8.self)
        while end < bytes.count, XMLBytes.isBlank(bytes[end]) { end += 1 }
        return end < bytes.count && bytes[end] == UInt8(ascii: "(") && !Self.nodeTypes.contains(name)
    }

    /// Parses a call, beginning at its name.
    mutating func call() throws(XPathError) -> XPath.Expression {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "("), !XMLBytes.isBlank(bytes[position]) {
            position += 1
        }
        let range = start..<position
        let name = String(decoding: bytes[range], as: UTF8.self)
        guard let function = XPath.Function(rawValue: name) else {
            throw failure("there is no XPath function `\(name)`" + Self.functionHint(name), at: range)
        }
        skipBlanks()
        try enter()
        position += 1
        let arguments = try arguments(of: function)
        depth -= 1
        guard function.counts.contains(arguments.count) else {
            let counts = function.counts
            let wanted: String
            if counts.count == 1 {
                wanted = Plural.count(counts.lowerBound, "argument")
            } else if counts.upperBound > 3 {
                wanted = "\(counts.lowerBound) arguments or more"
            } else {
                wanted = "\(counts.lowerBound) or \(counts.upperBound) arguments"
            }
            throw failure("`\(name)` takes \(wanted), not \(arguments.count)", at: range)
        }
        if function == .position || function == .last { isPositional = true }
        return .call(function, arguments)
    }

    /// Parses the arguments after the opening parenthesis, including the closing one.
    private mutating func arguments(of function: XPath.Function) throws(XPathError) -> [XPath.Expression] {
        skipBlanks()
        if take(")") { return [] }
        var arguments: [XPath.Expression] = []
        while true {
            skipBlanks()
            let start = position
            let argument = try expression()
            if function.wantsNodes { try requireNodes(argument, from: start, in: "`\(function.rawValue)`") }
            arguments.append(argument)
            skipBlanks()
            if take(")") { return arguments }
            guard take(",") else { throw unexpected(expected: "`,` or `)`", hint: operatorHint) }
        }
    }

    func requireNodes(
        _ expression: XPath.Expression, from start: Int, to end: Int? = nil, in what: String
    ) throws(XPathError) {
        guard expression.kind != .nodes else { return }
        var end = end ?? position
        while end > start + 1, XMLBytes.isBlank(bytes[end - 1]) { end -= 1 }
        throw failure("\(what) works on nodes, not on \(expression.kind.name)", at: start..<end)
    }

    static func suggestion(for name: String, in names: [String]) -> String {
        Spelling.nearest(to: name, in: names).map { "; did you mean `\($0)`?" } ?? ""
    }

    private static func functionHint(_ name: String) -> String {
        let local = name.split(separator: ":").last.map(String.init) ?? name
        switch local {
        case "lower-case", "upper-case":
            return ": it belongs to XPath 2.0, here is 1.0, which has `translate(text, 'ABC', 'abc')`"
        case "ends-with", "matches", "replace", "tokenize", "string-join", "avg", "min", "max", "abs", "exists",
            "empty", "distinct-values", "data":
            return ": it belongs to XPath 2.0, here is 1.0; work on with what the XPath finds"
        case "length": return "; write `string-length`"
        case "size": return "; write `count`"
        case "trim", "strip": return "; write `normalize-space`"
        default: return suggestion(for: name, in: XPath.Function.allCases.map(\.rawValue))
        }
    }
}
