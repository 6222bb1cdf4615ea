import BatonRegex

/// What else is asked of values: their types, members, parts and forms.
extension ScriptEvaluator {
    // MARK: Types

    func typeName(of value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        try refuseUncertain(value)
        return switch value {
        case .undefined: .string("undefined")
        case .null, .object, .regex, .moment, .digest: .string("object")
        case .boolean: .string("boolean")
        case .number: .string("number")
        case .string: .string("string")
        case .function: .string("function")
        case .lost(let loss): throw loss
        case .host(let path): .string(ScriptHosts.isFunction(path) ? "function" : "object")
        case .term, .typeName, .expectation: .typeName(value)
        }
    }

    func typeNameTerm(_ value: ScriptValue) throws(ScriptLoss) -> ScriptTerm {
        let term = try term(value)
        switch term.type {
        case .boolean: return ScriptTerm(CELText("\"boolean\""), .string)
        case .string: return ScriptTerm(CELText("\"string\""), .string)
        case .integer, .number: return ScriptTerm(CELText("\"number\""), .string)
        default: throw ScriptLoss("`typeof` is a text here, which CEL does not have.", "Compare the value instead.")
        }
    }

    /// `typeof value === "…"`; nil where neither side is a `typeof`.
    func typeNameEquals(_ left: ScriptValue, _ right: ScriptValue) throws(ScriptLoss) -> ScriptValue? {
        guard case .typeName(let value) = left else {
            if case .typeName = right { return try typeNameEquals(right, left) }
            return nil
        }
        guard case .string(let name) = right else { return nil }
        guard case .term(let term) = value else { return nil }
        switch name {
        case "undefined": return try isUndefined(term)
        case "object":
            return typeFact(term, ["map", "list", "null_type"], ["object", "array", "null"], [.map, .list, .null])
        case "string", "number", "boolean": return try isKind(value, name)
        default: return .boolean(false)
        }
    }

    private static let kinds: [String: (cel: [String], words: [String], types: [ScriptType])] = [
        "string": (["string"], ["string"], [.string]),
        "number": (["int", "double", "uint"], ["number"], [.integer, .number]),
        "boolean": (["bool"], ["boolean"], [.boolean]),
        "array": (["list"], ["array"], [.list]),
        "object": (["map"], ["object"], [.map]),
        "null": (["null_type"], ["null"], [.null]),
    ]

    /// Whether a value is of a type as chai names it.
    func isKind(_ value: ScriptValue, _ name: String) throws(ScriptLoss) -> ScriptValue {
        if case .term(let term) = value {
            if name == "undefined" { return try isUndefined(term) }
            if term.xml != nil { throw ScriptLoss("The type of an element of XML.", "Use `xpath`.") }
            guard let kind = Self.kinds[name] else { return .boolean(false) }
            return typeFact(term, kind.cel, kind.words, kind.types)
        }
        try refuseUncertain(value)
        return .boolean(try Self.kind(of: value, self) == name)
    }

    private static func kind(of value: ScriptValue, _ evaluator: ScriptEvaluator) throws(ScriptLoss) -> String {
        switch value {
        case .undefined: return "undefined"
        case .null: return "null"
        case .boolean: return "boolean"
        case .number: return "number"
        case .string: return "string"
        case .object(let index):
            switch evaluator.content(index) {
            case .list: return "array"
            case .members: return "object"
            case .term(let term): return term.type == .list ? "array" : "object"
            }
        case .function: return "function"
        case .regex: return "regexp"
        case .moment: return "date"
        case .host(let path): return ScriptHosts.isFunction(path) ? "function" : "object"
        case .digest: return "object"
        case .lost(let loss): throw loss
        case .term, .typeName, .expectation: return ""
        }
    }

    func typeFact(_ term: ScriptTerm, _ types: [String], _ words: [String], _ known: [ScriptType])
        -> ScriptValue
    {
        if term.type != .unknown, term.optional == nil { return .boolean(known.contains(term.type)) }
        if isUndefinedSomewhere(term) {
            return guarded(typeFact(unguarded(term), types, words, known), term, whereMissing: false)
        }
        let operand: ImportedValue =
            words.count == 1 ? .text(ImportText(words[0])) : .list(words.map { .text(ImportText($0)) })
        let type = CELText.call("type", term.value)
        let isOf =
            types.count == 1
            ? CELText.binary("==", type, CELText(types[0]))
            : .binary("in", type, CELText("[\(types.joined(separator: ", "))]"))
        // A value that is missing is no null.
        let present = term.exact.flatMap { types.contains("null_type") ? $0.method("hasValue") : nil }
        let cel = present.map { CELText.binary("&&", $0, isOf) } ?? isOf
        let typed = fact(
            cel, types.count == 1 && present == nil ? .binary("!=", type, CELText(types[0])) : nil, term,
            checks: check(term.subject, .type, operand))
        guard case .term(var result) = typed, !types.contains("null_type") else { return typed }
        result.implies = [term.cel.text]
        return .term(result)
    }

    // MARK: Members

    /// `key in object`, and chai's `property`.
    func hasMember(_ owner: ScriptValue, _ key: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        let name: String
        switch key {
        case .string(let text): name = text
        case .number(let number): name = CELText.number(number)
        default:
            let (object, member) = (try term(owner), try term(key))
            return fact(.binary("in", member.value, object.cel), nil, object, member)
        }
        switch owner {
        case .object(let index):
            switch content(index) {
            case .members(let members): return .boolean(members.contains { $0.name == name })
            case .list(let elements):
                return .boolean(name == "length" || Int(name).map(elements.indices.contains) ?? false)
            case .term(let term): return hasMember(term, name)
            }
        case .term(let term): return hasMember(term, name)
        case .host(let path): return .boolean(try hostHas(path, name))
        case .undefined, .null: return .boolean(false)
        case .lost(let loss): throw loss
        default: return .boolean(name == "length")
        }
    }

    private func hasMember(_ term: ScriptTerm, _ name: String) -> ScriptValue {
        if let xml = term.xml {
            return fact(.binary(">", .call("size", xml.member(name).call), CELText("0")), nil, term)
        }
        let member = extend(term, name)
        if name == "length", term.type == .unknown || term.type == .list || term.type == .string {
            return typeFact(term, ["list", "string"], ["array", "string"], [.list, .string])
        }
        if let position = Int(name), term.type != .map {
            let there = CELText.binary(">", .call("size", term.cel), CELText("\(position)"))
            return fact(there, nil, term)
        }
        let isIn = CELText.binary("in", CELText(CELText.quoted(name)), term.cel)
        return fact(
            isIn, nil, term, checks: check(member.subject, .exists, .boolean(true)),
            opposite: member.isTopMember ? check(member.subject, .exists, .boolean(false)) : [])
    }

    /// Follows `a.b[0].c`.
    mutating func nested(_ value: ScriptValue, _ path: String) throws(ScriptLoss) -> (
        owner: ScriptValue, key: ScriptValue
    ) {
        var keys: [ScriptValue] = []
        for part in path.split(whereSeparator: { ".[]".contains($0) }) {
            let name = part.trimmingPrefix("\"").trimmingPrefix("'").trimmingSuffix("'").trimmingSuffix("\"")
            keys.append(Int(name).map { .number(Double($0)) } ?? .string(name))
        }
        guard let last = keys.popLast() else { throw ScriptLoss("A path without names.") }
        var owner = value
        for key in keys { owner = try element(of: owner, key) }
        return (owner, last)
    }

    // MARK: Parts

    /// chai's `include` and the methods `includes` and `contains`.
    func includes(_ owner: ScriptValue, _ part: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        switch owner {
        case .string(let text):
            if case .string(let wanted) = part { return .boolean(wanted.isEmpty || text.contains(wanted)) }
            let wanted = try term(asText(part))
            return fact(CELText(CELText.quoted(text)).method("contains", wanted.cel.text), nil, wanted)
        case .object(let index):
            switch content(index) {
            case .list(let elements):
                if case .term = part { return try oneOf(part, elements) }
                var result = ScriptValue.boolean(false)
                for element in elements { result = try logical("||", result, strictEquals(element, part)) }
                return result
            case .members: return try includesMembers(owner, part)
            case .term(let term): return try includes(.term(term), part)
            }
        case .term(let term):
            if case .object(let index) = part, case .members = content(index), term.type != .list {
                return try includesMembers(owner, part)
            }
            return try includes(term, self.term(part), part)
        case .digest(let term): return try includes(.term(term), part)
        case .host(let path): return try hostIncludes(path, part)
        case .lost(let loss): throw loss
        default: throw ScriptLoss("A part is looked for in a value that has none.")
        }
    }

    private func includes(_ owner: ScriptTerm, _ part: ScriptTerm, _ value: ScriptValue) throws(ScriptLoss)
        -> ScriptValue
    {
        if let map = owner.keysOf {
            var whole = ScriptTerm(map.cel, .map, reads: owner.reads)
            whole.subject = map.subject
            return try hasMember(.term(whole), value)
        }
        let inList = CELText.binary("in", part.value, owner.cel)
        let cel: CELText
        switch owner.type {
        case .string: cel = owner.cel.method("contains", try self.term(asText(value)).cel.text)
        case .list, .map: cel = inList
        default:
            cel =
                part.type == .string || part.type == .unknown
                ? .conditional(
                    .binary("==", .call("type", owner.cel), CELText("string")),
                    owner.cel.method("contains", part.value.text), inList)
                : inList
        }
        let operand = try imported(value)
        if case .text(let text) = operand, text.isEmpty { return fact(cel, nil, owner, part) }
        return fact(
            cel, nil, owner, part, checks: check(owner.subject, .contains, operand),
            opposite: check(owner.subject, .notContains, operand))
    }

    /// Each member of an object in another one.
    private func includesMembers(_ owner: ScriptValue, _ part: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        guard case .object(let index) = part, case .members(let members) = content(index) else {
            throw ScriptLoss("A text or number is looked for in an object.", "Check the member by its path.")
        }
        var copy = self
        var result = ScriptValue.boolean(true)
        for member in members {
            let found = try copy.member(of: owner, member.name)
            result = try logical("&&", result, deepEquals(found, member.value))
        }
        return result
    }

    /// `size` of a list, text or object.
    mutating func size(of value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        switch value {
        case .object(let index):
            if case .members(let members) = content(index) { return .number(Double(members.count)) }
            return try member(of: value, "length")
        case .term(let term):
            var count = length(of: term)
            count.sized = nil
            return .term(count)
        default: return try member(of: value, "length")
        }
    }

    mutating func isEmpty(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        guard case .term(let term) = value else { return try strictEquals(size(of: value), .number(0)) }
        if term.type == .string {
            return fact(
                .binary("==", term.cel, CELText("\"\"")), .binary("!=", term.cel, CELText("\"\"")), term,
                checks: check(term.subject, .empty, .boolean(true)),
                opposite: check(term.subject, .empty, .boolean(false)))
        }
        let size = CELText.call("size", term.cel)
        return fact(
            .binary("==", size, CELText("0")), .binary("!=", size, CELText("0")), term,
            checks: check(term.subject, .empty, .boolean(true)),
            opposite: check(term.subject, .empty, .boolean(false)))
    }

    // MARK: Forms

    /// Whether a regular expression is found in a text.
    func matches(_ value: ScriptValue, _ pattern: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        let expression: String
        switch pattern {
        case .regex(let text, let flags): expression = try ScriptPattern.translated(text, flags: flags)
        case .string(let text): expression = try ScriptPattern.translated(text, flags: "")
        default: throw ScriptLoss("A regular expression that only a run knows.")
        }
        if case .string(let text) = value, let found = try? Pattern(expression).matches(text) { return .boolean(found) }
        var owner = try term(value)
        let literal = CELText.quoted(expression)
        if owner.type != .string, owner.type != .unknown || !ScriptPattern.needsText(expression) {
            // What is no text is made one, which checks do not.
            owner = owner.plain
            owner.cel = .call("string", owner.cel)
        }
        let found =
            ScriptPattern.isPlain(expression)
            ? owner.cel.method("matches", literal)
            : CELText.binary("!=", .call("regex", owner.cel, CELText(literal)), CELText("null"))
        let operand = ImportedValue.text(ImportText(expression))
        return fact(
            found, nil, owner, checks: check(owner.subject, .matches, operand),
            opposite: check(owner.subject, .notMatches, operand))
    }

    /// `startsWith` and `endsWith`.
    func affixed(_ value: ScriptValue, _ method: String, _ part: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        if case .string(let text) = value, case .string(let wanted) = part {
            return .boolean(method == "startsWith" ? text.hasPrefix(wanted) : text.hasSuffix(wanted))
        }
        let (owner, wanted) = (try term(value), try term(asText(part)))
        return fact(
            owner.cel.method(method, wanted.cel.text), nil, owner, wanted,
            checks: check(owner.subject, method == "startsWith" ? .startsWith : .endsWith, try imported(part)))
    }
}

extension StringProtocol {
    fileprivate func trimmingPrefix(_ prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : String(self)
    }
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : String(self)
    }
}

/// Regular expressions of JavaScript in the syntax of PCRE2, which RE2 mostly shares.
enum ScriptPattern {
    static func translated(_ pattern: String, flags: String) throws(ScriptLoss) -> String {
        var result = ""
        let scalars = Array(pattern.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            if scalar == "\\", let next {
                switch next {
                case "/": result += "/"
                case "u" where index + 5 < scalars.count && scalars[index + 2] != "{":
                    result += "\\x{"
                    for digit in scalars[(index + 2)...(index + 5)] { result.unicodeScalars.append(digit) }
                    result += "}"
                    index += 4
                default:
                    result += "\\"
                    result.unicodeScalars.append(next)
                }
                index += 2
                continue
            }
            if scalar == "[", next == "^", index + 2 < scalars.count, scalars[index + 2] == "]" {
                result += "[\\s\\S]"
                index += 3
                continue
            }
            result.unicodeScalars.append(scalar)
            index += 1
        }
        let kept = flags.filter { "ims".contains($0) }
        if !kept.isEmpty { result = "(?\(kept))\(result)" }
        guard (try? Pattern(result)) != nil else {
            throw ScriptLoss("A regular expression that PCRE2 does not have.", "Write it in PCRE2's syntax.")
        }
        return result
    }

    /// Whether each match has a character that numbers, booleans and null do not have.
    static func needsText(_ pattern: String) -> Bool {
        let other = Set("0123456789.+-eNaInfinitytrueflsndobjctO[], ")
        let characters = Array(pattern)
        var depth = 0
        var index = 0
        var isNeeded = false
        while index < characters.count {
            var character: Character? = characters[index]
            switch characters[index] {
            case "\\":
                index += 1
                let next = index < characters.count ? characters[index] : "\\"
                character = next.isLetter || next.isNumber ? nil : next
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "|" where depth == 0: return false
            case "^", "$", ".", "?", "*", "+", "{", "}", "|": character = nil
            default: break
            }
            let next = index + 1 < characters.count ? characters[index + 1] : " "
            // A sign stands only where a number or its exponent begins.
            let isSign = character == "-" && (index == 0 || "^eE".contains(characters[index - 1]))
            if character == "-", !isSign { character = "\u{2013}" }
            if let character, depth == 0, !"?*{".contains(next), !other.contains(character), !"()[]".contains(character)
            {
                isNeeded = true
            }
            index += 1
        }
        return isNeeded
    }

    /// Whether RE2 reads it as well, as `matches` of CEL does.
    static func isPlain(_ pattern: String) -> Bool { (try? Pattern(pattern, in: .re2)) != nil }

    /// A constant text with what the pattern finds replaced; nil where the search costs too much.
    static func replacing(_ pattern: String, in text: String, with new: String, all: Bool) -> String? {
        guard let compiled = try? Pattern(pattern) else { return nil }
        var result = ""
        var end = text.startIndex
        var search = compiled.search(text)
        do {
            while let match = try search.next(), let whole = match.groups.first ?? nil {
                result += text[end..<whole.startIndex] + new
                end = whole.endIndex
                if !all { break }
            }
        } catch { return nil }
        return result + text[end...]
    }

    /// The text that the pattern stands for, where it is nothing else.
    static func literal(_ pattern: String) -> String? {
        var result = ""
        var isEscaped = false
        for character in pattern {
            if isEscaped {
                if character.isLetter || character.isNumber { return nil }
                result.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if "^$.*+?()[]{}|".contains(character) {
                return nil
            } else {
                result.append(character)
            }
        }
        return isEscaped ? nil : result
    }
}
