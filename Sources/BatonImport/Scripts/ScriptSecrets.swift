import BatonSecrets

/// The literals of scripts that go into a place with the name of a secret: a constant, a member of an object, a variable of
/// Postman, a parameter of a function. They are known before anything of a script is computed, so that a value which is made of
/// them shows none.
struct ScriptSecrets {
    /// Each value once, with the name of its first place.
    private(set) var found: [(value: String, name: String)] = []
    private var known: Set<String> = []
    private var read: Set<String> = []
    private var bytesLeft = 20_000_000
    /// The functions of all scripts by the names under which they are called, and what the script before gives its names.
    private var functions: [String: JavaScriptFunction] = [:]
    private var bindings: [String: [JavaScriptExpression]] = [:]
    private var depth = 0

    /// Reads scripts; functions of one may be called by another.
    init(_ scripts: [String]) {
        var programs: [JavaScriptProgram] = []
        for script in scripts where read.insert(script).inserted && script.utf8.count <= bytesLeft {
            bytesLeft -= script.utf8.count
            guard let program = try? JavaScriptParser.program(script) else { continue }
            programs.append(program)
            each(program.statements) { $0.noteFunctions($1) }
        }
        for program in programs {
            bindings = [:]
            each(program.statements) { $0.noteBindings($1) }
            each(program.statements) { $0.visit($1) }
        }
    }

    // MARK: - Names

    private mutating func noteFunctions(_ node: JavaScriptNode) {
        switch node {
        case .statement(.function(let name, let function)): functions[name] = function
        case .binding(.name(let name), let value): noteFunction(name, value)
        case .binding(.expression(let target), let value):
            if let name = target.lastName { noteFunction(name, value) }
        case .property(let name, let value): noteFunction(name, value)
        default: break
        }
    }

    private mutating func noteFunction(_ name: String, _ value: JavaScriptExpression) {
        if case .function(let function) = value.kind { functions[name] = function }
    }

    private mutating func noteBindings(_ node: JavaScriptNode) {
        switch node {
        case .binding(.name(let name), let value): bindings[name, default: []].append(value)
        case .expression(let expression):
            for case (.name(let name), let value) in arguments(of: expression) {
                bindings[name, default: []].append(value)
            }
        default: break
        }
    }

    // MARK: - Places

    private mutating func visit(_ node: JavaScriptNode) {
        switch node {
        case .binding(let pattern, let value): bind(pattern, value)
        case .property(let name, let value): take(value, as: name)
        case .function(let function):
            for case .withDefault(.name(let name), let value) in function.parameters { take(value, as: name) }
        case .expression(let expression): visit(expression)
        case .statement: break
        }
    }

    private mutating func bind(_ pattern: JavaScriptPattern, _ value: JavaScriptExpression) {
        switch pattern {
        case .name(let name): take(value, as: name)
        case .expression(let target): if let name = target.lastName { take(value, as: name) }
        case .withDefault(let inner, let other):
            bind(inner, value)
            bind(inner, other)
        case .object(let members, _):
            for member in members {
                if case .withDefault(.name(let name), let other) = member.pattern { take(other, as: name) }
            }
        case .array(let patterns, _):
            guard case .array(let values) = value.kind else { return }
            for case (let pattern?, let value?) in zip(patterns, values) { bind(pattern, value) }
        }
    }

    /// The parameters of a function of the script with the values that a call gives them.
    private func arguments(of call: JavaScriptExpression) -> [(JavaScriptPattern, JavaScriptExpression)] {
        guard case .call(let callee, let arguments, _) = call.kind else { return [] }
        var function = callee.lastName.flatMap { functions[$0] }
        if case .function(let own) = callee.kind { function = own }
        return Array(zip(function?.parameters ?? [], arguments))
    }

    private mutating func visit(_ expression: JavaScriptExpression) {
        for (pattern, value) in arguments(of: expression) { bind(pattern, value) }
        switch expression.kind {
        case .call(let callee, let arguments, _):
            // `set("password", …)`, `setGlobalVariable("token", …)`, `append("api_key", …)`
            guard arguments.count > 1, case .string(let name) = arguments[0].kind, let method = callee.lastName,
                ["set", "append", "add", "upsert"].contains(where: method.hasPrefix)
            else { return }
            take(arguments[1], as: name)
        case .object(let properties):
            // `{ key: "token", value: … }`
            func value(_ names: [String]) -> JavaScriptExpression? {
                properties.first { if case .name(let name) = $0.key { names.contains(name) } else { false } }?.value
            }
            if case .string(let name)? = value(["key", "name"])?.kind, let value = value(["value"]) {
                take(value, as: name)
            }
        default: break
        }
    }

    // MARK: - Values

    private mutating func take(_ value: JavaScriptExpression, as name: String) {
        if NamedSecrets.isSecret(name) { take(value, name, []) }
    }

    /// Functions that write a text in another form.
    private static let forms: Set<String> = [
        "btoa", "encodeURIComponent", "encodeURI", "String", "parse", "stringify", "from", "concat", "join", "trim",
        "toString",
    ]

    /// The literals that a value is made of, or one of which it is.
    private mutating func take(_ value: JavaScriptExpression, _ name: String, _ seen: Set<String>) {
        guard depth < 60 else { return }
        depth += 1
        defer { depth -= 1 }
        switch value.kind {
        case .string(let text): add(text, name)
        case .number(let digits, _): add(digits, name)
        case .template(let texts, let values):
            for text in texts { add(text, name) }
            for value in values { take(value, name, seen) }
        case .array(let elements): for case let element? in elements { take(element, name, seen) }
        case .binary(let sign, let left, let right) where ["+", "||", "??", "&&"].contains(sign):
            if sign != "&&" { take(left, name, seen) }
            take(right, name, seen)
        case .conditional(_, let then, let otherwise):
            take(then, name, seen)
            take(otherwise, name, seen)
        case .assignment(_, _, let inner): take(inner, name, seen)
        case .sequence(let expressions): if let last = expressions.last { take(last, name, seen) }
        case .identifier(let other) where !seen.contains(other):
            for inner in bindings[other] ?? [] { take(inner, name, seen.union([other])) }
        case .call(let callee, let arguments, _):
            guard let method = callee.lastName else { return }
            if Self.forms.contains(method) {
                if case .member(let owner, _, _) = callee.kind { take(owner, name, seen) }
                for argument in arguments { take(argument, name, seen) }
            } else if let function = functions[method], !seen.contains(method) {
                for case .return(let inner?) in function.body.map(\.kind) { take(inner, name, seen.union([method])) }
            }
        default: break
        }
    }

    /// Adds a text without the scheme before it. Plain words stand elsewhere too, and a name of a secret is none.
    private mutating func add(_ text: String, _ name: String) {
        let bytes = Array(text.utf8)
        guard !text.contains("://"), let place = SecretPlaces.value(bytes, name) else { return }
        let value = String(decoding: bytes[place.range], as: UTF8.self)
        let isName = NamedSecrets.isSecret(value) && !value.contains(where: \.isNumber)
        if SecretNames.isHiddenEverywhere(value), !isName, known.insert(value).inserted {
            found.append((value, name))
        }
    }

    // MARK: - Walking

    private mutating func each(
        _ statements: [JavaScriptStatement], _ body: (inout ScriptSecrets, JavaScriptNode) -> Void
    ) {
        for statement in statements { each(.statement(statement.kind), body) }
    }

    private mutating func each(_ node: JavaScriptNode, _ body: (inout ScriptSecrets, JavaScriptNode) -> Void) {
        guard depth < 200 else { return }
        depth += 1
        defer { depth -= 1 }
        body(&self, node)
        for inner in node.children { each(inner, body) }
    }
}

/// A part of a script, for what goes through all of it.
enum JavaScriptNode {
    case statement(JavaScriptStatement.Kind)
    case expression(JavaScriptExpression)
    /// What is bound to a pattern: a declaration or an assignment.
    case binding(JavaScriptPattern, JavaScriptExpression)
    case property(String, JavaScriptExpression)
    case function(JavaScriptFunction)

    var children: [JavaScriptNode] {
        switch self {
        case .statement(let kind): Self.parts(of: kind)
        case .expression(let expression): Self.parts(of: expression)
        case .binding(_, let value), .property(_, let value): [.expression(value)]
        case .function(let function): Self.nodes(function.body)
        }
    }

    private static func nodes(_ statements: [JavaScriptStatement]) -> [JavaScriptNode] {
        statements.map { .statement($0.kind) }
    }

    private static func nodes(_ expressions: [JavaScriptExpression?]) -> [JavaScriptNode] {
        expressions.compactMap { $0.map(JavaScriptNode.expression) }
    }

    private static func parts(of kind: JavaScriptStatement.Kind) -> [JavaScriptNode] {
        switch kind {
        case .expression(let expression), .throw(let expression): [.expression(expression)]
        case .variables(_, let declarators):
            declarators.compactMap { one in one.value.map { .binding(one.pattern, $0) } }
        case .function(_, let function): [.function(function)]
        case .block(let list): nodes(list)
        case .if(let test, let then, let otherwise): nodes([test]) + nodes([then] + [otherwise].compactMap(\.self))
        case .forEach(_, _, let list, let body): nodes([list]) + nodes([body])
        case .for(let start, let test, let update, let body):
            nodes([start, body].compactMap(\.self)) + nodes([test, update])
        case .while(let test, let body), .doWhile(let body, let test): nodes([test]) + nodes([body])
        case .return(let value): nodes([value])
        case .labeled(_, let statement): nodes([statement])
        case .try(let list, _, let handler, let finalizer): nodes(list + (handler ?? []) + (finalizer ?? []))
        case .switch(let value, let cases):
            nodes([value] + cases.map(\.test)) + nodes(cases.flatMap(\.statements))
        case .break, .continue, .empty: []
        }
    }

    private static func parts(of expression: JavaScriptExpression) -> [JavaScriptNode] {
        switch expression.kind {
        case .template(_, let values), .sequence(let values): nodes(values)
        case .tagged(let function, _, let values): nodes([function] + values)
        case .array(let elements): nodes(elements)
        case .object(let properties):
            properties.map { property in
                if case .name(let name) = property.key {
                    .property(name, property.value)
                } else {
                    .expression(property.value)
                }
            }
        case .function(let function): [.function(function)]
        case .member(let owner, _, _): nodes([owner])
        case .index(let owner, let key, _): nodes([owner, key])
        case .call(let callee, let arguments, _), .new(let callee, let arguments): nodes([callee] + arguments)
        case .unary(_, let operand), .spread(let operand): nodes([operand])
        case .update(_, let target, _): nodes([target])
        case .binary(_, let left, let right): nodes([left, right])
        case .conditional(let test, let then, let otherwise): nodes([test, then, otherwise])
        case .assignment(_, let pattern, let value): [.binding(pattern, value)]
        case .identifier, .this, .null, .boolean, .number, .string, .regularExpression: []
        }
    }
}

extension JavaScriptExpression {
    /// The name that a value is called by last: `a.b` and `a["b"]` are `b`.
    var lastName: String? {
        switch kind {
        case .identifier(let name), .member(_, let name, _): return name
        case .index(_, let key, _): if case .string(let name) = key.kind { return name } else { return nil }
        default: return nil
        }
    }
}
