/// Goes through a tree from the outside to the inside, in the order of the text.
protocol JavaScriptVisitor {
    /// Whether the parts of an expression are visited as well.
    mutating func enter(_ expression: JavaScriptExpression) -> Bool
    /// The same for what is given a value: `a.b` of `a.b = 1`.
    mutating func enter(target: JavaScriptExpression) -> Bool
    /// A name that is declared, or given a value.
    mutating func bind(_ name: String)
}

extension JavaScriptVisitor {
    mutating func enter(target: JavaScriptExpression) -> Bool { enter(target) }
    mutating func bind(_ name: String) {}

    mutating func visit(_ statements: [JavaScriptStatement]) {
        for statement in statements { visit(statement) }
    }

    mutating func visit(_ statement: JavaScriptStatement) {
        switch statement.kind {
        case .expression(let value), .throw(let value): visit(value)
        case .return(let value): visit(value)
        case .variables(_, let declarators):
            for declarator in declarators {
                visit(declarator.pattern)
                visit(declarator.value)
            }
        case .function(_, let function): visit(function)
        case .block(let list): visit(list)
        case .labeled(_, let inner): visit(inner)
        case .if(let test, let then, let otherwise):
            visit(test)
            visit(then)
            if let otherwise { visit(otherwise) }
        case .try(let list, let parameter, let handler, let finalizer):
            visit(list)
            if let parameter { visit(parameter) }
            visit((handler ?? []) + (finalizer ?? []))
        case .switch(let value, let cases):
            visit(value)
            for one in cases {
                visit(one.test)
                visit(one.statements)
            }
        case .forEach, .for, .while, .doWhile: visitLoop(statement)
        case .break, .continue, .empty: break
        }
    }

    private mutating func visitLoop(_ statement: JavaScriptStatement) {
        switch statement.kind {
        case .forEach(let pattern, _, let list, let body):
            visit(pattern)
            visit(list)
            visit(body)
        case .for(let start, let test, let update, let body):
            if let start { visit(start) }
            visit(test)
            visit(update)
            visit(body)
        case .while(let test, let body), .doWhile(let body, let test):
            visit(test)
            visit(body)
        default: break
        }
    }

    mutating func visit(_ expression: JavaScriptExpression?) {
        if let expression, enter(expression) { visitParts(of: expression) }
    }

    mutating func visitParts(of expression: JavaScriptExpression) {
        switch expression.kind {
        case .identifier, .this, .null, .boolean, .number, .string, .regularExpression: break
        case .template(_, let values), .sequence(let values): for value in values { visit(value) }
        case .tagged(let function, _, let values): for value in [function] + values { visit(value) }
        case .array(let elements): for element in elements { visit(element) }
        case .object(let properties):
            for property in properties {
                if case .computed(let key) = property.key { visit(key) }
                visit(property.value)
            }
        case .function(let function): visit(function)
        case .member(let inner, _, _), .unary(_, let inner), .spread(let inner): visit(inner)
        case .index(let first, let second, _), .binary(_, let first, let second):
            visit(first)
            visit(second)
        case .call(let callee, let arguments, _), .new(let callee, let arguments):
            for part in [callee] + arguments { visit(part) }
        case .update(_, let target, _): visit(.expression(target))
        case .conditional(let test, let then, let otherwise): for part in [test, then, otherwise] { visit(part) }
        case .assignment(_, let pattern, let value):
            visit(pattern)
            visit(value)
        }
    }

    mutating func visit(_ function: JavaScriptFunction) {
        for parameter in function.parameters { visit(parameter) }
        visit(function.body)
    }

    mutating func visit(_ pattern: JavaScriptPattern) {
        switch pattern {
        case .name(let name): bind(name)
        case .expression(let target): if enter(target: target) { visitParts(of: target) }
        case .object(let members, _): for member in members { visit(member.pattern) }
        case .array(let elements, _): for case let element? in elements { visit(element) }
        case .withDefault(let inner, let fallback):
            visit(inner)
            visit(fallback)
        }
    }
}
