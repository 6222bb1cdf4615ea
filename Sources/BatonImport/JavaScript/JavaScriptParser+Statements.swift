/// Statements.
extension JavaScriptParser {
    /// One statement or declaration.
    mutating func statement() throws(JavaScriptError) -> JavaScriptStatement { try statement(isBody: false) }

    /// The statement that `if`, a loop or a label holds, where no `let` and `const` may stand.
    private mutating func body() throws(JavaScriptError) -> JavaScriptStatement { try statement(isBody: true) }

    private mutating func statement(isBody: Bool) throws(JavaScriptError) -> JavaScriptStatement {
        let outer = try descend()
        let unclaimed = unclaimedDefault
        unclaimedDefault = nil
        let start = token.range.lowerBound
        let kind = try statementKind(isBody: isBody)
        if let offset = unclaimedDefault { throw error("a property has its value behind `:`", at: offset) }
        unclaimedDefault = unclaimed
        ascend(outer)
        return JavaScriptStatement(kind: kind, range: start..<previousEnd)
    }

    private mutating func statementKind(isBody: Bool) throws(JavaScriptError) -> JavaScriptStatement.Kind {
        switch token.kind {
        case .sign("{"): return .block(try block())
        case .sign(";"):
            try advance()
            return .empty
        case .name(let name):
            if let kind = try declaration(name, isBody: isBody) { return kind }
            if let kind = try loop(name) { return kind }
            if let kind = try keywordStatement(name) { return kind }
            return try expressionOrLabel()
        default:
            return try expressionOrLabel()
        }
    }

    mutating func block() throws(JavaScriptError) -> [JavaScriptStatement] {
        try expect("{")
        var statements: [JavaScriptStatement] = []
        while !isSign("}") {
            if token.kind == .end { throw unexpected("`}`") }
            statements.append(try statement())
        }
        try advance()
        return statements
    }

    private mutating func expressionOrLabel() throws(JavaScriptError) -> JavaScriptStatement.Kind {
        if case .name(let name) = token.kind, !Self.reserved.contains(name), try peek().kind == .sign(":") {
            try advance()
            try advance()
            return .labeled(name, try body())
        }
        let value = try expression()
        try semicolon()
        return .expression(value)
    }

    private mutating func keywordStatement(_ name: String) throws(JavaScriptError) -> JavaScriptStatement.Kind? {
        switch name {
        case "if": return try ifStatement()
        case "return": return .return(try operandOfReturn())
        case "throw": return try throwStatement()
        case "try": return try tryStatement()
        case "switch": return try switchStatement()
        case "break": return .break(label: try labelOfJump())
        case "continue": return .continue(label: try labelOfJump())
        case "debugger":
            try advance()
            try semicolon()
            return .empty
        default: return nil
        }
    }

    private mutating func condition() throws(JavaScriptError) -> JavaScriptExpression {
        try expect("(")
        let value = try expression()
        try expect(")")
        return value
    }

    private mutating func ifStatement() throws(JavaScriptError) -> JavaScriptStatement.Kind {
        try advance()
        let test = try condition()
        let then = try body()
        let otherwise = try takeKeyword("else") ? try body() : nil
        return .if(test, then: then, otherwise: otherwise)
    }

    private mutating func operandOfReturn() throws(JavaScriptError) -> JavaScriptExpression? {
        try advance()
        let isAlone = isSign(";") || isSign("}") || token.kind == .end || token.followsLineBreak
        let value = isAlone ? nil : try expression()
        try semicolon()
        return value
    }

    private mutating func throwStatement() throws(JavaScriptError) -> JavaScriptStatement.Kind {
        try advance()
        if token.followsLineBreak { throw error("the value of `throw` stands on its line") }
        let value = try expression()
        try semicolon()
        return .throw(value)
    }

    private mutating func labelOfJump() throws(JavaScriptError) -> String? {
        try advance()
        let label = token.followsLineBreak ? nil : try takeName()
        try semicolon()
        return label
    }

    private mutating func tryStatement() throws(JavaScriptError) -> JavaScriptStatement.Kind {
        try advance()
        let statements = try block()
        var parameter: JavaScriptPattern?
        var handler: [JavaScriptStatement]?
        if try takeKeyword("catch") {
            if try take("(") {
                parameter = try bindingTarget()
                try expect(")")
            }
            handler = try block()
        }
        let finalizer = try takeKeyword("finally") ? try block() : nil
        if handler == nil, finalizer == nil { throw unexpected("`catch` or `finally`") }
        return .try(statements, parameter: parameter, handler: handler, finalizer: finalizer)
    }

    private mutating func switchStatement() throws(JavaScriptError) -> JavaScriptStatement.Kind {
        try advance()
        let value = try condition()
        try expect("{")
        var cases: [JavaScriptStatement.SwitchCase] = []
        while !(try take("}")) {
            var test: JavaScriptExpression?
            if try takeKeyword("case") {
                test = try expression()
            } else if isKeyword("default"), !cases.contains(where: { $0.test == nil }) {
                try advance()
            } else {
                throw unexpected("`case`, one `default` or `}`")
            }
            try expect(":")
            var statements: [JavaScriptStatement] = []
            while !isSign("}"), !isKeyword("case"), !isKeyword("default") { statements.append(try statement()) }
            cases.append(JavaScriptStatement.SwitchCase(test: test, statements: statements))
        }
        return .switch(value, cases)
    }

    // MARK: Declarations

    private mutating func declaration(
        _ name: String, isBody: Bool
    ) throws(JavaScriptError) -> JavaScriptStatement.Kind? {
        switch name {
        case "var":
            return try variables(name)
        case "const":
            if isBody { throw error("a declaration needs a block around it here") }
            return try variables(name)
        case "let":
            guard try isLetDeclaration(isBody: isBody) else { return nil }
            if isBody { throw error("a declaration needs a block around it here") }
            return try variables(name)
        case "function":
            return try functionDeclaration(isAsync: false)
        case "async":
            let next = try peek()
            guard next.kind == .name("function"), !next.followsLineBreak else { return nil }
            return try functionDeclaration(isAsync: true)
        default:
            if let message = Self.refused[name] { throw error(message) }
            return nil
        }
    }

    /// `let` is also a name in old scripts.
    private func isLetDeclaration(isBody: Bool) throws(JavaScriptError) -> Bool {
        let next = try peek()
        switch next.kind {
        case .sign("["): return true
        case .sign("{"), .escapedName: return !(isBody && next.followsLineBreak)
        case .name(let name): return name != "in" && name != "instanceof" && !(isBody && next.followsLineBreak)
        default: return false
        }
    }

    private mutating func functionDeclaration(isAsync: Bool) throws(JavaScriptError) -> JavaScriptStatement.Kind {
        let function = try function(isAsync: isAsync)
        guard let name = function.name else {
            throw error("a function that is declared has a name", at: previousEnd - 1)
        }
        return .function(name: name, function)
    }

    private mutating func variables(_ keyword: String) throws(JavaScriptError) -> JavaScriptStatement.Kind {
        let declarators = try declarators()
        try requireValues(declarators, keyword)
        try semicolon()
        return .variables(keyword: keyword, declarators)
    }

    /// The declarators behind `var`, `let` or `const`, which is the current token.
    private mutating func declarators() throws(JavaScriptError) -> [JavaScriptStatement.Declarator] {
        try advance()
        var declarators: [JavaScriptStatement.Declarator] = []
        repeat {
            let pattern = try bindingTarget()
            let value = try take("=") ? try assignment() : nil
            declarators.append(JavaScriptStatement.Declarator(pattern: pattern, value: value))
        } while try take(",")
        return declarators
    }

    private func requireValues(
        _ declarators: [JavaScriptStatement.Declarator], _ keyword: String
    ) throws(JavaScriptError) {
        for declarator in declarators where declarator.value == nil {
            if case .name = declarator.pattern, keyword != "const" { continue }
            throw unexpected("`=` and a value")
        }
    }

    // MARK: Loops

    private mutating func loop(_ name: String) throws(JavaScriptError) -> JavaScriptStatement.Kind? {
        switch name {
        case "for":
            return try forStatement()
        case "while":
            try advance()
            let test = try condition()
            return .while(test, body: try body())
        case "do":
            try advance()
            let body = try body()
            guard try takeKeyword("while") else { throw unexpected("`while`") }
            let test = try condition()
            _ = try take(";")
            return .doWhile(body, test: test)
        default:
            return nil
        }
    }

    private mutating func forStatement() throws(JavaScriptError) -> JavaScriptStatement.Kind {
        try advance()
        if isKeyword("await") { throw error("`for await` is not read") }
        try expect("(")
        if isSign(";") { return try countedLoop(start: nil) }
        let start = token.range.lowerBound
        guard let keyword = try declarationKeyword() else {
            let value = try withoutIn { parser throws(JavaScriptError) in try parser.expression() }
            if isKeyword("of") || isKeyword("in") {
                unclaimedDefault = nil
                return try listedLoop(try pattern(from: value, isBinding: false))
            }
            return try countedLoop(start: JavaScriptStatement(kind: .expression(value), range: value.range))
        }
        let declarators = try withoutIn { parser throws(JavaScriptError) in try parser.declarators() }
        if declarators.count == 1, declarators[0].value == nil, isKeyword("of") || isKeyword("in") {
            return try listedLoop(declarators[0].pattern)
        }
        try requireValues(declarators, keyword)
        let kind = JavaScriptStatement.Kind.variables(keyword: keyword, declarators)
        return try countedLoop(start: JavaScriptStatement(kind: kind, range: start..<previousEnd))
    }

    private func declarationKeyword() throws(JavaScriptError) -> String? {
        guard case .name(let name) = token.kind else { return nil }
        if name == "var" || name == "const" { return name }
        guard name == "let" else { return nil }
        return try isLetDeclaration(isBody: false) ? name : nil
    }

    private mutating func withoutIn<Result>(
        _ read: (inout JavaScriptParser) throws(JavaScriptError) -> Result
    ) throws(JavaScriptError) -> Result {
        allowsIn = false
        let result = try read(&self)
        allowsIn = true
        return result
    }

    /// The loop from its `of` or `in` on.
    private mutating func listedLoop(_ pattern: JavaScriptPattern) throws(JavaScriptError) -> JavaScriptStatement.Kind {
        if case .withDefault = pattern { throw error("a loop over a list has no default") }
        let isOf = isKeyword("of")
        try advance()
        let list = isOf ? try assignment() : try expression()
        try expect(")")
        return .forEach(pattern, isOf: isOf, list, body: try body())
    }

    /// The loop from its first `;` on.
    private mutating func countedLoop(start: JavaScriptStatement?) throws(JavaScriptError) -> JavaScriptStatement.Kind {
        try expect(";")
        let test = isSign(";") ? nil : try expression()
        try expect(";")
        let update = isSign(")") ? nil : try expression()
        try expect(")")
        return .for(start: start, test: test, update: update, body: try body())
    }
}
