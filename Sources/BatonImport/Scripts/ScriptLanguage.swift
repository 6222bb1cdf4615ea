import BatonRegex

/// Functions that the language has itself.
extension ScriptEvaluator {
    mutating func callLanguage(_ path: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue? {
        let first = values.first ?? .undefined
        let second = values.count > 1 ? values[1] : .undefined
        switch path {
        case "JSON.parse":
            if values.count > 1 { throw ScriptLoss("`JSON.parse` with a function that changes what it reads.") }
            if case .term(let term) = first, term.subject == .body {
                needJSON()
                return try parsed(first)
            }
            mayThrow = true
            let document = try parsed(first)
            needValue(document)
            return document
        case "JSON.stringify":
            switch second {
            case .undefined, .null: break
            default: throw ScriptLoss("`JSON.stringify` of some members.")
            }
            let text = try stringified(first)
            if case .term(let term) = text { stringifiedObjects[term.cel.text] = first }
            return text
        case "parseInt", "Number.parseInt":
            switch second {
            case .undefined, .number(10), .number(0): return try whole(first)
            default: throw ScriptLoss("A number in another base than ten.")
            }
        case "parseFloat", "Number.parseFloat": return try leadingNumber(first)
        case "Number": return try number(first)
        case "String": return try wholeText(first)
        case "Boolean": return try condition(first)
        case "isNaN": return try isNotANumber(number(first))
        case "Number.isNaN": return try isNotANumber(first)
        case "Number.isInteger": return try isInteger(first)
        case "isFinite": return try isFiniteNumber(number(first))
        case "Number.isFinite": return try isFiniteNumber(first)
        case "Array.isArray": return try isKind(first, "array")
        case "Array.from", "Array.of": return try arrayFrom(values)
        case "Object.keys": return try keys(first)
        case "Object.values":
            if case .object(let index) = first, case .members(let members) = content(index) {
                return allocate(.list(members.map(\.value)))
            }
            let term = try term(first)
            return .term(
                ScriptTerm(term.cel.method("transformList", "key", "value", "value"), .list, reads: term.reads))
        case "Object.entries":
            guard case .object(let index) = first, case .members(let members) = content(index) else {
                throw ScriptLoss("The entries of an object of a run.")
            }
            return allocate(.list(members.map { allocate(.list([.string($0.name), $0.value])) }))
        case "Object.assign", "_.assign", "_.merge", "_.extend": return try merged(values)
        case "Object.freeze", "structuredClone": return first
        case "encodeURIComponent", "encodeURI", "escape":
            let term = try self.term(asText(first))
            return .term(ScriptTerm(.call("url_encode", term.cel), .string, reads: term.reads))
        case "decodeURIComponent", "decodeURI", "unescape":
            let term = try self.term(asText(first))
            return .term(ScriptTerm(.call("url_decode", term.cel), .string, reads: term.reads))
        case "btoa": return try base64(first)
        case "atob":
            let term = try self.term(asText(first))
            return .term(ScriptTerm(.call("string", .call("base64.decode", term.cel)), .string, reads: term.reads))
        case "Buffer.from": return allocate(.members([("buffer", first), ("encoding", second)]))
        case "Date.now": return .term(ScriptInstant.milliseconds(of: Self.now))
        case "Date": return .term(try isoText(Self.now, nil))
        case "Date.parse", "Date.UTC": return try number(date([first]))
        case "Array", "Object", "Promise.resolve": return try construct(path, values)
        case "Symbol", "Intl.DateTimeFormat": throw ScriptLoss("`\(path)` has no counterpart.")
        default:
            guard path.hasPrefix("Math.") else { return nil }
            return try math(String(path.dropFirst(5)), values)
        }
    }

    static let now: ScriptTerm = {
        var term = ScriptTerm(CELText("now()"))
        term.isVolatile = true
        return term
    }()

    // MARK: JSON

    func parsed(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        guard case .term(let term) = value else {
            if case .string = value {
                let text = try self.term(value)
                return .term(ScriptTerm(.call("parse_json", text.cel)))
            }
            if case .lost(let loss) = value { throw loss }
            throw ScriptLoss("`JSON.parse` of what is no text.")
        }
        if term.subject == .body { return .term(Self.json) }
        if let variable = term.variable {
            var result = ScriptTerm(.call("parse_json", term.cel), reads: term.reads)
            result.parsedVariable = variable
            return .term(result)
        }
        // What `JSON.stringify` made is parsed again.
        if term.cel.text.hasPrefix("json("), term.cel.text.hasSuffix(")"), let inner = term.parsed {
            return .term(ScriptTerm(inner, reads: term.reads))
        }
        if case .path? = term.subject, term.type == .unknown {
            return .term(ScriptTerm(.call("parse_json", term.cel), reads: term.reads))
        }
        return .term(ScriptTerm(.call("parse_json", term.cel), reads: term.reads))
    }

    func stringified(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        switch value {
        case .undefined, .function: return .undefined
        default:
            let term = try term(value)
            var result = ScriptTerm(.call("json", term.value), .string, reads: term.reads)
            result.parsed = term.cel
            result.isVolatile = term.isVolatile
            return .term(result)
        }
    }

    // MARK: Numbers

    func whole(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        switch value {
        case .string(let text):
            return .number(Self.leading(Self.wholeNumber, text))
        case .term(let term):
            if term.type == .integer { return value }
            if let seconds = term.instant, seconds.unit == .seconds { return .term(seconds.wholeSeconds(term)) }
            if let chance = term.chance { return .term(chance.floored(term)) }
            return .term(leadingNumber(term, "int", Self.wholeNumber, .integer))
        default:
            switch value {
            case .null, .undefined, .boolean: return .number(.nan)
            case .number(let number): return .number(number.rounded(.towardZero))
            default: return try whole(number(value))
            }
        }
    }

    private static let wholeNumber = #"^\s*([+-]?(?:0[xX][0-9a-fA-F]+|[0-9]+))"#
    private static let anyNumber = #"^\s*([+-]?(?:[0-9]+[.]?[0-9]*|[.][0-9]+)(?:[eE][+-]?[0-9]+)?)"#

    /// The number that a text begins with.
    private static func leading(_ pattern: String, _ text: String) -> Double {
        guard let compiled = try? Pattern(pattern) else { return .nan }
        var search = compiled.search(text)
        guard let match = try? search.next(), match.groups.count > 1, let digits = match.groups[1] else { return .nan }
        return Double(digits) ?? .nan
    }

    private func leadingNumber(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        switch value {
        case .string(let text): return .number(Self.leading(Self.anyNumber, text))
        case .term(let term) where !term.type.isNumber:
            return .term(leadingNumber(term, "double", Self.anyNumber, .number))
        default: return try number(value)
        }
    }

    private func leadingNumber(_ term: ScriptTerm, _ function: String, _ pattern: String, _ type: ScriptType)
        -> ScriptTerm
    {
        // The text of a known number is no more than its digits.
        if term.type == .number {
            var result = ScriptTerm(.call(function, term.cel), type, reads: term.reads)
            result.isVolatile = term.isVolatile
            return result
        }
        let text = term.type == .string ? term.cel : .call("string", term.cel)
        let digits = CELText.call("regex", text, CELText(CELText.quoted(pattern)))
        let name = elementName("n")
        let known = CELText.conditional(
            .binary("==", CELText(name), CELText("null")), Self.notANumber, .call(function, CELText(name)))
        var result = ScriptTerm(
            CELText("cel.bind(\(name), \(digits.text), \(known.text))"), type, reads: term.reads)
        result.isVolatile = term.isVolatile
        result.mayBeNaN = true
        return result
    }

    /// Whether a value is the number NaN, which JSON does not have.
    func isNotANumber(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        guard case .term(let term) = value else {
            if case .number(let number) = value { return .boolean(number.isNaN) }
            if case .lost(let loss) = value { throw loss }
            return .boolean(false)
        }
        guard term.type.isNumber else { return .boolean(false) }
        let isNaN = CELText.call("math.isNaN", .call("double", term.cel))
        return fact(isNaN, .not(isNaN), term)
    }

    /// Whether a value is a number of which JSON has the digits.
    func isFiniteNumber(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        if case .number(let number) = value { return .boolean(number.isFinite) }
        guard case .term(let term) = value, term.mayBeNaN else { return try isKind(value, "number") }
        return fact(.call("math.isFinite", .call("double", term.cel)), nil, term)
    }

    private func isInteger(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        guard case .term(let term) = value else {
            if case .number(let number) = value { return .boolean(number == number.rounded()) }
            return .boolean(false)
        }
        if term.type == .number, term.optional == nil {
            return fact(.binary("==", term.cel, .call("math.trunc", .call("double", term.cel))), nil, term)
        }
        return fact(
            .binary("==", .call("type", term.value), CELText("int")), nil, term,
            checks: check(term.subject, .type, .text(ImportText("integer"))))
    }

    private func math(_ name: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        let numbers = try values.map { (value) throws(ScriptLoss) in try number(value) }
        if name == "random" { return .term(ScriptChance.random) }
        if let known = Self.known(name, numbers) { return .number(known) }
        switch name {
        case "floor", "ceil", "round", "trunc":
            guard let first = numbers.first, case .term(let term) = first else { return .number(.nan) }
            if term.type == .integer { return first }
            if let instant = term.instant, instant.unit == .seconds { return .term(instant.wholeSeconds(term)) }
            if let chance = term.chance { return .term(chance.floored(term)) }
            // Halves are rounded up, also below zero.
            let rounded =
                name == "round"
                ? CELText.call("math.floor", .binary("+", .call("double", term.cel), CELText("0.5")))
                : .call("math.\(name)", .call("double", term.cel))
            var result = ScriptTerm(.call("int", rounded), .integer, reads: term.reads)
            result.isVolatile = term.isVolatile
            return .term(result)
        case "abs", "sqrt", "sign":
            let term = try term(numbers.first ?? .undefined)
            let type: ScriptType = name == "sqrt" ? .number : term.type
            return .term(ScriptTerm(.call("math.\(name)", term.cel), type, reads: term.reads))
        case "max", "min":
            let terms = try numbers.map { (value) throws(ScriptLoss) in try term(value) }
            let reads = terms.reduce(into: Set<String>()) { $0.formUnion($1.reads) }
            let texts = terms.map(\.cel.text).joined(separator: ", ")
            return .term(
                ScriptTerm(CELText("math.\(name == "max" ? "greatest" : "least")(\(texts))"), .number, reads: reads))
        case "pow": throw ScriptLoss("A power of values of a run.")
        default: throw ScriptLoss("`Math.\(name)` has no counterpart.")
        }
    }

    private static func known(_ name: String, _ values: [ScriptValue]) -> Double? {
        var numbers: [Double] = []
        for value in values {
            guard case .number(let number) = value else { return nil }
            numbers.append(number)
        }
        guard let first = numbers.first else { return nil }
        switch name {
        case "floor": return first.rounded(.down)
        case "ceil": return first.rounded(.up)
        case "round": return (first + 0.5).rounded(.down)
        case "trunc": return first.rounded(.towardZero)
        case "abs": return abs(first)
        case "sqrt": return first.squareRoot()
        case "max": return numbers.max()
        case "min": return numbers.min()
        case "pow" where numbers.count == 2 && numbers[1] == numbers[1].rounded() && (0...64).contains(numbers[1]):
            return (0..<Int(numbers[1])).reduce(1) { result, _ in result * first }
        default: return nil
        }
    }

    // MARK: Objects

    mutating func keys(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        if case .object(let index) = value, case .members(let members) = content(index) {
            return allocate(.list(members.map { .string($0.name) }))
        }
        let term = try term(value)
        if term.xml != nil { throw ScriptLoss("The names of the elements of XML.", "Use `xpath`.") }
        var result = ScriptTerm(term.cel.method("map", "key", "key"), .list, reads: term.reads)
        result.keysOf = ScriptMap(cel: term.cel, subject: term.subject)
        return .term(result)
    }

    private mutating func arrayFrom(_ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        guard let first = values.first else { return allocate(.list([])) }
        if case .object(let index) = first, case .members(let members) = content(index),
            case .number(let length)? = members.first(where: { $0.name == "length" })?.value, values.count > 1,
            (0...50).contains(length)
        {
            var elements: [ScriptValue] = []
            for position in 0..<Int(length) {
                elements.append(try lambda(values[1], [.undefined, .number(Double(position))]))
            }
            return allocate(.list(elements))
        }
        return values.count > 1 ? try callMethod(first, "map", [values[1]]) : first
    }

    private mutating func merged(_ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        if case .object(let target)? = values.first, case .members = content(target) {
            var isPlain = true
            for value in values.dropFirst() {
                guard case .object(let index) = value, case .members(let members) = content(index) else {
                    isPlain = false
                    break
                }
                for member in members { try setMember(target, member.name, member.value) }
            }
            if isPlain { return .object(target) }
        }
        let terms = try values.map { (value) throws(ScriptLoss) in try term(value) }
        let reads = terms.reduce(into: Set<String>()) { $0.formUnion($1.reads) }
        return .term(
            ScriptTerm(CELText("merge(\(terms.map(\.value.text).joined(separator: ", ")))"), .map, reads: reads))
    }

    func base64(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        if case .digest(let term) = value {
            return .term(ScriptTerm(.call("base64.encode", .call("unhex", term.cel)), .string, reads: term.reads))
        }
        let term = try self.term(asText(value))
        return .term(ScriptTerm(.call("base64.encode", term.cel), .string, reads: term.reads))
    }

    // MARK: new

    mutating func construct(_ callee: JavaScriptExpression, _ arguments: [JavaScriptExpression]) throws(ScriptLoss)
        -> ScriptValue
    {
        if case .function(let function) = try evaluate(callee) { return try instance(of: function, arguments) }
        guard case .host(let path) = try evaluate(callee) else { throw ScriptLoss("An object of a class.") }
        if path == "Promise",
            case .function(let function)? = try arguments.first.map({ (argument) throws(ScriptLoss) in
                try evaluate(argument)
            })
        {
            return try promise(function)
        }
        return try construct(path, values(of: arguments))
    }

    private mutating func instance(of function: ScriptFunction, _ arguments: [JavaScriptExpression]) throws(ScriptLoss)
        -> ScriptValue
    {
        throw ScriptLoss("An object of a class of the script.")
    }

    mutating func construct(_ path: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        switch path {
        case "Date": return try date(values)
        case "Array":
            if values.count == 1, case .number(let count) = values[0], (0...50).contains(count),
                count == count.rounded()
            {
                return allocate(.list(Array(repeating: .undefined, count: Int(count))))
            }
            return allocate(.list(values))
        case "Object": return values.first ?? allocate(.members([]))
        case "Error", "TypeError": return allocate(.members([("message", values.first ?? .string(""))]))
        case "String", "Number", "Boolean": return try callHost(path, values: values)
        case "RegExp":
            guard case .string(let pattern)? = values.first else {
                throw ScriptLoss("A regular expression that only a run knows.")
            }
            if values.count > 1, case .string(let flags) = values[1] { return .regex(pattern: pattern, flags: flags) }
            return .regex(pattern: pattern, flags: "")
        case "Set":
            guard let list = values.first else { return allocate(.list([])) }
            let term = try term(list)
            var set = ScriptTerm(term.cel.method("distinct"), .list, reads: term.reads)
            set.isSet = true
            return .term(set)
        case "xml2js.Parser": return .host("xml2js")
        case "Ajv", "ajv": return .host("ajv")
        case "moment": return try moment(values)
        case "Promise.resolve": return values.first ?? .undefined
        default: throw ScriptLoss("An object of `\(path)`.", "Compute the value by the functions of expressions.")
        }
    }
}
