/// Methods of texts, lists, numbers and digests.
extension ScriptEvaluator {
    /// How many arguments of a method have a counterpart.
    private static let mostArguments: [String: Int] = [
        "indexOf": 1, "lastIndexOf": 1, "includes": 1, "contains": 1, "startsWith": 1, "endsWith": 1, "split": 1,
        "trim": 0,
        "trimStart": 0, "trimEnd": 0, "join": 1, "charAt": 1,
    ]

    mutating func callMethod(_ value: ScriptValue, _ name: String, _ values: [ScriptValue]) throws(ScriptLoss)
        -> ScriptValue
    {
        if let most = Self.mostArguments[name], values.dropFirst(most).contains(where: { !isMissing($0) }) {
            throw ScriptLoss("A further argument of `\(name)`.", "Compute the value by the functions of expressions.")
        }
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
            if ["then", "catch", "finally"].contains(name) {
                throw ScriptLoss(
                    "What follows the end of an `async` function.", "Write its statements in their order.")
            }
            throw ScriptLoss(
                "The script calls `\(name)` of undefined, which ends it with an error.", "Remove the statement.")
        case .lost(let loss): throw loss
        case .object(let index):
            if case .members(let members) = content(index) { return try callObject(value, members, name, values) }
            if let result = try callKnownList(value, name, values) { return result }
        case .term(let term) where term.type == .unknown || term.optional != nil: mayThrow = true
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
        case "some": return try joinedTests(of: elements, "||", empty: false, function)
        case "every": return try joinedTests(of: elements, "&&", empty: true, function)
        case "filter": return try kept(of: elements, function).map { allocate(.list($0)) }
        case "find": return try kept(of: elements, function).map { $0.first ?? .undefined }
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
        case "slice": return slice(of: elements, values)
        case "join": return try joined(value, text(values.first) ?? ",")
        case "indexOf": return try index(of: function, in: elements)
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

    /// The tests of all elements, joined by an operator.
    private mutating func joinedTests(
        of elements: [ScriptValue], _ sign: String, empty: Bool, _ function: ScriptValue
    ) throws(ScriptLoss) -> ScriptValue {
        var result = ScriptValue.boolean(empty)
        for element in elements {
            let holds = try lambda(function, [element])
            result = try logical(sign, result, condition(holds))
        }
        return result
    }

    /// The elements that fit, nil where only a run knows.
    private mutating func kept(
        of elements: [ScriptValue], _ function: ScriptValue
    ) throws(ScriptLoss) -> [ScriptValue]? {
        var kept: [ScriptValue] = []
        for element in elements {
            let tested = try lambda(function, [element])
            guard case .boolean(let holds) = try condition(tested) else { return nil }
            if holds { kept.append(element) }
        }
        return kept
    }

    private mutating func slice(of elements: [ScriptValue], _ bounds: [ScriptValue]) -> ScriptValue? {
        var indices: [Int] = []
        for bound in bounds {
            guard case .number(let number) = bound else { return nil }
            indices.append(number.isFinite ? Int(number) : 0)
        }
        let lower = Self.clamp(indices.first ?? 0, elements.count)
        let upper = Self.clamp(indices.count > 1 ? indices[1] : elements.count, elements.count)
        return allocate(.list(lower < upper ? Array(elements[lower..<upper]) : []))
    }

    private mutating func index(of value: ScriptValue, in elements: [ScriptValue]) throws(ScriptLoss) -> ScriptValue? {
        for (index, element) in elements.enumerated() {
            guard case .boolean(let holds) = try strictEquals(element, value) else { return nil }
            if holds { return .number(Double(index)) }
        }
        return .number(-1)
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
        if list.xml != nil { throw ScriptLoss("A loop over elements of XML.", "Use `xpath`, which gives a list.") }
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
        if Self.ofLists.contains(name) { needList(value) }
        if name == "includes" { needTextOrList(value) }
        switch name {
        case "map", "flatMap":
            let list = try term(value)
            let (element, result) = try macro(list, first)
            let mapped = try term(result)
            if name == "flatMap" { return .term(try flattened(list, element, mapped)) }
            var values = listOf(list, list.cel.method("map", element, mapped.value.text), mapped)
            if let exact = mapped.exact { values.exactElements = list.cel.method("map", element, exact.text) }
            return .term(values)
        case "filter", "find", "some", "every", "findLast": return try search(value, name, first)
        case "forEach":
            let list = try term(value)
            _ = try loop(over: list, first)
            return .undefined
        case "reduce": return try reduced(value, values)
        case "concat" where !isText(value) || elementsOf(value) != nil:
            var sum = value
            for other in values { sum = try concatenated(sum, other) }
            return sum
        case "join": return try joined(value, text(values.first) ?? ",")
        case "includes", "contains": return try includes(value, first)
        case "flat":
            switch first {
            case .undefined, .number(1): break
            default: throw ScriptLoss("A list is flattened in other depths than one.", "Use `flatten()` for each.")
            }
            let list = try term(value)
            return .term(listOf(list, list.cel.method("flatten"), list))
        case "keys", "values", "entries": throw ScriptLoss("An iterator over a list of a run.")
        case "has" where isText(value): return try includes(value, first)
        case "hasOwnProperty", "has": return try hasMember(value, first)
        case "findIndex": throw ScriptLoss("A position in a list of a run.")
        case "slice" where isList(value): return try sliced(term(value), values)
        default: return nil
        }
    }

    /// `flatMap`: the elements of the lists that the function gives, and what it gives else.
    private func flattened(_ list: ScriptTerm, _ element: String, _ mapped: ScriptTerm) throws(ScriptLoss) -> ScriptTerm
    {
        let single = CELText.list([mapped.value])
        let isList = CELText.binary("==", .call("type", mapped.value), CELText("list"))
        let elements: CELText =
            switch mapped.type {
            case .list where mapped.optional == nil: mapped.cel
            case .unknown, .list: .conditional(isList, mapped.value, single)
            default: single
            }
        return try bounded(listOf(list, list.cel.method("map", element, elements.text).method("flatten"), mapped))
    }

    /// `list.concat(other)`: a list adds its elements, any other value is one.
    private mutating func concatenated(_ list: ScriptValue, _ other: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        let (sum, part) = (try term(list), try term(other))
        if isList(other) { return .term(listOf(sum, .binary("+", sum.cel, part.cel), part)) }
        guard isList(list), part.type != .unknown, part.type != .list else {
            throw ScriptLoss(
                "`concat` of what may be a list or a text.", "Write `+`, which joins two lists or two texts.")
        }
        return .term(listOf(sum, .binary("+", sum.cel, .list([part.value])), part))
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

    func sliced(_ list: ScriptTerm, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
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
}

extension String {
    /// The parts between a text.
    fileprivate func components(of separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
