extension CELCompiler {
    mutating func compileCall(_ word: CELSyntax.Word, _ arguments: [CELSyntax], _ syntax: CELSyntax) -> Typed {
        if word.text == "has" { return compileHas(arguments, syntax) }
        guard let function = declarations.library.function(word.text) else {
            for argument in arguments { _ = compile(argument) }
            let methodHelp = declarations.library.method(word.text).map { "write `value.\($0.name)(…)`" }
            return report(
                "unknown-function", "there is no function `\(word.text)`", word.range,
                help: methodHelp ?? declarations.library.advice(word.text)
                    ?? nearest(to: word.text, in: declarations.library.functionNames + ["has"])
                    .map { "did you mean `\($0)`?" })
        }
        return call(function, receiver: nil, arguments, word, syntax)
    }

    mutating func compileMethod(
        _ target: CELSyntax, _ word: CELSyntax.Word, _ arguments: [CELSyntax], _ syntax: CELSyntax
    ) -> Typed {
        if let root = target.root, local(root) == nil, declarations.variable(root) == nil, let path = target.path {
            let name = (path + [word.text]).joined(separator: ".")
            if let special = compileQualifiedMacro(name, arguments, syntax) { return special }
            if let function = declarations.library.function(name) {
                return call(function, receiver: nil, arguments, word, syntax)
            }
            if path.count == 1, declarations.library.isNamespace(path[0]) {
                compileForMistakes(arguments)
                let names = declarations.library.functionNames.filter { $0.hasPrefix(path[0] + ".") }
                return report(
                    "unknown-function", "there is no function `\(name)`", word.range,
                    help: declarations.library.advice(name) ?? declarations.library.advice(word.text)
                        ?? nearest(to: name, in: names).map { "did you mean `\($0)`?" })
            }
            if let help = declarations.library.advice(name) {
                for argument in arguments { _ = compile(argument) }
                return report(
                    "unknown-function", "there is no function `\(name)`",
                    target.range.lowerBound..<word.range.upperBound, help: help)
            }
        }
        if let macro = compileMacro(target, word, arguments, syntax) { return macro }
        let receiver = compile(target)
        if case .native(let type) = receiver.type {
            return nativeCall(receiver, type, target, word, arguments, syntax)
        }
        guard let function = declarations.library.method(word.text) else {
            compileForMistakes(arguments)
            let functionHelp = declarations.library.function(word.text).map { "write `\($0.name)(value…)`" }
            return report(
                "unknown-function", "there is no method `\(word.text)`", word.range,
                help: functionHelp ?? declarations.library.advice(word.text)
                    ?? nearest(to: word.text, in: declarations.library.methodNames + Self.macroNames)
                    .map { "did you mean `\($0)`?" })
        }
        return call(function, receiver: (receiver, target), arguments, word, syntax)
    }

    /// Compiles the arguments of an unknown function to find mistakes in them. Names at the start of the list that
    /// later arguments use are treated as variables of a macro, because reporting them as unknown would be misleading.
    private mutating func compileForMistakes(_ arguments: [CELSyntax]) {
        var names: [(name: String, type: CELType)] = []
        for (index, argument) in arguments.enumerated() {
            guard case .name(let name) = argument.kind, local(name) == nil, declarations.variable(name) == nil,
                arguments[(index + 1)...].contains(where: { text($0.range).contains(name) })
            else { break }
            names.append((name, .dyn))
        }
        withLocals(names) { compiler, _ in
            for argument in arguments.dropFirst(names.count) { _ = compiler.compile(argument) }
        }
    }

    private mutating func nativeCall(
        _ receiver: Typed, _ type: CELNativeType, _ target: CELSyntax, _ word: CELSyntax.Word,
        _ arguments: [CELSyntax], _ syntax: CELSyntax
    ) -> Typed {
        let typed = arguments.map { compile($0) }
        let candidates = type.methods.filter { $0.name == word.text }
        guard !candidates.isEmpty else {
            if let function = declarations.library.method(word.text), type.isOpen || function.name == "size" {
                if let refusal = refuseCount(
                    function.overloads, isVariadic: function.isVariadic, arguments.count + 1, word, receivers: 1)
                {
                    return refusal
                }
                return finish(function, [receiver] + typed, [target] + arguments, word, syntax, .dyn)
            }
            return report(
                "unknown-function", "`\(text(target.range))` has no method `\(word.text)`", word.range,
                help: memberHelp(type, target, word, arguments)
                    ?? nearest(to: word.text, in: type.methods.map(\.name)).map { "did you mean `\($0)`?" })
        }
        let overloads = candidates.map { CELFunction.Overload($0.parameters, $0.result) }
        if let refusal = refuseCount(overloads, isVariadic: false, typed.count, word) { return refusal }
        let result = check(overloads, isVariadic: false, typed, arguments, word)
        return Typed(
            node: NativeCallNode(receiver.node, word.text, typed.map(\.node), range: syntax.range), type: result)
    }

    private mutating func call(
        _ function: CELFunction, receiver: (Typed, CELSyntax)?, _ arguments: [CELSyntax], _ word: CELSyntax.Word,
        _ syntax: CELSyntax
    ) -> Typed {
        var typed = arguments.map { compile($0) }
        var sources = arguments
        if let (value, source) = receiver {
            typed.insert(value, at: 0)
            sources.insert(source, at: 0)
        }
        let receivers = receiver == nil ? 0 : 1
        let refusal = refuseCount(
            function.overloads, isVariadic: function.isVariadic, typed.count, word,
            name: receiver == nil ? function.name : nil, receivers: receivers)
        if let refusal { return refusal }
        let result = check(
            function.overloads, isVariadic: function.isVariadic, typed, sources, word, help: function.help)
        return finish(function, typed, sources, word, syntax, result)
    }

    private mutating func finish(
        _ function: CELFunction, _ typed: [Typed], _ sources: [CELSyntax], _ word: CELSyntax.Word,
        _ syntax: CELSyntax, _ result: CELType
    ) -> Typed {
        var body = function.body
        if !function.isPure { isPure = false }
        if let prepare = function.prepare {
            do throws(CELArgumentDiagnostic) {
                body = try prepare(typed.map(\.constant)) ?? body
            } catch {
                report("argument", error.message, place(of: error, sources) ?? word.range, help: error.help)
            }
        }
        let range = syntax.range
        let isCostly = function.isCostly
        let node: any CELNode
        switch body {
        case .unary(let body) where typed.count == 1:
            node = UnaryCallNode(body, typed[0].node, isCostly: isCostly, range: range)
        case .binary(let body) where typed.count == 2:
            node = BinaryCallNode(body, typed[0].node, typed[1].node, isCostly: isCostly, range: range)
        case .any(let body):
            node = CallNode(
                { values, _ throws(CELError) in try body(values) }, typed.map(\.node), isCostly: isCostly, range: range)
        case .gathering(let body):
            node = CallNode(
                { values, _ throws(CELError) in try body(values) }, typed.map(\.node), isCostly: isCostly,
                keepsTaint: true, range: range)
        case .metered(let body): node = CallNode(body, typed.map(\.node), isCostly: isCostly, range: range)
        case .contextual(let body): node = ContextualCallNode(body, typed.map(\.node), range: range)
        default: return argumentCount(function.overloads, isVariadic: function.isVariadic, typed.count, word)
        }
        return Typed(node: node, type: result)
    }

    /// The range of the wrong part of the argument; the whole argument if it is not a single literal.
    private func place(of diagnostic: CELArgumentDiagnostic, _ sources: [CELSyntax]) -> Range<Int>? {
        guard sources.indices.contains(diagnostic.position) else { return nil }
        let source = sources[diagnostic.position].range
        return diagnostic.part.flatMap { CELStringLiteral.place(of: $0, in: bytes, literal: source) } ?? source
    }

    /// The help for `response.json()` and `response.headers.get("etag")`: methods elsewhere, members here.
    private func memberHelp(
        _ type: CELNativeType, _ target: CELSyntax, _ word: CELSyntax.Word, _ arguments: [CELSyntax]
    ) -> String? {
        guard arguments.isEmpty else { return nil }
        let owner = text(target.range)
        if type.position(of: word.text) != nil {
            return "`\(word.text)` is no method: write `\(owner).\(word.text)`"
        }
        return type.synonyms[word.text].map { "write `\(owner).\($0)`" }
    }

    private mutating func compileHas(_ arguments: [CELSyntax], _ syntax: CELSyntax) -> Typed {
        guard arguments.count == 1, case .select(let operand, let member, _) = arguments[0].kind else {
            var help: String?
            if case .name(let name)? = arguments.first?.kind {
                help = "write `has(vars.\(name))`"
            } else {
                for argument in arguments { _ = compile(argument) }
            }
            if case .index(let operand, let key, _)? = arguments.first?.kind {
                help = "write `\(text(key.range)) in \(text(operand.range))`"
            }
            return report("wrong-type", "`has` asks for a member, like `has(a.b)`", syntax.range, help: help)
        }
        if let path = referencePath(arguments[0]) { refer(to: path) }
        let target = compile(operand, isLink: true, isAsked: true)
        return Typed(node: HasNode(target.node, member.text, range: member.range), type: .bool)
    }
}
