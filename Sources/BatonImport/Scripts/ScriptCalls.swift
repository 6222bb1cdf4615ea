/// Calls: functions of the script are read in the place of their call, others are looked up by their path.
extension ScriptEvaluator {
    mutating func call(
        _ expression: JavaScriptExpression, _ callee: JavaScriptExpression, _ arguments: [JavaScriptExpression],
        isOptional: Bool
    ) throws(ScriptLoss) -> ScriptValue {
        switch callee.kind {
        case .member(let owner, let name, let isOptional):
            return try callMember(owner, name, arguments, isOptional: isOptional)
        case .index(let owner, let key, let isOptional):
            if case .string(let name) = try evaluate(key) {
                return try callMember(owner, name, arguments, isOptional: isOptional)
            }
            throw ScriptLoss("A function whose name only a run knows is called.")
        case .conditional(let test, let then, let otherwise):
            // (ready ? pm.test : pm.test.skip)("…", …)
            func called(_ callee: JavaScriptExpression) -> JavaScriptExpression {
                JavaScriptExpression(kind: .call(callee, arguments, isOptional: isOptional), range: expression.range)
            }
            let choice = JavaScriptExpression.Kind.conditional(test, called(then), called(otherwise))
            return try evaluate(JavaScriptExpression(kind: choice, range: expression.range))
        case .function(let function):
            return try invoke(
                ScriptFunction(declaration: function, scope: scope, source: source), try values(of: arguments))
        default: break
        }
        switch try evaluate(callee) {
        case .function(let function): return try invoke(function, try values(of: arguments))
        case .host(let path): return try callHost(path, arguments)
        case .lost(let loss): throw loss
        case .object(let index):
            // What `ajv.compile` gives.
            guard case .members(let members) = content(index),
                let schema = members.first(where: { $0.name == "validator" }),
                let data = try values(of: arguments).first
            else { throw ScriptLoss("What is called is no function.") }
            return try fitsSchema(data, schema.value)
        case .undefined where isOptional: return .undefined
        default: throw ScriptLoss("What is called is no function.")
        }
    }

    private mutating func callMember(
        _ owner: JavaScriptExpression, _ name: String, _ arguments: [JavaScriptExpression], isOptional: Bool
    ) throws(ScriptLoss) -> ScriptValue {
        if let changed = try changeDate(owner, name, arguments) { return changed }
        let value = try evaluate(owner)
        if isOptional, isNothing(value) { return .undefined }
        if case .term(let term) = value, !isOptional { needOwner(term) }
        switch value {
        case .host(let path): return try callHost("\(path).\(name)", arguments)
        case .expectation(let expectation): return try word(name, of: expectation, arguments: try values(of: arguments))
        case .object(let index):
            if case .members(let members) = content(index) {
                if let member = members.first(where: { $0.name == name })?.value {
                    return try invoke(member, try values(of: arguments))
                }
                return try callMethod(value, name, try values(of: arguments))
            }
        case .lost(let loss): throw loss
        default: break
        }
        let given = try values(of: arguments)
        if let changed = try changeList(owner, value, name, given) { return changed }
        return try callMethod(value, name, given)
    }

    mutating func values(of arguments: [JavaScriptExpression]) throws(ScriptLoss) -> [ScriptValue] {
        var values: [ScriptValue] = []
        for argument in arguments {
            if case .spread(let inner) = argument.kind {
                guard let elements = elementsOf(try evaluate(inner)) else {
                    throw ScriptLoss("Arguments whose number only a run knows.")
                }
                values += elements
            } else {
                values.append(try evaluate(argument))
            }
        }
        return values
    }

    mutating func invoke(_ value: ScriptValue, _ arguments: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        switch value {
        case .function(let function): return try invoke(function, arguments)
        case .host(let path): return try callHost(path, values: arguments)
        case .lost(let loss): throw loss
        default: throw ScriptLoss("What is called is no function.")
        }
    }

    /// Reads the body of a function in the place of its call.
    mutating func invoke(_ function: ScriptFunction, _ arguments: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        guard callDepth < 14 else {
            throw ScriptLoss("A function that calls itself.", "Write it as a loop over a list.")
        }
        callDepth += 1
        let outer = (scope, source)
        (scope, source) = (ScriptScope(parent: function.scope, isFunction: true), function.source)
        defer {
            (scope, source) = outer
            callDepth -= 1
        }
        for (index, pattern) in function.declaration.parameters.enumerated() {
            try bind(
                pattern, to: index < arguments.count ? arguments[index] : .undefined, isVariable: false, declares: true)
        }
        if let rest = function.declaration.rest {
            let others = arguments.dropFirst(function.declaration.parameters.count)
            declare(rest, allocate(.list(Array(others))))
        }
        let isStatements = isInExpression
        if function.declaration.isExpression { isInExpression = true }
        defer { isInExpression = isStatements }
        if case .returned(let value) = try execute(function.declaration.body[...]) { return value }
        return .undefined
    }

    /// A function that only computes, as those that lists take.
    mutating func lambda(_ function: ScriptValue, _ arguments: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        let outerOutput = output
        let outer = (isInExpression, isInLambda)
        output = []
        (isInExpression, isInLambda) = (true, true)
        defer {
            output = outerOutput
            (isInExpression, isInLambda) = outer
        }
        let value = try invoke(function, arguments)
        if output.contains(where: { !isHarmless($0) }) {
            throw ScriptLoss("A function that changes something while a list is searched or mapped.")
        }
        return value
    }

    // MARK: Methods that change a list

    private static let changing: Set<String> = ["push", "pop", "shift", "unshift", "splice", "sort", "reverse"]

    private mutating func changeList(
        _ owner: JavaScriptExpression, _ value: ScriptValue, _ name: String, _ arguments: [ScriptValue]
    ) throws(ScriptLoss) -> ScriptValue? {
        guard Self.changing.contains(name) else { return nil }
        if name == "reverse" { needList(value) }
        switch value {
        case .object(let index):
            guard case .list(let elements) = content(index) else {
                guard case .term(let term) = content(index) else { return nil }
                let (changed, result) = try self.changed(term, name, arguments)
                change(index, .term(changed))
                return result
            }
            return try changed(elements, index, name, arguments)
        case .term(let term):
            let (changed, result) = try self.changed(term, name, arguments)
            guard case .identifier = owner.kind else {
                return ["pop", "shift"].contains(name) ? result : .term(changed)
            }
            try assign(owner, .term(changed))
            return ["sort", "reverse"].contains(name) ? .term(changed) : result
        default: return nil
        }
    }

    private mutating func changed(
        _ elements: [ScriptValue], _ index: Int, _ name: String, _ arguments: [ScriptValue]
    ) throws(ScriptLoss) -> ScriptValue {
        var elements = elements
        var result = ScriptValue.undefined
        switch name {
        case "push":
            elements += arguments
            result = .number(Double(elements.count))
        case "unshift": elements = arguments + elements
        case "pop": result = elements.popLast() ?? .undefined
        case "shift": result = elements.isEmpty ? .undefined : elements.removeFirst()
        case "reverse":
            elements.reverse()
            result = .object(index)
        case "splice":
            guard case .number(let start)? = arguments.first, let from = Int(exactly: start), from >= 0,
                arguments.count <= 2
            else {
                throw ScriptLoss("`splice` with values of a run.")
            }
            let lower = min(from, elements.count)
            var upper = elements.count
            if arguments.count == 2, case .number(let count) = arguments[1] {
                upper = min(upper, lower + max(0, Int(count)))
            }
            result = allocate(.list(Array(elements[lower..<upper])))
            elements.removeSubrange(lower..<upper)
        default:
            let sorted = try changed(listTerm(elements), name, arguments).0
            change(index, .term(sorted))
            return .object(index)
        }
        change(index, .list(elements))
        return result
    }

    /// The list with the change, and what the method gives.
    private mutating func changed(
        _ list: ScriptTerm, _ name: String, _ arguments: [ScriptValue]
    ) throws(ScriptLoss) -> (ScriptTerm, ScriptValue) {
        var result = ScriptTerm(list.cel, .list, reads: list.reads)
        switch name {
        case "push", "unshift":
            let added = try listTerm(arguments)
            result.cel = name == "push" ? .binary("+", list.cel, added.cel) : .binary("+", added.cel, list.cel)
            result.reads.formUnion(added.reads)
            return (try bounded(result), .undefined)
        case "shift", "pop":
            let size = CELText.call("size", list.cel)
            let last = CELText.binary("-", size, CELText("1")).text
            var taken = ScriptTerm(list.cel.element(name == "shift" ? "0" : last), reads: list.reads)
            taken.optional = list.cel.method(name == "shift" ? "first" : "last")
            result.cel =
                name == "shift" ? list.cel.method("slice", "1", size.text) : list.cel.method("slice", "0", last)
            return (try bounded(result), .term(taken))
        case "reverse":
            result.cel = list.cel.method("reverse")
            return (result, .term(result))
        case "sort":
            result.cel = try sorted(list, arguments.first)
            return (result, .term(result))
        default: throw ScriptLoss("`\(name)` of a list of a run.")
        }
    }

    /// `sort()`, or by a function such as `(a, b) => a.price - b.price`.
    func sorted(_ list: ScriptTerm, _ comparator: ScriptValue?) throws(ScriptLoss) -> CELText {
        guard let comparator else {
            // As texts: 10 comes before 9.
            return list.keysOf != nil ? list.cel.method("sort") : list.cel.method("sortBy", "x", "string(x)")
        }
        guard case .function(let function) = comparator, function.declaration.parameters.count == 2,
            case .name(let first) = function.declaration.parameters[0],
            case .name(let second) = function.declaration.parameters[1],
            case .return(let body?)? = function.declaration.body.first?.kind,
            case .binary("-", let left, let right) = body.kind
        else { throw ScriptLoss("A list is sorted by a function.", "Use `sortBy` with the value to sort by.") }
        func key(_ side: JavaScriptExpression, _ name: String) throws(ScriptLoss) -> ScriptTerm {
            var copy = self
            let value = try copy.invoke(
                ScriptFunction(
                    declaration: JavaScriptFunction(
                        name: nil, parameters: [.name(name)], rest: nil,
                        body: [JavaScriptStatement(kind: .return(side), range: side.range)], isExpression: true,
                        isAsync: false),
                    scope: function.scope, source: function.source), [.term(ScriptTerm(CELText("item")))])
            return try term(value)
        }
        let isRising = left.rootName == first && right.rootName == second
        guard isRising || left.rootName == second && right.rootName == first else {
            throw ScriptLoss("A list is sorted by a function.")
        }
        let (one, two) = (try key(left, isRising ? first : second), try key(right, isRising ? second : first))
        guard one.cel == two.cel else { throw ScriptLoss("A list is sorted by two values.") }
        // The difference is one of numbers. What is no number has no order: an error of the expression.
        let number = one.type.isNumber ? one.cel : .call("double", one.cel)
        return list.cel.method("sortBy", "item", isRising ? number.text : "-" + number.within(.unary))
    }
}
