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
        output = withoutUnreadChecks(Self.pruned(output))
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
            state.endings.isEnded = true
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

    // MARK: Branches

    /// Nil where the list goes on behind the `if`.
    private mutating func executeIf(
        _ statement: JavaScriptStatement, _ test: JavaScriptExpression, _ then: JavaScriptStatement,
        _ otherwise: JavaScriptStatement?, rest: ArraySlice<JavaScriptStatement>
    ) throws(ScriptLoss) -> ScriptFlow? {
        let condition: ScriptValue
        do {
            statementEnd = test.range.upperBound
            condition = try decision(test)
        } catch {
            count(statement.range.lowerBound)
            poison(statement, error)
            if isInExpression { throw error }
            note(error, statement: source.text(statement.range), at: statement.range.lowerBound)
            return nil
        }
        switch condition {
        case .boolean(let holds):
            guard let taken = holds ? then : otherwise else { return nil }
            let flow = try execute(taken)
            if case .normal = flow { return nil }
            return flow
        case .term(let term):
            return try executeBranches(term, then, otherwise, rest: rest)
        default: return nil
        }
    }

    private mutating func executeBranches(
        _ test: ScriptTerm, _ then: JavaScriptStatement, _ otherwise: JavaScriptStatement?,
        rest: ArraySlice<JavaScriptStatement>
    ) throws(ScriptLoss) -> ScriptFlow? {
        let outer = scope
        var flows: (ScriptFlow, ScriptFlow) = (.normal, .normal)
        var restIsIn = false
        let needs = state.endings.takeNeeds(of: test.cel.text)
        defer { state.endings.conditions.insert(contentsOf: needs, at: 0) }
        let before = begin()
        state.present.formUnion(test.implies)
        flows.0 = try execute(then)
        let first = suspend(before)
        state.present.formUnion(test.denies)
        if let otherwise { flows.1 = try execute(otherwise) }
        var second = suspend(before)
        var firstEnd = first
        // What comes behind an `if` that leaves belongs to the branch that does not.
        switch (isNormal(flows.0), isNormal(flows.1)) {
        case (false, true):
            resume(second)
            flows.1 = try execute(rest)
            second = suspend(before)
            restIsIn = true
        case (true, false):
            resume(first)
            flows.0 = try execute(rest)
            firstEnd = suspend(before)
            restIsIn = true
        default: break
        }
        scope = outer
        join(test, firstEnd, second, before)
        let flow = try joined(test, flows.0, flows.1)
        if restIsIn { return flow }
        return isNormal(flow) ? nil : flow
    }

    private func isNormal(_ flow: ScriptFlow) -> Bool { if case .normal = flow { true } else { false } }

    private mutating func joined(_ test: ScriptTerm, _ then: ScriptFlow, _ otherwise: ScriptFlow) throws(ScriptLoss)
        -> ScriptFlow
    {
        switch (then, otherwise) {
        case (.returned(let first), .returned(let second)): .returned(either(test, first, second))
        case (.returned(let value), .normal), (.returned(let value), .ended):
            isReturnOfNothing(value) ? .normal : .returned(either(test, value, .undefined))
        case (.normal, .returned(let value)), (.ended, .returned(let value)):
            isReturnOfNothing(value) ? .normal : .returned(either(test, .undefined, value))
        case (.broke, .normal), (.broke, .continued): .brokeIf(test.cel)
        case (.normal, .broke), (.continued, .broke): .brokeIf(negated(test).cel)
        case (.broke, .broke): .broke
        case (.ended, .ended): .ended
        case (.normal, .normal), (.normal, .continued), (.continued, .normal), (.continued, .continued),
            (.ended, .normal), (.normal, .ended):
            .normal
        default: throw ScriptLoss("A loop ends in several ways.")
        }
    }

    private func isReturnOfNothing(_ value: ScriptValue) -> Bool { if case .undefined = value { true } else { false } }

    /// A state and what was said since ``begin()``.
    struct Branch {
        var state: State
        var output: [Output]
    }

    mutating func begin() -> Branch {
        let branch = Branch(state: state, output: output)
        output = []
        version += 1
        state.block = version
        return branch
    }

    /// Ends a branch: the state is again what it was before.
    mutating func suspend(_ before: Branch) -> Branch {
        let branch = Branch(state: state, output: output)
        (state, output) = (before.state, [])
        return branch
    }

    mutating func resume(_ branch: Branch) { (state, output) = (branch.state, branch.output) }

    /// Goes on behind two branches.
    mutating func join(_ test: ScriptTerm, _ then: Branch, _ otherwise: Branch, _ before: Branch) {
        output = before.output
        state = before.state
        let test = kept(test, then, otherwise)
        for index in Set(then.state.cells.keys).union(otherwise.state.cells.keys).sorted() {
            let (first, second) = (then.state.cells[index], otherwise.state.cells[index])
            if first?.version == second?.version { continue }
            if before.state.cells[index] == nil, cellNames[index].map({ scope.cell(of: $0) != index }) ?? true {
                // A name of one of the branches, which only functions of that branch see behind it.
                state.cells[index] = first ?? second
                continue
            }
            let value = either(test, first?.value ?? .undefined, second?.value ?? .undefined)
            version += 1
            state.cells[index] = Cell(value: value, version: version)
        }
        for index in Set(then.state.heap.keys).union(otherwise.state.heap.keys) {
            let (first, second) = (then.state.heap[index], otherwise.state.heap[index])
            version += 1
            if first?.version == second?.version { continue }
            guard let first, let second else {
                state.heap[index] = first ?? second
                continue
            }
            state.heap[index] = ScriptObject(
                content: eitherContent(test, first.content, second.content), version: version)
        }
        state.types = then.state.types.filter { otherwise.state.types[$0.key] == $0.value }
        state.empty = then.state.empty.filter {
            Self.same($0.value, otherwise.state.empty[$0.key] ?? .boolean(true)) != nil
        }
        state.needed = then.state.needed.intersection(otherwise.state.needed)
        state.assigned = then.state.assigned.intersection(otherwise.state.assigned)
        state.endings = .joined(test, negated(test).cel, then.state.endings, otherwise.state.endings)
        emitBranch(test, then.output, otherwise.output)
    }

    /// The test of two branches by a name, where it decides of later values as well and reads what they change.
    private mutating func kept(_ test: ScriptTerm, _ then: Branch, _ otherwise: Branch) -> ScriptTerm {
        let changed = Self.variables(setBy: then.output + otherwise.output)
        guard !changed.isDisjoint(with: test.reads),
            then.state.cells.contains(where: { otherwise.state.cells[$0.key]?.version != $0.value.version })
                || then.state.heap.contains(where: { otherwise.state.heap[$0.key]?.version != $0.value.version })
        else { return test }
        let variable = names.temporary("kept_test")
        emit(.set(name: variable, expression: test.cel.text))
        return ScriptTerm(CELText(variable), .boolean, reads: [variable])
    }

    /// The variables of the workflow that statements set.
    static func variables(setBy outputs: [Output]) -> Set<String> {
        func variables(_ statements: [ImportedStatement]) -> [String] {
            statements.flatMap { statement -> [String] in
                switch statement {
                case .set(let name, _), .capture(let name, _): [name]
                case .branch(_, let then, let otherwise): variables(then + otherwise)
                case .loop(_, _, let body): variables(body)
                case .request(let request): variables(request.before + request.after)
                case .check, .wait, .next, .fail, .note: []
                }
            }
        }
        return Set(variables(outputs.map(\.statement)))
    }

    /// Few checks are guarded by the test; anything else is a branch.
    private mutating func emitBranch(_ test: ScriptTerm, _ then: [Output], _ otherwise: [Output]) {
        let (then, otherwise) = (Self.pruned(then), Self.pruned(otherwise))
        let sides = [(test, then), (negated(test), otherwise)].filter { !$0.1.isEmpty }
        let ending = sides.reduce(Ending.never) { $0.and(Self.ending(of: $1.1).where(negated($1.0).cel)) }
        if sides.isEmpty { return }
        let all = sides.flatMap { $0.1 }
        let start = output.count
        let areOfTests = all.allSatisfy(\.isOfTest)
        defer { if areOfTests { output[start...] = Self.ofTest(Array(output[start...]))[...] } }
        let isOneKind = areOfTests || !all.contains(where: \.isOfTest)
        if isOneKind, all.count <= 4, all.allSatisfy({ $0.condition != nil }), test.cel.text.utf8.count < 120 {
            for (guardTerm, outputs) in sides {
                let guarded = negated(guardTerm).cel
                var last: CELText?
                for output in outputs {
                    guard case .check(let check) = output.statement, let condition = output.condition,
                        condition != last
                    else { continue }
                    last = condition
                    let whole = CELText.binary("||", guarded, condition)
                    emit(
                        .check(ImportedCheck(name: check.name, subject: .condition(whole.text), isGuarded: true)),
                        condition: whole)
                    self.output[self.output.count - 1].ending = output.ending.where(guarded)
                }
            }
            return
        }
        let (first, second) = (sequenced(then[...]).map(\.statement), sequenced(otherwise[...]).map(\.statement))
        if then.isEmpty {
            emit(.branch(test: negated(test).cel.text, then: second, otherwise: []))
        } else {
            emit(.branch(test: test.cel.text, then: first, otherwise: second))
        }
        output[output.count - 1].ending = ending
    }

    private mutating func eitherContent(
        _ test: ScriptTerm, _ first: ScriptObject.Content, _ second: ScriptObject.Content
    ) -> ScriptObject.Content {
        switch (first, second) {
        case (.members(let left), .members(let right)):
            var names = left.map(\.name)
            for member in right where !names.contains(member.name) { names.append(member.name) }
            return .members(
                names.map { name in
                    let values = (left.first { $0.name == name }?.value, right.first { $0.name == name }?.value)
                    return (name, either(test, values.0 ?? .undefined, values.1 ?? .undefined))
                })
        case (.list(let left), .list(let right)) where left.count == right.count:
            return .list(zip(left, right).map { either(test, $0, $1) })
        default:
            let loss = ScriptLoss("A list that has other elements in each branch.")
            guard let left = try? term(of: first), let right = try? term(of: second) else {
                return .list([.lost(loss)])
            }
            var term = ScriptTerm(
                .conditional(test.cel, left.value, right.value), left.type == right.type ? left.type : .unknown)
            term.reads = test.reads.union(left.reads).union(right.reads)
            return .term(term)
        }
    }

    /// The value that one of two branches gives.
    func either(_ test: ScriptTerm, _ first: ScriptValue, _ second: ScriptValue) -> ScriptValue {
        if let same = Self.same(first, second) { return same }
        if case .lost = first { return first }
        if case .lost = second { return second }
        do {
            let (left, right) = (try term(first), try term(second))
            var term = ScriptTerm(.conditional(test.cel, left.value, right.value))
            if left.optional == nil, right.optional == nil, left.type == right.type { term.type = left.type }
            term.reads = test.reads.union(left.reads).union(right.reads)
            term.isVolatile = left.isVolatile || right.isVolatile
            let sides = [(first, left), (second, right)].map { value, term in
                if case .undefined = value { CELText("optional.none()") } else { term.exactly }
            }
            if sides != [left, right].map({ .call("optional.of", $0.cel) }) {
                term.whole = .conditional(test.cel, sides[0], sides[1])
            }
            term.choice = [test, left, right]
            if case .moment(_, let zone) = first, case .moment = second {
                return .moment(term, zone: zone)
            }
            return .term(term)
        } catch {
            return .lost(ScriptLoss("A value that differs between branches: \(error.reason)"))
        }
    }

    private static func same(_ first: ScriptValue, _ second: ScriptValue) -> ScriptValue? {
        switch (first, second) {
        case (.undefined, .undefined), (.null, .null): first
        case (.boolean(let left), .boolean(let right)) where left == right: first
        case (.number(let left), .number(let right)) where left == right: first
        case (.string(let left), .string(let right)) where left == right: first
        case (.object(let left), .object(let right)) where left == right: first
        case (.host(let left), .host(let right)) where left == right: first
        case (.term(let left), .term(let right)) where left.cel == right.cel && left.optional == right.optional: first
        default: nil
        }
    }
}
