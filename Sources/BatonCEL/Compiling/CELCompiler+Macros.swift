extension CELCompiler {
    static let macroNames = [
        "all", "exists", "exists_one", "existsOne", "map", "filter", "transformList", "transformMap",
        "transformMapEntry", "optMap", "optFlatMap", "sortBy",
    ]

    /// Compiles a macro. Nil for the name of an ordinary method; a macro with the wrong number of arguments is
    /// reported.
    mutating func compileMacro(
        _ target: CELSyntax, _ word: CELSyntax.Word, _ arguments: [CELSyntax], _ syntax: CELSyntax
    ) -> Typed? {
        guard Self.macroNames.contains(word.text) else { return nil }
        let variables: Int
        switch (word.text, arguments.count) {
        case ("all", 2), ("exists", 2), ("exists_one", 2), ("existsOne", 2), ("map", 2), ("map", 3), ("filter", 2),
            ("optMap", 2), ("optFlatMap", 2), ("sortBy", 2):
            variables = 1
        case ("all", 3), ("exists", 3), ("exists_one", 3), ("existsOne", 3), ("transformList", 3),
            ("transformList", 4), ("transformMap", 3), ("transformMap", 4), ("transformMapEntry", 3),
            ("transformMapEntry", 4):
            variables = 2
        default:
            return report(
                "argument", "`\(word.text)` takes a variable and an expression, not \(arguments.count) arguments",
                word.range, help: "write `list.\(word.text)(x, …)`")
        }
        var names: [String] = []
        for argument in arguments.prefix(variables) {
            guard let name = Self.variableName(argument) else {
                return report(
                    "syntax", "`\(word.text)` wants the name of a variable here", argument.range,
                    help: "write `\(text(target.range)).\(word.text)(x, …)`")
            }
            names.append(name)
        }
        if names.count == 2, names[0] == names[1] {
            report("syntax", "both variables are named `\(names[0])`", arguments[1].range)
        }
        let bodies = Array(arguments.dropFirst(variables))
        return expand(target, word, names, bodies, syntax)
    }

    /// The variable's name; for `cel.iterVar(n, m)`, which optimisers write, a generated name.
    private static func variableName(_ syntax: CELSyntax) -> String? {
        if case .name(let name) = syntax.kind { return name }
        return generatedName(syntax)
    }

    private static func generatedName(_ syntax: CELSyntax) -> String? {
        guard case .method(let target, let word, let arguments) = syntax.kind, target.path == ["cel"] else {
            return nil
        }
        return generatedName("cel." + word.text, arguments)
    }

    private static func generatedName(_ name: String, _ arguments: [CELSyntax]) -> String? {
        guard name == "cel.iterVar" && arguments.count == 2 || name == "cel.index" && arguments.count == 1 else {
            return nil
        }
        var result = "@" + name
        for argument in arguments {
            guard case .literal(let value) = argument.kind, case .int(let number) = value.kind else { return nil }
            result += ":\(number)"
        }
        return result
    }

    private mutating func expand(
        _ target: CELSyntax, _ word: CELSyntax.Word, _ names: [String], _ bodies: [CELSyntax], _ syntax: CELSyntax
    ) -> Typed {
        let collection = compile(target)
        if word.text == "optMap" || word.text == "optFlatMap" {
            return optionalMap(collection, word, names[0], bodies[0], syntax)
        }
        guard let (key, value) = elementTypes(collection.type) else {
            return report(
                "wrong-type", "`\(word.text)` goes through a list or map, not \(collection.type)", target.range)
        }
        let isMap = if case .map = collection.type { true } else { false }
        let types = names.count == 2 ? [key, value] : [isMap ? key : value]
        let pairs = zip(names, types).map { (name: $0, type: $1) }
        return withLocals(pairs) { compiler, indices in
            let loop = CELLoop(
                target: collection.node, first: indices[0], second: indices.count > 1 ? indices[1] : nil,
                targetRange: target.range, needsParentheses: !Self.isPrimary(target), range: word.range)
            let typed = bodies.map { compiler.compile($0) }
            return compiler.loopNode(loop, word, bodies, typed, element: types[types.count - 1])
        }
    }

    private mutating func loopNode(
        _ loop: CELLoop, _ word: CELSyntax.Word, _ bodies: [CELSyntax], _ typed: [Typed], element: CELType
    ) -> Typed {
        let isFiltered = word.text == "filter" || typed.count == 2
        if isFiltered || ["all", "exists", "exists_one", "existsOne"].contains(word.text) {
            requireBool(typed[0], bodies[0], "the condition of `\(word.text)` is")
        }
        let condition = isFiltered ? typed[0].node : nil
        switch word.text {
        case "all": return Typed(node: QuantifierNode(loop, typed[0].node, .all), type: .bool)
        case "exists": return Typed(node: QuantifierNode(loop, typed[0].node, .exists), type: .bool)
        case "exists_one", "existsOne":
            return Typed(node: QuantifierNode(loop, typed[0].node, .existsOne), type: .bool)
        case "sortBy":
            return Typed(node: SortByNode(loop, key: typed[0].node), type: .list(element))
        case "filter":
            return Typed(
                node: TransformNode(loop, condition: condition, transform: nil, .filter), type: .list(element))
        default:
            let transform = typed[typed.count - 1]
            let product = TransformNode.Product(rawValue: word.text) ?? .map
            let type: CELType =
                switch product {
                case .map, .filter, .transformList: .list(transform.type)
                case .transformMap: .map(.dyn, transform.type)
                case .transformMapEntry: .anyMap
                }
            return Typed(
                node: TransformNode(loop, condition: condition, transform: transform.node, product), type: type)
        }
    }

    /// The types of the two variables of a macro; nil if values of the type cannot be iterated.
    private func elementTypes(_ type: CELType) -> (CELType, CELType)? {
        switch type {
        case .list(let element): (.int, element)
        case .map(let key, let value): (key, value)
        case .dyn, .native: (.dyn, .dyn)
        default: nil
        }
    }

    /// Whether an element is written as `items[3]`, without parentheses as in `(a + b)[3]`.
    private static func isPrimary(_ syntax: CELSyntax) -> Bool {
        switch syntax.kind {
        case .name, .select, .index, .call, .method, .list, .map, .literal: true
        default: false
        }
    }

    private mutating func optionalMap(
        _ target: Typed, _ word: CELSyntax.Word, _ name: String, _ body: CELSyntax, _ syntax: CELSyntax
    ) -> Typed {
        var element = CELType.dyn
        switch target.type {
        case .optional(let type): element = type
        case .dyn: break
        default: report("wrong-type", "`\(word.text)` works on an optional, not \(target.type)", word.range)
        }
        return withLocals([(name, element)]) { compiler, indices in
            let result = compiler.compile(body)
            let isFlat = word.text == "optFlatMap"
            return Typed(
                node: OptionalMapNode(
                    target.node, local: indices[0], result.node, isFlat: isFlat, range: syntax.range),
                type: isFlat ? result.type : .optional(result.type))
        }
    }

    /// `cel.bind`, `cel.block`, `cel.index` and `cel.iterVar`.
    mutating func compileQualifiedMacro(_ name: String, _ arguments: [CELSyntax], _ syntax: CELSyntax) -> Typed? {
        switch (name, arguments.count) {
        case ("cel.bind", 3):
            guard case .name(let variable) = arguments[0].kind else {
                return report("syntax", "`cel.bind` wants the name of a variable here", arguments[0].range)
            }
            let value = compile(arguments[1])
            return withLocals([(variable, value.type)]) { compiler, indices in
                let body = compiler.compile(arguments[2])
                return Typed(node: BindNode(local: indices[0], value.node, body.node), type: body.type)
            }
        case ("cel.bind", let count):
            return report(
                "argument", "`cel.bind` takes 3 arguments, not \(count)", syntax.range,
                help: "write `cel.bind(name, value, expression)`")
        case ("cel.block", 2):
            guard case .list(let elements) = arguments[0].kind else { return nil }
            return block(elements.map(\.value)[...], 0, arguments[1])
        case ("cel.index", 1), ("cel.iterVar", 2):
            guard let generated = Self.generatedName(name, arguments), let local = local(generated) else { return nil }
            return Typed(node: LocalNode(local.index), type: local.type)
        default: return nil
        }
    }

    private mutating func block(_ values: ArraySlice<CELSyntax>, _ index: Int, _ body: CELSyntax) -> Typed {
        guard let first = values.first else { return compile(body) }
        guard index < CELParser.nestingLimit else {
            return report("too-large", "`cel.block` has too many values", first.range)
        }
        let value = compile(first)
        return withLocals([("@cel.index:\(index)", value.type)]) { compiler, indices in
            let inner = compiler.block(values.dropFirst(), index + 1, body)
            return Typed(node: BindNode(local: indices[0], value.node, inner.node), type: inner.type)
        }
    }
}
