/// JavaScript's conversions (ECMA-262, 7.1), written out where only a run knows the type of a value. What has no short form is an
/// error of the expression, never another value: the text of an object, the number of a list.
extension ScriptEvaluator {
    // MARK: Texts

    /// The text that JavaScript makes of a value.
    func asText(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        switch value {
        case .undefined: return .string("undefined")
        case .null: return .string("null")
        case .boolean(let value): return .string(value ? "true" : "false")
        case .number(let value): return .string(value.isNaN ? "NaN" : CELText.number(value))
        case .string, .digest: return value
        case .function(let function) where !function.text.isEmpty: return .string(function.text)
        case .object(let index):
            try weigh(content(index))
            if case .list = content(index) { return try joined(value, ",") }
            return .string("[object Object]")
        case .term(let term):
            if term.type == .string { return value }
            if term.type == .list { return try joined(value, ",") }
            var result = ScriptTerm(.call("string", term.cel), .string, reads: term.reads)
            result.text = term.text ?? ImportText(expression: term.cel.text)
            result.isVolatile = term.isVolatile
            return .term(result)
        default: return .term(try term(value))
        }
    }

    /// The text of a value of which nothing is known: that of a list has commas.
    func wholeText(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        guard case .term(let term) = value, term.type == .unknown, case .path? = term.subject else {
            return try asText(value)
        }
        let list = term.cel.method("map", "x", "string(x)").method("join", CELText.quoted(","))
        let isList = CELText.binary("==", .call("type", term.cel), CELText("list"))
        var result = ScriptTerm(.conditional(isList, list, .call("string", term.cel)), .string, reads: term.reads)
        result.isVolatile = term.isVolatile
        return .term(result)
    }

    // MARK: Numbers

    static let notANumber = CELText("double(\"NaN\")")

    /// The number that JavaScript makes of a value.
    func number(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        switch value {
        case .number: return value
        case .null: return .number(0)
        case .undefined: return .number(.nan)
        case .boolean(let value): return .number(value ? 1 : 0)
        case .string(let text): return .number(Self.number(ofText: text))
        case .moment(let time, _): return .term(ScriptInstant.milliseconds(of: time))
        case .term(let term): return try number(term)
        case .lost(let loss): throw loss
        default: throw ScriptLoss("A number is made of what is none.")
        }
    }

    /// The number that JavaScript computes with. Null, booleans and texts that spell no number are errors of the expression: what
    /// they give is hardly ever meant.
    func operand(_ value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        guard case .term(let term) = value, term.type == .unknown, term.xml == nil else { return try number(value) }
        var result = ScriptTerm(.call("double", term.cel), .number, reads: term.reads)
        result.isVolatile = term.isVolatile
        result.isConverted = true
        return .term(result)
    }

    private static func number(ofText text: String) -> Double {
        let trimmed = text.trimmingSpaces
        if trimmed.isEmpty { return 0 }
        let bases = ["0x": 16, "0o": 8, "0b": 2]
        if let base = bases[String(trimmed.prefix(2)).lowercased()] {
            return Int(trimmed.dropFirst(2), radix: base).map(Double.init) ?? .nan
        }
        let isDecimal = trimmed.allSatisfy { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
        return isDecimal ? Double(trimmed) ?? .nan : ["Infinity": .infinity, "-Infinity": -.infinity][trimmed] ?? .nan
    }

    private func number(_ term: ScriptTerm) throws(ScriptLoss) -> ScriptValue {
        if term.xml != nil { throw ScriptLoss("The number of an element of XML.", "Use `xpath` with `number(…)`.") }
        switch term.type {
        case .null: return .number(0)
        case .map: return .number(.nan)
        case .list: throw ScriptLoss("A number is made of a list.")
        case .integer where term.optional == nil, .number where term.optional == nil: return .term(term)
        case .boolean where term.optional == nil:
            return .term(ScriptTerm(.conditional(term.cel, CELText("1"), CELText("0")), .integer, reads: term.reads))
        default: break
        }
        let name = elementName("n")
        let converted = Self.number(of: CELText(name), term.type, null: null(of: term))
        let cel =
            term.optional.map { $0.method("optMap", name, converted.text).method("orValue", Self.notANumber.text) }
            ?? CELText("cel.bind(\(name), \(term.cel.text), \(converted.text))")
        var result = ScriptTerm(cel, .number, reads: term.reads)
        result.isVolatile = term.isVolatile
        (result.isConverted, result.mayBeNaN) = (true, true)
        return .term(try bounded(result))
    }

    /// The number of null. A variable without a value is null as well, and undefined in the script.
    private func null(of term: ScriptTerm) -> CELText? {
        if term.variable == nil { return CELText("0.0") }
        return names.nullable.contains(term.cel.text) ? nil : Self.notANumber
    }

    /// ECMA-262, 7.1.4, of a value of JSON that is there; null is an error where it may be undefined in the script.
    private static func number(of name: CELText, _ type: ScriptType, null: CELText?) -> CELText {
        let text = name.method("trim")
        let decimal = #"^\s*[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?\s*$"#
        let ofText = CELText.conditional(
            .binary("==", text, CELText("\"\"")), CELText("0.0"),
            .conditional(name.method("matches", CELText.quoted(decimal)), .call("double", text), notANumber))
        if type == .string { return ofText }
        let isZero = CELText.binary("in", name, CELText(null?.text == "0.0" ? "[null, false]" : "[false]"))
        var ofOthers = CELText.conditional(
            isZero, CELText("0.0"),
            .conditional(.binary("==", name, CELText("true")), CELText("1.0"), .call("double", name)))
        if let null, null == notANumber {
            ofOthers = .conditional(.binary("==", name, CELText("null")), null, ofOthers)
        }
        let isText = CELText.binary("==", .call("type", name), CELText("string"))
        return .conditional(isText, CELText("(\(ofText.text))"), ofOthers)
    }

    /// `+` of two values of which only a run knows whether they are texts.
    func added(_ left: ScriptTerm, _ right: ScriptTerm) throws(ScriptLoss) -> ScriptValue {
        let isText = { (term: ScriptTerm) in CELText.binary("==", .call("type", term.cel), CELText("string")) }
        let joined = CELText.binary("+", .call("string", left.cel), .call("string", right.cel))
        let sum = CELText.binary("+", .call("double", left.cel), .call("double", right.cel))
        var result = ScriptTerm(
            .conditional(.binary("||", isText(left), isText(right)), joined, sum), reads: left.reads.union(right.reads))
        result.isVolatile = left.isVolatile || right.isVolatile
        return .term(try bounded(result))
    }
}
