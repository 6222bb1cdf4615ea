/// What follows the end of an `async` function: `main().then(…).catch(…)`.
extension ScriptEvaluator {
    /// The statements that the last one of a script says in other words; nil for any other statement. What stands behind it would
    /// happen before the function has ended.
    func unchained(
        _ statement: JavaScriptStatement, rest: ArraySlice<JavaScriptStatement>
    ) -> [JavaScriptStatement]? {
        guard case .expression(let expression) = statement.kind, scope.parent == nil, callDepth == 0,
            rest.allSatisfy(Self.isDeclaration), let chain = chain(expression), chain.hasNext
        else { return nil }
        return chain.statements
    }

    private static func isDeclaration(_ statement: JavaScriptStatement) -> Bool {
        switch statement.kind {
        case .function, .empty: true
        default: false
        }
    }

    private struct Chain {
        var statements: [JavaScriptStatement]
        /// What the promise gives, where that is the value of a call.
        var value: JavaScriptExpression?
        var hasNext = true
    }

    private func chain(_ expression: JavaScriptExpression) -> Chain? {
        guard case .call(let callee, let arguments, _) = expression.kind else { return nil }
        if isAsync(callee) {
            return Chain(statements: [Self.statement(expression)], value: expression, hasNext: false)
        }
        guard case .member(let owner, let name, _) = callee.kind, arguments.count == 1,
            let chain = chain(owner)
        else { return nil }
        let range = expression.range
        func called(_ values: [JavaScriptExpression]) -> JavaScriptExpression {
            JavaScriptExpression(kind: .call(arguments[0], values, isOptional: false), range: range)
        }
        switch name {
        case "then":
            guard chain.value != nil || takesNothing(arguments[0]) else { return nil }
            let next = called(chain.value.map { [$0] } ?? [])
            let before = chain.value == nil ? chain.statements : []
            return Chain(statements: before + [Self.statement(next)], value: before.isEmpty ? next : nil)
        case "catch":
            let error = "the error of the promise"
            let handler = called([JavaScriptExpression(kind: .identifier(error), range: range)])
            return Chain(statements: [
                JavaScriptStatement(
                    kind: .try(
                        chain.statements, parameter: .name(error), handler: [Self.statement(handler)], finalizer: nil),
                    range: range)
            ])
        case "finally":
            return Chain(statements: [
                JavaScriptStatement(
                    kind: .try(
                        chain.statements, parameter: nil, handler: nil, finalizer: [Self.statement(called([]))]),
                    range: range)
            ])
        default: return nil
        }
    }

    private static func statement(_ expression: JavaScriptExpression) -> JavaScriptStatement {
        JavaScriptStatement(kind: .expression(expression), range: expression.range)
    }

    private func isAsync(_ callee: JavaScriptExpression) -> Bool { function(callee)?.isAsync ?? false }

    private func takesNothing(_ value: JavaScriptExpression) -> Bool {
        function(value).map { $0.parameters.isEmpty && $0.rest == nil } ?? false
    }

    private func function(_ value: JavaScriptExpression) -> JavaScriptFunction? {
        switch value.kind {
        case .function(let function): return function
        case .identifier(let name):
            guard let cell = scope.cell(of: name), case .function(let function)? = state.cells[cell]?.value else {
                return nil
            }
            return function.declaration
        default: return nil
        }
    }
}
