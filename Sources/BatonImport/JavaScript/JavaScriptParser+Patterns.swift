/// Patterns: read where only a pattern can stand, converted where an expression was read first.
extension JavaScriptParser {
    /// The parameters of a function in their parentheses.
    mutating func parameterList() throws(JavaScriptError) -> (parameters: [JavaScriptPattern], rest: String?) {
        let outerIn = allowsIn
        allowsIn = true
        try expect("(")
        var parameters: [JavaScriptPattern] = []
        var rest: String?
        while !isSign(")") {
            if try take("...") {
                guard let name = try takeName() else { throw error(Self.restIsNoName) }
                rest = name
                break
            }
            let target = try bindingTarget()
            parameters.append(try take("=") ? .withDefault(target, try assignment()) : target)
            if !isSign(")") { try expect(",") }
        }
        try expect(")")
        allowsIn = outerIn
        return (parameters, rest)
    }

    private static let restIsNoName = "what `...` collects is only read into a name"

    /// A name, or a pattern in brackets or braces, that a declaration binds.
    mutating func bindingTarget() throws(JavaScriptError) -> JavaScriptPattern {
        if let name = try takeName() { return .name(name) }
        guard isSign("[") || isSign("{") else { throw unexpected("a name, `[` or `{`") }
        let unclaimed = unclaimedDefault
        let outer = try descend()
        let literal = try primary()
        ascend(outer)
        unclaimedDefault = unclaimed
        return try pattern(from: literal, isBinding: true)
    }

    /// The parameters of an arrow from what was read in its parentheses.
    func parameters(
        from parts: [JavaScriptExpression]
    ) throws(JavaScriptError) -> (parameters: [JavaScriptPattern], rest: String?) {
        var parameters: [JavaScriptPattern] = []
        for (index, part) in parts.enumerated() {
            if case .spread(let value) = part.kind {
                return (parameters, try restName(value, isLast: index == parts.count - 1))
            }
            parameters.append(try pattern(from: part, isBinding: true))
        }
        return (parameters, nil)
    }

    /// What an assignment writes to. In a binding only names are bound, not members.
    func pattern(
        from expression: JavaScriptExpression, isBinding: Bool
    ) throws(JavaScriptError) -> JavaScriptPattern {
        switch expression.kind {
        case .identifier(let name) where !(isBinding && isParenthesized(expression)):
            return .name(name)
        case .member(_, _, isOptional: false) where !isBinding, .index(_, _, isOptional: false) where !isBinding:
            return .expression(expression)
        case .array(let elements) where !isParenthesized(expression):
            return try arrayPattern(elements, isBinding: isBinding)
        case .object(let properties) where !isParenthesized(expression):
            return try objectPattern(properties, isBinding: isBinding)
        case .assignment("=", let target, let value) where !isParenthesized(expression):
            if isBinding, !Self.bindsOnlyNames(target) { break }
            return .withDefault(target, value)
        default:
            break
        }
        let reason = isBinding ? "no name is bound here" : "nothing can be assigned to this"
        throw error(reason, at: expression.range.lowerBound)
    }

    /// The target of `+=` and `++`, which is no pattern.
    func simpleTarget(_ expression: JavaScriptExpression) throws(JavaScriptError) -> JavaScriptPattern {
        let target = try pattern(from: expression, isBinding: false)
        switch target {
        case .name, .expression: return target
        case .object, .array, .withDefault:
            throw error("nothing can be assigned to this", at: expression.range.lowerBound)
        }
    }

    private func arrayPattern(
        _ elements: [JavaScriptExpression?], isBinding: Bool
    ) throws(JavaScriptError) -> JavaScriptPattern {
        var patterns: [JavaScriptPattern?] = []
        for (index, element) in elements.enumerated() {
            guard let element else {
                patterns.append(nil)
                continue
            }
            if case .spread(let value) = element.kind {
                return .array(patterns, rest: try restName(value, isLast: index == elements.count - 1))
            }
            patterns.append(try pattern(from: element, isBinding: isBinding))
        }
        return .array(patterns, rest: nil)
    }

    private func objectPattern(
        _ properties: [JavaScriptExpression.Property], isBinding: Bool
    ) throws(JavaScriptError) -> JavaScriptPattern {
        var patterns: [(key: String, pattern: JavaScriptPattern)] = []
        for (index, property) in properties.enumerated() {
            switch property.key {
            case .name(let key):
                patterns.append((key, try pattern(from: property.value, isBinding: isBinding)))
            case .computed(let key):
                throw error("computed keys are not read in a pattern", at: key.range.lowerBound)
            case .spread:
                return .object(patterns, rest: try restName(property.value, isLast: index == properties.count - 1))
            }
        }
        return .object(patterns, rest: nil)
    }

    private func restName(_ value: JavaScriptExpression, isLast: Bool) throws(JavaScriptError) -> String {
        guard isLast else { throw error("`...` stands last in a pattern", at: value.range.lowerBound) }
        guard case .identifier(let name) = value.kind else {
            throw error(Self.restIsNoName, at: value.range.lowerBound)
        }
        return name
    }

    /// Of names, literals and defaults alone: what begins with `(` then has it around itself.
    private func isParenthesized(_ expression: JavaScriptExpression) -> Bool {
        lexer.bytes[expression.range.lowerBound] == UInt8(ascii: "(")
    }

    private static func bindsOnlyNames(_ pattern: JavaScriptPattern) -> Bool {
        switch pattern {
        case .name: true
        case .expression: false
        case .withDefault(let target, _): bindsOnlyNames(target)
        case .array(let elements, _): elements.allSatisfy { $0.map(bindsOnlyNames) ?? true }
        case .object(let properties, _): properties.allSatisfy { bindsOnlyNames($0.pattern) }
        }
    }
}
