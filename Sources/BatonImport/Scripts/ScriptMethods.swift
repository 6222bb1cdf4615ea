/// Methods of texts, lists, numbers and digests.
extension ScriptEvaluator {
    mutating func callMethod(_ value: ScriptValue, _ name: String, _ values: [ScriptValue]) throws(ScriptLoss)
        -> ScriptValue
    {
        switch value {
        case .moment(let time, let zone): return try callDate(time, zone, name, values)
        case .digest(let term): return try digestText(term, name, values.first)
        case .regex:
            guard let text = values.first else { break }
            if name == "test" { return try matches(text, value) }
            if name == "exec" { return try matched(text, value) }
        case .function:
            if name == "call" || name == "apply" { return try invoke(value, Array(values.dropFirst())) }
            if name == "toString" || name == "bind" { return value }
        case .undefined, .null:
            throw ScriptLoss(
                "The script calls `\(name)` of undefined, which ends it with an error.", "Remove the statement.")
        case .lost(var loss):
            loss.isNamed = true
            throw loss
        case .object(let index):
            if case .members(let members) = content(index) { return try callObject(value, members, name, values) }
            if let result = try callKnownList(value, name, values) { return result }
        default: break
        }
        if let result = try callList(value, name, values) { return result }
        if let result = try callText(value, name, values) { return result }
        throw ScriptLoss(
            "The method `\(name)` has no counterpart.", "Compute the value by the functions of expressions.")
    }

    private mutating func callObject(
        _ value: ScriptValue, _ members: [(name: String, value: ScriptValue)], _ name: String, _ values: [ScriptValue]
    ) throws(ScriptLoss) -> ScriptValue {
        switch name {
        case "hasOwnProperty": return try hasMember(value, values.first ?? .undefined)
        case "toString":
            // Buffer.from(text).toString("base64")
            guard let text = members.first(where: { $0.name == "buffer" })?.value else {
                return .string("[object Object]")
            }
            let from = members.first { $0.name == "encoding" }?.value ?? .undefined
            switch (from, values.first) {
            case (.string("base64"), _): return try callHost("atob", values: [text])
            case (_, .string("base64")): return try base64(text)
            case (_, .string("hex")):
                let term = try self.term(asText(text))
                return .term(ScriptTerm(.call("hex", term.cel), .string, reads: term.reads))
            default: return text
            }
        default: throw ScriptLoss("The method `\(name)` of an object.")
        }
    }

    // MARK: Lists

    /// Lists that the script made, element by element.
    private mutating func callKnownList(
        _ value: ScriptValue, _ name: String, _ values: [ScriptValue]
    ) throws(ScriptLoss) -> ScriptValue? {
        guard let elements = elementsOf(value), elements.count <= 60 else { return nil }
        let function = values.first ?? .undefined
        switch name {
        case "map":
            var results: [ScriptValue] = []
            for (index, element) in elements.enumerated() {
                results.append(try lambda(function, [element, .number(Double(index)), value]))
            }
            return allocate(.list(results))
        case "some", "every":
            var result = ScriptValue.boolean(name == "every")
            for element in elements {
                let holds = try lambda(function, [element])
                result = try logical(name == "every" ? "&&" : "||", result, condition(holds))
            }
            return result
        case "filter", "find":
            var kept: [ScriptValue] = []
            for element in elements {
                let tested = try lambda(function, [element])
                guard case .boolean(let holds) = try condition(tested) else { return nil }
                if holds { kept.append(element) }
            }
            return name == "find" ? kept.first ?? .undefined : allocate(.list(kept))
        case "forEach":
            try unroll(elements) { evaluator, element, index throws(ScriptLoss) in
                _ = try evaluator.invoke(function, [element, index, value])
                return .normal
            }
            return .undefined
        case "includes": return try includes(value, function)
        case "concat":
            guard values.count == 1, let others = elementsOf(function) else { return nil }
            return allocate(.list(elements + others))
        case "slice":
            guard values.allSatisfy({ if case .number = $0 { true } else { false } }) else { return nil }
            let bounds = values.map {
                if case .number(let number) = $0 { number.isFinite ? Int(number) : 0 } else { 0 }
            }
            let lower = Self.clamp(bounds.first ?? 0, elements.count)
            let upper = Self.clamp(bounds.count > 1 ? bounds[1] : elements.count, elements.count)
            return allocate(.list(lower < upper ? Array(elements[lower..<upper]) : []))
        case "join": return try joined(value, text(values.first) ?? ",")
        case "indexOf":
            for (index, element) in elements.enumerated() {
                guard case .boolean(let holds) = try strictEquals(element, function) else { return nil }
                if holds { return .number(Double(index)) }
            }
            return .number(-1)
        case "toString": return try joined(value, ",")
        case "keys", "entries", "values", "flat": return nil
        case "reduce":
            guard values.count == 2 else { return nil }
            var total = values[1]
            for element in elements { total = try lambda(function, [total, element]) }
            return total
        default: return nil
        }
    }

    private static func clamp(_ index: Int, _ count: Int) -> Int {
        min(max(index < 0 ? count + index : index, 0), count)
    }

    private func text(_ value: ScriptValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }

    /// A text of the elements.
    func joined(_ value: ScriptValue, _ separator: String) throws(ScriptLoss) -> ScriptValue {
        if let elements = elementsOf(value) {
            var result = ScriptValue.string("")
            for (index, element) in elements.enumerated() {
                if index > 0 { result = try concatenate(result, .string(separator)) }
                result = try concatenate(result, asText(element))
            }
            return result
        }
        let list = try term(value)
        let texts = list.cel.method("map", "x", "string(x)")
        return .term(ScriptTerm(texts.method("join", CELText.quoted(separator)), .string, reads: list.reads))
    }

    /// The name of the element in a macro, and what a function gives for it.
    mutating func macro(
        _ list: ScriptTerm, _ function: ScriptValue, leading: [ScriptValue] = []
    ) throws(ScriptLoss) -> (name: String, result: ScriptValue) {
        var wanted = "x"
        if case .function(let inner) = function, inner.declaration.parameters.count > leading.count,
            case .name(let name) = inner.declaration.parameters[leading.count]
        {
            wanted = name
        }
        let name = elementName(wanted)
        let element = ScriptValue.term(ScriptTerm(CELText(name), reads: list.reads))
        let result = try lambda(
            function, leading + [element, .lost(ScriptLoss("The position of an element in a list of a run."))])
        return (name, result)
    }

    /// A name in CEL that hides no variable.
    func elementName(_ wanted: String) -> String {
        let name = CELText.isPlain(wanted) ? wanted : "x"
        return names.isTaken(name) ? name + "_" : name
    }

    private mutating func callList(_ value: ScriptValue, _ name: String, _ values: [ScriptValue]) throws(ScriptLoss)
        -> ScriptValue?
    {
        let first = values.first ?? .undefined
        switch name {
        case "map", "flatMap":
            let list = try term(value)
            let (element, result) = try macro(list, first)
            let mapped = try term(result)
            return .term(listOf(list, list.cel.method("map", element, mapped.value.text), mapped))
        case "filter", "find", "some", "every", "findLast": return try search(value, name, first)
        case "forEach":
            let list = try term(value)
            _ = try loop(over: list, first)
            return .undefined
        case "reduce": return try reduced(value, values)
        case "concat" where !isText(value):
            let (list, other) = (try term(value), try term(first))
            return .term(listOf(list, .binary("+", list.cel, other.cel), other))
        case "join": return try joined(value, text(values.first) ?? ",")
        case "includes", "contains": return try includes(value, first)
        case "flat":
            let list = try term(value)
            return .term(listOf(list, list.cel.method("flatten"), list))
        case "keys", "values", "entries": throw ScriptLoss("An iterator over a list of a run.")
        case "has" where isText(value): return try includes(value, first)
        case "hasOwnProperty", "has": return try hasMember(value, first)
        case "findIndex": throw ScriptLoss("A position in a list of a run.")
        case "indexOf" where isList(value): throw ScriptLoss("A position in a list of a run.")
        case "slice" where isList(value): return try sliced(term(value), values)
        default: return nil
        }
    }

    private func isList(_ value: ScriptValue) -> Bool {
        if case .term(let term) = value { return term.type == .list }
        return elementsOf(value) != nil
    }

    private func listOf(_ list: ScriptTerm, _ cel: CELText, _ other: ScriptTerm) -> ScriptTerm {
        var result = ScriptTerm(cel, .list, reads: list.reads.union(other.reads))
        result.isVolatile = list.isVolatile || other.isVolatile
        return result
    }

    private mutating func search(_ value: ScriptValue, _ name: String, _ function: ScriptValue) throws(ScriptLoss)
        -> ScriptValue
    {
        let list = try term(value)
        let (element, result) = try macro(list, function)
        let test: ScriptTerm
        switch try condition(result) {
        case .term(let term): test = term
        case let constant: test = try term(constant)
        }
        try refuseCheckOnly(.term(test))
        let filtered = list.cel.method("filter", element, test.cel.text)
        switch name {
        case "filter": return .term(try bounded(listOf(list, filtered, test)))
        case "find", "findLast":
            var found = ScriptTerm(filtered.element("0"), reads: list.reads.union(test.reads))
            found.optional = filtered.method(name == "find" ? "first" : "last")
            if name == "findLast" { found.cel = filtered.method("last").method("value") }
            return .term(try bounded(found))
        default:
            let macro = name == "some" ? "exists" : "all"
            return fact(list.cel.method(macro, element, test.cel.text), nil, list, test)
        }
    }

    /// A sum: the one kind of `reduce` that CEL has.
    private mutating func reduced(_ value: ScriptValue, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        let list = try term(value)
        let total = "the_sum_so_far"
        guard values.count == 2, case .number(let start) = values[1] else {
            throw ScriptLoss("A list is reduced to what is no sum.")
        }
        let (element, result) = try macro(list, values[0], leading: [.term(ScriptTerm(CELText(total), .number))])
        let sum = try term(result)
        let parts = sum.cel.text.components(of: "\(total) + ")
        guard parts.count == 2, parts[0].isEmpty, !parts[1].contains(total) else {
            throw ScriptLoss("A list is reduced to what is no sum.")
        }
        let mapped = parts[1] == element ? list.cel : list.cel.method("map", element, parts[1])
        var added = CELText.call("sum", mapped)
        if start != 0 { added = .binary("+", CELText(CELText.number(start)), added) }
        return .term(ScriptTerm(added, .number, reads: list.reads))
    }

    private func sliced(_ list: ScriptTerm, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        let size = CELText.call("size", list.cel)
        func bound(_ value: ScriptValue?, _ fallback: CELText) throws(ScriptLoss) -> CELText {
            guard let value, !isMissing(value) else { return fallback }
            guard case .number(let number) = value else { return .call("math.least", try term(value).cel, size) }
            if number == 0 { return CELText("0") }
            let text = CELText(CELText.number(abs(number)))
            return number < 0
                ? .call("math.greatest", CELText("0"), .binary("-", size, text)) : .call("math.least", text, size)
        }
        let (lower, upper) = (
            try bound(values.first, CELText("0")), try bound(values.count > 1 ? values[1] : nil, size)
        )
        return .term(ScriptTerm(list.cel.method("slice", lower.text, upper.text), .list, reads: list.reads))
    }

    private func isMissing(_ value: ScriptValue) -> Bool { if case .undefined = value { true } else { false } }

    // MARK: Texts

    private mutating func callText(_ value: ScriptValue, _ name: String, _ values: [ScriptValue]) throws(ScriptLoss)
        -> ScriptValue?
    {
        let first = values.first ?? .undefined
        switch name {
        case "toString", "valueOf", "toLocaleString":
            if case .number(let radix) = first, radix != 10 { return try inRadix(value, radix) }
            return name == "valueOf" ? value : try asText(value)
        case "trim", "trimStart", "trimEnd":
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
            let (owner, part) = (try term(value), try term(asText(first)))
            return .term(
                ScriptTerm(owner.cel.method(name, part.cel.text), .integer, reads: owner.reads.union(part.reads)))
        case "charAt": return try element(of: value, first)
        case "split": return try split(value, first)
        case "concat":
            var result = try asText(value)
            for part in values { result = try concatenate(result, asText(part)) }
            return result
        case "replace", "replaceAll":
            return try replaced(value, first, values.count > 1 ? values[1] : .undefined, isAll: name == "replaceAll")
        case "match": return try matched(value, first)
        case "substring", "substr", "slice": return try part(of: value, name, values)
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
            guard case .string(let text) = value, case .number(let count) = first, (0...1000).contains(count) else {
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
    private func matched(_ value: ScriptValue, _ pattern: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        guard case .regex(let text, let flags) = pattern else { throw ScriptLoss("A pattern that only a run knows.") }
        let expression = try ScriptPattern.translated(text, flags: flags)
        let owner = try term(value)
        var result = ScriptTerm(
            .call("regex", owner.cel, CELText(CELText.quoted("(\(expression))"))), reads: owner.reads)
        if flags.contains("g") {
            result.cel = .call("regex_all", owner.cel, CELText(CELText.quoted("(\(expression))")))
            result.type = .list
            return .term(result)
        }
        result.groups = ScriptGroups(text: owner.cel, pattern: expression)
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

    private func digestText(_ digest: ScriptTerm, _ name: String, _ encoding: ScriptValue?) throws(ScriptLoss)
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
}

extension String {
    /// The parts between a text.
    fileprivate func components(of separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
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
