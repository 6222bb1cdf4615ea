/// Operators of JavaScript, whose conversions are written out where the types are not known.
extension ScriptEvaluator {
    mutating func unary(_ sign: String, _ operand: JavaScriptExpression) throws(ScriptLoss) -> ScriptValue {
        switch sign {
        case "typeof":
            // A name that is not there has the type "undefined".
            if case .identifier(let name) = operand.kind, scope.cell(of: name) == nil, !ScriptHosts.isKnown(name) {
                return .string("undefined")
            }
            let value = try evaluate(operand)
            return try typeName(of: value)
        case "!":
            let value = try evaluate(operand)
            return negated(try condition(value))
        case "-", "+":
            let value = try evaluate(operand)
            return sign == "-" ? try negative(value) : try number(value)
        case "await": return try evaluate(operand)
        case "void":
            _ = try evaluate(operand)
            return .undefined
        case "delete":
            try delete(operand)
            return .boolean(true)
        default: throw ScriptLoss("The operator `\(sign)`.")
        }
    }

    private mutating func negative(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        guard case .term(let term) = try operand(value) else {
            if case .number(let number) = try operand(value) { return .number(-number) }
            throw ScriptLoss("The negative of what is no number.")
        }
        var result = term.plain
        result.cel = CELText("-" + term.cel.within(.unary), .unary)
        result.optional = nil
        return .term(result)
    }

    private mutating func delete(_ target: JavaScriptExpression) throws(ScriptLoss) {
        if try changeMember(of: target, to: nil) { return }
        let (owner, name): (JavaScriptExpression, String)
        switch target.kind {
        case .member(let inner, let key, _): (owner, name) = (inner, key)
        case .index(let inner, let key, _):
            guard case .string(let text) = try evaluate(key) else { throw ScriptLoss("`delete` of a computed name.") }
            (owner, name) = (inner, text)
        default: throw ScriptLoss("`delete` of what is no member.")
        }
        switch try evaluate(owner) {
        case .object(let index):
            guard case .members(let members) = content(index) else { throw ScriptLoss("`delete` of a value of a run.") }
            change(index, .members(members.filter { $0.name != name }))
        case .host(let path) where path == "environment" || path == "globals":
            try setVariable(.string(name), .undefined)
        default:
            throw ScriptLoss(
                "`delete` of a member of a value of a run.", "Compare or send the members that should stay.")
        }
    }

    // MARK: Two operands

    mutating func binary(
        _ sign: String, _ left: JavaScriptExpression, _ right: JavaScriptExpression
    ) throws(ScriptLoss) -> ScriptValue {
        switch sign {
        case "&&", "||", "??": return try shortCircuit(sign, left, right)
        case "==", "!=", "===", "!==", "<", "<=", ">", ">=":
            if let found = try search(sign, left, right) { return found }
            let (first, second) = (try evaluate(left), try evaluate(right))
            return try compare(sign, first, second)
        case "in":
            let key = try evaluate(left)
            let owner = try evaluate(right)
            return try hasMember(owner, key)
        case "instanceof":
            let value = try evaluate(left)
            guard case .identifier(let name) = right.kind else { throw ScriptLoss("`instanceof` of a computed class.") }
            return try isKind(value, name.lowercased())
        default:
            let (first, second) = (try evaluate(left), try evaluate(right))
            return try arithmetic(sign, first, second)
        }
    }

    func compare(_ sign: String, _ left: ScriptValue, _ right: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        switch sign {
        case "===": try strictEquals(left, right)
        case "!==": negated(try strictEquals(left, right))
        case "==": try looseEquals(left, right)
        case "!=": negated(try looseEquals(left, right))
        default: try ordered(sign, left, right)
        }
    }

    /// `text.indexOf(part) > -1` and its like: whether the part is in it.
    private mutating func search(
        _ sign: String, _ left: JavaScriptExpression, _ right: JavaScriptExpression
    ) throws(ScriptLoss) -> ScriptValue? {
        guard case .call(let callee, let arguments, _) = left.kind, arguments.count == 1,
            case .member(let owner, let method, _) = callee.kind, ["indexOf", "search", "findIndex"].contains(method)
        else { return nil }
        let found: Bool
        switch (sign, try evaluate(right)) {
        case (">", .number(-1)), ("!=", .number(-1)), ("!==", .number(-1)), (">=", .number(0)): found = true
        case ("<", .number(0)), ("==", .number(-1)), ("===", .number(-1)), ("<=", .number(-1)): found = false
        default: return nil
        }
        let target = try evaluate(owner)
        let argument = try evaluate(arguments[0])
        let result =
            switch method {
            case "indexOf": try includes(target, argument)
            case "search": try matches(target, argument)
            default: try callMethod(target, "some", [argument])
            }
        return found ? result : negated(result)
    }

    func arithmetic(_ sign: String, _ left: ScriptValue, _ right: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        if sign == "+" {
            if case .string("") = right { return try wholeText(left) }
            if case .string("") = left { return try wholeText(right) }
            if isText(left) || isText(right) { return try concatenate(asText(left), asText(right)) }
            if case .moment = left { return try concatenate(asText(left), asText(right)) }
            if isUnknown(left) || isUnknown(right), try instant(sign, left, right) == nil {
                let (one, two) = (try term(left), try term(right))
                if one.type == .unknown, two.type == .unknown { return try added(one, two) }
                // To a number the same sign adds, and is an error for a text.
                return one.type == .unknown
                    ? try calculate(sign, one, term(number(right))) : try calculate(sign, term(number(left)), two)
            }
        }
        let (first, second) = (try operand(left), try operand(right))
        if case .number(let one) = first, case .number(let two) = second {
            return .number(Self.compute(sign, one, two))
        }
        if let time = try instant(sign, first, second) { return .term(time) }
        return try calculate(sign, term(first), term(second))
    }

    private func calculate(_ sign: String, _ left: ScriptTerm, _ right: ScriptTerm) throws(ScriptLoss) -> ScriptValue {
        if let scaled = ScriptChance.scaled(sign, left, right) { return .term(scaled) }
        var result = ScriptTerm(CELText(""), .number, reads: left.reads.union(right.reads))
        let bothWhole = left.type == .integer && right.type == .integer
        switch sign {
        case "+", "-", "*":
            result.cel = .binary(sign, left.cel, right.cel)
            result.type =
                bothWhole
                ? .integer : sign == "+" && (left.type == .unknown || right.type == .unknown) ? .unknown : .number
        case "/": result.cel = .binary("/", left.isConverted ? left.cel : .call("double", left.cel), right.cel)
        case "%":
            let whole = try [left, right].map { (term) throws(ScriptLoss) in try wholeNumber(term) }
            result.cel = .binary("%", whole[0], whole[1])
            result.type = .integer
        default: throw ScriptLoss("The operator `\(sign)` has no counterpart in CEL.")
        }
        result.isVolatile = left.isVolatile || right.isVolatile
        result.mayBeNaN = left.mayBeNaN || right.mayBeNaN
        return .term(try bounded(result))
    }

    /// A whole number for `%`: CEL has no remainder of others, which are an error of the expression.
    private func wholeNumber(_ term: ScriptTerm) throws(ScriptLoss) -> CELText {
        if term.type == .integer { return term.cel }
        guard term.isConverted else { throw ScriptLoss("The remainder of what may be no whole number.") }
        return .call("int", .call("string", term.cel))
    }

    private static func compute(_ sign: String, _ left: Double, _ right: Double) -> Double {
        switch sign {
        case "+": left + right
        case "-": left - right
        case "*": left * right
        case "/": left / right
        case "%": left.truncatingRemainder(dividingBy: right)
        default: .nan
        }
    }

    func isText(_ value: ScriptValue) -> Bool {
        switch value {
        case .string, .digest, .object, .function: true
        case .term(let term): term.type == .string
        default: false
        }
    }

    func concatenate(_ left: ScriptValue, _ right: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        if case .string(let first) = left, case .string(let second) = right {
            if first.utf8.count + second.utf8.count > 100_000 {
                throw ScriptLoss("A text that is too long to be read.")
            }
            return .string(first + second)
        }
        if case .string("") = left, isText(right) { return right }
        if case .string("") = right, isText(left) { return left }
        let (first, second) = (try term(left), try term(right))
        var result = ScriptTerm(.binary("+", first.cel, second.cel), .string, reads: first.reads.union(second.reads))
        var text = first.text ?? ImportText(expression: first.cel.text)
        text.append(second.text ?? ImportText(expression: second.cel.text))
        result.text = text
        result.isVolatile = first.isVolatile || second.isVolatile
        return .term(try bounded(result))
    }

    // MARK: Conditions

    /// Whether JavaScript takes a value for true: a constant, or a term of type boolean.
    func condition(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        switch value {
        case .undefined, .null: return .boolean(false)
        case .boolean: return value
        case .number(let number): return .boolean(number != 0 && !number.isNaN)
        case .string(let text): return .boolean(!text.isEmpty)
        case .object, .function, .regex, .moment, .digest, .expectation, .typeName: return .boolean(true)
        case .host:
            try refuseUncertain(value)
            return .boolean(true)
        case .lost(let loss): throw loss
        case .term(let term): return truth(of: term)
        }
    }

    private func truth(of term: ScriptTerm) -> ScriptValue {
        if let nothing = term.nothing {
            var result = ScriptTerm(.not(nothing), .boolean, reads: term.reads)
            result.opposite = nothing
            return .term(result)
        }
        if isUndefinedSomewhere(term), term.truth == nil {
            return guarded(truth(of: unguarded(term)), term, whereMissing: false)
        }
        if term.type == .boolean, term.optional == nil { return .term(term) }
        if let truth = term.truth { return .term(ScriptTerm(truth, .boolean, reads: term.reads)) }
        if term.type == .null { return .boolean(false) }
        if term.type == .list || term.type == .map, term.optional == nil { return .boolean(true) }
        var result = ScriptTerm(CELText(""), .boolean, reads: term.reads)
        switch term.type {
        case .string where term.optional == nil:
            result.cel = .binary("!=", term.cel, CELText("\"\""))
            result.opposite = .binary("==", term.cel, CELText("\"\""))
        case .integer where term.mayBeNaN, .number where term.mayBeNaN:
            // NaN is false, as 0 is.
            result.cel = .binary(">", .call("math.abs", term.cel), CELText("0"))
        case .integer where term.optional == nil, .number where term.optional == nil:
            result.cel = .binary("!=", term.cel, CELText("0"))
            result.opposite = .binary("==", term.cel, CELText("0"))
        default:
            let falsy: CELText
            switch term.type {
            case .string: falsy = CELText("[null, \"\"]")
            case .list, .map: falsy = CELText("[null]")
            case .boolean: falsy = CELText("[null, false]")
            case .integer, .number: falsy = CELText("[null, 0]")
            default: falsy = CELText("[null, false, 0, \"\"]")
            }
            let within = CELText.binary("in", term.value, falsy)
            result.cel = .not(within)
            result.opposite = within
        }
        result.implies = [term.cel.text]
        return .term(result)
    }

    func negated(_ value: ScriptValue) -> ScriptValue {
        switch value {
        case .boolean(let holds): .boolean(!holds)
        case .term(let term): .term(negated(term))
        default: value
        }
    }

    func negated(_ term: ScriptTerm) -> ScriptTerm {
        var result = ScriptTerm(term.opposite ?? .not(term.cel), .boolean, reads: term.reads)
        result.opposite = term.cel
        result.checks = term.oppositeChecks
        result.oppositeChecks = term.checks
        result.isCheckOnly = term.isCheckOnly
        result.isVolatile = term.isVolatile
        (result.implies, result.denies) = (term.denies, term.implies)
        return result
    }

    /// `&&`, `||` and `??` of two values that are there.
    func logical(_ sign: String, _ left: ScriptValue, _ right: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        let tested = sign == "??" ? negated(try isNullish(left)) : try condition(left)
        guard case .term(let test) = tested else {
            guard case .boolean(let holds) = tested else { throw ScriptLoss("A choice by a value that is not known.") }
            return sign == "&&" ? (holds ? right : left) : (holds ? left : right)
        }
        if sign != "??", isCondition(left), isCondition(right) || isConstantCondition(right) {
            switch try condition(right) {
            case .boolean(let holds):
                if sign == "&&" { return holds ? .term(test) : .boolean(false) }
                return holds ? .boolean(true) : .term(test)
            case .term(let second):
                var result = ScriptTerm(
                    .binary(sign, test.cel, second.cel), .boolean, reads: test.reads.union(second.reads))
                if sign == "&&" { result.checks = checks(of: test) + checks(of: second) }
                result.isCheckOnly = test.isCheckOnly || second.isCheckOnly
                result.implies = sign == "&&" ? test.implies.union(second.implies) : []
                result.denies = sign == "||" ? test.denies.union(second.denies) : []
                if sign == "||", result.isCheckOnly { try refuseCheckOnly(.term(result)) }
                result.isVolatile = test.isVolatile || second.isVolatile
                return .term(try bounded(result))
            default: break
            }
        }
        if sign == "??", case .term(let term) = left, let optional = term.optional {
            let other = try self.term(right)
            // JSON's null counts as missing as well.
            var result = ScriptTerm(.conditional(test.cel, term.cel, other.value), reads: term.reads.union(other.reads))
            if case .null = right { result.cel = optional.method("orValue", "null") }
            return .term(try bounded(result))
        }
        // Of `a && b` as a condition alone the truth of both counts.
        var value = sign == "&&" ? either(test, right, left) : either(test, left, right)
        if case .lost(let loss) = value { throw loss }
        if case .term(var term) = value, case .term(let second) = (try? condition(right)) ?? .undefined {
            term.truth = .binary(sign == "&&" ? "&&" : "||", test.cel, second.cel)
            value = .term(try bounded(term))
        }
        return value
    }

    private func isCondition(_ value: ScriptValue) -> Bool {
        if case .term(let term) = value { return term.type == .boolean && term.optional == nil }
        return isConstantCondition(value)
    }

    private func isConstantCondition(_ value: ScriptValue) -> Bool { if case .boolean = value { true } else { false } }

    func checks(of term: ScriptTerm) -> [ImportedSubject] {
        term.checks.isEmpty ? [.condition(term.cel.text)] : term.checks
    }
}

extension String {
    var trimmingSpaces: String {
        var text = Substring(self)
        while text.first?.isWhitespace ?? false { text.removeFirst() }
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }
}
