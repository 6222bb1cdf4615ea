/// Literals, names, parentheses and functions.
extension JavaScriptParser {
    mutating func primary() throws(JavaScriptError) -> JavaScriptExpression {
        switch token.kind {
        case .number(let value): return try leaf(.number(lexer.source.text(token.range), value))
        case .string(let text): return try leaf(.string(text))
        case .name(let name): return try named(name)
        case .escapedName(let name): return try identifier(name)
        case .sign("("): return try parenthesized()
        case .sign("["): return try array()
        case .sign("{"): return try object()
        case .sign("`"): return try template()
        case .sign("/"), .sign("/="): return try regularExpression()
        case .sign, .end: throw unexpected("a value")
        }
    }

    private mutating func leaf(_ kind: JavaScriptExpression.Kind) throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        try advance()
        return node(kind, from: start)
    }

    private mutating func named(_ name: String) throws(JavaScriptError) -> JavaScriptExpression {
        switch name {
        case "this": return try leaf(.this)
        case "null": return try leaf(.null)
        case "true": return try leaf(.boolean(true))
        case "false": return try leaf(.boolean(false))
        case "function": return try functionExpression(isAsync: false)
        case "async": return try asyncValue()
        default:
            if let message = Self.refused[name] { throw error(message) }
            return try identifier(name)
        }
    }

    /// A variable, or an arrow with one parameter.
    private mutating func identifier(_ name: String) throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        let mayBeArrow = start == assignmentStart
        guard try takeName() != nil else { throw unexpected("a value") }
        if mayBeArrow, isArrow { return try arrow([.name(name)], rest: nil, isAsync: false, from: start) }
        return node(.identifier(name), from: start)
    }

    /// `async function`, `async x =>`, or a variable of that name.
    private mutating func asyncValue() throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        let next = try peek()
        guard !next.followsLineBreak, case .name(let name) = next.kind else { return try identifier("async") }
        if name == "function" { return try functionExpression(isAsync: true) }
        guard start == assignmentStart, !Self.reserved.contains(name) else { return try identifier("async") }
        try advance()
        try advance()
        guard isArrow else { throw unexpected("`=>`") }
        return try arrow([.name(name)], rest: nil, isAsync: true, from: start)
    }

    private mutating func template() throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        let (texts, values) = try templateParts()
        return node(.template(texts, values), from: start)
    }

    mutating func templateParts() throws(JavaScriptError) -> ([String], [JavaScriptExpression]) {
        let start = token.range.lowerBound
        let outerIn = allowsIn
        allowsIn = true
        var texts: [String] = []
        var values: [JavaScriptExpression] = []
        while true {
            let (text, isLast) = try lexer.templateText(from: start)
            texts.append(text)
            if isLast { break }
            token.range = start..<lexer.position
            try advance()
            values.append(try expression())
            guard isSign("}") else { throw unexpected("`}`") }
        }
        token.range = start..<lexer.position
        try advance()
        allowsIn = outerIn
        return (texts, values)
    }

    private mutating func regularExpression() throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        let (pattern, flags) = try lexer.regularExpression(from: start)
        token.range = start..<lexer.position
        return try leaf(.regularExpression(pattern: pattern, flags: flags))
    }

    private mutating func array() throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        let outerIn = allowsIn
        allowsIn = true
        try advance()
        var elements: [JavaScriptExpression?] = []
        while !isSign("]") {
            if try take(",") {
                elements.append(nil)
                continue
            }
            elements.append(try elementOrSpread())
            if !isSign("]") { try expect(",") }
        }
        try advance()
        allowsIn = outerIn
        return node(.array(elements), from: start)
    }

    // MARK: Objects

    private mutating func object() throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        let outerIn = allowsIn
        allowsIn = true
        try advance()
        var properties: [JavaScriptExpression.Property] = []
        while !isSign("}") {
            properties.append(try property())
            if !isSign("}") { try expect(",") }
        }
        try advance()
        allowsIn = outerIn
        return node(.object(properties), from: start)
    }

    private mutating func property() throws(JavaScriptError) -> JavaScriptExpression.Property {
        if try take("...") { return JavaScriptExpression.Property(key: .spread, value: try assignment()) }
        let start = token.range.lowerBound
        let isAsync = try takeModifier()
        if isSign("*") { throw error("generators are not read") }
        let keyToken = token
        let key = try propertyKey()
        if isSign("(") {
            let function = try functionRest(name: nil, isAsync: isAsync)
            return JavaScriptExpression.Property(key: key, value: node(.function(function), from: start))
        }
        if isAsync { throw unexpected("`(`") }
        if try take(":") { return JavaScriptExpression.Property(key: key, value: try assignment()) }
        return try shorthand(key, keyToken)
    }

    /// Takes the `async` of a method.
    private mutating func takeModifier() throws(JavaScriptError) -> Bool {
        guard case .name(let name) = token.kind, ["async", "get", "set"].contains(name) else { return false }
        let next = try peek()
        if case .sign(let sign) = next.kind, sign != "[", sign != "*" { return false }
        if name != "async" { throw error("getters and setters are not read") }
        if next.followsLineBreak { return false }
        try advance()
        return true
    }

    private mutating func propertyKey() throws(JavaScriptError) -> JavaScriptExpression.Property.Key {
        switch token.kind {
        case .string(let text):
            try advance()
            return .name(text)
        case .number(let value):
            try advance()
            return .name(Self.name(of: value))
        case .sign("["):
            try advance()
            let key = try assignment()
            try expect("]")
            return .computed(key)
        default:
            guard let name = try takeMemberName() else { throw unexpected("the name of a property or `}`") }
            return .name(name)
        }
    }

    /// The name that a number is as a key: `1.0` is `1`.
    static func name(of value: Double) -> String {
        if let integer = Int64(exactly: value), value.magnitude < 1e15 { return String(integer) }
        return value.isFinite ? value.description : "Infinity"
    }

    /// `{a}`, or `{a = 1}`, which only a pattern has.
    private mutating func shorthand(
        _ key: JavaScriptExpression.Property.Key, _ keyToken: JavaScriptToken
    ) throws(JavaScriptError) -> JavaScriptExpression.Property {
        let isName =
            switch keyToken.kind {
            case .name(let name), .escapedName(let name): !Self.reserved.contains(name)
            default: false
            }
        guard isName, case .name(let name) = key else { throw unexpected("`:` and a value") }
        let start = keyToken.range.lowerBound
        if isSign("=") {
            let offset = token.range.lowerBound
            try advance()
            let value = try assignment()
            unclaimedDefault = unclaimedDefault ?? offset
            return JavaScriptExpression.Property(
                key: key, value: node(.assignment("=", .name(name), value), from: start))
        }
        return JavaScriptExpression.Property(key: key, value: node(.identifier(name), from: start))
    }

    // MARK: Parentheses and arrows

    var isArrow: Bool { isSign("=>") && !token.followsLineBreak }

    /// Parentheses around an expression, or the parameters of an arrow.
    private mutating func parenthesized() throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        let mayBeArrow = start == assignmentStart
        let outerIn = allowsIn
        allowsIn = true
        try advance()
        var parts: [JavaScriptExpression] = []
        var isOnlyForArrow = isSign(")")
        while !isSign(")") {
            parts.append(try elementOrSpread())
            if case .spread? = parts.last?.kind { isOnlyForArrow = true }
            if isSign(")") { break }
            try expect(",")
            if isSign(")") { isOnlyForArrow = true }
        }
        try advance()
        allowsIn = outerIn
        if mayBeArrow, isArrow {
            let (parameters, rest) = try self.parameters(from: parts)
            return try arrow(parameters, rest: rest, isAsync: false, from: start)
        }
        guard !isOnlyForArrow, let first = parts.first else { throw unexpected("`=>` behind these parentheses") }
        return node(parts.count == 1 ? first.kind : .sequence(parts), from: start)
    }

    /// `async (…)`, which is an arrow or the call of a function of that name.
    mutating func asyncArrowOrCall(
        _ callee: JavaScriptExpression, from start: Int
    ) throws(JavaScriptError) -> JavaScriptExpression {
        let values = try arguments()
        guard isArrow else { return node(.call(callee, values, isOptional: false), from: start) }
        let (parameters, rest) = try self.parameters(from: values)
        return try arrow(parameters, rest: rest, isAsync: true, from: start)
    }

    /// The rest of an arrow, at whose `=>` it stands.
    private mutating func arrow(
        _ parameters: [JavaScriptPattern], rest: String?, isAsync: Bool, from start: Int
    ) throws(JavaScriptError) -> JavaScriptExpression {
        unclaimedDefault = nil
        try advance()
        let outerAwait = awaitMeaning
        awaitMeaning = isAsync ? .operator : .name
        let isExpression = !isSign("{")
        let body = isExpression ? [try returned()] : try functionBody()
        awaitMeaning = outerAwait
        arrowEnd = previousEnd
        let function = JavaScriptFunction(
            name: nil, parameters: parameters, rest: rest, body: body, isExpression: isExpression, isAsync: isAsync)
        return node(.function(function), from: start)
    }

    private mutating func returned() throws(JavaScriptError) -> JavaScriptStatement {
        let value = try assignment()
        return JavaScriptStatement(kind: .return(value), range: value.range)
    }

    // MARK: Functions

    private mutating func functionExpression(isAsync: Bool) throws(JavaScriptError) -> JavaScriptExpression {
        let start = token.range.lowerBound
        let function = try function(isAsync: isAsync)
        return node(.function(function), from: start)
    }

    /// A function with its `function`, and its `async` if it has one.
    mutating func function(isAsync: Bool) throws(JavaScriptError) -> JavaScriptFunction {
        if isAsync { try advance() }
        try advance()
        if isSign("*") { throw error("generators are not read") }
        let name = isSign("(") ? nil : try takeName()
        return try functionRest(name: name, isAsync: isAsync)
    }

    /// Parameters and body.
    private mutating func functionRest(name: String?, isAsync: Bool) throws(JavaScriptError) -> JavaScriptFunction {
        let outerAwait = awaitMeaning
        awaitMeaning = isAsync ? .operator : .name
        let (parameters, rest) = try parameterList()
        let body = try functionBody()
        awaitMeaning = outerAwait
        return JavaScriptFunction(
            name: name, parameters: parameters, rest: rest, body: body, isExpression: false, isAsync: isAsync)
    }

    private mutating func functionBody() throws(JavaScriptError) -> [JavaScriptStatement] {
        let outerIn = allowsIn
        allowsIn = true
        let statements = try block()
        allowsIn = outerIn
        return statements
    }
}
