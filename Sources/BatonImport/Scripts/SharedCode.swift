import BatonJSON

/// Code and JSON that scripts store in variables, for other scripts that `eval` or parse it. Nothing of it is run: its statements
/// are read in the place of the `eval`.
enum SharedCode {
    /// By the names of the variables.
    static func stored(in program: JavaScriptProgram) -> [String: String] {
        var finder = Finder(source: program.source)
        finder.visit(program.statements)
        finder.visitGlobals(program.statements)
        return finder.found
    }

    /// The key of a global name, which no variable has.
    static func global(_ name: String) -> String { "= \(name)" }

    private struct Finder {
        let source: JavaScriptSource
        var found: [String: String] = [:]
        var functions: [String: String] = [:]
        var depth = 0

        /// Names that the script gives a value without declaring them: later scripts see them.
        mutating func visitGlobals(_ statements: [JavaScriptStatement]) {
            var declared: Set<String> = []
            for case .variables(_, let declarators) in statements.map(\.kind) {
                declared.formUnion(declarators.flatMap { $0.pattern.names })
            }
            for statement in statements {
                guard case .expression(let expression) = statement.kind,
                    case .assignment("=", .name(let name), let value) = expression.kind, !declared.contains(name)
                else { continue }
                switch value.kind {
                case .object, .function: found[SharedCode.global(name)] = "(\(source.text(value.range)))"
                default: break
                }
            }
        }

        mutating func visit(_ statements: [JavaScriptStatement]) {
            for statement in statements {
                if case .function(let name, _) = statement.kind { functions[name] = source.text(statement.range) }
            }
            for statement in statements { visit(statement) }
        }

        mutating func visit(_ statement: JavaScriptStatement) {
            guard depth < 60 else { return }
            depth += 1
            defer { depth -= 1 }
            switch statement.kind {
            case .expression(let expression): visit(expression)
            case .variables(_, let declarators):
                for declarator in declarators {
                    guard let value = declarator.value else { continue }
                    if case .name(let name) = declarator.pattern, let code = code(value) { functions[name] = code }
                    visit(value)
                }
            case .block(let list): visit(list)
            case .if(_, let then, let otherwise):
                visit(then)
                if let otherwise { visit(otherwise) }
            case .try(let list, _, let handler, _): visit(list + (handler ?? []))
            case .function(_, let function): visit(function.body)
            default: break
            }
        }

        mutating func visit(_ expression: JavaScriptExpression) {
            guard depth < 60 else { return }
            depth += 1
            defer { depth -= 1 }
            switch expression.kind {
            case .call(let callee, let arguments, _):
                if arguments.count == 2, case .string(let name) = arguments[0].kind,
                    case .member(_, let method, _) = callee.kind,
                    ["set", "setGlobalVariable", "setEnvironmentVariable"].contains(method),
                    let code = code(arguments[1])
                {
                    found[name] = code
                }
                for argument in arguments { visit(argument) }
            case .function(let function): visit(function.body)
            case .assignment(_, .expression(let target), let value):
                // globals.name = function …
                if case .member(let owner, let name, _) = target.kind,
                    ["globals", "environment"].contains(owner.rootName), let code = code(value)
                {
                    found[name] = code
                }
            default: break
            }
        }

        /// The text that an expression stores, where it is code.
        private func code(_ expression: JavaScriptExpression) -> String? {
            guard let text = text(expression) else { return nil }
            return ["function", "=>", "{"].contains(where: text.contains) ? text : nil
        }

        private func text(_ expression: JavaScriptExpression) -> String? {
            switch expression.kind {
            case .function: source.text(expression.range)
            case .string(let text): text
            case .template(let texts, let values): values.isEmpty ? texts.first : nil
            case .identifier(let name): functions[name]
            case .binary("+", let left, let right): text(left).flatMap { first in text(right).map { first + $0 } }
            case .call(let callee, let arguments, _):
                if case .member(let owner, let method, _) = callee.kind {
                    method == "toString" ? text(owner) : nil
                } else if case .identifier("String") = callee.kind, arguments.count == 1 {
                    text(arguments[0])
                } else {
                    nil
                }
            default: nil
            }
        }
    }
}

extension ScriptEvaluator {
    /// `eval(…)`: the statements of the code in the place of the call.
    mutating func runShared(_ arguments: [JavaScriptExpression]) throws(ScriptLoss) -> ScriptValue {
        let value = try values(of: arguments).first ?? .undefined
        if case .function = value { return value }
        guard let code = storedText(value) else {
            throw ScriptLoss(
                "Code that stands in a variable.", "Move its statements into this script before the import.")
        }
        return try run(code, of: storedName(value) ?? source.variable ?? "eval")
    }

    /// A name that an earlier script made, nil where there is none.
    mutating func sharedName(_ name: String) throws(ScriptLoss) -> ScriptValue? {
        guard let code = place.sharedCode[SharedCode.global(name)] else { return nil }
        let outer = scope
        while let parent = scope.parent { scope = parent }
        defer { scope = outer }
        let value = try run(code, of: name)
        declare(name, value)
        return value
    }

    private mutating func run(_ code: String, of name: String) throws(ScriptLoss) -> ScriptValue {
        guard callDepth < 10 else { throw ScriptLoss("Code that runs itself.") }
        let program: JavaScriptProgram
        do { program = try JavaScriptParser.program(code) } catch {
            throw ScriptLoss("Code in a variable that cannot be read: \(error.message).")
        }
        let outer = (source, statementEnd)
        source = ScriptSource(source: program.source, variable: name)
        callDepth += 1
        defer {
            (source, statementEnd) = outer
            callDepth -= 1
        }
        return try completion(of: program.statements)
    }

    /// The value of code is that of its last expression; its functions and `var`s stay.
    private mutating func completion(of list: [JavaScriptStatement]) throws(ScriptLoss) -> ScriptValue {
        if let last = list.last, case .expression(let expression) = last.kind {
            _ = try execute(list.dropLast())
            do { return try evaluate(expression) } catch {
                if isInExpression { throw error }
                note(error, statement: source.text(last.range), at: last.range.lowerBound)
                return .lost(error)
            }
        }
        if case .returned(let value) = try execute(list[...]) { return value }
        if case .function(let name, _)? = list.last?.kind { return try value(of: name) }
        return .undefined
    }

    private func storedName(_ value: ScriptValue) -> String? {
        if case .term(let term) = value { term.variable ?? term.reads.sorted().first } else { nil }
    }

    /// A text that is known: a constant, what a variable holds, or both joined.
    func storedText(_ value: ScriptValue) -> String? {
        switch value {
        case .string(let text): return text
        case .term(let term):
            if let name = term.variable { return place.sharedCode[name] ?? place.constants[name] }
            guard let pieces = term.text?.pieces else { return nil }
            var result = ""
            for piece in pieces {
                switch piece {
                case .literal(let text): result += text
                case .expression(let expression):
                    var copy = names
                    let stored = [place.sharedCode, place.constants].lazy.flatMap { $0 }
                    guard let known = stored.first(where: { copy.name(of: $0.key) == expression }) else { return nil }
                    result += known.value
                }
            }
            return result
        default: return nil
        }
    }

    func holdsJSON(_ variable: String) -> Bool {
        place.sharedCode[variable].map { (try? JSONParser.parse(Array($0.utf8))) != nil } ?? false
    }

    /// JSON of a variable whose value is known, for schemas.
    mutating func storedJSON(_ value: ScriptValue) -> ScriptValue? {
        guard case .term(let term) = value, let name = term.variable ?? term.parsedVariable,
            let text = place.sharedCode[name],
            let json = try? JSONParser.parse(Array(text.utf8))
        else { return nil }
        return allocated(json, depth: 0)
    }

    private mutating func allocated(_ json: JSONValue, depth: Int) -> ScriptValue? {
        guard depth < 60 else { return nil }
        if let members = json.objectValue {
            var values: [(name: String, value: ScriptValue)] = []
            for member in members.members {
                guard let value = allocated(member.value, depth: depth + 1) else { return nil }
                values.append((member.name, value))
            }
            return allocate(.members(values))
        }
        if let elements = json.arrayValue {
            var values: [ScriptValue] = []
            for element in elements {
                guard let value = allocated(element, depth: depth + 1) else { return nil }
                values.append(value)
            }
            return allocate(.list(values))
        }
        if let text = json.stringValue { return .string(text) }
        if let flag = json.boolValue { return .boolean(flag) }
        if let number = json.numberValue { return .number(Double(number.description) ?? .nan) }
        return .null
    }
}
