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
        return try run(term, name, [body]) { evaluator, element throws(ScriptLoss) in
            let element = ScriptTerm(element, isOf ? .unknown : .string, reads: term.reads)
            try evaluator.bind(pattern, to: .term(element), isVariable: false, declares: true)
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
            return try run(term, element, [body]) { evaluator, picked throws(ScriptLoss) in
                evaluator.picked.append(
                    (term.cel, "position of \(element)", ScriptTerm(picked, reads: term.reads)))
                var position = ScriptTerm(CELText("position of \(element)"), .integer)
                position.isPosition = true
                evaluator.declare(name, .term(position))
            }
        }
        let range = ScriptTerm(.call("lists.range", .call("size", term.cel)), .list, reads: term.reads)
        let position = elementName(name)
        return try run(range, position, [body]) { evaluator, position throws(ScriptLoss) in
            evaluator.declare(name, .term(ScriptTerm(position, .integer, reads: term.reads)))
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
        let outer = (scope, source)
        (scope, source) = (inner.scope, inner.source)
        defer { (scope, source) = outer }
        callDepth += 1
        defer { callDepth -= 1 }
        if let index = usedIndex(of: inner) {
            let range = ScriptTerm(.call("lists.range", .call("size", list.cel)), .list, reads: list.reads)
            let position = elementName(index)
            return try run(range, position, inner.declaration.body, isFunction: true) {
                evaluator, position throws(ScriptLoss) in
                let element = ScriptTerm(list.cel.element(position.text), reads: list.reads)
                try evaluator.bind(pattern, to: .term(element), isVariable: false, declares: true)
                evaluator.declare(index, .term(ScriptTerm(position, .integer, reads: list.reads)))
            }
        }
        return try run(list, name, inner.declaration.body, isFunction: true) {
            evaluator, element throws(ScriptLoss) in
            try evaluator.bind(
                pattern, to: .term(ScriptTerm(element, reads: list.reads)), isVariable: false, declares: true)
            if inner.declaration.parameters.count > 1 {
                try evaluator.bind(
                    inner.declaration.parameters[1],
                    to: .lost(ScriptLoss("The position of an element in a list of a run.")), isVariable: false,
                    declares: true)
            }
        }
    }

    /// The second parameter of a function that loops, where its body reads it.
    private func usedIndex(of function: ScriptFunction) -> String? {
        let parameters = function.declaration.parameters
        guard parameters.count == 2, case .name(let name) = parameters[1] else { return nil }
        let words = function.text.split { !($0.isLetter || $0.isNumber || "_$".contains($0)) }
        guard words.count(where: { $0 == name }) > 1 else { return nil }
        return name
    }

    /// Values from before a loop keep what they are, where they read what it changes.
    private mutating func keepValues(reading changed: Set<String>) throws(ScriptLoss) -> Bool {
        var isKept = false
        for (index, cell) in state.cells.sorted(by: { $0.key < $1.key })
        where changed.contains(where: { reads(cell.value, $0) }) {
            guard let name = cellNames[index], scope.cell(of: name) == index,
                occurrences(of: name, in: 0..<source.count) > 1
            else { continue }
            try nameValue(of: index)
            isKept = true
        }
        return isKept
    }

    /// Reads a body once for an element that stands for all.
    private mutating func run(
        _ list: ScriptTerm, _ name: String, _ body: [JavaScriptStatement], isFunction: Bool = false,
        lost: Set<Int> = [], _ prepare: (inout ScriptEvaluator, CELText) throws(ScriptLoss) -> Void
    ) throws(ScriptLoss) -> ScriptFlow {
        if list.xml != nil { throw ScriptLoss("A loop over elements of XML.", "Use `xpath`, which gives a list.") }
        let outerPicked = picked
        defer { picked = outerPicked }
        if lost.isEmpty, try collect(list, name, body, prepare) { return .normal }
        let counted = checks
        let before = begin()
        beginPass(with: lost)
        let outerScope = scope
        scope = ScriptScope(parent: outerScope, isFunction: true)
        let flow: ScriptFlow
        loopDepth += 1
        defer { loopDepth -= 1 }
        do {
            try prepare(&self, CELText(name))
            flow = try execute(unwrapped(body)[...])
        } catch {
            scope = outerScope
            (output, state) = (before.output, before.state)
            throw error
        }
        scope = outerScope
        let pass = suspend(before)
        resume(before)
        let changed = Self.variables(setBy: pass.output)
        let carried = carriedOver(by: pass).subtracting(lost)
        let isKept = try keepValues(reading: changed)
        // The next pass begins with what this one has set.
        let isKnown = changed.contains { state.known[$0] != nil || state.empty[$0] != nil }
        for variable in changed { (state.known[variable], state.empty[variable]) = (nil, nil) }
        if isKept || isKnown || !carried.isEmpty {
            checks = counted
            return try run(list, name, body, isFunction: isFunction, lost: lost.union(carried), prepare)
        }
        switch flow {
        case .normal, .continued: break
        // What a function gives back to `forEach` is not used.
        case .returned where isFunction: break
        case .brokeIf(let test): return try runForFirst(list, name, unwrapped(body), test, prepare)
        default:
            throw ScriptLoss(
                "A loop that ends before its list does.", "Write what it looks for with `filter` or `exists`.")
        }
        let kept = try finalValues(of: lost, pass, list, name, changed)
        leaveBehind(pass.state) { name in
            ScriptLoss(
                "`\(name)` gets its value in a loop over a list of a run.", "Compute it with `filter`, `map` or `sum`.")
        }
        for (index, value) in kept { state.cells[index]?.value = value }
        for index in lost where state.heap[index] != nil { loseObject(index) }
        try emitLoop(list, name, pass.output)
        return .normal
    }

    /// Values and objects that a pass changes: the next one begins with others.
    func carriedOver(by pass: Branch) -> Set<Int> {
        let cells = pass.state.cells.filter {
            $0.value.version != state.cells[$0.key]?.version && state.cells[$0.key] != nil
        }
        let objects = pass.state.heap.filter {
            $0.value.version != state.heap[$0.key]?.version && state.heap[$0.key] != nil
        }
        return Set(cells.keys).union(objects.keys)
    }

    /// A pass may give values anew, and read none of the pass before.
    private mutating func beginPass(with carried: Set<Int>) {
        for index in carried {
            let value = ScriptTerm(CELText("\(cellNames[index] ?? "list") \(ScriptAcceptance.passBefore)"))
            if state.heap[index] != nil { state.heap[index]?.content = .term(value) }
            state.cells[index]?.value = .term(value)
        }
    }

    /// What the passes leave behind is not known.
    mutating func loseCells(_ cells: Set<Int>) {
        for index in cells {
            state.cells[index]?.value = .lost(
                ScriptLoss(
                    "`\(cellNames[index] ?? "a value")` gets its value in a loop over a list of a run.",
                    "Compute it with `filter`, `map` or `sum`."))
        }
    }

    private mutating func loseObject(_ index: Int) {
        let loss = ScriptLoss("A list or an object that a loop over a list of a run fills.", "Compute it with `map`.")
        for (cell, value) in state.cells {
            if case .object(index) = value.value { state.cells[cell]?.value = .lost(loss) }
        }
        // What holds it in another object is no expression.
        state.heap[index]?.content = .term(ScriptTerm(CELText("list \(ScriptAcceptance.passBefore)")))
    }

    /// `for (const x of list) { if (…) { …; break } }` does it for the first element that fits.
    private mutating func runForFirst(
        _ list: ScriptTerm, _ name: String, _ body: [JavaScriptStatement], _ test: CELText,
        _ prepare: (inout ScriptEvaluator, CELText) throws(ScriptLoss) -> Void
    ) throws(ScriptLoss) -> ScriptFlow {
        let declarations = body.dropLast()
        guard case .if(_, let then, nil)? = body.last?.kind,
            declarations.allSatisfy({ if case .variables = $0.kind { true } else { false } })
        else {
            throw ScriptLoss(
                "A loop that ends before its list does.", "Write what it looks for with `filter` or `exists`.")
        }
        let fitting = list.cel.method("filter", name, test.text)
        let isThere = ScriptTerm(
            .binary(">", .call("size", fitting), CELText("0")), .boolean,
            reads: list.reads.union(ExpressionText.names(in: test.text)))
        let before = begin()
        let outerScope = scope
        scope = ScriptScope(parent: outerScope, isFunction: true)
        defer { scope = outerScope }
        try prepare(&self, fitting.element("0"))
        _ = try execute(declarations)
        _ = try execute(then)
        let found = suspend(before)
        join(isThere, found, Branch(state: before.state, output: []), before)
        return .normal
    }

    /// The values that the last pass leaves behind: those of the last element, or of the last one that fits.
    private mutating func finalValues(
        of cells: Set<Int>, _ pass: Branch, _ list: ScriptTerm, _ name: String, _ changed: Set<String>
    ) throws(ScriptLoss) -> [(Int, ScriptValue)] {
        var values: [(Int, ScriptValue)] = []
        for index in cells.sorted() {
            guard let variable = cellNames[index], scope.cell(of: variable) == index,
                let value = pass.state.cells[index]?.value, let last = try? term(value)
            else { continue }
            let before = "\(variable) \(ScriptAcceptance.passBefore)"
            var (chosen, test): (ScriptTerm, ScriptTerm?) = (last, nil)
            if last.choice.count == 3 {
                if last.choice[2].cel.text == before { (chosen, test) = (last.choice[1], last.choice[0]) }
                if last.choice[1].cel.text == before { (chosen, test) = (last.choice[2], negated(last.choice[0])) }
            }
            let reads = chosen.reads.union(test?.reads ?? []).union(list.reads)
            guard !chosen.isVolatile, reads.isDisjoint(with: changed),
                ![chosen, test].contains(where: { $0?.cel.text.contains(ScriptAcceptance.passBefore) ?? false })
            else { continue }
            let target = JavaScriptExpression(kind: .identifier(variable), range: 0..<0)
            let item = Collected(target: target, kind: .last, value: chosen, test: test)
            guard let final = try? self.value(of: item, list, name) else { continue }
            values.append((index, final))
        }
        return values
    }

    func unwrapped(_ body: [JavaScriptStatement]) -> [JavaScriptStatement] {
        if body.count == 1, case .block(let inner) = body[0].kind { return inner }
        return body
    }

    private mutating func emitLoop(_ list: ScriptTerm, _ name: String, _ pass: [Output]) throws(ScriptLoss) {
        let pass = Self.pruned(pass)
        let ending = Self.ending(of: pass).all(list.cel, name)
        try goOn(behind: pass, ending)
        let outputs = pass.filter { !isHarmless($0) }
        if outputs.allSatisfy(\.isSilent) { return }
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
                self.output[self.output.count - 1].ending = output.ending.all(list.cel, name)
                self.output[self.output.count - 1].isSilent = output.isSilent
            }
            return
        }
        emit(.loop(list: list.cel.text, name: name, body: Self.said(pass)))
        output[output.count - 1].ending = ending
    }

    /// What ends a pass ends the loop: no pass may do what it holds back.
    private func goOn(behind pass: [Output], _ ending: Ending) throws(ScriptLoss) {
        if ending.isNever { return }
        if pass.contains(where: { Self.sends($0.statement) }) {
            throw ScriptLoss(
                "What a loop starts depends on the checks of its earlier passes.",
                "Write it as a step with `for_each`.")
        }
        if ending.conditions.contains(where: \.isAssertion), pass.contains(where: { Self.doesMore($0.statement) }) {
            throw ScriptLoss("A loop that a failed assertion ends.", "Do first what changes something, then check.")
        }
    }

    private func condition(of output: Output) -> CELText? {
        if case .check = output.statement { output.condition } else { nil }
    }
}
