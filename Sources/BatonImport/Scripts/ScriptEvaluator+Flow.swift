/// `switch`, `try`, patterns, and what happens when the script has ended.
extension ScriptEvaluator {
    /// The cases as a chain of tests.
    mutating func choose(
        _ value: ScriptValue, _ cases: [JavaScriptStatement.SwitchCase]
    ) throws(ScriptLoss) -> ScriptFlow {
        try inScope { evaluator throws(ScriptLoss) in try evaluator.choose(value, cases, from: 0, tests: nil) }
    }

    private mutating func choose(
        _ value: ScriptValue, _ cases: [JavaScriptStatement.SwitchCase], from start: Int, tests: ScriptValue?
    ) throws(ScriptLoss) -> ScriptFlow {
        guard start < cases.count else { return .normal }
        guard let test = cases[start].test else {
            if start < cases.count - 1 {
                throw ScriptLoss("A `switch` whose `default` is not the last case.")
            }
            return try executeCase(cases, start)
        }
        let expected = try evaluate(test)
        let tested = try strictEquals(value, expected)
        let condition = try tests.map { (earlier) throws(ScriptLoss) in try logical("||", earlier, tested) } ?? tested
        // `case a: case b:` share what stands behind the last of them.
        if cases[start].statements.isEmpty, start + 1 < cases.count, cases[start + 1].test != nil {
            return try choose(value, cases, from: start + 1, tests: condition)
        }
        if case .boolean(let holds) = condition {
            return holds ? try executeCase(cases, start) : try choose(value, cases, from: start + 1, tests: nil)
        }
        guard case .term(let term) = condition else { throw ScriptLoss("A `switch` over a value that is not known.") }
        let before = begin()
        let first = try executeCase(cases, start)
        let then = suspend(before)
        let second = try choose(value, cases, from: start + 1, tests: nil)
        let otherwise = suspend(before)
        join(term, then, otherwise, before)
        return try flow(term, first, second)
    }

    private func flow(_ test: ScriptTerm, _ first: ScriptFlow, _ second: ScriptFlow) throws(ScriptLoss) -> ScriptFlow {
        switch (first, second) {
        case (.normal, .normal): .normal
        case (.returned(let left), .returned(let right)): .returned(self.either(test, left, right))
        case (.ended, .ended): .ended
        case (.returned(.undefined), .normal), (.normal, .returned(.undefined)), (.ended, .normal), (.normal, .ended):
            .normal
        default: throw ScriptLoss("A `switch` that returns in some of its cases only.")
        }
    }

    /// The statements of a case up to its `break`; a case without one goes on with the next.
    private mutating func executeCase(
        _ cases: [JavaScriptStatement.SwitchCase], _ start: Int
    ) throws(ScriptLoss) -> ScriptFlow {
        for index in start..<cases.count {
            let flow = try execute(cases[index].statements[...])
            switch flow {
            case .normal: continue
            case .broke: return .normal
            default: return flow
            }
        }
        return .normal
    }

    /// The handler runs where a check of the block fails, the body is no JSON, or what the block calls has no such method. Where
    /// the handler fails as well, the checks say it as they are; else both are branches. What else may end the block with an
    /// error only a run knows.
    mutating func attempt(
        _ list: [JavaScriptStatement], _ parameter: JavaScriptPattern?, _ handler: [JavaScriptStatement]?,
        _ finalizer: [JavaScriptStatement]?
    ) throws(ScriptLoss) -> ScriptFlow {
        let block: Reading = { evaluator throws(ScriptLoss) in
            try evaluator.inScope { inner throws(ScriptLoss) in try inner.execute(list[...]) }
        }
        let handling: Reading = { evaluator throws(ScriptLoss) in
            try evaluator.inScope { inner throws(ScriptLoss) in
                if let parameter {
                    try inner.bind(parameter, to: .host("Error"), isVariable: false, declares: true)
                }
                return try inner.execute((handler ?? [])[...])
            }
        }
        var flow = handler == nil ? try block(&self) : try attempt(block, catching: handling)
        if let finalizer {
            let last = try inScope { evaluator throws(ScriptLoss) in try evaluator.execute(finalizer[...]) }
            if case .normal = last {} else { flow = last }
        }
        return flow
    }

    typealias Reading = (inout ScriptEvaluator) throws(ScriptLoss) -> ScriptFlow

    mutating func attempt(_ list: Reading, catching handler: Reading) throws(ScriptLoss) -> ScriptFlow {
        let before = begin()
        let other = try handler(&self)
        let caught = suspend(before)
        let handled = caught.output.filter { !isHarmless($0) }
        let failsAsWell = !handled.isEmpty && handled.allSatisfy(isFailure)
        let outer = (isDeciding, mayThrow)
        (isDeciding, mayThrow) = (!failsAsWell, false)
        let flow: ScriptFlow
        do {
            flow = try list(&self)
        } catch {
            (isDeciding, mayThrow) = outer
            throw error
        }
        let throwsElsewhere = mayThrow
        (isDeciding, mayThrow) = (outer.0, outer.1 || throwsElsewhere)
        let block = suspend(before)
        if failsAsWell {
            state = block.state
            output = before.output + block.output
            return flow
        }
        let branch = Branch(state: caught.state, output: handled)
        let joined = try join(block, flow, branch, other, before, throwsElsewhere: throwsElsewhere)
        output += caught.output.filter { isHarmless($0) }
        return joined
    }

    private mutating func join(
        _ block: Branch, _ flow: ScriptFlow, _ caught: Branch, _ other: ScriptFlow, _ before: Branch,
        throwsElsewhere: Bool
    ) throws(ScriptLoss) -> ScriptFlow {
        let checks = block.output.prefix { $0.condition != nil && !$0.ending.isNever }
        if !throwsElsewhere, Self.ending(of: block.output).isNever {
            state = block.state
            output = before.output + block.output
            return flow
        }
        let rest = Array(block.output.dropFirst(checks.count))
        guard !throwsElsewhere, Self.ending(of: rest).isNever, let all = CELText.all(checks.compactMap(\.condition))
        else {
            throw ScriptLoss(
                "What a script does after an error that only a run knows.", "Write both cases as steps with `if`.")
        }
        let test = ScriptTerm(all, .boolean, reads: ["response"])
        join(test, Branch(state: block.state, output: rest), caught, before)
        return try self.flow(test, flow, other)
    }

    private func isFailure(_ output: Output) -> Bool {
        if case .fail = output.statement { true } else { output.fails }
    }

    /// Whether no verdict depends on it: a message to the console.
    func isHarmless(_ output: Output) -> Bool {
        if case .note(let note) = output.statement { note.kind == .harmless } else { false }
    }

    // MARK: Patterns

    mutating func bind(
        _ pattern: JavaScriptPattern, to value: ScriptValue, isVariable: Bool, declares: Bool
    ) throws(ScriptLoss) {
        switch pattern {
        case .name(let name):
            if declares { declare(name, value, isVariable: isVariable) } else { assign(name, value) }
        case .expression(let target): try assign(target, value)
        case .withDefault(let inner, let fallback):
            try bind(inner, to: withDefault(value, fallback), isVariable: isVariable, declares: declares)
        case .object(let members, let rest):
            if rest != nil { throw ScriptLoss("The rest of an object has no expression in CEL.") }
            for member in members {
                try bind(
                    member.pattern, to: self.member(of: value, member.key), isVariable: isVariable, declares: declares)
            }
        case .array(let elements, let rest):
            for (index, element) in elements.enumerated() {
                guard let element else { continue }
                try bind(
                    element, to: self.element(of: value, .number(Double(index))), isVariable: isVariable,
                    declares: declares)
            }
            if let rest {
                let others = try callMethod(value, "slice", [.number(Double(elements.count))])
                if declares { declare(rest, others, isVariable: isVariable) } else { assign(rest, others) }
            }
        }
    }

    private mutating func withDefault(_ value: ScriptValue, _ fallback: JavaScriptExpression) throws(ScriptLoss)
        -> ScriptValue
    {
        switch value {
        case .undefined: return try evaluate(fallback)
        case .term(let term):
            guard let optional = term.exact else { return value }
            let fallback = try evaluate(fallback)
            let other = try self.term(fallback)
            var result = ScriptTerm(optional.method("orValue", other.value.text))
            result.reads = term.reads.union(other.reads)
            return .term(result)
        default: return value
        }
    }

    mutating func assign(_ target: JavaScriptExpression, _ value: ScriptValue) throws(ScriptLoss) {
        if case .identifier = target.kind {} else if try changeMember(of: target, to: value) { return }
        switch target.kind {
        case .identifier(let name): assign(name, value)
        case .member(let owner, let name, _): try assign(memberOf: owner, name, value)
        case .index(let owner, let key, _):
            switch try evaluate(key) {
            case .string(let name): try assign(memberOf: owner, name, value)
            case .number(let number): try assign(memberOf: owner, CELText.number(number), value)
            case .term(let term): try assignTest(owner, term, value)
            default: throw ScriptLoss("A member whose name only a run knows is given a value.")
            }
        default: throw ScriptLoss("A value is given to what has none.")
        }
    }

    /// `tests["…" + value] = …`; any other member of a computed name is not known.
    private mutating func assignTest(
        _ owner: JavaScriptExpression, _ name: ScriptTerm, _ value: ScriptValue
    ) throws(ScriptLoss) {
        guard case .host("tests") = try evaluate(owner) else {
            throw ScriptLoss("A member whose name only a run knows is given a value.")
        }
        try legacyTest(displayed(name), value, isConstant: false)
    }

    private mutating func assign(
        memberOf owner: JavaScriptExpression, _ name: String, _ value: ScriptValue
    ) throws(ScriptLoss) {
        switch try evaluate(owner) {
        case .host("tests"): try legacyTest(name, value)
        case .host(let path): try assignHost(path, name, value)
        case .object(let index): try setMember(index, name, value)
        case .term: throw ScriptLoss("A member of a value of a run is changed.", "Build the value anew, with `merge`.")
        case .lost(let loss): throw loss
        default: throw ScriptLoss("A member of a value that has none is given a value.")
        }
    }

    mutating func setMember(_ index: Int, _ name: String, _ value: ScriptValue) throws(ScriptLoss) {
        switch content(index) {
        case .members(var members):
            if let known = members.firstIndex(where: { $0.name == name }) {
                members[known].value = value
            } else {
                members.append((name, value))
            }
            change(index, .members(members))
        case .list(var elements):
            guard let position = Int(name), position <= elements.count, position >= 0 else {
                throw ScriptLoss("An element far behind the end of a list is given a value.")
            }
            if position == elements.count { elements.append(value) } else { elements[position] = value }
            change(index, .list(elements))
        case .term(let term):
            let added = try self.term(value)
            var merged = ScriptTerm(
                .call("merge", term.cel, CELText("{\(CELText.quoted(name)): \(added.value.text)}")), .map)
            merged.reads = term.reads.union(added.reads)
            change(index, .term(merged))
        }
    }

    func message(of value: ScriptValue) -> String {
        switch value {
        case .string(let text): text
        case .object(let index):
            if case .members(let members) = content(index),
                case .string(let text)? = members.first(where: { $0.name == "message" })?.value
            {
                text
            } else {
                "The script throws an error."
            }
        case .term(let term): displayed(term)
        default: "The script throws an error."
        }
    }

    /// A text for people, with expressions where it has values.
    func displayed(_ term: ScriptTerm) -> String {
        guard let text = term.text else { return "(\(term.cel.text))" }
        return text.pieces.map { piece in
            switch piece {
            case .literal(let literal): literal
            case .expression(let expression): "(\(expression))"
            }
        }.joined()
    }
}

extension JavaScriptPattern {
    /// All names that the pattern gives a value.
    var names: [String] {
        switch self {
        case .name(let name): [name]
        case .expression(let expression): expression.rootName.map { [$0] } ?? []
        case .object(let members, let rest): members.flatMap { $0.pattern.names } + (rest.map { [$0] } ?? [])
        case .array(let elements, let rest): elements.flatMap { $0?.names ?? [] } + (rest.map { [$0] } ?? [])
        case .withDefault(let pattern, _): pattern.names
        }
    }
}

extension JavaScriptExpression {
    /// `a` of `a.b[c]`.
    var rootName: String? {
        switch kind {
        case .identifier(let name): name
        case .member(let owner, _, _), .index(let owner, _, _): owner.rootName
        default: nil
        }
    }
}
