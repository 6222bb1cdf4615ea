/// Loops: those over lists that the script has are unrolled; those over lists of a run become macros or loops.
extension ScriptEvaluator {
    mutating func unroll(
        _ elements: [ScriptValue],
        _ body: (inout ScriptEvaluator, ScriptValue, ScriptValue) throws(ScriptLoss) -> ScriptFlow
    ) throws(ScriptLoss) {
        guard elements.count <= 60 else {
            throw ScriptLoss("A loop over more than 60 elements.", "Write it as a loop over a list.")
        }
        for (index, element) in elements.enumerated() {
            switch try body(&self, element, .number(Double(index))) {
            case .broke: return
            case .brokeIf: throw ScriptLoss("A loop that ends where only a run knows.")
            case .returned, .ended: throw ScriptLoss("A loop that returns.")
            default: continue
            }
        }
    }

    /// `for (const x of list)` and `for (const key in object)`.
    mutating func forEach(
        _ pattern: JavaScriptPattern, isOf: Bool, _ list: JavaScriptExpression, _ body: JavaScriptStatement
    ) throws(ScriptLoss) -> ScriptFlow {
        let value = try evaluate(list)
        let elements: ScriptValue
        if isOf {
            needList(value)
            elements = value
        } else if let known = elementsOf(value) {
            elements = allocate(.list(known.indices.map { .string("\($0)") }))
        } else if case .term(let term) = value, term.type == .list || isIndexed(list, pattern, body) {
            return try positions(of: value, list, pattern, body)
        } else {
            elements = try keys(value)
        }
        if let known = elementsOf(elements) {
            try unroll(known) { evaluator, element, _ throws(ScriptLoss) in
                try evaluator.inScope { inner throws(ScriptLoss) in
                    try inner.bind(pattern, to: element, isVariable: false, declares: true)
                    return try inner.execute(body)
                }
            }
            return .normal
        }
        let term = try term(elements)
        let name = elementName(pattern.names.count == 1 ? pattern.names[0] : "element")
        let element = ScriptValue.term(ScriptTerm(CELText(name), isOf ? .unknown : .string, reads: term.reads))
        return try run(term, name, [body]) { evaluator throws(ScriptLoss) in
            try evaluator.bind(pattern, to: element, isVariable: false, declares: true)
        }
    }

    /// Whether `for (i in list)` is one over positions: its variable is an index of the same list.
    private func isIndexed(_ list: JavaScriptExpression, _ pattern: JavaScriptPattern, _ body: JavaScriptStatement)
        -> Bool
    {
        guard let name = pattern.names.first else { return false }
        let listText = source.text(list.range)
        return source.text(body.range).filter { $0 != " " }.contains("\(listText.filter { $0 != " " })[\(name)]")
    }

    /// `for (let i = 0; i < list.length; i++)`.
    mutating func countedLoop(
        _ start: JavaScriptStatement?, _ test: JavaScriptExpression?, _ update: JavaScriptExpression?,
        _ body: JavaScriptStatement
    ) throws(ScriptLoss) -> ScriptFlow {
        guard let start, let test, let update, let (name, from) = counter(start), isIncrement(update, name),
            case .binary(let sign, let left, let limit) = test.kind, sign == "<" || sign == "<=" || sign == "!=",
            left.rootName == name
        else { throw ScriptLoss("A loop whose end only a run knows.", "Write it as a step with `until` or `repeat`.") }
        let last = try evaluate(limit)
        let bound = try number(last)
        let first = try evaluate(from)
        if case .number(let lower) = first, case .number(let upper) = bound {
            let last = sign == "<=" ? upper + 1 : upper
            guard last - lower <= 60 else {
                throw ScriptLoss("A loop of more than 60 passes.", "Write it with `repeat`.")
            }
            var elements: [ScriptValue] = []
            var index = lower
            while index < last {
                elements.append(.number(index))
                index += 1
            }
            try unroll(elements) { evaluator, element, _ throws(ScriptLoss) in
                try evaluator.inScope { inner throws(ScriptLoss) in
                    inner.declare(name, element)
                    return try inner.execute(body)
                }
            }
            return .normal
        }
        guard case .number(0) = first, sign == "<", case .member(let list, "length", _) = limit.kind else {
            throw ScriptLoss("A loop over numbers that only a run knows.", "Write it as a loop over `lists.range(…)`.")
        }
        return try positions(of: evaluate(list), list, .name(name), body)
    }

    private func counter(_ statement: JavaScriptStatement) -> (String, JavaScriptExpression)? {
        switch statement.kind {
        case .variables(_, let declarators):
            guard declarators.count == 1, case .name(let name) = declarators[0].pattern,
                let value = declarators[0].value
            else { return nil }
            return (name, value)
        case .expression(let expression):
            guard case .assignment("=", .name(let name), let value) = expression.kind else { return nil }
            return (name, value)
        default: return nil
        }
    }

    private func isIncrement(_ expression: JavaScriptExpression, _ name: String) -> Bool {
        switch expression.kind {
        case .update("++", let target, _): target.rootName == name
        case .assignment("+=", .name(let target), let value):
            if case .number(_, 1) = value.kind { target == name } else { false }
        default: false
        }
    }

    /// A loop whose variable is a position: where it only picks elements of the list, it is one over these.
    private mutating func positions(
        of list: ScriptValue, _ expression: JavaScriptExpression, _ pattern: JavaScriptPattern,
        _ body: JavaScriptStatement
    ) throws(ScriptLoss) -> ScriptFlow {
        guard let name = pattern.names.first else { throw ScriptLoss("A loop without a name.") }
        let term = try term(list)
        let text = source.text(body.range).filter { !$0.isWhitespace }
        let picks = "\(source.text(expression.range).filter { !$0.isWhitespace })[\(name)]"
        let rest = text.replacing(picks, with: " ")
        if !Self.names(name, in: rest) {
            let element = elementName(name.count == 1 ? "element" : "\(name)_element")
            return try run(term, element, [body]) { evaluator throws(ScriptLoss) in
                evaluator.picked.append(
                    (term.cel, "position of \(element)", ScriptTerm(CELText(element), reads: term.reads)))
                var position = ScriptTerm(CELText("position of \(element)"), .integer)
                position.isPosition = true
                evaluator.declare(name, .term(position))
            }
        }
        let range = ScriptTerm(.call("lists.range", .call("size", term.cel)), .list, reads: term.reads)
        let position = elementName(name)
        return try run(range, position, [body]) { evaluator throws(ScriptLoss) in
            evaluator.declare(name, .term(ScriptTerm(CELText(position), .integer)))
        }
    }

    private static func names(_ name: String, in text: String) -> Bool {
        var word = ""
        for character in text + " " {
            if character.isLetter || character.isNumber || character == "_" || character == "$" {
                word.append(character)
            } else {
                if word == name { return true }
                word = ""
            }
        }
        return false
    }

    /// `list.forEach(item => …)` over a list of a run.
    mutating func loop(over list: ScriptTerm, _ function: ScriptValue) throws(ScriptLoss) -> ScriptFlow {
        guard case .function(let inner) = function else {
            throw ScriptLoss("A loop that calls what is no function of the script.")
        }
        let pattern = inner.declaration.parameters.first ?? .name("item")
        let name = elementName(pattern.names.count == 1 ? pattern.names[0] : "element")
        let element = ScriptValue.term(ScriptTerm(CELText(name), reads: list.reads))
        let outer = (scope, source)
        (scope, source) = (inner.scope, inner.source)
        defer { (scope, source) = outer }
        callDepth += 1
        defer { callDepth -= 1 }
        return try run(list, name, inner.declaration.body, isFunction: true) { evaluator throws(ScriptLoss) in
            try evaluator.bind(pattern, to: element, isVariable: false, declares: true)
            if inner.declaration.parameters.count > 1 {
                try evaluator.bind(
                    inner.declaration.parameters[1],
                    to: .lost(ScriptLoss("The position of an element in a list of a run.")), isVariable: false,
                    declares: true)
            }
        }
    }

    /// Reads a body once for an element that stands for all.
    private mutating func run(
        _ list: ScriptTerm, _ name: String, _ body: [JavaScriptStatement], isFunction: Bool = false,
        _ prepare: (inout ScriptEvaluator) throws(ScriptLoss) -> Void
    ) throws(ScriptLoss) -> ScriptFlow {
        if list.xml != nil { throw ScriptLoss("A loop over elements of XML.", "Use `xpath`, which gives a list.") }
        let outerPicked = picked
        defer { picked = outerPicked }
        if try collect(list, name, body, prepare) { return .normal }
        let before = begin()
        let outerScope = scope
        scope = ScriptScope(parent: outerScope, isFunction: true)
        let flow: ScriptFlow
        do {
            try prepare(&self)
            flow = try execute(unwrapped(body)[...])
        } catch {
            scope = outerScope
            (output, state) = (before.output, before.state)
            throw error
        }
        scope = outerScope
        let pass = suspend(before)
        resume(before)
        switch flow {
        case .normal, .continued: break
        // What a function gives back to `forEach` is not used.
        case .returned where isFunction: break
        default:
            throw ScriptLoss(
                "A loop that ends before its list does.", "Write what it looks for with `filter` or `exists`.")
        }
        // What the passes leave behind is not known.
        for (index, cell) in pass.state.cells
        where state.cells[index] != nil && state.cells[index]?.version != cell.version {
            state.cells[index]?.value = .lost(
                ScriptLoss(
                    "`\(cellNames[index] ?? "a value")` gets its value in a loop over a list of a run.",
                    "Compute it with `filter`, `map` or `sum`."))
        }
        for (index, object) in pass.state.heap
        where state.heap[index] != nil && state.heap[index]?.version != object.version {
            state.heap[index]?.content = .list([.lost(ScriptLoss("A list that a loop fills."))])
        }
        emitLoop(list, name, pass.output)
        return .normal
    }

    private func unwrapped(_ body: [JavaScriptStatement]) -> [JavaScriptStatement] {
        if body.count == 1, case .block(let inner) = body[0].kind { return inner }
        return body
    }

    private mutating func emitLoop(_ list: ScriptTerm, _ name: String, _ pass: [Output]) {
        let pass = Self.pruned(pass)
        let outputs = pass.filter { !isHarmless($0) }
        if outputs.isEmpty { return }
        if outputs.allSatisfy({ condition(of: $0) != nil }) {
            var last: CELText?
            for output in outputs {
                guard case .check(let check) = output.statement, let inner = condition(of: output), inner != last
                else { continue }
                last = inner
                let all = list.cel.method("all", name, inner.text)
                emit(
                    .check(ImportedCheck(name: check.name, subject: .condition(all.text), isGuarded: true)),
                    condition: all)
            }
            return
        }
        emit(.loop(list: list.cel.text, name: name, body: pass.map(\.statement)))
    }

    private func condition(of output: Output) -> CELText? {
        if case .check = output.statement { output.condition } else { nil }
    }

    // MARK: Loops that compute

    /// What a loop adds to, counts, finds or lists becomes an expression. False where the body does anything else.
    private mutating func collect(
        _ list: ScriptTerm, _ name: String, _ body: [JavaScriptStatement],
        _ prepare: (inout ScriptEvaluator) throws(ScriptLoss) -> Void
    ) throws(ScriptLoss) -> Bool {
        var found: [Collected] = []
        let before = begin()
        let outerScope = scope
        let wasInExpression = isInExpression
        isInExpression = true
        scope = ScriptScope(parent: outerScope, isFunction: true)
        var isCollected = false
        do {
            try prepare(&self)
            isCollected = try collect(unwrapped(body), guardTerm: nil, into: &found) && !found.isEmpty && output.isEmpty
        } catch {
            isCollected = false
        }
        scope = outerScope
        isInExpression = wasInExpression
        resume(before)
        guard isCollected else { return false }
        for item in found { try assign(item.target, value(of: item, list, name)) }
        return true
    }

    private struct Collected {
        enum Kind { case last, first, sum, element }
        var target: JavaScriptExpression
        var kind: Kind
        var value: ScriptTerm
        var test: ScriptTerm?
    }

    private mutating func collect(
        _ body: [JavaScriptStatement], guardTerm: ScriptTerm?, into found: inout [Collected]
    ) throws(ScriptLoss) -> Bool {
        for statement in body {
            switch statement.kind {
            case .variables, .function, .empty: _ = try execute(statement)
            case .block(let inner): guard try collect(inner, guardTerm: guardTerm, into: &found) else { return false }
            case .break where guardTerm != nil:
                for index in found.indices where found[index].kind == .last { found[index].kind = .first }
            case .if(let test, let then, nil):
                let tested = try evaluate(test)
                guard case .term(let term) = try condition(tested) else { return false }
                let both: ScriptTerm
                if let guardTerm {
                    guard case .term(let joined) = try logical("&&", .term(guardTerm), .term(term)) else {
                        return false
                    }
                    both = joined
                } else {
                    both = term
                }
                guard try collect(unwrapped([then]), guardTerm: both, into: &found) else { return false }
            case .expression(let expression):
                guard try collect(expression, guardTerm, into: &found) else { return false }
            default: return false
            }
        }
        return true
    }

    private mutating func collect(
        _ expression: JavaScriptExpression, _ guardTerm: ScriptTerm?, into found: inout [Collected]
    ) throws(ScriptLoss) -> Bool {
        func outer(_ name: String) -> Bool { scope.cells[name] == nil && scope.cell(of: name) != nil }
        switch expression.kind {
        case .assignment(let sign, let pattern, let value):
            guard let name = pattern.names.first, outer(name), case .name = pattern, sign == "=" || sign == "+=" else {
                return false
            }
            let target = JavaScriptExpression(kind: .identifier(name), range: expression.range)
            let new = try evaluate(value)
            let term = try term(new)
            if sign == "+=", term.type == .string { return false }
            found.append(Collected(target: target, kind: sign == "=" ? .last : .sum, value: term, test: guardTerm))
            return true
        case .update("++", let target, _):
            guard case .identifier(let name) = target.kind, outer(name) else { return false }
            found.append(
                Collected(target: target, kind: .sum, value: ScriptTerm(CELText("1"), .integer), test: guardTerm))
            return true
        case .call(let callee, let arguments, _):
            guard case .member(let target, let method, _) = callee.kind else { return false }
            if target.rootName == "console" { return true }
            guard method == "push", arguments.count == 1, case .identifier(let name) = target.kind, outer(name) else {
                return false
            }
            let added = try evaluate(arguments[0])
            found.append(
                Collected(target: target, kind: .element, value: try term(added), test: guardTerm))
            return true
        default: return false
        }
    }

    private mutating func value(of item: Collected, _ list: ScriptTerm, _ name: String) throws(ScriptLoss)
        -> ScriptValue
    {
        let filtered = item.test.map { list.cel.method("filter", name, $0.cel.text) } ?? list.cel
        let value = (item.kind == .sum ? item.value.cel : item.value.value).text
        let mapped = value == name ? filtered : filtered.method("map", name, value)
        let old = try evaluate(item.target)
        let reads = list.reads.union(item.value.reads).union(item.test?.reads ?? [])
        var result: ScriptTerm
        switch item.kind {
        case .sum:
            let added = value == "1" ? CELText.call("size", filtered) : .call("sum", mapped)
            result = ScriptTerm(added, item.value.type == .integer ? .integer : .number, reads: reads)
            if case .number(0) = old { return .term(result) }
            return try arithmetic("+", old, .term(result))
        case .element:
            if case .object(let index) = old, case .list(let elements) = content(index), elements.isEmpty {
                return .term(ScriptTerm(mapped, .list, reads: reads))
            }
            let start = try term(old)
            return .term(ScriptTerm(.binary("+", start.cel, mapped), .list, reads: reads.union(start.reads)))
        case .first, .last:
            let chosen = mapped.method(item.kind == .first ? "first" : "last")
            if case .undefined = old {
                result = ScriptTerm(chosen.method("value"), reads: reads)
                result.optional = chosen
                return .term(result)
            }
            let start = try term(old)
            return .term(ScriptTerm(chosen.method("orValue", start.value.text), reads: reads.union(start.reads)))
        }
    }
}
