/// What a script needs so that it does not end with an error: such a need is a check of its own where nothing else says it.
extension ScriptEvaluator {
    /// Methods that lists alone have, and whose counterparts in CEL take maps or texts as well.
    static let ofLists: Set<String> = [
        "map", "flatMap", "filter", "find", "findLast", "findIndex", "some", "every", "forEach", "reduce", "join",
        "reverse",
    ]

    /// `includes` is a method of texts and lists alone; CEL's `in` takes maps as well.
    mutating func needTextOrList(_ value: ScriptValue) {
        guard case .term(let term) = value, term.type == .unknown, term.reads.contains("response"), term.xml == nil,
            term.groups == nil, term.keysOf == nil
        else { return }
        need(typeFact(term, ["list", "string"], ["array", "string"], [.list, .string]), .type(term.cel))
    }

    /// `list.map(…)` of what is no list is an error.
    mutating func needList(_ value: ScriptValue) {
        guard case .term(let term) = value, term.type == .unknown, term.reads.contains("response"),
            term.xml == nil, term.groups == nil
        else { return }
        need(typeFact(term, ["list"], ["array"], [.list]), .type(term.cel))
    }

    /// The body is read as JSON.
    mutating func needJSON() {
        var result = ScriptTerm(CELText("has(response.json)"), .boolean, reads: ["response"])
        result.checks = check(.body, .is, .text(ImportText("json")))
        need(.term(result), .json)
    }

    private mutating func need(_ condition: ScriptValue, _ need: Need) {
        guard case .term(let term) = condition, !isInLambda, state.needed.insert(term.cel.text).inserted else { return }
        var isAssertion = isInTest
        if case .json = need { isAssertion = false }
        let ending = Ending(conditions: [Ending.Condition(text: term.cel, need: need, isAssertion: isAssertion)])
        for subject in checks(of: term) {
            let check = ImportedCheck(name: test, subject: subject)
            output.append(Output(statement: .check(check), condition: term.cel, need: need, ending: ending))
        }
    }

    /// A member of a value is read, which is an error where the value is null or undefined. Where `if` decides, its condition says
    /// so itself; in functions of lists the expression does.
    mutating func needOwner(_ term: ScriptTerm) {
        guard !isInLambda, !isCollecting, term.reads.contains("response"), term.xml == nil else { return }
        if let found = term.groups?.found {
            var condition = ScriptTerm(found.cel, .boolean, reads: term.reads)
            condition.checks = found.checks
            need(.term(condition), .value(term.cel, nil))
        } else if let nothing = term.nothing {
            need(.term(ScriptTerm(.not(nothing), .boolean, reads: term.reads)), .type(term.cel))
        } else if term.type == .unknown, term.cel.text != "response.json", term.cel.text.hasPrefix("response.json"),
            !state.present.contains(term.cel.text),
            case .term(let there) = negated((try? isNullish(.term(term))) ?? .null)
        {
            need(.term(there), .value(term.cel, term.subject))
        }
    }

    /// A value whose computation may end the script with an error, also where nothing uses it.
    mutating func needValue(_ value: ScriptValue) {
        guard case .term(let term) = value, !isCollecting, !term.reads.isEmpty, term.cel.text.contains("("),
            !(term.parsedVariable.map(holdsJSON) ?? false)
        else { return }
        let condition = ScriptTerm(CELText("size([\(term.cel.text)]) == 1", .relation), .boolean, reads: term.reads)
        need(.term(condition), .value(term.cel, nil))
    }

    /// The outputs of one branch: a need is silent where another one says it as well, as it fails where there is no JSON, or no
    /// value whose member it reads.
    static func pruned(_ outputs: [Output]) -> [Output] {
        var outputs = outputs
        for index in outputs.indices.reversed() {
            guard let need = outputs[index].need, !outputs[index].isSilent else { continue }
            if case .type = need { continue }
            let says = outputs.indices.filter { other in
                other != index && !outputs[other].isSilent && Self.says(outputs[other].statement, need)
            }
            guard let first = says.first else { continue }
            outputs[index].isSilent = true
            // What is done before the statement that says so is held back by the need alone.
            if first > index, outputs[index..<first].contains(where: { doesMore($0.statement) }) { continue }
            for condition in outputs[index].ending.conditions.indices {
                outputs[index].ending.conditions[condition].isAssertion = false
            }
        }
        return outputs
    }

    /// The statements of one branch.
    static func said(_ outputs: [Output]) -> [ImportedStatement] {
        pruned(outputs).filter { !$0.isSilent }.map(\.statement)
    }

    /// Whether a statement fails by itself where a need is not met.
    static func says(_ statement: ImportedStatement, _ need: Need) -> Bool {
        switch need {
        case .json: readsJSON(statement)
        case .value(let value, let subject): says(statement, value, subject)
        case .type(let list): if case .loop(list.text, _, _) = statement { true } else { false }
        }
    }

    /// Because it reads a member of the value.
    private static func says(_ statement: ImportedStatement, _ owner: CELText, _ subject: ScriptTerm.Subject?) -> Bool {
        func reads(_ expression: String) -> Bool {
            let first = certainPart(of: expression)
            if owner.text.hasPrefix("parse_json(") { return first.contains(owner.text) }
            return [".", "["].contains { first.contains(owner.text + $0) }
        }
        switch statement {
        case .check(let check):
            switch check.subject {
            case .json(let path, let operators):
                guard case .path(let place)? = subject else { return false }
                let isOfNothing = operators.contains {
                    [.exists, .eq, .in, .not, .notIn, .notContains].contains($0.name)
                }
                return path == place ? !isOfNothing : path.hasPrefix(place + ".") || path.hasPrefix(place + "[")
            case .condition(let text): return reads(text)
            case .schema(.text(let schema), _):
                return schema.pieces.contains { if case .expression(let text) = $0 { reads(text) } else { false } }
            default: return false
            }
        case .set(_, let text), .capture(_, .expression(let text)): return reads(text)
        case .branch(let test, _, _): return reads(test)
        case .loop(let list, _, _): return reads(list)
        default: return false
        }
    }

    /// Whether a request is not sent in any case where the body is not JSON, as it reads it.
    static func failsWithoutJSON(_ request: ImportedRequest) -> Bool {
        var fails = false
        _ = request.changingSent { expression in
            fails = fails || readsJSON(expression)
            return expression
        }
        return fails
    }

    /// What an expression reads before its first operator that may leave out the rest.
    static func readsJSON(_ expression: String) -> Bool {
        let first = certainPart(of: expression)
        return first.contains("response.json") && !first.contains("has(response.json)")
    }

    /// Whether a statement fails in any case where the body is not JSON.
    private static func readsJSON(_ statement: ImportedStatement) -> Bool {
        switch statement {
        case .check(let check):
            switch check.subject {
            case .json, .document, .documentIncludes, .schema: return true
            case .condition(let text): return readsJSON(text)
            case .status, .header, .cookie, .body, .duration: return false
            }
        case .set(_, let text), .capture(_, .expression(let text)): return readsJSON(text)
        case .capture(_, .path): return true
        case .branch(let test, _, _): return readsJSON(test)
        case .loop(let list, _, _): return readsJSON(list)
        default: return false
        }
    }

    /// What an expression reads before its first operator, outside of brackets, that may leave out the rest.
    private static func certainPart(of expression: String) -> Substring {
        let bytes = expression.utf8
        var (depth, isText) = (0, false)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            let next = bytes.index(after: index)
            switch byte {
            case UInt8(ascii: "\\"):
                index = bytes.index(next, offsetBy: 1, limitedBy: bytes.endIndex) ?? bytes.endIndex
                continue
            case UInt8(ascii: "\""): isText.toggle()
            case _ where isText: break
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "|"), UInt8(ascii: "&"):
                if depth == 0, next < bytes.endIndex, bytes[next] == byte { return expression[..<index] }
            case UInt8(ascii: "?"):
                if depth == 0, next < bytes.endIndex, bytes[next] == UInt8(ascii: " ") { return expression[..<index] }
            default: break
            }
            index = next
        }
        return expression[...]
    }

    // MARK: What is undefined

    /// Whether a member of what is no object may be asked for, so that the test must say that it is undefined.
    func isUndefinedSomewhere(_ term: ScriptTerm) -> Bool {
        term.sized != nil || isDeciding && term.owner?.text.hasPrefix("response") == true
    }

    /// A fact of a value that is undefined where its owner is no object.
    func guarded(_ fact: ScriptValue, _ term: ScriptTerm, whereMissing: Bool) -> ScriptValue {
        guard case .term(var result) = fact else { return fact }
        if let sized = term.sized {
            result = guarded(result, sized.cel, isOf: false, whereMissing)
            let type = check(sized.subject, .type, .list(["array", "string"].map { .text(ImportText($0)) }))
            result.checks = whereMissing || result.checks.isEmpty ? [] : type + result.checks
            result.oppositeChecks = []
        }
        if isDeciding, let owner = term.owner, owner.text.hasPrefix("response") {
            result = guarded(result, owner, isOf: true, whereMissing)
            result.checks = []
            result.oppositeChecks = []
        }
        return .term(result)
    }

    private func guarded(_ fact: ScriptTerm, _ owner: CELText, isOf isMap: Bool, _ whereMissing: Bool) -> ScriptTerm {
        var result = fact
        let (same, other) = isMap ? ("==", "!=") : ("!=", "==")
        let isIt = CELText.binary(same, .call("type", owner), CELText("map"))
        let isOther = CELText.binary(other, .call("type", owner), CELText("map"))
        let opposite = fact.opposite ?? .not(fact.cel)
        result.cel = whereMissing ? .binary("||", isOther, fact.cel) : .binary("&&", isIt, fact.cel)
        result.opposite = whereMissing ? .binary("&&", isIt, opposite) : .binary("||", isOther, opposite)
        return result
    }

    /// The value without what guards a fact of it.
    func unguarded(_ term: ScriptTerm) -> ScriptTerm {
        var plain = term
        (plain.sized, plain.owner) = (nil, nil)
        return plain
    }
}

extension JavaScriptExpression {
    /// Whether it calls or assigns something that may stay when its value is not used.
    var mayChange: Bool {
        switch kind {
        case .assignment, .update: true
        case .call(let callee, let arguments, _):
            callee.changesByName || callee.mayChange || arguments.contains(where: \.mayChange)
        case .member(let owner, _, _), .unary(_, let owner), .spread(let owner): owner.mayChange
        case .index(let owner, let key, _): owner.mayChange || key.mayChange
        case .binary(_, let left, let right): left.mayChange || right.mayChange
        case .conditional(let test, let then, let otherwise): test.mayChange || then.mayChange || otherwise.mayChange
        case .template(_, let values), .sequence(let values): values.contains(where: \.mayChange)
        case .array(let elements): elements.contains { $0?.mayChange ?? false }
        case .object(let properties): properties.contains { $0.value.mayChange }
        default: false
        }
    }

    private static let changing: Set<String> = [
        "set", "unset", "clear", "setEnvironmentVariable", "setGlobalVariable", "clearEnvironmentVariable",
        "clearGlobalVariable", "clearEnvironmentVariables", "clearGlobalVariables", "setNextRequest", "sendRequest",
        "test",
    ]

    private var changesByName: Bool {
        if case .member(_, let name, _) = kind { Self.changing.contains(name) } else { false }
    }
}
