import BatonImport

/// Prints a tree compactly as an S-expression: `a.b + 1` is `(+ (. a b) 1)`.
struct JavaScriptPrinter {
    static func print(_ program: JavaScriptProgram) -> String { statements(program.statements) }

    static func statements(_ statements: [JavaScriptStatement]) -> String {
        statements.map(statement).joined(separator: " ")
    }

    private static func list(_ parts: String?...) -> String {
        "(" + parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ") + ")"
    }

    static func statement(_ statement: JavaScriptStatement) -> String {
        switch statement.kind {
        case .expression(let value): expression(value)
        case .variables(let keyword, let declarators):
            list(
                keyword,
                declarators.map { list(pattern($0.pattern), $0.value.map(expression)) }.joined(separator: " "))
        case .function(_, let value): function(value, "declare")
        case .block(let body): block(body)
        case .if(let test, let then, let otherwise):
            list("if", expression(test), Self.statement(then), otherwise.map(Self.statement))
        case .forEach(let target, let isOf, let source, let body):
            list(isOf ? "for-of" : "for-in", pattern(target), expression(source), Self.statement(body))
        case .for(let start, let test, let update, let body):
            list(
                "for", start.map(Self.statement) ?? "_", test.map(expression) ?? "_", update.map(expression) ?? "_",
                Self.statement(body))
        case .while(let test, let body): list("while", expression(test), Self.statement(body))
        case .doWhile(let body, let test): list("do", Self.statement(body), expression(test))
        case .return(let value): list("return", value.map(expression))
        case .break(let label): list("break", label)
        case .continue(let label): list("continue", label)
        case .labeled(let label, let body): list("label", label, Self.statement(body))
        case .throw(let value): list("throw", expression(value))
        case .try(let body, let parameter, let handler, let finalizer):
            list(
                "try", block(body), handler.map { list("catch", parameter.map(pattern), block($0)) },
                finalizer.map { list("finally", block($0)) })
        case .switch(let value, let cases):
            list(
                "switch", expression(value),
                cases.map { list($0.test.map(expression) ?? "default", statements($0.statements)) }
                    .joined(separator: " "))
        case .empty: ";"
        }
    }

    static func block(_ body: [JavaScriptStatement]) -> String { "{" + statements(body) + "}" }

    static func function(_ function: JavaScriptFunction, _ word: String) -> String {
        let parameters = function.parameters.map(pattern) + (function.rest.map { ["..." + $0] } ?? [])
        return list(
            function.isAsync ? "async" : nil, word, function.name,
            "[" + parameters.joined(separator: " ") + "]", function.isExpression ? "=>" : nil, block(function.body))
    }

    static func expressions(_ values: [JavaScriptExpression]) -> String {
        values.map(expression).joined(separator: " ")
    }

    static func expression(_ expression: JavaScriptExpression) -> String {
        switch expression.kind {
        case .identifier(let name): name
        case .this: "this"
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .number(_, let value): "\(value)".hasSuffix(".0") ? "\("\(value)".dropLast(2))" : "\(value)"
        case .string(let text): text.debugDescription
        case .regularExpression(let pattern, let flags): "/\(pattern)/\(flags)"
        case .template(let texts, let values): list("template", template(texts, values))
        case .tagged(let tag, let texts, let values): list("tag", Self.expression(tag), template(texts, values))
        case .array(let elements):
            "[" + elements.map { $0.map(Self.expression) ?? "_" }.joined(separator: " ") + "]"
        case .object(let properties): "{" + properties.map(property).joined(separator: " ") + "}"
        case .function(let value): function(value, "function")
        case .member(let object, let name, let isOptional):
            list(isOptional ? "?." : ".", Self.expression(object), name)
        case .index(let object, let index, let isOptional):
            list(isOptional ? "?.[]" : "[]", Self.expression(object), Self.expression(index))
        case .call(let callee, let values, let isOptional):
            list(isOptional ? "?.call" : "call", Self.expression(callee), expressions(values))
        case .new(let callee, let values): list("new", Self.expression(callee), expressions(values))
        case .unary(let sign, let operand): list(sign, Self.expression(operand))
        case .update(let sign, let operand, let isPrefix):
            isPrefix ? list(sign, Self.expression(operand)) : list(Self.expression(operand), sign)
        case .binary(let sign, let left, let right): list(sign, Self.expression(left), Self.expression(right))
        case .conditional(let test, let first, let second):
            list("?", Self.expression(test), Self.expression(first), Self.expression(second))
        case .assignment(let sign, let target, let value): list(sign, pattern(target), Self.expression(value))
        case .sequence(let values): list(",", expressions(values))
        case .spread(let value): "..." + Self.expression(value)
        }
    }

    private static func template(_ texts: [String], _ values: [JavaScriptExpression]) -> String {
        var parts = [texts[0].debugDescription]
        for (text, value) in zip(texts.dropFirst(), values) { parts += [expression(value), text.debugDescription] }
        return parts.joined(separator: " ")
    }

    private static func property(_ property: JavaScriptExpression.Property) -> String {
        switch property.key {
        case .name(let name): list(name.debugDescription, expression(property.value))
        case .computed(let key): list("[" + expression(key) + "]", expression(property.value))
        case .spread: "..." + expression(property.value)
        }
    }

    static func pattern(_ pattern: JavaScriptPattern) -> String {
        switch pattern {
        case .name(let name): name
        case .expression(let value): expression(value)
        case .object(let properties, let rest):
            "{"
                + (properties.map { list($0.key.debugDescription, Self.pattern($0.pattern)) }
                + (rest.map { ["..." + $0] } ?? [])).joined(separator: " ") + "}"
        case .array(let elements, let rest):
            "["
                + (elements.map { $0.map(Self.pattern) ?? "_" } + (rest.map { ["..." + $0] } ?? []))
                .joined(separator: " ") + "]"
        case .withDefault(let target, let value): list("default", Self.pattern(target), expression(value))
        }
    }
}
