/// Finds where a script sets, removes and reads variables of Postman.
enum VariableUses {
    enum Use {
        case set(NamePattern, VariableNames.Scope)
        case unset(NamePattern)
        case read(NamePattern)
        /// The text of the variable is code.
        case evaluate(String)
        /// Nothing is known of what happens to the variables of a scope, or of all.
        case anything(VariableNames.Scope?)
    }

    /// One of these stands in every script that does anything with a variable.
    static let words = ["pm", "environment", "globals", "postman", "{{", "eval"]

    static func all(in program: JavaScriptProgram) -> [Use] {
        var finder = VariableUseFinder()
        finder.visit(program.statements)
        return finder.uses.filter { use in use.root.map { !finder.declared.contains($0) } ?? true }.map(\.use)
    }

    static func all(inTemplate text: String) -> [Use] {
        guard text.contains("{{") else { return [] }
        let template = PostmanTemplate(text)
        var rest = false
        for case .literal(let literal) in template.pieces where literal.contains("{{") { rest = true }
        // `{{a{{b}}}}`, or one that the script completes.
        return template.names.map { .read(NamePattern($0)) } + (template.isNested || rest ? [.read(.any)] : [])
    }
}

private struct VariableUseFinder: JavaScriptVisitor {
    /// With the name of the holder where the script may have another thing of that name.
    var uses: [(use: VariableUses.Use, root: String?)] = []
    var declared: Set<String> = []

    mutating func bind(_ name: String) { if Self.plain.contains(name) { declared.insert(name) } }

    private mutating func add(_ use: VariableUses.Use, of path: String = "") {
        uses.append((use, Self.plain.contains(path) ? path : nil))
    }

    private mutating func addReads(in text: String) {
        for use in VariableUses.all(inTemplate: text) { add(use) }
    }

    /// Holders whose members are their variables.
    private static let plain: Set<String> = ["environment", "globals"]
    private static let roots: Set<String> = ["pm", "postman", "environment", "globals"]
    private static let legacy: [String: (method: String, scope: VariableNames.Scope)] = [
        "postman.setEnvironmentVariable": ("set", .environment), "postman.setGlobalVariable": ("set", .global),
        "postman.clearEnvironmentVariable": ("unset", .environment), "postman.clearGlobalVariable": ("unset", .global),
        "postman.clearEnvironmentVariables": ("clear", .environment),
        "postman.clearGlobalVariables": ("clear", .global),
        "postman.getEnvironmentVariable": ("get", .environment), "postman.getGlobalVariable": ("get", .global),
    ]

    mutating func enter(_ expression: JavaScriptExpression) -> Bool {
        switch expression.kind {
        case .string(let text): addReads(in: text)
        case .template(let texts, _), .tagged(_, let texts, _): for text in texts { addReads(in: text) }
        case .call(let callee, let arguments, _): return enter(call: callee, arguments)
        case .new(let callee, _): if callee.path == "Function" { add(.anything(nil)) }
        case .unary("delete", let target): return enter(target: target, .unset(Self.member(target)))
        case .identifier(let name): if Self.roots.contains(name) { add(.anything(ScriptHosts.scopes[name]), of: name) }
        case .member, .index: return enter(value: expression)
        default: break
        }
        return true
    }

    private mutating func enter(call callee: JavaScriptExpression, _ arguments: [JavaScriptExpression]) -> Bool {
        guard let path = callee.path else { return true }
        if path == "eval" {
            evaluate(arguments)
            return true
        }
        let name = NamePattern(arguments.first)
        if let legacy = Self.legacy[path] {
            take(legacy.method, name, legacy.scope, path)
        } else if let (holder, method) = path.lastMember, let scope = ScriptHosts.scopes[holder] {
            take(method, name, scope, holder)
        } else {
            return true
        }
        for argument in arguments { visit(argument) }
        return false
    }

    private mutating func take(
        _ method: String, _ name: NamePattern, _ scope: VariableNames.Scope, _ holder: String
    ) {
        switch method {
        case "set": add(.set(name, scope), of: holder)
        case "unset": add(.unset(name), of: holder)
        case "clear": add(.unset(.any), of: holder)
        case "get", "has": add(.read(name), of: holder)
        // Templates of a literal are found in it.
        case "replaceIn": if !name.isWhole { add(.read(.any), of: holder) }
        case "toObject", "toJSON": add(.read(.any), of: holder)
        case "name": break
        default: add(.anything(scope), of: holder)
        }
    }

    /// `pm.environment` as a value may do anything elsewhere; `environment.name` is a variable.
    private mutating func enter(value expression: JavaScriptExpression) -> Bool {
        guard let path = expression.owner?.path else { return true }
        guard case .member(_, let name, _) = expression.withNamedMember.kind else {
            guard case .index(_, let key, _) = expression.kind, Self.isHolder(path) else { return true }
            add(Self.plain.contains(path) ? .read(NamePattern(key)) : .anything(ScriptHosts.scopes[path]), of: path)
            visit(key)
            return false
        }
        let full = "\(path).\(name)"
        if Self.plain.contains(path) {
            add(.read(NamePattern(name)), of: path)
        } else if let scope = ScriptHosts.scopes[path] {
            if name == "values" { add(.read(.any)) } else if name != "name" { add(.anything(scope)) }
        } else if let scope = ScriptHosts.scopes[full] ?? Self.legacy[full]?.scope {
            add(.anything(scope))
        } else {
            return !Self.isHolder(path)
        }
        return false
    }

    private static func isHolder(_ path: String) -> Bool { roots.contains(path) || ScriptHosts.scopes[path] != nil }

    mutating func enter(target: JavaScriptExpression) -> Bool {
        guard let scope = target.owner?.path.flatMap({ ScriptHosts.scopes[$0] }) else { return enter(target) }
        return enter(target: target, .set(Self.member(target), scope))
    }

    private mutating func enter(target: JavaScriptExpression, _ use: VariableUses.Use) -> Bool {
        guard let path = target.owner?.path, Self.plain.contains(path) else { return true }
        add(use, of: path)
        if case .index(_, let key, _) = target.kind { visit(key) }
        return false
    }

    /// The name of the member that is set or removed.
    private static func member(_ target: JavaScriptExpression) -> NamePattern {
        switch target.kind {
        case .member(_, let name, _): NamePattern(name)
        case .index(_, let key, _): NamePattern(key)
        default: .any
        }
    }

    /// Code that variables hold is read with the scripts.
    private mutating func evaluate(_ arguments: [JavaScriptExpression]) {
        var finder = CodeFinder()
        for argument in arguments { finder.visit(argument) }
        if !finder.isKnown { add(.anything(nil)) }
        for name in finder.names { add(.evaluate(name)) }
    }

    /// Which variables the code of an `eval` is joined of.
    private struct CodeFinder: JavaScriptVisitor {
        var names: [String] = []
        var isKnown = true

        mutating func enter(_ expression: JavaScriptExpression) -> Bool {
            switch expression.kind {
            case .binary("+", _, _), .string, .template: return true
            case .call(let callee, let arguments, _):
                if let (holder, method) = callee.path?.lastMember, method == "get", ScriptHosts.scopes[holder] != nil,
                    case .string(let name)? = arguments.first?.kind
                {
                    names.append(name)
                    return false
                }
            case .member(let owner, let name, _):
                if let path = owner.path, VariableUseFinder.plain.contains(path) {
                    names.append(name)
                    return false
                }
            default: break
            }
            isKnown = false
            return false
        }
    }
}

extension JavaScriptExpression {
    /// `a.b.c` of names alone, as it is also where a member stands in brackets.
    var path: String? {
        switch withNamedMember.kind {
        case .identifier(let name): name
        case .member(let owner, let name, _):
            if case .this = owner.kind {
                name
            } else {
                owner.path.map { $0 == "globalThis" ? name : "\($0).\(name)" }
            }
        default: nil
        }
    }

    /// `a.b` for `a["b"]`.
    var withNamedMember: JavaScriptExpression {
        guard case .index(let owner, let key, let isOptional) = kind, case .string(let name) = key.kind else {
            return self
        }
        return JavaScriptExpression(kind: .member(owner, name, isOptional: isOptional), range: range)
    }

    /// `a` of `a.b`.
    fileprivate var owner: JavaScriptExpression? {
        switch kind {
        case .member(let owner, _, _), .index(let owner, _, _): owner
        default: nil
        }
    }
}

extension String {
    /// What stands before the last point, and behind it.
    fileprivate var lastMember: (owner: String, name: String)? {
        lastIndex(of: ".").map { (String(self[..<$0]), String(self[index(after: $0)...])) }
    }
}
