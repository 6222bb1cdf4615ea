/// Where a statement leaves off.
enum ScriptFlow {
    case normal
    case returned(ScriptValue)
    case broke
    case continued
    /// `break` where the condition holds.
    case brokeIf(CELText)
    /// A `throw`, or the end of the script.
    case ended
}

extension ScriptEvaluator {
    mutating func run(_ program: JavaScriptProgram) {
        do {
            declareLegacyTests()
            _ = try execute(program.statements[...])
            endByAssertions()
            stateLegacyTests(areLate: false)
            isBehindEnd = true
            try runDeferred()
            stateLegacyTests(areLate: true)
        } catch {
            note(error, statement: "", at: statementEnd)
            output = output.flatMap { output in
                Self.holdsMark(output.statement)
                    ? Self.withoutMarks([output.statement]).map { Output(statement: $0) } : [output]
            }
        }
        output = withoutUnreadChecks(Self.pruned(output).filter { !$0.isSilent })
    }

    /// A list of statements in the scope that is there.
    mutating func execute(_ list: ArraySlice<JavaScriptStatement>) throws(ScriptLoss) -> ScriptFlow {
        for statement in list {
            if case .function(let name, let function) = statement.kind {
                declare(
                    name,
                    .function(
                        ScriptFunction(
                            declaration: function, scope: scope, source: source, text: source.text(statement.range))))
            }
        }
        for index in list.indices {
            let statement = list[index]
            if case .if(let test, let then, let otherwise) = statement.kind {
                let rest = list[(index + 1)...]
                let before = (scope, state)
                do {
                    let flow = try apart { evaluator throws(ScriptLoss) in
                        try evaluator.executeIf(statement, test, then, otherwise, rest: rest)
                    }
                    if let flow { return flow }
                } catch {
                    if isInExpression { throw error }
                    (scope, state) = before
                    poison(statement, error)
                    note(error, statement: source.text(statement.range), at: statement.range.lowerBound)
                }
                continue
            }
            switch try awaited(statement, rest: list[(index + 1)...]) {
            case .nothing: break
            case .done: continue
            case .rest(let flow): return flow
            }
            if let others = unchained(statement, rest: list[(index + 1)...]) {
                count(statement.range.lowerBound)
                return try execute(others[...])
            }
            let flow = try execute(statement)
            if case .normal = flow { continue }
            return flow
        }
        return .normal
    }

    mutating func execute(_ statement: JavaScriptStatement) throws(ScriptLoss) -> ScriptFlow {
        try spend()
        depth += 1
        defer { depth -= 1 }
        let before = (scope, test, phase, isInExpression, callDepth)
        if isLeaf(statement) {
            count(statement.range.lowerBound)
            statementRange = statement.range
        }
        do {
            return try apart { evaluator throws(ScriptLoss) in try evaluator.perform(statement) }
        } catch {
            (scope, test, phase, isInExpression, callDepth) = before
            poison(statement, error)
            if isInExpression { throw error }
            if test == nil, let name = Self.legacyTest(of: statement) {
                test = name
                oldTests.told.insert(name)
            }
            note(error, statement: source.text(statement.range), at: statement.range.lowerBound)
            test = before.1
            guard case .return = statement.kind else { return .normal }
            var loss = error
            loss.isNamed = true
            return .returned(.lost(loss))
        }
    }

    /// What a statement says is kept when all of it is read: a lost one says nothing.
    private mutating func apart<Result>(
        _ body: (inout ScriptEvaluator) throws(ScriptLoss) -> Result
    ) throws(ScriptLoss) -> Result {
        var outer: [Output] = []
        swap(&outer, &output)
        do {
            let result = try body(&self)
            try accept()
            outer += output
            output = outer
            return result
        } catch {
            output = outer
            throw error
        }
    }

    /// Refuses what CEL does not take: it would be a mistake of the whole file.
    mutating func accept() throws(ScriptLoss) {
        for index in output.indices where !output[index].isAccepted {
            try ScriptAcceptance.check(output[index].statement)
            output[index].isAccepted = true
        }
    }

    private func isLeaf(_ statement: JavaScriptStatement) -> Bool {
        switch statement.kind {
        case .block, .if, .empty, .function, .labeled, .try: false
        default: true
        }
    }

    private mutating func perform(_ statement: JavaScriptStatement) throws(ScriptLoss) -> ScriptFlow {
        switch statement.kind {
        case .expression(let expression):
            _ = try evaluate(expression)
            return .normal
        case .variables(let keyword, let declarators):
            for declarator in declarators {
                if keyword == "var", declarator.value == nil, case .name(let name) = declarator.pattern,
                    scope.cell(of: name) != nil
                {
                    continue
                }
                let value: ScriptValue =
                    if let expression = declarator.value { try evaluate(expression) } else { .undefined }
                try bind(declarator.pattern, to: value, isVariable: keyword == "var", declares: true)
                if keyword == "const" { constants.formUnion(declarator.pattern.names.compactMap { scope.cells[$0] }) }
            }
            return .normal
        case .function, .empty: return .normal
        case .block(let list): return try inScope { evaluator throws(ScriptLoss) in try evaluator.execute(list[...]) }
        case .if(let test, let then, let otherwise):
            return try executeIf(statement, test, then, otherwise, rest: []) ?? .normal
        case .forEach(let pattern, let isOf, let list, let body):
            return try forEach(pattern, isOf: isOf, list, body)
        case .for(let start, let test, let update, let body):
            return try countedLoop(start, test, update, body)
        case .while, .doWhile:
            throw ScriptLoss("A loop whose end only a run knows.", "Write it as a step with `until` or `repeat`.")
        case .return(let expression):
            guard let expression else { return .returned(.undefined) }
            return .returned(try evaluate(expression))
        case .break: return .broke
        case .continue: return .continued
        case .labeled(_, let inner): return try perform(inner)
        case .throw(let expression):
            let value = try evaluate(expression)
            fail(message(of: value))
            return .ended
        case .try(let list, let parameter, let handler, let finalizer):
            return try attempt(list, parameter, handler, finalizer)
        case .switch(let value, let cases): return try choose(evaluate(value), cases)
        }
    }

    mutating func inScope<Result>(
        isFunction: Bool = false, _ body: (inout ScriptEvaluator) throws(ScriptLoss) -> Result
    ) throws(ScriptLoss) -> Result {
        let outer = scope
        scope = ScriptScope(parent: outer, isFunction: isFunction)
        defer { scope = outer }
        return try body(&self)
    }

    /// The name of the test that `tests["…"] = …` states.
    private static func legacyTest(of statement: JavaScriptStatement) -> String? {
        guard case .expression(let expression) = statement.kind,
            case .assignment(_, .expression(let target), _) = expression.kind
        else { return nil }
        return legacyTest(target)
    }

    /// What a lost statement would have given a value has none.
    mutating func poison(_ statement: JavaScriptStatement, _ loss: ScriptLoss) {
        switch statement.kind {
        case .variables(let keyword, let declarators):
            for name in declarators.flatMap({ $0.pattern.names }) {
                declare(name, .lost(loss.named), isVariable: keyword == "var")
            }
        case .expression(let expression): poison(expression, loss)
        case .for(_, _, _, let body), .forEach(_, _, _, let body), .while(_, let body), .doWhile(let body, _):
            poison(body, loss)
        case .block(let list): for inner in list { poison(inner, loss) }
        case .if(_, let then, let otherwise):
            poison(then, loss)
            if let otherwise { poison(otherwise, loss) }
        case .try(let list, _, let handler, let last):
            for inner in list + (handler ?? []) + (last ?? []) { poison(inner, loss) }
        case .switch(_, let cases): for inner in cases.flatMap(\.statements) { poison(inner, loss) }
        case .labeled(_, let inner): poison(inner, loss)
        default: break
        }
    }

    private mutating func poison(_ expression: JavaScriptExpression, _ loss: ScriptLoss) {
        switch expression.kind {
        case .assignment(_, .expression(let target), _) where Self.legacyTest(target) != nil:
            loseLegacyTest(Self.legacyTest(target).flatMap { $0.isEmpty ? nil : $0 }, loss)
        case .assignment(_, let pattern, _):
            for name in pattern.names { assign(name, .lost(loss.named)) }
            if case .expression(let target) = pattern, case .member(let owner, let name, _) = target.kind {
                loseVariable(name, ScriptHosts.scopes[source.text(owner.range)], loss)
            }
        case .update(_, let target, _): if case .identifier(let name) = target.kind { assign(name, .lost(loss.named)) }
        case .call(let callee, let arguments, _):
            if case .string(let name)? = arguments.first?.kind, case .member(let owner, let method, _) = callee.kind {
                let setters: [String: VariableNames.Scope] = [
                    "setEnvironmentVariable": .environment, "setGlobalVariable": .global,
                ]
                let scope = method == "set" ? ScriptHosts.scopes[source.text(owner.range)] : setters[method]
                loseVariable(name, scope, loss)
            }
            // A list that a lost statement adds to.
            if case .member(let target, let method, _) = callee.kind, case .identifier(let name) = target.kind,
                ["push", "unshift", "splice", "sort", "reverse", "pop", "shift"].contains(method),
                scope.cell(of: name) != nil
            {
                assign(name, .lost(loss.named))
            }
        default: break
        }
    }

    /// A variable that a lost statement would have set has a value that nobody knows.
    private mutating func loseVariable(_ name: String, _ scope: VariableNames.Scope?, _ loss: ScriptLoss) {
        guard let scope else { return }
        var loss = loss
        loss.isNamed = true
        state.empty[names.name(of: name, in: scope == .local ? nil : scope)] = .lost(loss)
    }

    mutating func note(_ loss: ScriptLoss, statement: String, at offset: Int) {
        lostStatements.insert(source.variable == nil ? offset : -1 - offset)
        isTestWhole = false
        if loss.isNamed && test == nil { return }
        emit(
            .note(
                ImportNote(
                    .lost, request: place.request,
                    place:
                        "\(place.label), line \(source.source.line(at: offset))\(source.variable.map { " of the code in `\($0)`" } ?? "")",
                    statement: SecretText.hiding(statement), reason: loss.reason, advice: loss.advice,
                    test: test)))
    }

    /// Statements of the script itself are counted.
    mutating func count(_ offset: Int) { if source.variable == nil { statements.insert(offset) } }
}
