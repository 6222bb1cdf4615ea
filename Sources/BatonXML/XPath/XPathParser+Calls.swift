import BatonValues

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
                wanted = "\(counts.lowerBound) argument\(counts.lowerBound == 1 ? "" : "s")"
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
