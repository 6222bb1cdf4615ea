extension CELCompiler {
    mutating func compileName(_ name: String, _ range: Range<Int>, isLink: Bool) -> Typed {
        if let local = local(name) {
            noteUse(of: local.index, at: range)
            return Typed(node: LocalNode(local.index), type: local.type)
        }
        if let variable = declarations.variable(name) {
            if !isLink { refer(to: [name]) }
            return Typed(
                node: VariableNode(slot: variable.slot, name: name, range: range), type: variable.type)
        }
        if CELTypeName.builtIn.contains(name) { return Self.constant(CELValue(.type(CELTypeName(name)))) }
        return report("unknown-name", "nothing here is named `\(name)`", range, help: help(forName: name, at: range))
    }

    /// The help for an unknown name; nil if the name is the whole expression and there is no better suggestion.
    private func help(forName name: String, at range: Range<Int>) -> String? {
        if let help = declarations.library.advice(name) { return help }
        if let function = declarations.library.function(name) {
            let arguments = function.overloads.contains { $0.parameters.isEmpty } ? "" : "…"
            return "`\(name)` is a function: write `\(name)(\(arguments))`"
        }
        if declarations.library.isNamespace(name) { return "`\(name)` only stands before a dot and a function" }
        if let near = nearest(to: name, in: locals.map(\.name) + declarations.variables.map(\.name)) {
            return "did you mean `\(near)`?"
        }
        // `login.token` is no text.
        let isRead = range.upperBound < bytes.count && ".[".utf8.contains(bytes[range.upperBound])
        return range == bytes.indices || isRead ? nil : "for a text write \"\(name)\", in quotes"
    }

    /// The help for `response.body.id` and `response.body["id"]`: the body is a text, its JSON has members.
    private func bodyHelp(_ operand: CELSyntax, _ rest: String) -> String? {
        guard let path = operand.path, path.count > 1, path.last == "body",
            ["response", "request"].contains(path[path.count - 2])
        else { return nil }
        return "write `\(path.dropLast().joined(separator: ".")).json\(rest)`"
    }

    /// The variable or type whose dotted name is the whole chain; nil if there is none.
    func qualifiedName(_ syntax: CELSyntax) -> Typed? {
        guard let root = syntax.root, declarations.hasQualifiedVariables || root == "google" || root == "net",
            local(root) == nil, let path = syntax.path
        else { return nil }
        let name = path.joined(separator: ".")
        if declarations.hasQualifiedVariables, let variable = declarations.variable(name) {
            return Typed(
                node: VariableNode(slot: variable.slot, name: name, range: syntax.range), type: variable.type)
        }
        if path[0] == "google" || path[0] == "net", declarations.variable(path[0]) == nil,
            CELTypeName.builtIn.contains(name)
        {
            return Self.constant(CELValue(.type(CELTypeName(name))))
        }
        return nil
    }

    mutating func compileSelect(
        _ operand: CELSyntax, _ member: CELSyntax.Word, isOptional: Bool, _ syntax: CELSyntax, isLink: Bool
    ) -> Typed {
        if !isOptional, let qualified = qualifiedName(syntax) { return qualified }
        if !isLink, let path = referencePath(syntax) { refer(to: path) }
        let target = compile(operand, isLink: true)
        return select(target, operand, member, isOptional: isOptional, syntax.range)
    }

    /// The root variable and the members after it, up to the first computed index; nil if the chain does not begin with
    /// a declared variable.
    func referencePath(_ syntax: CELSyntax) -> [String]? {
        guard let root = syntax.root, local(root) == nil, declarations.variable(root) != nil else { return nil }
        var path = [root]
        appendMembers(of: syntax, to: &path)
        return path
    }

    /// Appends the members of a chain. False from the first computed index on, because the members after it are
    /// unknown.
    @discardableResult private func appendMembers(of syntax: CELSyntax, to path: inout [String]) -> Bool {
        switch syntax.kind {
        case .select(let operand, let member, _):
            guard appendMembers(of: operand, to: &path) else { return false }
            path.append(member.text)
        case .index(let operand, let key, _):
            guard appendMembers(of: operand, to: &path), case .literal(let value) = key.kind else { return false }
            path.append(value.stringValue ?? value.brief)
        default: break
        }
        return true
    }

    private mutating func select(
        _ target: Typed, _ operand: CELSyntax, _ member: CELSyntax.Word, isOptional: Bool, _ range: Range<Int>
    ) -> Typed {
        let node = SelectNode(target.node, member.text, range: member.range, isOptional: isOptional)
        switch target.type {
        case .native(let type):
            guard let memberType = type.type(of: member.text) else {
                return reportUnknown(member, of: type, operand)
            }
            if isOptional { return Typed(node: node, type: .optional(memberType)) }
            guard let position = type.position(of: member.text) else { return Typed(node: node, type: memberType) }
            return Typed(
                node: NativeMemberNode(
                    target.node, position: position, name: member.text, type: type, range: member.range),
                type: memberType)
        case .map(_, let value): return Typed(node: node, type: isOptional ? .optional(value) : value)
        case .dyn, .null: return Typed(node: node, type: isOptional ? .anyOptional : .dyn)
        case .optional: return Typed(node: node, type: .anyOptional)
        default:
            return report(
                "wrong-type", "`\(text(operand.range))` is \(target.type) and has no members", member.range,
                help: memberHelp(target.type, member.text) ?? bodyHelp(operand, ".\(member.text)"))
        }
    }

    private func memberHelp(_ type: CELType, _ member: String) -> String? {
        if let function = declarations.library.method(member) { return "write `.\(function.name)(…)`" }
        if ["length", "size", "count"].contains(member) { return "write `size(…)`" }
        return nil
    }

    private mutating func reportUnknown(
        _ member: CELSyntax.Word, of type: CELNativeType, _ operand: CELSyntax
    ) -> Typed {
        var help: String?
        if let synonym = type.synonyms[member.text] { help = "write `\(text(operand.range)).\(synonym)`" }
        if help == nil, type.methods.contains(where: { $0.name == member.text }) {
            help = "`\(member.text)` is a method: write `\(text(operand.range)).\(member.text)(…)`"
        }
        if help == nil, let near = nearest(to: member.text, in: type.members.map(\.name)) {
            help = "did you mean `\(near)`?"
        }
        if help == nil, !type.members.isEmpty, type.members.count <= 20 {
            help = "it has " + type.members.map { "`\($0.name)`" }.joined(separator: ", ")
        }
        return report("unknown-member", "`\(text(operand.range))` has no `\(member.text)`", member.range, help: help)
    }

    mutating func compileIndex(
        _ operand: CELSyntax, _ key: CELSyntax, isOptional: Bool, _ syntax: CELSyntax, isLink: Bool
    ) -> Typed {
        if !isLink, let path = referencePath(syntax) { refer(to: path) }
        let target = compile(operand, isLink: true)
        let index = compile(key)
        let node = IndexNode(target.node, index.node, range: syntax.range, isOptional: isOptional)
        let element: CELType
        switch target.type {
        case .native(let type):
            guard case .literal(let value) = key.kind, case .string(let name) = value.kind else {
                return Typed(node: node, type: isOptional ? .anyOptional : .dyn)
            }
            let word = CELSyntax.Word(text: name, range: key.range)
            if isOptional, type.position(of: name) == nil { return Typed(node: node, type: .anyOptional) }
            guard type.position(of: name) != nil || type.isOpen else {
                return reportUnknown(word, of: type, operand)
            }
            element = type.type(of: name) ?? .dyn
        case .list(let type):
            if !index.type.isNumeric, !index.type.isDyn {
                report("wrong-type", "a list is indexed by an int, not \(index.type)", key.range)
            }
            element = type
        case .map(_, let value): element = value
        case .dyn: element = .dyn
        case .optional: return Typed(node: node, type: .anyOptional)
        default:
            return report(
                "wrong-type", "`\(text(operand.range))` is \(target.type) and cannot be indexed", syntax.range,
                help: target.type == .string
                    ? bodyHelp(operand, "[\(text(key.range))]") ?? CELValue.characterHelp : nil)
        }
        return Typed(node: node, type: isOptional ? .optional(element) : element)
    }
}
