/// The words of chai behind `pm.expect(…)` and `pm.response.to`: a condition each, which the evaluator then states or negates.
extension ScriptEvaluator {
    private static let chain: Set<String> = [
        "to", "be", "been", "is", "that", "which", "and", "has", "have", "with", "at", "of", "same", "but", "does",
        "still", "also", "a_",
    ]
    private static let flags: Set<String> = ["not", "deep", "nested", "own", "ordered", "any", "all", "itself"]
    /// Words that assert without a call.
    private static let properties: Set<String> = [
        "ok", "true", "false", "null", "undefined", "NaN", "exist", "exists", "empty", "arguments", "Arguments",
        "finite",
        "extensible", "sealed", "frozen", "success", "redirection", "clientError", "serverError", "error", "info",
        "accepted", "withBody",
        "withoutBody", "badRequest", "unauthorized", "unauthorised", "forbidden", "notFound", "notAcceptable",
        "rateLimited", "json", "withoutContent",
    ]
    private static let methods: Set<String> = [
        "equal", "equals", "eq", "eql", "eqls", "above", "gt", "greaterThan", "least", "gte", "below", "lt",
        "lessThan", "most",
        "lte", "within", "instanceof", "property", "match", "matches", "string", "key", "keys", "throw", "satisfy",
        "closeTo", "members",
        "oneOf", "status", "header", "body", "jsonBody", "jsonSchema", "statusCode", "responseTime",
    ]

    /// A word of a chain: a flag, or an assertion. `arguments` are nil where it is not called.
    mutating func word(
        _ name: String, of expectation: ScriptExpectation, arguments: [ScriptValue]?
    ) throws(ScriptLoss) -> ScriptValue {
        var next = expectation
        if let method = expectation.uncalled {
            // chai refuses members of its methods.
            emit(.fail("`\(method).\(name)` is no assertion of chai.", test: test))
            return .expectation(next)
        }
        if arguments != nil, Self.flags.contains(name) || Self.properties.contains(name) || Self.chain.contains(name) {
            emit(.fail("`\(name)` of chai is no function.", test: test))
            return .expectation(next)
        }
        if Self.flags.contains(name), arguments == nil {
            next.flags.insert(name)
            return .expectation(next)
        }
        guard let arguments else {
            if Self.chain.contains(name) { return .expectation(next) }
            if Self.properties.contains(name) {
                try state(expectation, name, [])
                return .expectation(next)
            }
            switch name {
            case "length", "lengthOf":
                next.value = try member(of: expectation.value, "length")
            case "include", "includes", "contain", "contains": next.flags.insert("contains")
            // A method that is not called asserts nothing.
            case _ where Self.methods.contains(name): next.uncalled = name
            case "a", "an": break
            default: throw Self.unknown(name)
            }
            return .expectation(next)
        }
        try state(expectation, name, arguments)
        // What follows speaks of the member.
        if name == "property" || name == "haveOwnProperty", !expectation.flags.contains("not"),
            let key = arguments.first
        {
            next.value =
                try expectation.flags.contains("nested")
                ? nestedMember(expectation.value, key) : element(of: expectation.value, key)
        }
        next.flags.subtract(["contains"])
        return .expectation(next)
    }

    private mutating func nestedMember(_ value: ScriptValue, _ key: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        guard case .string(let path) = key else { return try element(of: value, key) }
        let (owner, last) = try nested(value, path)
        return try element(of: owner, last)
    }

    static func unknown(_ name: String) -> ScriptLoss {
        ScriptLoss("The assertion `\(name)` is not known.", "Write it as a condition: `that: …`.")
    }

    /// Says that the assertion holds, or not.
    mutating func state(
        _ expectation: ScriptExpectation, _ name: String, _ arguments: [ScriptValue]
    ) throws(ScriptLoss) {
        if case .lost(let loss) = expectation.value { throw loss }
        for argument in arguments { if case .lost(let loss) = argument { throw loss } }
        let condition: ScriptValue
        if expectation.isRequest {
            guard name == "header", phase == .after, let key = arguments.first else { throw Self.unsent }
            let header = try callHost("pm.request.headers.get", values: [key])
            condition =
                arguments.count > 1
                ? try strictEquals(header, arguments[1]) : negated(try strictEquals(header, .undefined))
        } else if expectation.isResponse {
            condition = try responseCondition(name, arguments, expectation)
        } else {
            let fitting = try fits(expectation, name, arguments.first ?? .undefined)
            if case .boolean(false) = fitting {
                require(fitting)
                return
            }
            condition = try self.condition(of: expectation, name, arguments)
            require(fitting)
        }
        require(expectation.flags.contains("not") ? negated(condition) : condition)
    }

    /// Whether chai can look at the values at all: where it cannot, the assertion fails also behind `not`. Only what nothing else
    /// says is a condition: CEL compares no text with a number.
    private mutating func fits(
        _ expectation: ScriptExpectation, _ name: String, _ operand: ScriptValue
    ) throws(ScriptLoss) -> ScriptValue {
        let value = expectation.value
        switch name {
        case "members" where expectation.flags.contains("not"):
            needList(value)
            return try isKind(value, "array")
        case "length", "lengthOf": return expectation.flags.contains("not") ? try hasLength(value) : .boolean(true)
        case "include", "includes", "contain", "contains":
            if case .object = operand { return .boolean(true) }
            if case .term(let term) = operand, term.type == .list || term.type == .map { return .boolean(true) }
            return try hasLength(value)
        case "above", "gt", "greaterThan", "least", "gte", "greaterThanOrEqual", "below", "lt", "lessThan", "most",
            "lte", "lessThanOrEqual", "within":
            guard Self.hasOrder(value), Self.hasOrder(operand), isDate(value) == isDate(operand) else {
                return .boolean(false)
            }
            return isUnknown(value) && isUnknown(operand) ? try isKind(value, "number") : .boolean(true)
        default: return .boolean(true)
        }
    }

    /// Whether a value is a text or a list.
    private func hasLength(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        switch value {
        case .string, .digest, .host: return .boolean(true)
        case .term(let term):
            if term.xml != nil || term.keysOf != nil || term.type == .string || term.type == .list {
                return .boolean(true)
            }
            return typeFact(term, ["list", "string"], ["array", "string"], [.list, .string])
        case .object: return .boolean(elementsOf(value) != nil)
        case .lost(let loss): throw loss
        default: return .boolean(false)
        }
    }

    private func isDate(_ value: ScriptValue) -> Bool { if case .moment = value { true } else { false } }

    /// Whether chai finds an order: of numbers and dates.
    private static func hasOrder(_ value: ScriptValue) -> Bool {
        switch value {
        case .undefined, .null, .boolean, .string, .object, .function, .regex: false
        case .term(let term): term.type == .unknown || term.type.isNumber || term.subject == .duration
        default: true
        }
    }

    /// Emits checks for a condition that must hold.
    mutating func require(_ condition: ScriptValue) {
        if test == nil { checks.total += 1; checks.carried += 1 }
        switch condition {
        case .boolean(true): break
        case .boolean(false):
            emit(.fail(test ?? "An assertion of the script never holds.", test: test))
        case .term(let term):
            for subject in checks(of: term) {
                let condition = term.isCheckOnly ? nil : term.cel
                emit(.check(ImportedCheck(name: test, subject: subject)), condition: condition ?? cel(of: subject))
            }
        default: break
        }
    }

    private func cel(of subject: ImportedSubject) -> CELText? {
        if case .condition(let text) = subject { CELText(text, .conditional) } else { nil }
    }

    private mutating func condition(
        of expectation: ScriptExpectation, _ name: String, _ arguments: [ScriptValue]
    ) throws(ScriptLoss) -> ScriptValue {
        let value = expectation.value
        let first = arguments.first ?? .undefined
        let isDeep = expectation.flags.contains("deep")
        switch name {
        case "ok": return try self.condition(value)
        case "true": return try strictEquals(value, .boolean(true))
        case "false": return try strictEquals(value, .boolean(false))
        case "null": return try strictEquals(value, .null)
        case "undefined": return try strictEquals(value, .undefined)
        case "exist", "exists": return negated(try isNullish(value))
        case "empty": return try isEmpty(value)
        case "equal", "equals", "eq": return isDeep ? try deepEquals(value, first) : try strictEquals(value, first)
        case "eql", "eqls": return try deepEquals(value, first)
        case "a", "an":
            guard case .string(let kind) = first else { throw ScriptLoss("A type that only a run knows.") }
            return try isKind(value, kind.lowercased())
        case "instanceof", "instanceOf":
            guard case .host(let kind) = first else { throw ScriptLoss("A class of the script.") }
            return try isKind(value, kind.lowercased())
        case "above", "gt", "greaterThan": return try chaiOrder(">", value, first)
        case "least", "gte", "greaterThanOrEqual": return try chaiOrder(">=", value, first)
        case "below", "lt", "lessThan": return try chaiOrder("<", value, first)
        case "most", "lte", "lessThanOrEqual": return try chaiOrder("<=", value, first)
        case "within":
            let upper = arguments.count > 1 ? arguments[1] : .undefined
            return try logical("&&", chaiOrder(">=", value, first), chaiOrder("<=", value, upper))
        case "closeTo", "approximately", "close":
            return try isClose(value, first, arguments.count > 1 ? arguments[1] : .number(0))
        case "lengthOf", "length": return try strictEquals(member(of: value, "length"), first)
        case "match", "matches": return try matches(value, first)
        case "string": return try includes(value, first)
        case "startWith", "startsWith": return try affixed(value, "startsWith", first)
        case "endWith", "endsWith": return try affixed(value, "endsWith", first)
        case "include", "includes", "contain", "contains": return try contained(expectation, first)
        case "oneOf": return try isOneOf(expectation, first)
        case "property", "ownProperty", "haveOwnProperty": return try hasProperty(expectation, arguments)
        case "keys", "key": return try hasKeys(expectation, arguments)
        case "members": return try hasMembers(expectation, first)
        case "satisfy", "satisfies":
            let result = try lambda(first, [value])
            return try self.condition(result)
        case "NaN": return try isNotANumber(value)
        case "finite": return try isFiniteNumber(value)
        case "jsonSchema": return try fitsSchema(value, first)
        default: throw Self.unknown(name)
        }
    }

    private func chaiOrder(_ sign: String, _ value: ScriptValue, _ limit: ScriptValue) throws(ScriptLoss) -> ScriptValue
    {
        try ordered(sign, value, limit, converts: false)
    }

    func isClose(_ value: ScriptValue, _ middle: ScriptValue, _ tolerance: ScriptValue) throws(ScriptLoss)
        -> ScriptValue
    {
        let (actual, expected, width) = (try term(value), try term(middle), try term(tolerance))
        let distance = CELText.call("math.abs", .binary("-", actual.cel, expected.cel))
        // `close_to` compares the digits, JavaScript the nearest numbers that a computer has.
        let isSame = [middle, tolerance].allSatisfy { value in
            if case .number(let number) = value { (number * 2).rounded() == number * 2 } else { false }
        }
        let operand = ImportedValue.map([
            .init(name: ImportText("value"), value: try imported(middle)),
            .init(name: ImportText("tolerance"), value: try imported(tolerance)),
        ])
        return fact(
            .binary("<=", distance, width.cel), nil, actual, expected, width,
            checks: isSame ? check(actual.subject, .closeTo, operand) : [])
    }

    private mutating func contained(_ expectation: ScriptExpectation, _ part: ScriptValue) throws(ScriptLoss)
        -> ScriptValue
    {
        guard case .object(let index) = part else { return try includes(expectation.value, part) }
        let isDeep = expectation.flags.contains("deep")
        guard case .members(let members) = content(index) else {
            // Two lists are two things, unless what is in them is compared.
            if !isDeep { return .boolean(false) }
            let (list, wanted) = (try term(expectation.value), try term(part))
            return fact(.binary("in", wanted.cel, list.cel), nil, list, wanted)
        }
        guard expectation.flags.contains("nested") else {
            return try containsObject(expectation.value, part, members, isDeep: isDeep)
        }
        var result = ScriptValue.boolean(true)
        for member in members {
            result = try logical(
                "&&", result, deepEquals(nestedMember(expectation.value, .string(member.name)), member.value))
        }
        return result
    }

    /// The members of an object within another one, or an object as an element of a list.
    private mutating func containsObject(
        _ value: ScriptValue, _ part: ScriptValue, _ members: [(name: String, value: ScriptValue)], isDeep: Bool
    ) throws(ScriptLoss) -> ScriptValue {
        let isList = try isKind(value, "array")
        if case .boolean(true) = isList {
            if !isDeep { return .boolean(false) }
            let (list, wanted) = (try term(value), try term(part))
            return fact(.binary("in", wanted.cel, list.cel), nil, list, wanted)
        }
        if !isDeep {
            for member in members {
                if case .object = member.value { return .boolean(false) }
            }
        }
        let included = try includes(value, part)
        guard isDeep, case .term(let test) = isList, case .term(let inner) = included else { return included }
        let (list, wanted) = (try term(value), try term(part))
        return fact(
            .conditional(test.cel, .binary("in", wanted.cel, list.cel), inner.cel), nil, list, wanted, inner)
    }

    private mutating func isOneOf(_ expectation: ScriptExpectation, _ list: ScriptValue) throws(ScriptLoss)
        -> ScriptValue
    {
        guard let elements = elementsOf(list) else {
            let (value, known) = (try term(expectation.value), try term(list))
            return fact(.binary("in", value.value, known.cel), nil, value, known)
        }
        guard expectation.flags.contains("contains") else { return try oneOf(expectation.value, elements) }
        var result = ScriptValue.boolean(false)
        for element in elements { result = try logical("||", result, includes(expectation.value, element)) }
        return result
    }

    private mutating func hasProperty(_ expectation: ScriptExpectation, _ arguments: [ScriptValue]) throws(ScriptLoss)
        -> ScriptValue
    {
        guard let key = arguments.first else { throw Self.unknown("property") }
        var (owner, name) = (expectation.value, key)
        if expectation.flags.contains("nested"), case .string(let path) = key {
            let found = try nested(expectation.value, path)
            (owner, name) = found
        }
        let there = try hasMember(owner, name)
        guard arguments.count > 1 else { return there }
        let member = try element(of: owner, name)
        let equal =
            expectation.flags.contains("deep")
            ? try deepEquals(member, arguments[1]) : try strictEquals(member, arguments[1])
        // A member that equals a value is there.
        if case .undefined = arguments[1] { return try logical("&&", there, equal) }
        return equal
    }

    private mutating func hasKeys(_ expectation: ScriptExpectation, _ arguments: [ScriptValue]) throws(ScriptLoss)
        -> ScriptValue
    {
        var keys: [ScriptValue] = []
        for argument in arguments {
            if let elements = elementsOf(argument) {
                keys += elements
            } else if case .object(let index) = argument, case .members(let members) = content(index) {
                keys += members.map { .string($0.name) }
            } else {
                keys.append(argument)
            }
        }
        var result = ScriptValue.boolean(!expectation.flags.contains("any"))
        for key in keys {
            result = try logical(
                expectation.flags.contains("any") ? "||" : "&&", result, hasMember(expectation.value, key))
        }
        if expectation.flags.contains("any") || expectation.flags.contains("contains") { return result }
        return try logical("&&", result, strictEquals(size(of: expectation.value), .number(Double(keys.count))))
    }

    private mutating func hasMembers(_ expectation: ScriptExpectation, _ list: ScriptValue) throws(ScriptLoss)
        -> ScriptValue
    {
        if !expectation.flags.contains("deep"), let elements = elementsOf(list) {
            // An object of the script is none of the response.
            for case .object in elements { return .boolean(false) }
        }
        if case .boolean(false) = try isKind(expectation.value, "array") { return .boolean(false) }
        let (value, wanted) = (try term(expectation.value), try term(list))
        let operand = try imported(list)
        if expectation.flags.contains("contains") {
            return fact(
                .call("sets.contains", value.cel, wanted.cel), nil, value, wanted,
                checks: check(value.subject, .contains, operand))
        }
        if expectation.flags.contains("ordered") { return try deepEquals(expectation.value, list) }
        let same = CELText.binary(
            "&&", .call("sets.equivalent", value.cel, wanted.cel),
            .binary("==", .call("size", value.cel), .call("size", wanted.cel)))
        return fact(same, nil, value, wanted, checks: check(value.subject, .inAnyOrder, operand))
    }

    /// A JSON Schema that stands in the script.
    mutating func fitsSchema(
        _ value: ScriptValue, _ schema: ScriptValue, isDraft4: Bool = false
    ) throws(ScriptLoss) -> ScriptValue {
        guard case .term(let term) = value, case .path(let path)? = term.subject else {
            throw ScriptLoss(
                "A schema is compared with what is no part of the response.",
                "Check a path of the response with `schema`.")
        }
        let schema = storedJSON(schema) ?? schema
        guard case .object(let index) = schema, case .members = content(index) else {
            throw ScriptLoss("A schema that only a run knows.", "Write the schema to a file, and name it in `schema`.")
        }
        let document = try ScriptSchema.written(imported(schema), isDraft4: isDraft4)
        if Self.namesOthers(document) {
            throw ScriptLoss("A schema that names another one.", "Write both to files that name each other.")
        }
        if case .map(let words) = document, words.isEmpty { return .boolean(true) }
        // CEL has no schemas: the check alone says it.
        var result = ScriptTerm(CELText("true"), .boolean, reads: term.reads)
        result.checks = [.schema(document, path: path == "$" ? nil : path)]
        let other = ImportedValue.map([.init(name: ImportText("schema"), value: document)])
        result.oppositeChecks = [.json(path: path, [ImportedOperator(.not, other)])]
        result.isCheckOnly = true
        return .term(result)
    }

    private static func namesOthers(_ schema: ImportedValue) -> Bool {
        switch schema {
        case .list(let list): list.contains(where: namesOthers)
        case .map(let members):
            members.contains { member in
                if member.name.literal == "$ref", case .text(let text) = member.value {
                    return text.literal?.hasPrefix("#") != true
                }
                return namesOthers(member.value)
            }
        default: false
        }
    }
}
