/// Expressions, from the comma down to calls and members.
extension JavaScriptParser {
    mutating func expression() throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        let first = try assignment()
        guard isSign(",") else { return first }
        var parts = [first]
        while try take(",") { parts.append(try assignment()) }
        return node(.sequence(parts), from: start)
    }

    mutating func assignment() throws(JavaScriptError) -> JavaScriptExpression {
        let outer = try descend()
        let unclaimed = unclaimedDefault
        unclaimedDefault = nil
        let result = try assignmentHere()
        unclaimedDefault = unclaimed ?? unclaimedDefault
        ascend(outer)
        return result
    }

    private mutating func assignmentHere() throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        assignmentStart = start
        let left = try conditional()
        guard case .sign(let sign) = token.kind, Self.assignmentSigns.contains(sign), previousEnd != arrowEnd else {
            return left
        }
        let target = sign == "=" ? try pattern(from: left, isBinding: false) : try simpleTarget(left)
        if sign == "=" { unclaimedDefault = nil }
        try advance()
        let value = try assignment()
        return node(.assignment(sign, target, value), from: start)
    }

    private static let assignmentSigns: Set<String> = [
        "=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "^=", "|=", "&&=", "||=", "??=",
    ]

    private mutating func conditional() throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        let test = try operation()
        guard isSign("?"), previousEnd != arrowEnd else { return test }
        try advance()
        let outerIn = allowsIn
        allowsIn = true
        let first = try assignment()
        allowsIn = outerIn
        try expect(":")
        let second = try assignment()
        return node(.conditional(test, first, second), from: start)
    }

    // MARK: Operators

    /// From loosest to tightest; `**` alone is right-associative.
    private static let precedences: [String: Int] = [
        "??": 1, "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "===": 6, "!==": 6, "<": 7, ">": 7,
        "<=": 7, ">=": 7, "in": 7, "instanceof": 7, "<<": 8, ">>": 8, ">>>": 8, "+": 9, "-": 9, "*": 10, "/": 10,
        "%": 10, "**": 11,
    ]

    private var operatorHere: (sign: String, precedence: Int)? {
        if previousEnd == arrowEnd { return nil }
        let sign: String
        switch token.kind {
        case .sign(let text): sign = text
        case .name(let text) where text == "instanceof" || text == "in" && allowsIn: sign = text
        default: return nil
        }
        return Self.precedences[sign].map { (sign, $0) }
    }

    private mutating func operation() throws(JavaScriptError) -> JavaScriptExpression {
        var isPrefixed = prefixHere != nil
        let outer = beginChain()
        let first = try unary()
        guard operatorHere != nil else {
            endChain(outer)
            return first
        }
        var stack = OperatorStack(first)
        while let (sign, precedence) = operatorHere {
            if sign == "**", isPrefixed { throw error("`**` needs parentheses around the operator before it") }
            guard stack.push(sign, precedence) else { throw error("`??` needs parentheses beside `||` and `&&`") }
            try link()
            try advance()
            isPrefixed = prefixHere != nil
            stack.operands.append(try unary())
        }
        endChain(outer)
        return stack.result()
    }

    /// Operands and operators that wait for what binds tighter.
    private struct OperatorStack {
        var operands: [JavaScriptExpression]
        private var operators: [(sign: String, precedence: Int)] = []
        private var hasCoalescing = false
        private var hasLogic = false

        init(_ first: JavaScriptExpression) { operands = [first] }

        /// False if the standard wants parentheses.
        mutating func push(_ sign: String, _ precedence: Int) -> Bool {
            while let last = operators.last,
                last.precedence > precedence || last.precedence == precedence && sign != "**"
            {
                reduce()
            }
            operators.append((sign, precedence))
            if sign == "??" { hasCoalescing = true }
            if sign == "||" || sign == "&&" { hasLogic = true }
            return !(hasCoalescing && hasLogic)
        }

        mutating func result() -> JavaScriptExpression {
            while !operators.isEmpty { reduce() }
            return operands[0]
        }

        private mutating func reduce() {
            let right = operands.removeLast()
            let left = operands.removeLast()
            operands.append(
                JavaScriptExpression(
                    kind: .binary(operators.removeLast().sign, left, right),
                    range: left.range.lowerBound..<right.range.upperBound))
        }
    }

    private var prefixHere: String? {
        switch token.kind {
        case .sign(let sign): Self.prefixSigns.contains(sign) ? sign : nil
        case .name(let name):
            switch name {
            case "typeof", "void", "delete": name
            case "await": isAwaitOperator ? name : nil
            default: nil
            }
        default: nil
        }
    }

    private static let prefixSigns: Set<String> = ["!", "~", "+", "-", "++", "--"]

    private var isAwaitOperator: Bool {
        switch awaitMeaning {
        case .name: return false
        case .operator: return true
        case .either:
            guard let next = try? peek() else { return true }
            switch next.kind {
            case .end, .escapedName: return false
            case .name(let name): return !["in", "instanceof", "of"].contains(name) && !next.followsLineBreak
            case .sign(let sign): return ["(", "[", "{", "!", "`"].contains(sign) && !next.followsLineBreak
            case .number, .string: return true
            }
        }
    }

    private mutating func unary() throws(JavaScriptError) -> JavaScriptExpression {
        guard prefixHere != nil else { return try postfix() }
        var prefixes: [(sign: String, start: Int)] = []
        while let sign = prefixHere {
            try link()
            prefixes.append((sign, token.range.lowerBound))
            try advance()
        }
        var result = try postfix()
        for (sign, start) in prefixes.reversed() {
            if sign == "++" || sign == "--" {
                _ = try simpleTarget(result)
                result = node(.update(sign, result, isPrefix: true), from: start)
            } else {
                result = node(.unary(sign, result), from: start)
            }
        }
        return result
    }

    private mutating func postfix() throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        let outer = beginChain()
        var result = try chain()
        if case .sign(let sign) = token.kind, sign == "++" || sign == "--", !token.followsLineBreak,
            previousEnd != arrowEnd
        {
            _ = try simpleTarget(result)
            try link()
            try advance()
            result = node(.update(sign, result, isPrefix: false), from: start)
        }
        endChain(outer)
        return result
    }

    // MARK: Calls and members

    private mutating func chain() throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        var mayBeAsyncArrow = isKeyword("async") && start == assignmentStart
        var result = isKeyword("new") ? try new() : try primary()
        while previousEnd != arrowEnd, case .sign(let sign) = token.kind {
            if mayBeAsyncArrow, sign == "(", !token.followsLineBreak {
                result = try asyncArrowOrCall(result, from: start)
            } else if sign == "(" {
                let arguments = try arguments()
                result = node(.call(result, arguments, isOptional: false), from: start)
            } else if let member = try memberLink(sign, of: result, from: start) {
                result = member
            } else {
                break
            }
            mayBeAsyncArrow = false
            try link()
        }
        return result
    }

    /// `.name`, `[index]`, a template or what follows `?.`; nil for anything else.
    private mutating func memberLink(
        _ sign: String, of object: JavaScriptExpression, from start: Int
    ) throws(JavaScriptError) -> JavaScriptExpression? {
        switch sign {
        case ".":
            try advance()
            return try member(of: object, isOptional: false, from: start)
        case "[":
            let key = try bracketed()
            return node(.index(object, key, isOptional: false), from: start)
        case "`":
            let (texts, values) = try templateParts()
            return node(.tagged(object, texts, values), from: start)
        case "?.":
            try advance()
            if isSign("(") {
                let arguments = try arguments()
                return node(.call(object, arguments, isOptional: true), from: start)
            }
            if isSign("[") {
                let key = try bracketed()
                return node(.index(object, key, isOptional: true), from: start)
            }
            return try member(of: object, isOptional: true, from: start)
        default:
            return nil
        }
    }

    private mutating func member(
        of object: JavaScriptExpression, isOptional: Bool, from start: Int
    ) throws(JavaScriptError) -> JavaScriptExpression {
        guard let name = try takeMemberName() else { throw unexpected("the name of a member") }
        return node(.member(object, name, isOptional: isOptional), from: start)
    }

    private mutating func bracketed() throws(JavaScriptError) -> JavaScriptExpression {
        let outerIn = allowsIn
        allowsIn = true
        try expect("[")
        let index = try expression()
        try expect("]")
        allowsIn = outerIn
        return index
    }

    mutating func arguments() throws(JavaScriptError) -> [JavaScriptExpression] {
        let outerIn = allowsIn
        allowsIn = true
        try expect("(")
        var arguments: [JavaScriptExpression] = []
        while !isSign(")") {
            arguments.append(try elementOrSpread())
            if !isSign(")") { try expect(",") }
        }
        try advance()
        allowsIn = outerIn
        return arguments
    }

    mutating func elementOrSpread() throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        guard try take("...") else { return try assignment() }
        let value = try assignment()
        return node(.spread(value), from: start)
    }

    /// `new A.b(c)`: the members belong to the constructor, the first call is that of `new`.
    private mutating func new() throws(JavaScriptError) -> JavaScriptExpression {
        let outer = try descend()
        let start = token.range.lowerBound
        try advance()
        if isSign(".") { throw error("`new.target` is not read") }
        let calleeStart = token.range.lowerBound
        var callee = isKeyword("new") ? try new() : try primary()
        while case .sign(let sign) = token.kind, sign != "?.",
            let member = try memberLink(sign, of: callee, from: calleeStart)
        {
            callee = member
            try link()
        }
        if isSign("?.") { throw error("`?.` needs parentheses behind `new`") }
        let values = isSign("(") ? try arguments() : []
        ascend(outer)
        return node(.new(callee, values), from: start)
    }
}
