/// Methods of texts, and what regular expressions find in them.
extension ScriptEvaluator {
    mutating func callText(_ value: ScriptValue, _ name: String, _ values: [ScriptValue]) throws(ScriptLoss)
        -> ScriptValue?
    {
        let first = values.first ?? .undefined
        switch name {
        case "toString", "valueOf", "toLocaleString":
            if case .number(let radix) = first, radix != 10 { return try inRadix(value, radix) }
            return name == "valueOf" ? value : try wholeText(value)
        case "trimStart", "trimEnd": throw ScriptLoss("Spaces at one end of a text.", "Use `trim`, which takes both.")
        case "trim":
            if case .string(let text) = value { return .string(text.trimmingSpaces) }
            return try text(value, "trim")
        case "toLowerCase", "toLocaleLowerCase":
            if case .string(let text) = value { return .string(text.lowercased()) }
            return try text(value, "lowerAscii")
        case "toUpperCase", "toLocaleUpperCase":
            if case .string(let text) = value { return .string(text.uppercased()) }
            return try text(value, "upperAscii")
        case "startsWith", "endsWith": return try affixed(value, name, first)
        case "search": throw ScriptLoss("A position of a pattern in a text.", "Use `matches`.")
        case "indexOf", "lastIndexOf":
            return try position(in: value, name, first)
        case "charAt":
            if case .string = value { return try element(of: value, first) }
            let (owner, index) = (try term(value), try term(number(first)))
            return .term(
                ScriptTerm(owner.cel.method(name, index.cel.text), .string, reads: owner.reads.union(index.reads)))
        case "split": return try split(value, first)
        case "concat":
            var result = try asText(value)
            for part in values { result = try concatenate(result, asText(part)) }
            return result
        case "replace", "replaceAll":
            return try replaced(value, first, values.count > 1 ? values[1] : .undefined, isAll: name == "replaceAll")
        case "match": return try matched(value, first)
        case "slice":
            guard case .term(let term) = value, term.type == .unknown, term.variable == nil else {
                return try part(of: value, name, values)
            }
            if values.isEmpty { return value }
            return try partOfEither(term, values)
        case "substring", "substr": return try part(of: value, name, values)
        case "toFixed":
            guard case .number(let digits) = values.isEmpty ? .number(0) : first, (0...20).contains(digits) else {
                return nil
            }
            let term = try self.term(number(value))
            return .term(
                ScriptTerm(
                    CELText("\"%.\(Int(digits))f\"").method("format", "[\(term.cel.text)]"), .string, reads: term.reads)
            )
        case "padStart": return try padded(value, values)
        case "repeat":
            guard case .string(let text) = value, case .number(let count) = first, (0...1000).contains(count),
                text.utf8.count * Int(count) <= 100_000
            else {
                return nil
            }
            return .string(String(repeating: text, count: Int(count)))
        case "localeCompare", "normalize", "charCodeAt", "codePointAt": return nil
        default: return nil
        }
    }

    private func text(_ value: ScriptValue, _ method: String) throws(ScriptLoss) -> ScriptValue {
        let owner = try term(value)
        var result = ScriptTerm(owner.cel.method(method), .string, reads: owner.reads)
        result.isVolatile = owner.isVolatile
        return .term(result)
    }

    /// `indexOf` and `lastIndexOf` of a text or a list.
    private func position(in value: ScriptValue, _ name: String, _ part: ScriptValue) throws(ScriptLoss) -> ScriptValue
    {
        let (owner, wanted) = (try term(value), try term(part))
        var result = ScriptTerm(CELText(""), .integer, reads: owner.reads.union(wanted.reads))
        let inText = owner.cel.method(name, try term(asText(part)).cel.text)
        let index = elementName("position")
        let places = CELText.call("lists.range", .call("size", owner.cel)).method(
            "filter", index, CELText.binary("==", owner.cel.element(index), wanted.value).text)
        let inList = places.method(name == "indexOf" ? "first" : "last").method("orValue", "-1")
        switch (owner.type, wanted.type) {
        case (.string, _): result.cel = inText
        case (.list, _), (.unknown, .integer), (.unknown, .number), (.unknown, .boolean), (.unknown, .map):
            result.cel = inList
        default: result.cel = .conditional(.binary("==", .call("type", owner.cel), CELText("string")), inText, inList)
        }
        return .term(try bounded(result))
    }

    private func inRadix(_ value: ScriptValue, _ radix: Double) throws(ScriptLoss) -> ScriptValue {
        guard case .term(let term) = value, let chance = term.chance, chance.factor == nil else {
            throw ScriptLoss("A number in another base than ten.")
        }
        var result = ScriptTerm(CELText("\"0.\" + random_string(11).lowerAscii()", .sum), .string)
        result.isVolatile = true
        result.chance = chance
        return .term(result)
    }

    private func split(_ value: ScriptValue, _ separator: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        if case .regex(let pattern, _) = separator {
            guard let literal = ScriptPattern.literal(pattern) else {
                throw ScriptLoss("A text is split by a pattern.", "Use `regex_all`.")
            }
            return try split(value, .string(literal))
        }
        let (owner, sign) = (try term(value), try term(asText(separator)))
        return .term(ScriptTerm(owner.cel.method("split", sign.cel.text), .list, reads: owner.reads.union(sign.reads)))
    }

    private mutating func replaced(
        _ value: ScriptValue, _ pattern: ScriptValue, _ replacement: ScriptValue, isAll: Bool
    ) throws(ScriptLoss) -> ScriptValue {
        var (wanted, all) = (pattern, isAll)
        if case .regex(let text, let flags) = pattern {
            if case .string(let owner) = value, case .string(let new) = replacement, !new.contains("$"),
                let known = ScriptPattern.replacing(
                    try ScriptPattern.translated(text, flags: flags), in: owner, with: new, all: flags.contains("g"))
            {
                return .string(known)
            }
            guard let literal = ScriptPattern.literal(text), !flags.contains("i") else {
                throw ScriptLoss(
                    "A pattern is replaced in a text.", "Take the parts of the text with `regex_all`, and join them.")
            }
            (wanted, all) = (.string(literal), all || flags.contains("g"))
        }
        if case .function = replacement { throw ScriptLoss("A part of a text is replaced by what a function gives.") }
        if case .string(let text) = value, case .string(let old) = wanted, case .string(let new) = replacement,
            !old.isEmpty, !new.contains("$")
        {
            if all { return .string(text.replacing(old, with: new)) }
            return .string(text.replacing(old, with: new, maxReplacements: 1))
        }
        if case .string(let new) = replacement, new.contains("$") {
            throw ScriptLoss(
                "A part of a text is replaced by what was found.", "Take it with `regex`, and join the parts.")
        }
        let (owner, old, new) = (try term(asText(value)), try term(asText(wanted)), try term(asText(replacement)))
        let cel =
            all
            ? owner.cel.method("replace", old.cel.text, new.cel.text)
            : owner.cel.method("replace", old.cel.text, new.cel.text, "1")
        var result = ScriptTerm(cel, .string, reads: owner.reads.union(old.reads).union(new.reads))
        result.isVolatile = owner.isVolatile || new.isVolatile
        return .term(result)
    }

    /// `text.match(pattern)`: an object that has the whole match and the first group.
    func matched(_ value: ScriptValue, _ pattern: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        guard case .regex(let text, let flags) = pattern else { throw ScriptLoss("A pattern that only a run knows.") }
        let expression = try ScriptPattern.translated(text, flags: flags)
        let owner = try term(value)
        var result = ScriptTerm(
            .call("regex", owner.cel, CELText(CELText.quoted("(\(expression))"))), reads: owner.reads)
        if flags.contains("g") {
            result.cel = .call("regex_all", owner.cel, CELText(CELText.quoted("(\(expression))")))
            result.type = .list
            result.nothing = .binary("==", result.cel, CELText("[]"))
            return .term(result)
        }
        result.groups = ScriptGroups(text: owner.cel, pattern: expression)
        if case .term(let found) = try matches(value, pattern) { result.groups?.found = found.plainCondition }
        return .term(result)
    }

    /// `substring`, `substr` and `slice`, which take what is there.
    private func part(of value: ScriptValue, _ name: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue
    {
        var bounds: [Int] = []
        for value in values {
            guard case .number(let number) = value, let whole = Int(exactly: number) else {
                throw ScriptLoss(
                    "A part of a text between places that only a run knows.",
                    "Use `regex`, or `substring` with the places.")
            }
            bounds.append(whole)
        }
        if name == "substring" {
            bounds = bounds.map { max(0, $0) }
            if bounds.count > 1 { bounds = [min(bounds[0], bounds[1]), max(bounds[0], bounds[1])] }
        } else if name == "slice", bounds.count > 1, bounds[0] >= bounds[1], (bounds[0] < 0) == (bounds[1] < 0) {
            return .string("")
        }
        let start = bounds.first ?? 0
        if case .string(let text) = value {
            let characters = Array(text)
            let lower =
                start < 0 ? (name == "substring" ? 0 : max(0, characters.count + start)) : min(start, characters.count)
            var upper = characters.count
            if bounds.count > 1 {
                upper = name == "substr" ? lower + bounds[1] : bounds[1] < 0 ? characters.count + bounds[1] : bounds[1]
            }
            upper = min(max(upper, lower), characters.count)
            return .string(String(characters[lower..<upper]))
        }
        let owner = try term(asText(value))
        if let chance = owner.chance, chance.factor == nil, owner.type == .string {
            let end = bounds.count > 1 ? (name == "substr" ? start + bounds[1] : bounds[1]) : 13
            let count = min(max(min(end, 13) - max(start, 2), 1), 11)
            var result = ScriptTerm(CELText("random_string(\(count)).lowerAscii()"), .string)
            result.isVolatile = true
            return .term(result)
        }
        let size = CELText.call("size", owner.cel)
        func bound(_ index: Int) -> CELText {
            if index == 0 { return CELText("0") }
            if index < 0 { return .call("math.greatest", CELText("0"), .binary("-", size, CELText("\(-index)"))) }
            return .call("math.least", CELText("\(index)"), size)
        }
        let lower = bound(name == "substring" ? max(0, start) : start)
        var arguments = [lower.text]
        if bounds.count > 1 { arguments.append(bound(name == "substr" ? start + bounds[1] : bounds[1]).text) }
        // The texts of dates have a known length.
        if owner.cel.text.hasPrefix("format_date("), bounds.allSatisfy({ (0...24).contains($0) }) {
            arguments = bounds.map(String.init)
        }
        var result = ScriptTerm(
            CELText("\(owner.cel.within(.primary)).substring(\(arguments.joined(separator: ", ")))"), .string,
            reads: owner.reads)
        result.isVolatile = owner.isVolatile
        return .term(result)
    }

    /// `slice` of a text or of a list.
    private func partOfEither(_ term: ScriptTerm, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        let list = try self.term(sliced(term, values))
        guard let text = try? self.term(part(of: .term(term), "slice", values)) else { return .term(list) }
        let isList = CELText.binary("==", .call("type", term.cel), CELText("list"))
        var result = ScriptTerm(.conditional(isList, list.cel, text.cel), reads: list.reads.union(text.reads))
        result.isVolatile = term.isVolatile
        return .term(try bounded(result))
    }

    private func padded(_ value: ScriptValue, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        guard case .number(let width)? = values.first, values.count > 1, case .string(let fill) = values[1],
            fill.count == 1,
            (1...64).contains(width)
        else { throw ScriptLoss("A text is padded by what only a run knows.") }
        let owner = try term(asText(value))
        let filled = CELText.binary("+", CELText(CELText.quoted(String(repeating: fill, count: Int(width)))), owner.cel)
        let long = CELText.binary(">=", .call("size", owner.cel), CELText("\(Int(width))"))
        var result = ScriptTerm(
            .conditional(long, owner.cel, filled.method("substring", .init("size(\(owner.cel.text))"))), .string,
            reads: owner.reads)
        result.isVolatile = owner.isVolatile
        return .term(result)
    }

    func digestText(_ digest: ScriptTerm, _ name: String, _ encoding: ScriptValue?) throws(ScriptLoss)
        -> ScriptValue
    {
        guard name == "toString" else { throw ScriptLoss("The method `\(name)` of a digest.") }
        switch encoding {
        case .host("CryptoJS.enc.Base64")?: return try base64(.digest(digest))
        case .host("CryptoJS.enc.Hex")?, nil, .undefined?, .string("hex")?: return .term(digest)
        case .host("CryptoJS.enc.Utf8")?:
            return .term(ScriptTerm(.call("string", .call("unhex", digest.cel)), .string, reads: digest.reads))
        default: throw ScriptLoss("An encoding of a digest that is neither Hex nor Base64.")
        }
    }
}

/// What the groups of a regular expression match.
struct ScriptGroups {
    var text: CELText
    var pattern: String
    /// Whether there is a match at all.
    var found: (cel: CELText, checks: [ImportedSubject])?
}

extension ScriptGroups {
    /// The whole match, or a group of it: `regex` gives the first group of a pattern.
    func group(_ number: Int, _ match: ScriptTerm) throws(ScriptLoss) -> ScriptTerm {
        if number == 0 {
            var whole = match
            whole.groups = nil
            return whole
        }
        var pattern = ""
        var opened = 0
        var isEscaped = false
        let characters = Array(self.pattern)
        for (index, character) in characters.enumerated() {
            pattern.append(character)
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "(", index + 1 >= characters.count || characters[index + 1] != "?" {
                opened += 1
                // Groups before the wanted one only group.
                if opened < number { pattern += "?:" }
            }
        }
        guard opened >= number else { throw ScriptLoss("A group that the regular expression does not have.") }
        var result = ScriptTerm(.call("regex", text, CELText(CELText.quoted(pattern))), reads: match.reads)
        result.isVolatile = match.isVolatile
        return result
    }
}
