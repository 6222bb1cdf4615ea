/// Comparisons: conditions in CEL, and what says the same as a check.
extension ScriptEvaluator {
    // MARK: Equality

    /// `===`, and chai's `equal`.
    func strictEquals(_ left: ScriptValue, _ right: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        if let typed = try typeNameEquals(left, right) { return typed }
        switch (left, right) {
        case (.object(let first), .object(let second)): return .boolean(first == second)
        case (.object(let index), .term), (.term, .object(let index)):
            if case .term = content(index) { return try equals(left, right) }
            return .boolean(false)
        case (.moment, .moment):
            throw ScriptLoss("Two dates are compared as objects, not by their times.", "Compare their `getTime()`.")
        case (.term(let first), .term(let second)) where first.cel != second.cel:
            if isObject(first) || isObject(second) { return .boolean(false) }
            let same = try equals(left, right)
            guard first.type == .unknown, second.type == .unknown, first.variable == nil, second.variable == nil else {
                return same
            }
            // Two objects are two things, whatever is in them.
            return try logical(
                "&&", same, negated(typeFact(first, ["list", "map"], ["array", "object"], [.list, .map])))
        default: return try equals(left, right)
        }
    }

    private func isObject(_ term: ScriptTerm) -> Bool {
        term.optional == nil && (term.type == .list || term.type == .map)
    }

    /// chai's `eql`: objects and lists by what is in them.
    func deepEquals(_ left: ScriptValue, _ right: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        if let typed = try typeNameEquals(left, right) { return typed }
        return try equals(left, right)
    }

    private func equals(_ left: ScriptValue, _ right: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        try refuseUncertain(left)
        try refuseUncertain(right)
        if let folded = Self.folded(left, right) { return .boolean(folded) }
        switch (left, right) {
        case (.moment, .moment): break
        case (.moment, .lost(let loss)), (.lost(let loss), .moment): throw loss
        // A date is neither a text nor a number.
        case (.moment, _), (_, .moment): return .boolean(false)
        default: break
        }
        guard case .term(let first) = left else {
            if case .term = right { return try equals(right, left) }
            let (one, two) = (try term(left), try term(right))
            if one.cel == two.cel { return .boolean(true) }
            return fact(.binary("==", one.value, two.value), .binary("!=", one.value, two.value), one, two)
        }
        if case .term(let second) = right, first.subject == nil, second.subject != nil {
            return equals(second, first, left)
        }
        switch right {
        case .undefined: return try isUndefined(first)
        case .null: return try isNull(first)
        default: return equals(first.compared("==", with: right), try term(right), right)
        }
    }

    private func equals(_ first: ScriptTerm, _ second: ScriptTerm, _ right: ScriptValue) -> ScriptValue {
        if first.subject == .reason { return reasonEquals(first, right) }
        if isUndefinedSomewhere(first) {
            return guarded(equals(unguarded(first), second, right), first, whereMissing: false)
        }
        if let pick = first.pick, case .string(let text) = right, text.utf16.count == 1 {
            let isText = CELText.binary("==", .call("type", pick.owner), CELText("string"))
            let character = pick.owner.method("charAt", pick.position)
            let value = CELText.conditional(isText, character, first.value)
            return fact(.binary("==", value, second.cel), nil, first, second)
        }
        if case .boolean(let flag) = right, first.type == .boolean, first.optional == nil {
            return .term(flag ? first : negated(first))
        }
        if Self.differ(first, second) { return .boolean(false) }
        if first.cel == second.cel, !first.isVolatile { return .boolean(true) }
        if let lists = exactLists(first, second, right) { return lists }
        // Undefined and null are two values.
        let areExact = first.mayBeNothing && second.mayBeNothing && (first.exact != nil || second.exact != nil)
        let (one, two) = areExact ? (first.exactly, second.exactly) : (first.value, second.value)
        let expected = (try? imported(right)) ?? .text(ImportText(expression: second.value.text))
        return fact(
            .binary("==", one, two), .binary("!=", one, two), first, second,
            checks: areExact ? [] : check(first.subject, .eq, expected, isTyped: second.type != .unknown),
            opposite: first.isAlwaysThere ? check(first.subject, .ne, expected, isTyped: second.type != .unknown) : [])
    }

    /// Lists with elements that may be undefined, beside what may have null in the same place.
    private func exactLists(_ first: ScriptTerm, _ second: ScriptTerm, _ right: ScriptValue) -> ScriptValue? {
        guard first.exactElements != nil || second.exactElements != nil else { return nil }
        if let elements = elementsOf(right),
            elements.allSatisfy({ element in
                switch element {
                case .boolean, .number, .string: true
                default: false
                }
            })
        {
            return nil
        }
        func exact(_ list: ScriptTerm) -> CELText {
            list.exactElements ?? list.cel.method("map", "x", "optional.of(x)")
        }
        return fact(.binary("==", exact(first), exact(second)), nil, first, second)
    }

    /// Constants of which each is its own value.
    private static func folded(_ left: ScriptValue, _ right: ScriptValue) -> Bool? {
        switch (left, right) {
        case (.undefined, .undefined), (.null, .null): true
        case (.boolean(let first), .boolean(let second)): first == second
        case (.number(let first), .number(let second)): first == second
        case (.string(let first), .string(let second)): first == second
        case (.host(let first), .host(let second)): first == second
        case (.term, _), (_, .term), (.object, _), (_, .object), (.lost, _), (_, .lost), (.moment, _), (_, .moment),
            (.digest, _), (_, .digest), (.typeName, _), (_, .typeName), (.expectation, _), (_, .expectation):
            nil
        default: false
        }
    }

    /// Whether values of two known types are never equal, also where one of them is missing.
    private static func differ(_ first: ScriptTerm, _ second: ScriptTerm) -> Bool {
        guard first.type != .unknown, second.type != .unknown else { return false }
        if first.type == .null || second.type == .null, first.optional != nil || second.optional != nil { return false }
        return first.type != second.type && !(first.type.isNumber && second.type.isNumber)
    }

    /// `==`, which converts.
    func looseEquals(_ left: ScriptValue, _ right: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        if let typed = try typeNameEquals(left, right) { return typed }
        guard case .term(let term) = left else {
            if case .term = right { return try looseEquals(right, left) }
            return try looseConstants(left, right)
        }
        switch right {
        case .undefined, .null: return .term(nullish(term))
        case .number where term.type == .string: return try strictEquals(number(left), right)
        case .number(let number):
            let text = ScriptValue.string(CELText.number(number))
            return try looseEquals(term, right, alternatives: [right, text] + Self.kin(of: number))
        case .string(let text):
            guard text.isEmpty || Double(text).map(CELText.number) == text else { return try strictEquals(left, right) }
            let number = Double(text) ?? 0
            let kin = Self.kin(of: number).filter { if case .boolean = $0 { true } else { false } }
            return try looseEquals(term, right, alternatives: [right, .number(number)] + kin)
        case .boolean(let flag):
            let alternatives: [ScriptValue] =
                flag ? [right, .number(1), .string("1")] : [right, .number(0), .string("0"), .string("")]
            return try looseEquals(term, right, alternatives: alternatives)
        case .term(let other):
            if term.type == other.type, term.type != .unknown { return try strictEquals(left, right) }
            let texts = [term, other].map { $0.type == .string ? $0.cel : CELText.call("string", $0.cel) }
            // True and "true" are not equal.
            let same = [term, other].filter { $0.type == .unknown }.reversed().reduce(
                CELText.binary("==", texts[0], texts[1])
            ) { .binary("&&", .binary("!=", .call("type", $1.value), CELText("bool")), $0) }
            let isPlain = term.type != .unknown || other.type != .unknown
            return fact(isPlain ? same : .binary("||", .binary("==", term.value, other.value), same), nil, term, other)
        default: return try strictEquals(left, right)
        }
    }

    /// What JavaScript takes for 0 and 1 as well.
    private static func kin(of number: Double) -> [ScriptValue] {
        switch number {
        case 0: [.string(""), .boolean(false)]
        case 1: [.boolean(true)]
        default: []
        }
    }

    private func looseConstants(_ left: ScriptValue, _ right: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        switch (left, right) {
        case (.undefined, .null), (.null, .undefined): return .boolean(true)
        case (.number, .string), (.string, .number), (.boolean, _), (_, .boolean):
            guard case .number(let first) = try number(left), case .number(let second) = try number(right) else {
                return .boolean(false)
            }
            return .boolean(first == second)
        default: return try strictEquals(left, right)
        }
    }

    private func looseEquals(
        _ term: ScriptTerm, _ right: ScriptValue, alternatives: [ScriptValue]
    ) throws(ScriptLoss) -> ScriptValue {
        if term.type != .unknown {
            for alternative in alternatives {
                let type = try self.term(alternative).type
                if type == term.type || type.isNumber && term.type.isNumber {
                    return try strictEquals(.term(term), alternative)
                }
            }
            return .boolean(false)
        }
        return try oneOf(.term(term), alternatives)
    }

    /// Whether the value is one of a list of constants.
    func oneOf(_ value: ScriptValue, _ list: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        guard case .term(let term) = value else {
            var result = ScriptValue.boolean(false)
            for element in list { result = try logical("||", result, strictEquals(value, element)) }
            return result
        }
        if isUndefinedSomewhere(term) {
            return guarded(try oneOf(.term(unguarded(term)), list), term, whereMissing: false)
        }
        var possible: [ScriptValue] = []
        for element in list where !Self.differ(term, try self.term(element)) { possible.append(element) }
        if possible.count == 1 { return try strictEquals(value, possible[0]) }
        if possible.isEmpty { return .boolean(false) }
        let elements = try listTerm(possible)
        let isIn = CELText.binary("in", term.value, elements.cel)
        let values = ImportedValue.list(try possible.map { (element) throws(ScriptLoss) in try imported(element) })
        return fact(
            isIn, nil, term, elements, checks: check(term.subject, .in, values),
            opposite: term.isAlwaysThere ? check(term.subject, .notIn, values) : [])
    }

    // MARK: Nothing

    /// A variable of a workflow has null for undefined.
    private func refuseUnsure(_ term: ScriptTerm) throws(ScriptLoss) {
        guard let variable = term.variable, term.exact == nil, names.nullable.contains(term.cel.text) else { return }
        throw ScriptLoss(
            "`\(variable)` may be null as well as undefined, and a workflow has null for both.",
            "Compare with `null` where either is meant.")
    }

    func isUndefined(_ term: ScriptTerm) throws(ScriptLoss) -> ScriptValue {
        try refuseUnsure(term)
        if let sized = term.sized {
            return fact(.binary("==", .call("type", sized.cel), CELText("map")), nil, term)
        }
        if isUndefinedSomewhere(term) { return guarded(try isUndefined(unguarded(term)), term, whereMissing: true) }
        guard let optional = term.exact else {
            if term.type != .unknown { return .boolean(false) }
            if case .path? = term.subject { return .boolean(false) }
            return .term(nullish(term))
        }
        let there = optional.method("hasValue")
        return fact(
            .not(there), there, term, checks: term.isTopMember ? check(term.subject, .exists, .boolean(false)) : [],
            opposite: check(term.subject, .exists, .boolean(true)))
    }

    private func isNull(_ term: ScriptTerm) throws(ScriptLoss) -> ScriptValue {
        try refuseUnsure(term)
        if let nothing = term.nothing { return fact(nothing, nil, term) }
        // A variable that nothing has made null is undefined where it has no value.
        if term.variable != nil, term.exact == nil { return .boolean(false) }
        if isUndefinedSomewhere(term) { return guarded(try isNull(unguarded(term)), term, whereMissing: false) }
        let null = CELText("null")
        let checks = check(term.subject, .eq, .null)
        if term.type != .unknown, term.type != .null, term.optional == nil { return .boolean(false) }
        guard let optional = term.exact else {
            return fact(.binary("==", term.cel, null), .binary("!=", term.cel, null), term, checks: checks)
        }
        let of = CELText("optional.of(null)")
        return fact(.binary("==", optional, of), .binary("!=", optional, of), term, checks: checks)
    }

    /// Null or undefined.
    func isNullish(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        try refuseUncertain(value)
        return switch value {
        case .undefined, .null: .boolean(true)
        case .term(let term):
            term.optional == nil && term.type != .unknown && term.type != .null ? .boolean(false) : .term(nullish(term))
        case .lost(let loss): throw loss
        default: .boolean(false)
        }
    }

    private func nullish(_ term: ScriptTerm) -> ScriptTerm {
        if let nothing = term.nothing { return ScriptTerm(nothing, .boolean, reads: term.reads) }
        if isUndefinedSomewhere(term),
            case .term(let fact) = guarded(.term(nullish(unguarded(term))), term, whereMissing: true)
        {
            return fact
        }
        let null = CELText("null")
        var result = ScriptTerm(.binary("==", term.value, null), .boolean, reads: term.reads)
        result.denies = [term.cel.text]
        result.opposite = .binary("!=", term.value, null)
        result.oppositeChecks = check(term.subject, .ne, .null)
        return result
    }

    // MARK: What the comparisons give

    func fact(
        _ cel: CELText, _ opposite: CELText?, _ terms: ScriptTerm..., checks: [ImportedSubject] = [],
        opposite oppositeChecks: [ImportedSubject] = []
    ) -> ScriptValue {
        var result = ScriptTerm(cel, .boolean)
        result.opposite = opposite
        result.checks = checks
        result.oppositeChecks = oppositeChecks
        for term in terms {
            result.reads.formUnion(term.reads)
            result.isVolatile = result.isVolatile || term.isVolatile
        }
        return .term(result)
    }

    /// A check with one operator; none where the value has no place that checks read.
    ///
    /// - Parameter isTyped: whether the type of a value that only a run knows is known. What is no JSON is compared with the text
    ///   "200" as with 200, which JavaScript does not do.
    func check(
        _ subject: ScriptTerm.Subject?, _ name: ImportedOperator.Name?, _ value: ImportedValue, isTyped: Bool = false
    ) -> [ImportedSubject] {
        guard let name else { return [] }
        switch subject {
        case .status, .header, .cookie, .body:
            let compares = [.eq, .ne, .in, .notIn].contains(name)
            if compares, !isTyped, Self.isComputed(value) { return [] }
        default: break
        }
        let operators = [ImportedOperator(name, value)]
        switch subject {
        case .path("$") where name == .eq: return [.document(value)]
        case .path(let path): return [.json(path: path, operators)]
        case .length(let path):
            let length = name == .eq ? value : .map([.init(name: ImportText(name.rawValue), value: value)])
            return [.json(path: path, [ImportedOperator(.length, length)])]
        case .header(let header): return [.header(header, operators)]
        case .cookie(let cookie): return [.cookie(cookie, operators)]
        case .status: return [.status(operators)]
        case .body: return [.body(operators)]
        case .duration where [.lt, .lte, .gt, .gte].contains(name): return [.duration(operators)]
        case .duration, .reason, nil: return []
        }
    }

    private static func isComputed(_ value: ImportedValue) -> Bool {
        if case .list(let items) = value { items.contains(where: \.isComputed) } else { value.isComputed }
    }

    /// A value as checks have it, with expressions where only a run knows it.
    func imported(_ value: ScriptValue) throws(ScriptLoss) -> ImportedValue {
        switch value {
        case .null, .undefined: return .null
        case .boolean(let flag): return .boolean(flag)
        case .number(let number): return .number(CELText.number(number))
        case .string(let text): return .text(ImportText(text))
        case .object(let index):
            try weigh(content(index))
            switch content(index) {
            case .list(let elements):
                return .list(try elements.map { (element) throws(ScriptLoss) in try imported(element) })
            case .members(let members):
                var named: [ImportedValue.Member] = []
                for member in members {
                    if case .undefined = member.value { continue }
                    named.append(.init(name: ImportText(member.name), value: try imported(member.value)))
                }
                return .map(named)
            case .term(let term): return .text(ImportText(expression: term.value.text))
            }
        default:
            let term = try term(value)
            return .text(
                term.type == .string
                    ? term.text ?? ImportText(expression: term.value.text) : ImportText(expression: term.value.text))
        }
    }
}

extension ScriptTerm {
    /// The optional value, in which null and undefined are two values.
    var exact: CELText? { whole ?? optional }

    var exactly: CELText { exact ?? .call("optional.of", cel) }

    /// Whether it may be null or undefined. Variables of a workflow have null for both.
    var mayBeNothing: Bool { variable == nil && (exact != nil || type == .unknown || type == .null) }

    /// Whether the value is never missing.
    var isAlwaysThere: Bool {
        switch subject {
        case .status, .body: true
        default: false
        }
    }

    /// A member of the document itself, whose absence is no error of the script.
    var isTopMember: Bool {
        switch subject {
        case .path(let path): path.hasPrefix("$.") && !path.dropFirst(2).contains(where: { ".[".contains($0) })
        case .header, .cookie: true
        default: false
        }
    }
}
