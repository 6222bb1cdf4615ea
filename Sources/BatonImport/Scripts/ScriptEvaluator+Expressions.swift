/// What the expressions of a script stand for.
extension ScriptEvaluator {
    mutating func evaluate(_ expression: JavaScriptExpression) throws(ScriptLoss) -> ScriptValue {
        try spend()
        depth += 1
        defer { depth -= 1 }
        if let choice = expression.unchained { return try evaluate(choice) }
        switch expression.kind {
        case .identifier(let name): return try value(of: name)
        case .this: return .host("this")
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .number(_, let value): return .number(value)
        case .string(let text): return .string(text)
        case .regularExpression(let pattern, let flags): return .regex(pattern: pattern, flags: flags)
        case .template(let texts, let expressions): return try template(texts, expressions)
        case .tagged: throw ScriptLoss("A template with a function before it.")
        case .array(let elements): return try array(elements)
        case .object(let properties): return try object(properties)
        case .function(let function):
            return .function(
                ScriptFunction(declaration: function, scope: scope, source: source, text: source.text(expression.range))
            )
        case .member(let owner, let name, let isOptional):
            let value = try evaluate(owner)
            if isOptional, isNothing(value) { return .undefined }
            return try member(of: value, name, isOptional: isOptional)
        case .index(let owner, let key, let isOptional):
            let value = try evaluate(owner)
            if isOptional, isNothing(value) { return .undefined }
            return try element(of: value, evaluate(key), isOptional: isOptional)
        case .call(let callee, let arguments, let isOptional):
            return try call(expression, callee, arguments, isOptional: isOptional)
        case .new(let callee, let arguments): return try construct(callee, arguments)
        case .unary(let sign, let operand): return try unary(sign, operand)
        case .update(let sign, let target, let isPrefix):
            let old = try evaluate(target)
            if case .identifier(let name) = target.kind { try refuseConstant(name) }
            let new = try arithmetic(sign == "++" ? "+" : "-", number(old), .number(1))
            try assign(target, new)
            return isPrefix ? new : old
        case .binary(let sign, let left, let right): return try binary(sign, left, right)
        case .conditional(let test, let then, let otherwise): return try conditional(test, then, otherwise)
        case .assignment(let sign, let pattern, let value): return try assignment(sign, pattern, value)
        case .sequence(let expressions):
            var last = ScriptValue.undefined
            for inner in expressions { last = try evaluate(inner) }
            return last
        case .spread: throw ScriptLoss("`…` stands where no list is.")
        }
    }

    func isNothing(_ value: ScriptValue) -> Bool {
        switch value {
        case .undefined, .null: true
        default: false
        }
    }

    // MARK: Literals

    private mutating func template(
        _ texts: [String], _ expressions: [JavaScriptExpression]
    ) throws(ScriptLoss) -> ScriptValue {
        var result = ScriptValue.string(texts.first ?? "")
        for (index, expression) in expressions.enumerated() {
            let value = try evaluate(expression)
            result = try concatenate(result, asText(value))
            if index + 1 < texts.count { result = try concatenate(result, .string(texts[index + 1])) }
        }
        return result
    }

    private mutating func array(_ elements: [JavaScriptExpression?]) throws(ScriptLoss) -> ScriptValue {
        var parts: [ScriptTerm] = []
        var values: [ScriptValue] = []
        for element in elements {
            guard let element else {
                values.append(.undefined)
                continue
            }
            guard case .spread(let inner) = element.kind else {
                values.append(try evaluate(element))
                continue
            }
            let spread = try evaluate(inner)
            if let known = elementsOf(spread) {
                values += known
            } else {
                if !values.isEmpty { parts.append(try listTerm(values)) }
                values = []
                parts.append(try term(spread))
            }
        }
        guard let first = parts.first else { return allocate(.list(values)) }
        if !values.isEmpty { parts.append(try listTerm(values)) }
        var sum = ScriptTerm(first.cel, .list, reads: first.reads)
        for part in parts.dropFirst() {
            sum.cel = .binary("+", sum.cel, part.cel)
            sum.reads.formUnion(part.reads)
        }
        return .term(sum)
    }

    /// The elements of a list that the script made.
    func elementsOf(_ value: ScriptValue) -> [ScriptValue]? {
        guard case .object(let index) = value, case .list(let elements) = content(index) else { return nil }
        return elements
    }

    private mutating func object(_ properties: [JavaScriptExpression.Property]) throws(ScriptLoss) -> ScriptValue {
        var members: [(name: String, value: ScriptValue)] = []
        var merged: [ScriptTerm] = []
        func set(_ name: String, _ value: ScriptValue) {
            if let known = members.firstIndex(where: { $0.name == name }) {
                members[known].value = value
            } else {
                members.append((name, value))
            }
        }
        for property in properties {
            switch property.key {
            case .name(let name): set(name, try evaluate(property.value))
            case .computed(let key):
                let key = try evaluate(key)
                guard case .string(let name) = try asText(key) else {
                    throw ScriptLoss("An object with a name that only a run knows.")
                }
                set(name, try evaluate(property.value))
            case .spread:
                let value = try evaluate(property.value)
                if case .object(let index) = value, case .members(let others) = content(index) {
                    for other in others { set(other.name, other.value) }
                } else {
                    if !members.isEmpty { merged.append(try mapTerm(members)) }
                    members = []
                    merged.append(try term(value))
                }
            }
        }
        if merged.isEmpty { return allocate(.members(members)) }
        if !members.isEmpty { merged.append(try mapTerm(members)) }
        var result = ScriptTerm(CELText("merge(\(merged.map(\.value.text).joined(separator: ", ")))"), .map)
        result.reads = merged.reduce(into: []) { $0.formUnion($1.reads) }
        return .term(result)
    }

    // MARK: Members

    mutating func member(of value: ScriptValue, _ name: String, isOptional: Bool = false) throws(ScriptLoss)
        -> ScriptValue
    {
        switch value {
        case .host(let path): return try hostMember(path, name)
        case .expectation(let expectation): return try word(name, of: expectation, arguments: nil)
        case .object(let index):
            switch content(index) {
            case .members(let members): return members.first { $0.name == name }?.value ?? .undefined
            case .list(let elements):
                if name == "length" { return .number(Double(elements.count)) }
                return .undefined
            case .term(let term): return try member(of: .term(term), name)
            }
        case .string(let text):
            return name == "length" ? .number(Double(text.utf16.count)) : .undefined
        case .term(let term):
            if !isOptional {
                if term.optional != nil { mayThrow = true }
                needOwner(term)
            }
            if name == "length", term.type != .map { return .term(length(of: term)) }
            if name == "size", term.isSet { return .term(length(of: term)) }
            return .term(extend(term, name, isOptional: isOptional))
        case .undefined, .null:
            throw ScriptLoss(
                "The script reads `\(name)` of undefined, which ends it with an error.", "Remove the statement.")
        case .lost(let loss): throw loss
        case .function, .number, .boolean, .regex, .typeName, .digest, .moment: return .undefined
        }
    }

    func length(of term: ScriptTerm) -> ScriptTerm {
        if let xml = term.xml { return ScriptTerm(.call("size", xml.call), .integer, reads: term.reads) }
        let map = term.keysOf
        var result = ScriptTerm(.call("size", map?.cel ?? term.cel), .integer, reads: term.reads)
        if case .path(let path)? = map?.subject ?? term.subject { result.subject = .length(path: path) }
        if map == nil, term.type == .unknown { result.sized = ScriptMap(cel: term.cel, subject: term.subject) }
        result.isVolatile = term.isVolatile
        guard map == nil, term.type == .string else { return result }
        // JavaScript counts units of UTF-16: two for each character beyond the first 65,536.
        result.characters = result.cel
        let others = CELText.call("regex_all", term.cel, CELText(CELText.quoted("[^\\x{0}-\\x{ffff}]")))
        result.cel = .binary("+", result.cel, .call("size", others))
        return result
    }

    func extend(_ term: ScriptTerm, _ name: String, isOptional: Bool = false) -> ScriptTerm {
        if let xml = term.xml { return xml.member(name).term }
        var result = ScriptTerm(term.cel.member(name), reads: term.reads)
        let base = isOptional ? Self.perhaps(term) : term.cel
        result.optional = base.optionalMember(name)
        if term.type == .unknown, !isOptional { result.owner = term.cel }
        result.isVolatile = term.isVolatile
        if case .path(let path)? = term.subject {
            result.subject = .path(CELText.isPlain(name) ? "\(path).\(name)" : "\(path)[\(Self.pathQuoted(name))]")
        }
        return result
    }

    /// A value whose members are undefined where it is null or undefined itself.
    private static func perhaps(_ term: ScriptTerm) -> CELText {
        if term.optional == nil, term.type == .map || term.cel.text == "response.json" { return term.cel }
        return .call("optional.ofNonZeroValue", term.value)
    }

    /// A name in a JSONPath (RFC 9535).
    static func pathQuoted(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "'": result += "\\'"
            case "\\": result += "\\\\"
            default:
                if scalar.value < 0x20 {
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return "'\(result)'"
    }

    mutating func element(of value: ScriptValue, _ key: ScriptValue, isOptional: Bool = false) throws(ScriptLoss)
        -> ScriptValue
    {
        switch key {
        case .string(let name): return try member(of: value, name, isOptional: isOptional)
        case .number(let number):
            let position = CELText.number(number)
            switch value {
            case .object(let index):
                if case .list(let elements) = content(index) {
                    guard let at = Int(exactly: number), elements.indices.contains(at) else { return .undefined }
                    return elements[at]
                }
                if case .term(let term) = content(index) { return .term(extend(term, at: position)) }
                return try member(of: value, position)
            case .string(let text):
                guard let at = Int(exactly: number), at >= 0, at < text.count else { return .undefined }
                return .string(String(text[text.index(text.startIndex, offsetBy: at)]))
            case .term(let term):
                if term.optional != nil { mayThrow = true }
                if !isOptional { needOwner(term) }
                if number < 0 { return .undefined }
                if let groups = term.groups, let group = Int(exactly: number) {
                    return .term(try groups.group(group, term))
                }
                if term.type == .string {
                    return .term(ScriptTerm(term.cel.method("charAt", position), .string, reads: term.reads))
                }
                return .term(extend(term, at: position, isOptional: isOptional))
            default: return try member(of: value, position)
            }
        case .term(let term): return try element(of: value, term)
        case .lost(let loss): throw loss
        default: return try member(of: value, "\(try self.term(key).cel.text)")
        }
    }

    private func extend(_ term: ScriptTerm, at position: String, isOptional: Bool = false) -> ScriptTerm {
        if let xml = term.xml, let index = Int(position) { return xml.element(index).term }
        var result = ScriptTerm(term.cel.element(position), reads: term.reads)
        result.optional = (isOptional ? Self.perhaps(term) : term.cel).optionalElement(position)
        if term.type == .unknown, !isOptional { result.pick = (term.cel, position) }
        result.isVolatile = term.isVolatile
        if case .path(let path)? = term.subject { result.subject = .path("\(path)[\(position)]") }
        return result
    }

    private mutating func element(of value: ScriptValue, _ key: ScriptTerm) throws(ScriptLoss) -> ScriptValue {
        if case .host(let path) = value { return try hostElement(path, key) }
        let owner = try term(value)
        if key.isPosition {
            guard let known = picked.last(where: { $0.list == owner.cel && $0.name == key.cel.text }) else {
                throw ScriptLoss("The position of an element in a list of a run.")
            }
            return .term(known.element)
        }
        var result = ScriptTerm(owner.cel.element(key.value.text), reads: owner.reads.union(key.reads))
        result.optional = owner.cel.optionalElement(key.value.text)
        result.isVolatile = owner.isVolatile || key.isVolatile
        return .term(result)
    }

    // MARK: Assignments

    func refuseConstant(_ name: String) throws(ScriptLoss) {
        guard let cell = scope.cell(of: name), constants.contains(cell) else { return }
        throw ScriptLoss(
            "The script gives the constant `\(name)` another value, which ends it with an error.",
            "Remove the statement.")
    }

    private mutating func assignment(
        _ sign: String, _ pattern: JavaScriptPattern, _ expression: JavaScriptExpression
    ) throws(ScriptLoss) -> ScriptValue {
        if case .name(let name) = pattern { try refuseConstant(name) }
        if sign == "=" {
            let value = try evaluate(expression)
            try bind(pattern, to: value, isVariable: false, declares: false)
            return value
        }
        let target: JavaScriptExpression
        switch pattern {
        case .expression(let inner): target = inner
        case .name(let name): target = JavaScriptExpression(kind: .identifier(name), range: expression.range)
        default: throw ScriptLoss("A pattern with an operator.")
        }
        let old = try evaluate(target)
        let sign = String(sign.dropLast())
        let new = try evaluate(expression)
        let value = try ["&&", "||", "??"].contains(sign) ? logical(sign, old, new) : arithmetic(sign, old, new)
        try assign(target, value)
        return value
    }

    // MARK: Choices

    func refuseCheckOnly(_ value: ScriptValue) throws(ScriptLoss) {
        if case .term(let term) = value, term.isCheckOnly {
            throw ScriptLoss("The result of a check decides what happens.", "State it as a check of its own.")
        }
    }

    /// The condition that an expression is where it decides what is done.
    mutating func decision(_ test: JavaScriptExpression) throws(ScriptLoss) -> ScriptValue {
        let wasDeciding = isDeciding
        isDeciding = true
        defer { isDeciding = wasDeciding }
        let value = try evaluate(test)
        let tested = try condition(value)
        try refuseCheckOnly(tested)
        return tested
    }

    private mutating func conditional(
        _ test: JavaScriptExpression, _ then: JavaScriptExpression, _ otherwise: JavaScriptExpression
    ) throws(ScriptLoss) -> ScriptValue {
        switch try decision(test) {
        case .boolean(let holds): return try evaluate(holds ? then : otherwise)
        case .term(let term):
            let before = begin()
            state.present.formUnion(term.implies)
            let first = try evaluate(then)
            let thenBranch = suspend(before)
            state.present.formUnion(term.denies)
            let second = try evaluate(otherwise)
            let otherwiseBranch = suspend(before)
            join(term, thenBranch, otherwiseBranch, before)
            let value = either(term, first, second)
            if case .lost(let loss) = value { throw loss }
            return value
        default: throw ScriptLoss("A choice by a value that is not known.")
        }
    }

    /// The right side of `&&`, `||` and `??` happens only where the left side does not decide.
    mutating func shortCircuit(
        _ sign: String, _ left: JavaScriptExpression, _ right: JavaScriptExpression
    ) throws(ScriptLoss) -> ScriptValue {
        let first = try evaluate(left)
        let tested = sign == "??" ? try isNullish(first) : try condition(first)
        switch tested {
        case .boolean(let holds):
            let decides = sign == "&&" ? !holds : sign == "||" ? holds : !holds
            return decides ? first : try evaluate(right)
        case .term(let term):
            if sign != "&&" { try refuseCheckOnly(tested) }
            let guardTerm = sign == "||" ? negated(term) : term
            let before = begin()
            state.present.formUnion(guardTerm.implies)
            let second = try evaluate(right)
            let branch = suspend(before)
            if branch.output.isEmpty {
                let present = before.state.present
                resume(Branch(state: branch.state, output: before.output))
                state.present = present
                return try logical(sign, first, second)
            }
            let nothing = Branch(state: before.state, output: [])
            let isNeed = branch.output.allSatisfy { if case .check = $0.statement { true } else { false } }
            join(guardTerm, branch, nothing, before)
            return isNeed ? try logical(sign, first, second) : .undefined
        default: throw ScriptLoss("A choice by a value that is not known.")
        }
    }
}
