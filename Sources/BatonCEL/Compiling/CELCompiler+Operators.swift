extension CELCompiler {
    mutating func compileLogic(_ operands: [CELSyntax], deciding: Bool) -> Typed {
        var nodes: [any CELNode] = []
        for operand in operands {
            let typed = compile(operand)
            requireBool(typed, operand, deciding ? "`||` works on" : "`&&` works on")
            nodes.append(typed.node)
        }
        return Typed(node: LogicNode(nodes, ranges: operands.map(\.range), deciding: deciding), type: .bool)
    }

    mutating func requireBool(_ typed: Typed, _ syntax: CELSyntax, _ what: String) {
        if case .bool = typed.type { return }
        if case .dyn = typed.type { return }
        report("wrong-type", "\(what) bool, not \(typed.type)", syntax.range)
    }

    mutating func compileConditional(
        _ condition: CELSyntax, _ first: CELSyntax, _ second: CELSyntax, _ range: Range<Int>
    ) -> Typed {
        let decision = compile(condition)
        requireBool(decision, condition, "a condition is")
        let one = compile(first)
        let other = compile(second)
        return Typed(
            node: ConditionalNode(decision.node, one.node, other.node, range: condition.range),
            type: one.type == other.type ? one.type : .dyn)
    }

    mutating func compileUnary(_ sign: CELSyntax.Unary, _ operand: CELSyntax, _ range: Range<Int>) -> Typed {
        let typed = compile(operand)
        switch sign {
        case .not:
            requireBool(typed, operand, "`!` works on")
            return Typed(node: NotNode(typed.node, range: range), type: .bool)
        case .negative:
            switch typed.type {
            case .int, .double, .dyn: break
            default: report("wrong-type", "`-` does not negate \(typed.type)", operand.range)
            }
            return Typed(node: NegativeNode(typed.node, range: range), type: typed.type)
        }
    }

    mutating func compileBinary(
        _ operation: CELSyntax.Binary, _ left: CELSyntax, _ right: CELSyntax, _ range: Range<Int>
    ) -> Typed {
        if operation == .minus, let mistake = refuseDashedName(left, right, range) { return mistake }
        let one = compile(left)
        let other = compile(right)
        switch operation {
        case .equal, .unequal:
            checkEquality(one, other, left, right, range)
            return Typed(
                node: EqualityNode(one.node, other.node, isNegated: operation == .unequal, range: range), type: .bool)
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            checkOrder(operation, one, other, left, right, range)
            return Typed(node: OrderNode(one.node, other.node, operation, range: range), type: .bool)
        case .isIn:
            checkMembership(one, other, left, right, range)
            return Typed(node: MembershipNode(one.node, other.node, range: range), type: .bool)
        case .plus, .minus, .times, .divided, .modulo:
            let type = OperatorTypes.arithmetic(operation, one.type, other.type)
            if type == nil {
                report(
                    "wrong-type", "`\(operation.text)` does not work on \(one.type) and \(other.type)", range,
                    help: joinHelp(operation, one, other, left, right))
            }
            return Typed(
                node: ArithmeticNode(one.node, other.node, operation, range: range), type: type ?? .dyn)
        }
    }

    /// Reports `response.headers.content-type`: a subtraction of an unknown name was probably meant as one name.
    private mutating func refuseDashedName(_ left: CELSyntax, _ right: CELSyntax, _ range: Range<Int>) -> Typed? {
        guard case .name(let last) = right.kind, left.range.upperBound + 1 == right.range.lowerBound else { return nil }
        var parts = [last]
        var operand = left
        while case .binary(.minus, let inner, let word) = operand.kind, case .name(let part) = word.kind,
            inner.range.upperBound + 1 == word.range.lowerBound
        {
            parts.append(part)
            operand = inner
        }
        guard case .select(let owner, let member, _) = operand.kind,
            let unknown = parts.last(where: { local($0) == nil && declarations.variable($0) == nil })
        else { return nil }
        _ = compile(owner)
        let name = ([member.text] + parts.reversed()).joined(separator: "-")
        return report(
            "unknown-name", "nothing here is named `\(unknown)`", range,
            help: "a name with `-` stands in brackets: `\(text(owner.range))[\"\(name)\"]`")
    }

    private func joinHelp(
        _ operation: CELSyntax.Binary, _ one: Typed, _ other: Typed, _ left: CELSyntax, _ right: CELSyntax
    ) -> String? {
        if let help = momentHelp(operation, one, other, left) { return help }
        guard operation == .plus else { return nil }
        for (digits, number, source) in [(one, other, right), (other, one, left)] where number.type.isNumeric {
            guard let content = digits.constant?.stringValue, Double(content) != nil else { continue }
            return "for the sum write `\(content)`, without quotes; for a text `string(\(text(source.range)))`"
        }
        if case .string = one.type { return "write `string(\(text(right.range)))`" }
        if case .string = other.type { return "write `string(\(text(left.range)))`" }
        return nil
    }

    private mutating func checkEquality(
        _ one: Typed, _ other: Typed, _ left: CELSyntax, _ right: CELSyntax, _ range: Range<Int>
    ) {
        if one.type == .null || other.type == .null || one.type.mayBe(other.type) { return }
        report(
            "wrong-type",
            "`\(text(left.range))` is \(one.type) and `\(text(right.range))` is \(other.type): they are never equal",
            range,
            help: timeHelp(one, other, left, right) ?? quoteHelp(one, other) ?? quoteHelp(other, one)
                ?? textHelp(one, other) ?? textHelp(other, one)
                ?? unitHelp(one, other) ?? unitHelp(other, one) ?? typeHelp(one, other) ?? typeHelp(other, one))
    }

    /// The help for `process.env.PORT == 8080`: the number needs quotes.
    private func textHelp(_ text: Typed, _ literal: Typed) -> String? {
        guard case .string = text.type, text.constant == nil, literal.type.isNumeric, let number = literal.constant
        else { return nil }
        return "write the text `\"\(number.brief)\"`, in quotes, or `int(text)` for the number in a text"
    }

    /// The help for `response.duration < 500`: the number needs a unit.
    private func unitHelp(_ duration: Typed, _ literal: Typed) -> String? {
        guard duration.type == .duration, literal.type.isNumeric, let number = literal.constant else { return nil }
        return "a duration has a unit: `duration(\"\(number.brief)ms\")`"
    }

    /// The help for `type(x) == "string"`: types are not texts.
    private func typeHelp(_ type: Typed, _ literal: Typed) -> String? {
        guard type.type == .type, let name = literal.constant?.stringValue else { return nil }
        let here =
            switch name {
            case "number": "double"
            case "integer": "int"
            case "boolean": "bool"
            case "array": "list"
            case "object": "map"
            case "null": "null_type"
            default: name
            }
        return CELTypeName.builtIn.contains(here) ? "a type has no quotes: write `\(here)`" : nil
    }

    /// The help for `response.status == "200"`: the quotes are the mistake.
    private func quoteHelp(_ number: Typed, _ literal: Typed) -> String? {
        guard number.type.isNumeric, case .string(let text)? = literal.constant?.kind else {
            if case .duration = number.type, case .string(let text)? = literal.constant?.kind {
                return "write `duration(\"\(text)\")`"
            }
            if case .timestamp = number.type, case .string(let text)? = literal.constant?.kind {
                return "write `timestamp(\"\(text)\")`"
            }
            return nil
        }
        return Double(text) != nil ? "write `\(text)`, without quotes" : nil
    }

    private mutating func checkOrder(
        _ operation: CELSyntax.Binary, _ one: Typed, _ other: Typed, _ left: CELSyntax, _ right: CELSyntax,
        _ range: Range<Int>
    ) {
        if OperatorTypes.haveOrder(one.type, other.type) { return }
        let help =
            one.type == .bool && isComparison(left)
            ? "join two comparisons by `&&`"
            : timeHelp(one, other, left, right) ?? quoteHelp(one, other) ?? quoteHelp(other, one)
                ?? unitHelp(one, other) ?? unitHelp(other, one)
        report(
            "wrong-type", "`\(operation.text)` does not order \(one.type) and \(other.type)", range, help: help)
    }

    private func isComparison(_ syntax: CELSyntax) -> Bool {
        if case .binary(let operation, _, _) = syntax.kind {
            return [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(operation)
        }
        return false
    }

    private mutating func checkMembership(
        _ one: Typed, _ other: Typed, _ left: CELSyntax, _ right: CELSyntax, _ range: Range<Int>
    ) {
        switch other.type {
        case .dyn, .native: break
        case .list(let element):
            if one.type != .null, element != .null, !one.type.mayBe(element) {
                report(
                    "wrong-type", "a list of \(element) never holds \(one.type)", range,
                    help: other.constant?.elements?.first.flatMap {
                        quoteHelp(one, Typed(node: ConstantNode($0), type: $0.staticType, constant: $0))
                    })
            }
        case .map(let key, _):
            if !one.type.mayBe(key) { report("wrong-type", "the keys of the map are never \(one.type)", range) }
        default:
            let help = other.type == .string ? "write `\(text(right.range)).contains(\(text(left.range)))`" : nil
            report("wrong-type", "`in` looks into a list or map, not \(other.type)", right.range, help: help)
        }
    }

    mutating func compileList(_ elements: [CELSyntax.Element], _ range: Range<Int>) -> Typed {
        let typed = elements.map { compile($0.value) }
        let optionals = Set(elements.indices.filter { elements[$0].isOptional })
        if optionals.isEmpty {
            let constants = typed.compactMap(\.constant)
            if constants.count == typed.count { return Self.constant(CELValue(.list(constants))) }
        }
        let type = optionals.isEmpty ? Self.common(typed.map(\.type)) : .dyn
        return Typed(node: ListNode(typed.map(\.node), optionals: optionals, range: range), type: .list(type))
    }

    static func common(_ types: [CELType]) -> CELType {
        guard let first = types.first, types.allSatisfy({ $0 == first }) else { return .dyn }
        return first
    }

    mutating func compileMap(_ entries: [CELSyntax.Entry], _ range: Range<Int>) -> Typed {
        let keys = entries.map { compile($0.key) }
        let values = entries.map { compile($0.value) }
        for (key, entry) in zip(keys, entries) {
            switch key.type {
            case .bool, .int, .uint, .string, .dyn: break
            default:
                report(
                    "wrong-type", "a key of a map is a string, int, uint or bool, not \(key.type)", entry.key.range)
            }
        }
        let optionals = Set(entries.indices.filter { entries[$0].isOptional })
        let node = MapNode(keys: keys.map(\.node), values: values.map(\.node), optionals: optionals, range: range)
        return Typed(
            node: node,
            type: .map(
                Self.common(keys.map(\.type)), optionals.isEmpty ? Self.common(values.map(\.type)) : .dyn))
    }
}

/// The result types of operators, by the known types of their operands.
enum OperatorTypes {
    /// The type of the result; nil if values of these types cannot be operands.
    static func arithmetic(_ operation: CELSyntax.Binary, _ left: CELType, _ right: CELType) -> CELType? {
        switch (left, right) {
        case (.dyn, .dyn): return .dyn
        case (.dyn, let known), (let known, .dyn): return withUnknown(operation, known) ? .dyn : nil
        case (.double, _) where right.isNumeric, (_, .double) where left.isNumeric:
            return operation == .modulo ? nil : .double
        case (.uint, .uint): return .uint
        case (_, _) where left.isNumeric && right.isNumeric: return .int
        case (.string, .string): return operation == .plus ? .string : nil
        case (.bytes, .bytes): return operation == .plus ? .bytes : nil
        case (.list(let left), .list(let right)):
            return operation == .plus ? .list(left == right ? left : .dyn) : nil
        case (.timestamp, .duration): return operation == .plus || operation == .minus ? .timestamp : nil
        case (.duration, .timestamp): return operation == .plus ? .timestamp : nil
        case (.timestamp, .timestamp): return operation == .minus ? .duration : nil
        case (.duration, .duration): return operation == .plus || operation == .minus ? .duration : nil
        default: return nil
        }
    }

    private static func withUnknown(_ operation: CELSyntax.Binary, _ known: CELType) -> Bool {
        switch known {
        case .int, .uint: true
        case .double: operation != .modulo
        case .string, .bytes, .list: operation == .plus
        case .timestamp, .duration: operation == .plus || operation == .minus
        default: false
        }
    }

    static func haveOrder(_ left: CELType, _ right: CELType) -> Bool {
        switch (left, right) {
        case (.dyn, let known), (let known, .dyn):
            switch known {
            case .null, .list, .map, .type, .optional: false
            default: true
            }
        case (.bool, .bool), (.string, .string), (.bytes, .bytes), (.timestamp, .timestamp), (.duration, .duration):
            true
        default: left.isNumeric && right.isNumeric
        }
    }
}
