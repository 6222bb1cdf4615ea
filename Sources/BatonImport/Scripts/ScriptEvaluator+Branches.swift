/// `if` and what two branches leave behind.
extension ScriptEvaluator {
    /// Nil where the list goes on behind the `if`.
    mutating func executeIf(
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
        // Objects in each branch have what that branch gave them.
        let sides = (holding(then.state.heap), holding(otherwise.state.heap))
        for index in Set(then.state.cells.keys).union(otherwise.state.cells.keys).sorted() {
            let (first, second) = (then.state.cells[index], otherwise.state.cells[index])
            if first?.version == second?.version { continue }
            if before.state.cells[index] == nil, cellNames[index].map({ scope.cell(of: $0) != index }) ?? true {
                // A name of one of the branches, which only functions of that branch see behind it.
                state.cells[index] = first ?? second
                continue
            }
            let value = either(test, first?.value ?? .undefined, second?.value ?? .undefined, in: sides)
            version += 1
            state.cells[index] = Cell(value: value, version: version)
        }
        for index in Set(then.state.heap.keys).union(otherwise.state.heap.keys).sorted() {
            let (first, second) = (then.state.heap[index], otherwise.state.heap[index])
            version += 1
            if first?.version == second?.version { continue }
            guard let first, let second else {
                state.heap[index] = first ?? second
                continue
            }
            state.heap[index] = ScriptObject(
                content: eitherContent(test, first.content, second.content, in: sides), version: version)
        }
        state.known = then.state.known.filter { otherwise.state.known[$0.key] == $0.value }
        state.empty = then.state.empty.filter {
            Self.same($0.value, otherwise.state.empty[$0.key] ?? .boolean(true)) != nil
        }
        state.needed = then.state.needed.intersection(otherwise.state.needed)
        state.assigned = then.state.assigned.intersection(otherwise.state.assigned)
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
        let opposite = negated(test).cel
        let all = (then + otherwise).filter { !$0.isSilent }
        if all.isEmpty { return }
        if all.count <= 4, all.allSatisfy({ $0.condition != nil }), test.cel.text.utf8.count < 120 {
            for (guarded, outputs) in [(opposite, then), (test.cel, otherwise)] {
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
                    self.output[self.output.count - 1].isSilent = output.isSilent
                }
            }
            return
        }
        let (first, second) = (sequenced(then).map(\.statement), sequenced(otherwise).map(\.statement))
        if first.isEmpty {
            emit(.branch(test: opposite.text, then: second, otherwise: []))
        } else {
            emit(.branch(test: test.cel.text, then: first, otherwise: second))
        }
        output[output.count - 1].ending = .joined(
            test.cel, opposite, Self.ending(of: then), Self.ending(of: otherwise))
    }

    private mutating func eitherContent(
        _ test: ScriptTerm, _ first: ScriptObject.Content, _ second: ScriptObject.Content, in sides: (Self, Self)
    ) -> ScriptObject.Content {
        switch (first, second) {
        case (.members(let left), .members(let right)):
            var names = left.map(\.name)
            for member in right where !names.contains(member.name) { names.append(member.name) }
            return .members(
                names.map { name in
                    let values = (left.first { $0.name == name }?.value, right.first { $0.name == name }?.value)
                    return (name, either(test, values.0 ?? .undefined, values.1 ?? .undefined, in: sides))
                })
        case (.list(let left), .list(let right)) where left.count == right.count:
            return .list(zip(left, right).map { either(test, $0, $1, in: sides) })
        default:
            let loss = ScriptLoss("A list that has other elements in each branch.")
            guard let left = try? sides.0.term(of: first), let right = try? sides.1.term(of: second) else {
                return .list([.lost(loss)])
            }
            var term = ScriptTerm(
                .conditional(test.cel, left.value, right.value), left.type == right.type ? left.type : .unknown)
            term.reads = test.reads.union(left.reads).union(right.reads)
            return .term(term)
        }
    }

    /// The value that one of two branches gives.
    func either(
        _ test: ScriptTerm, _ first: ScriptValue, _ second: ScriptValue, in sides: (Self, Self)? = nil
    ) -> ScriptValue {
        if let same = Self.same(first, second) { return same }
        if case .lost = first { return first }
        if case .lost = second { return second }
        do {
            let (left, right) = (try (sides?.0 ?? self).term(first), try (sides?.1 ?? self).term(second))
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

    private func holding(_ heap: [Int: ScriptObject]) -> Self {
        var evaluator = self
        evaluator.state.heap = heap
        return evaluator
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
