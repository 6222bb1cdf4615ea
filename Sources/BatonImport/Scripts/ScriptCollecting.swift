/// Loops that compute: what they add to, count, find or list becomes an expression.
extension ScriptEvaluator {
    /// What a loop adds to, counts, finds or lists becomes an expression. False where the body does anything else.
    mutating func collect(
        _ list: ScriptTerm, _ name: String, _ body: [JavaScriptStatement],
        _ prepare: (inout ScriptEvaluator, CELText) throws(ScriptLoss) -> Void
    ) throws(ScriptLoss) -> Bool {
        var found: [Collected] = []
        let before = begin()
        let outerScope = scope
        let (wasInExpression, wasCollecting) = (isInExpression, isCollecting)
        (isInExpression, isCollecting) = (true, true)
        scope = ScriptScope(parent: outerScope, isFunction: true)
        var isCollected = false
        do {
            try prepare(&self, CELText(name))
            var assigned = AssignedNames()
            assigned.visit(body)
            loseCells(Set(assigned.names.compactMap { outerScope.cell(of: $0) }))
            isCollected = try collect(unwrapped(body), guardTerm: nil, into: &found) && !found.isEmpty && output.isEmpty
        } catch {
            isCollected = false
        }
        scope = outerScope
        (isInExpression, isCollecting) = (wasInExpression, wasCollecting)
        resume(before)
        guard isCollected, Self.areApart(found) else { return false }
        for item in found { try assign(item.target, value(of: item, list, name)) }
        return true
    }

    /// Whether each value is collected once: of several only sums have no order.
    private static func areApart(_ found: [Collected]) -> Bool {
        let names = found.filter { $0.kind != .sum }.map(\.target.rootName)
        let sums = Set(found.filter { $0.kind == .sum }.map(\.target.rootName))
        return Set(names).count == names.count && sums.isDisjoint(with: names)
    }

    /// What statements give another value.
    private struct AssignedNames: JavaScriptVisitor {
        var names: Set<String> = []

        mutating func bind(_ name: String) { names.insert(name) }

        mutating func enter(target: JavaScriptExpression) -> Bool {
            if let root = target.rootName { names.insert(root) }
            return true
        }

        mutating func enter(_ expression: JavaScriptExpression) -> Bool {
            if case .call(let callee, _, _) = expression.kind, case .member(let owner, let method, _) = callee.kind,
                ScriptEvaluator.changing.contains(method), let root = owner.rootName
            {
                names.insert(root)
            }
            return true
        }
    }

    struct Collected {
        enum Kind { case last, first, sum, element }
        var target: JavaScriptExpression
        var kind: Kind
        var value: ScriptTerm
        var test: ScriptTerm?
        /// The target is a test of the old form.
        var isTest = false
    }

    private mutating func collect(
        _ body: [JavaScriptStatement], guardTerm: ScriptTerm?, into found: inout [Collected]
    ) throws(ScriptLoss) -> Bool {
        for (index, statement) in body.enumerated() {
            switch statement.kind {
            case .variables, .function, .empty: _ = try execute(statement)
            case .block(let inner): guard try collect(inner, guardTerm: guardTerm, into: &found) else { return false }
            case .break:
                // The first element that fits ends the loop, and with it all that is collected.
                guard let guardTerm, index == body.count - 1,
                    found.allSatisfy({ $0.kind == .last && $0.test?.cel == guardTerm.cel })
                else { return false }
                for index in found.indices { found[index].kind = .first }
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
                guard try collect(unwrapped([then]), guardTerm: both, into: &found),
                    index == body.count - 1 || !found.contains(where: { $0.kind == .first })
                else { return false }
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
            let name: String
            var isTest = false
            if case .name(let plain) = pattern {
                name = plain
            } else if case .expression(let target) = pattern, let test = Self.legacyTest(target) {
                (name, isTest) = (LegacyTests.cell(of: test), true)
            } else {
                return false
            }
            guard outer(name), sign == "=" || sign == "+=" && !isTest else { return false }
            if sign == "=", !isTest, case .binary("+", let first, let added) = value.kind,
                case .identifier(name) = first.kind
            {
                let sum = JavaScriptExpression.Kind.assignment("+=", pattern, added)
                return try collect(JavaScriptExpression(kind: sum, range: expression.range), guardTerm, into: &found)
            }
            let target = JavaScriptExpression(kind: .identifier(name), range: expression.range)
            var new = try evaluate(value)
            if isTest { new = try condition(new) }
            let term = try term(new)
            if sign == "+=", term.type == .string { return false }
            found.append(
                Collected(
                    target: target, kind: sign == "=" ? .last : .sum, value: term, test: guardTerm, isTest: isTest))
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

    mutating func value(of item: Collected, _ list: ScriptTerm, _ name: String) throws(ScriptLoss)
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
            return .term(
                ScriptTerm(
                    chosen.method("orValue", start.value.text), item.isTest ? .boolean : .unknown,
                    reads: reads.union(start.reads)))
        }
    }
}
