/// `<` and its like: JavaScript's, which converts, and that of chai, which does not.
extension ScriptEvaluator {
    /// `<`, `<=`, `>`, `>=`; undefined is in no order with anything.
    func ordered(
        _ sign: String, _ left: ScriptValue, _ right: ScriptValue, converts: Bool = true
    ) throws(ScriptLoss) -> ScriptValue {
        let flipped = ["<": ">", "<=": ">=", ">": "<", ">=": "<="][sign] ?? sign
        switch (left, right) {
        case (.string(let first), .string(let second)): return .boolean(Self.holds(sign, first, second))
        case (.term, .string), (.string, .term): break
        case (.term(let term), .number(let number)) where term.subject == .duration:
            let limit = CELText("duration(\"\(CELText.number(number))ms\")")
            return fact(
                .binary(sign, CELText("response.duration"), limit), nil, term,
                checks: check(.duration, Self.words[sign], .number(CELText.number(number))))
        case (.number, .term), (.moment, .term): return try ordered(flipped, right, left, converts: converts)
        case (.moment(let first, _), .moment(let second, _)):
            return fact(.binary(sign, first.cel, second.cel), nil, first, second)
        case (.term(let first), .moment(let second, _)) where first.instant != nil:
            return fact(.binary(sign, first.instant?.time ?? first.cel, second.cel), nil, first, second)
        case (.term(let first), .term(let second)):
            if let one = first.instant, let two = second.instant, one.unit == two.unit {
                return fact(.binary(sign, one.time, two.time), nil, first, second)
            }
        default: break
        }
        if case .term(let term) = left, case .number = right, term.characters != nil {
            return try ordered(sign, term.compared(sign, with: right), self.term(right), right)
        }
        if converts {
            var result = try orderedAsTextsOrNumbers(sign, left, right)
            for case .term(let term) in [left, right] { result = guarded(result, term, whereMissing: false) }
            return result
        }
        guard case .term(let one) = left else {
            guard case .term = right else {
                guard case .number(let one) = left, case .number(let two) = right else {
                    throw ScriptLoss("Values without an order are compared.")
                }
                return .boolean(Self.holds(sign, one, two))
            }
            return try ordered(flipped, right, left, converts: converts)
        }
        if case .number(let number) = right, number.isNaN { return .boolean(false) }
        return ordered(sign, one, try term(right), right)
    }

    /// ECMA-262, 7.2.13: two texts by their characters, all else as numbers.
    private func orderedAsTextsOrNumbers(_ sign: String, _ left: ScriptValue, _ right: ScriptValue) throws(ScriptLoss)
        -> ScriptValue
    {
        if isText(left), isText(right) {
            let (one, two) = (try term(left), try term(right))
            return fact(.binary(sign, one.cel, two.cel), nil, one, two)
        }
        let numbers = (try number(left), try number(right))
        let asNumbers: ScriptValue
        switch numbers {
        case (.number(let one), .number(let two)): asNumbers = .boolean(Self.holds(sign, one, two))
        case (.number(let number), _) where number.isNaN, (_, .number(let number)) where number.isNaN:
            asNumbers = .boolean(false)
        default:
            let (one, two) = (try term(numbers.0), try term(numbers.1))
            asNumbers = fact(
                .binary(sign, one.cel, two.cel), nil, one, two,
                checks: one.isConverted ? [] : check(one.subject, Self.words[sign], try imported(numbers.1)))
        }
        guard mayBeText(left), mayBeText(right) else { return asNumbers }
        let (one, two) = (try term(left), try term(right))
        let areTexts = [one, two].filter { $0.type != .string }.map { term in
            CELText.binary("==", .call("type", term.value), CELText("string"))
        }
        let test = areTexts.dropFirst().reduce(areTexts[0]) { .binary("&&", $0, $1) }
        let numbersTerm = try term(asNumbers)
        return fact(
            .conditional(test, .binary(sign, one.cel, two.cel), numbersTerm.cel), nil, one, two, numbersTerm)
    }

    private func mayBeText(_ value: ScriptValue) -> Bool { isText(value) || isUnknown(value) }

    private func ordered(
        _ sign: String, _ left: ScriptTerm, _ right: ScriptTerm, _ value: ScriptValue
    ) -> ScriptValue {
        let operand = (try? imported(value)) ?? .text(ImportText(expression: right.value.text))
        return guarded(
            fact(
                .binary(sign, left.cel, right.cel), nil, left, right,
                checks: check(left.subject, Self.words[sign], operand)), left, whereMissing: false)
    }

    func isUnknown(_ value: ScriptValue) -> Bool {
        if case .term(let term) = value { term.type == .unknown } else { false }
    }

    private static let words: [String: ImportedOperator.Name] = ["<": .lt, "<=": .lte, ">": .gt, ">=": .gte]

    private static func holds<Value: Comparable>(_ sign: String, _ left: Value, _ right: Value) -> Bool {
        switch sign {
        case "<": left < right
        case "<=": left <= right
        case ">": left > right
        default: left >= right
        }
    }
}
