/// Libraries that scripts find there: lodash, moment, CryptoJS, uuid, schemas, chai's `assert`.
extension ScriptEvaluator {
    mutating func callLibrary(_ path: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue? {
        let first = values.first ?? .undefined
        if path.hasPrefix("_.") { return try callLodash(String(path.dropFirst(2)), values) }
        if path.hasPrefix("CryptoJS.") { return try callCrypto(String(path.dropFirst(9)), values) }
        if path.hasPrefix("assert.") { return try callAssert(String(path.dropFirst(7)), values) }
        switch path {
        case "assert":
            require(try condition(first))
            return .undefined
        case "moment", "moment.utc": return try moment(values)
        case "moment.now": return .term(ScriptInstant.milliseconds(of: Self.now))
        case "moment.unix":
            let seconds = try term(number(first))
            return .moment(ScriptTerm(.call("timestamp", .call("int", seconds.cel)), reads: seconds.reads), zone: nil)
        case "moment.tz":
            guard case .string(let zone)? = values.last else { throw ScriptLoss("A time zone that only a run knows.") }
            guard values.count > 1 else { return .moment(Self.now, zone: zone) }
            return .moment(try timestamp(first), zone: zone)
        case "uuid", "uuid.v4", "uuid.v1": return .term(Self.made("uuid()", .string))
        case "tv4.validate", "tv4.validateResult", "tv4.validateMultiple":
            let fits = try fitsSchema(first, values.count > 1 ? values[1] : .undefined, isDraft4: true)
            return path == "tv4.validate"
                ? fits
                : allocate(
                    .members([
                        ("valid", fits), ("error", .null), ("missing", allocate(.list([]))),
                        ("errors", allocate(.list([]))),
                    ]))
        case "ajv.validate": return try fitsSchema(values.count > 1 ? values[1] : .undefined, first)
        case "ajv.compile": return allocate(.members([("validator", first), ("errors", .null)]))
        case "ajv.errorsText": return .string("")
        case "Ajv", "ajv": return .host("ajv")
        // A schema that others name: those that do so are lost.
        case "tv4.addSchema", "ajv.addSchema": return .undefined
        case "sdk.Header", "Error", "TypeError": return allocate(.members([("message", first)]))
        default: return nil
        }
    }

    static func made(_ cel: String, _ type: ScriptType) -> ScriptTerm {
        var term = ScriptTerm(CELText(cel), type)
        term.isVolatile = true
        return term
    }

    // MARK: lodash

    /// Functions of lodash over lists, by the methods of lists that do the same with a function.
    private static let loops = [
        "find": "find", "filter": "filter", "some": "some", "every": "every", "map": "map", "forEach": "forEach",
        "each": "forEach", "findLast": "findLast", "flatMap": "flatMap", "reduce": "reduce", "any": "some",
        "all": "every",
    ]

    /// Functions of lodash that are methods of their first value.
    private static let methods = [
        "join": "join", "split": "split", "trim": "trim", "startsWith": "startsWith", "endsWith": "endsWith",
        "toLower": "toLowerCase", "toUpper": "toUpperCase", "replace": "replace", "concat": "concat", "slice": "slice",
        "padStart": "padStart",
    ]

    private static let kinds = [
        "isString": "string", "isNumber": "number", "isBoolean": "boolean", "isArray": "array",
        "isFunction": "function", "isObject": "object", "isPlainObject": "object",
    ]

    private mutating func callLodash(_ name: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue? {
        let first = values.first ?? .undefined
        let second = values.count > 1 ? values[1] : .undefined
        if let method = Self.loops[name] {
            return try callMethod(first, method, [try iteratee(second, isTest: method != "map")] + values.dropFirst(2))
        }
        if let method = Self.methods[name] { return try callMethod(first, method, Array(values.dropFirst())) }
        if let kind = Self.kinds[name] { return try isKind(first, kind) }
        switch name {
        case "get": return try pathValue(first, second, values.count > 2 ? values[2] : nil)
        case "has": return try hasPath(first, second)
        case "includes", "contains": return try includes(first, second)
        case "isEqual": return try deepEquals(first, second)
        case "isEmpty": return try isEmpty(first)
        case "isNil": return try isNullish(first)
        case "isUndefined": return try strictEquals(first, .undefined)
        case "isNull": return try strictEquals(first, .null)
        case "isInteger": return try callHost("Number.isInteger", values: values)
        case "keys", "values": return try callHost("Object.\(name)", values: values)
        case "size": return try size(of: first)
        case "first", "head": return try element(of: first, .number(0))
        case "last": return try last(of: first)
        case "uniq":
            let list = try term(first)
            return .term(ScriptTerm(list.cel.method("distinct"), .list, reads: list.reads))
        case "sum", "sumBy", "sortBy": return try aggregated(name, first, second)
        case "random":
            let (low, high) = (try term(first), try term(second))
            return .term(Self.made("random_int(\(low.cel.text), \(high.cel.text))", .integer))
        case "sample": return try sample(of: first)
        case "toString": return try asText(first)
        case "toNumber", "toInteger", "parseInt": return name == "toNumber" ? try number(first) : try whole(first)
        case "now": return .term(ScriptInstant.milliseconds(of: Self.now))
        case "cloneDeep", "clone": return first
        case "times": return try repeated(first, second)
        case "set": return try setPath(first, second, values.count > 2 ? values[2] : .undefined)
        case "noop": return .undefined
        default: return nil
        }
    }

    private mutating func hasPath(_ value: ScriptValue, _ path: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        guard case .string(let path) = path else { throw ScriptLoss("A path that only a run knows.") }
        let (owner, key) = try nested(value, path)
        return try hasMember(owner, key)
    }

    private func last(of value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        if let elements = elementsOf(value) { return elements.last ?? .undefined }
        let list = try term(value)
        var last = ScriptTerm(list.cel.method("last").method("value"), reads: list.reads)
        last.optional = list.cel.method("last")
        return .term(last)
    }

    private func sample(of value: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        let list = try term(value)
        var chosen = ScriptTerm(list.cel.element("random_int(0, size(\(list.cel.text)) - 1)"), reads: list.reads)
        chosen.isVolatile = true
        return .term(chosen)
    }

    private mutating func repeated(_ count: ScriptValue, _ function: ScriptValue) throws(ScriptLoss) -> ScriptValue {
        guard case .number(let count) = count, (0...50).contains(count) else {
            throw ScriptLoss("A number of times that only a run knows.")
        }
        var results: [ScriptValue] = []
        for index in 0..<Int(count) { results.append(try lambda(function, [.number(Double(index))])) }
        return allocate(.list(results))
    }

    private mutating func setPath(
        _ target: ScriptValue, _ path: ScriptValue, _ value: ScriptValue
    ) throws(ScriptLoss) -> ScriptValue {
        guard case .object(let index) = target, case .string(let path) = path,
            !path.contains(where: { ".[".contains($0) })
        else { throw ScriptLoss("A path in a value of a run is set.") }
        try setMember(index, path, value)
        return target
    }

    /// A function for lodash's shorthands: a name, or members that must be equal.
    private mutating func iteratee(_ value: ScriptValue, isTest: Bool) throws(ScriptLoss) -> ScriptValue {
        let parameter = JavaScriptPattern.name("x")
        func expression(_ kind: JavaScriptExpression.Kind) -> JavaScriptExpression {
            JavaScriptExpression(kind: kind, range: 0..<0)
        }
        let element = expression(.identifier("x"))
        let inner = ScriptScope(parent: scope, isFunction: true)
        var body: JavaScriptExpression
        switch value {
        case .string(let name): body = expression(.member(element, name, isOptional: false))
        case .object(let index):
            guard case .members(let members) = content(index) else {
                throw ScriptLoss("A shorthand of lodash with a list.")
            }
            body = expression(.boolean(true))
            for (number, member) in members.enumerated() {
                let outer = scope
                scope = inner
                declare("value\(number)", member.value)
                scope = outer
                let equal = expression(
                    .binary(
                        "===", expression(.member(element, member.name, isOptional: false)),
                        expression(.identifier("value\(number)"))))
                body = number == 0 ? equal : expression(.binary("&&", body, equal))
            }
        default: return value
        }
        let declaration = JavaScriptFunction(
            name: nil, parameters: [parameter], rest: nil,
            body: [JavaScriptStatement(kind: .return(body), range: 0..<0)], isExpression: true,
            isAsync: false)
        return .function(ScriptFunction(declaration: declaration, scope: inner, source: source))
    }

    private mutating func pathValue(_ value: ScriptValue, _ path: ScriptValue, _ fallback: ScriptValue?)
        throws(ScriptLoss) -> ScriptValue
    {
        var keys: [String] = []
        switch path {
        case .string(let text):
            keys = text.split(whereSeparator: { ".[]".contains($0) }).map { $0.filter { $0 != "'" && $0 != "\"" } }
        default:
            for element in elementsOf(path) ?? [] {
                guard case .string(let key) = try asText(element) else {
                    throw ScriptLoss("A path that only a run knows.")
                }
                keys.append(key)
            }
        }
        var found = value
        for key in keys {
            if let position = Int(key) {
                found = try element(of: found, .number(Double(position)), isOptional: true)
            } else {
                found = try member(of: found, key, isOptional: true)
            }
        }
        guard let fallback else { return found }
        if case .undefined = found { return fallback }
        guard case .term(let term) = found, let optional = term.optional else { return found }
        let other = try self.term(fallback)
        return .term(ScriptTerm(optional.method("orValue", other.value.text), reads: term.reads.union(other.reads)))
    }

    private mutating func aggregated(_ name: String, _ value: ScriptValue, _ by: ScriptValue) throws(ScriptLoss)
        -> ScriptValue
    {
        let list = try term(value)
        if name == "sum" { return .term(ScriptTerm(.call("sum", list.cel), .number, reads: list.reads)) }
        let key = elementsOf(by)?.first ?? by
        let (element, result) = try macro(list, iteratee(key, isTest: false))
        let mapped = try term(result)
        if name == "sumBy" {
            return .term(
                ScriptTerm(.call("sum", list.cel.method("map", element, mapped.cel.text)), .number, reads: list.reads))
        }
        return .term(ScriptTerm(list.cel.method("sortBy", element, mapped.cel.text), .list, reads: list.reads))
    }

    // MARK: CryptoJS

    private mutating func callCrypto(_ name: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue? {
        let first = values.first ?? .undefined
        switch name {
        case "MD5", "SHA1", "SHA256":
            let text = try bytes(first)
            return .digest(ScriptTerm(.call(name.lowercased(), text.cel), .string, reads: text.reads))
        case "HmacSHA256":
            let (text, key) = (try bytes(first), try bytes(values.count > 1 ? values[1] : .undefined))
            return .digest(
                ScriptTerm(.call("hmac_sha256", key.cel, text.cel), .string, reads: text.reads.union(key.reads)))
        case "enc.Utf8.parse", "enc.Latin1.parse": return first
        case "enc.Base64.stringify": return try base64(first)
        case "enc.Hex.stringify":
            if case .digest(let term) = first { return .term(term) }
            let text = try term(asText(first))
            return .term(ScriptTerm(.call("hex", text.cel), .string, reads: text.reads))
        case "enc.Base64.parse":
            let text = try term(asText(first))
            return .digest(ScriptTerm(.call("hex", .call("base64.decode", text.cel)), .string, reads: text.reads))
        case "enc.Hex.parse":
            let text = try term(asText(first))
            return .digest(ScriptTerm(text.cel, .string, reads: text.reads))
        case "enc.Utf8.stringify":
            if case .digest(let term) = first {
                return .term(ScriptTerm(.call("string", .call("unhex", term.cel)), .string, reads: term.reads))
            }
            return first
        case "lib.WordArray.random": return .digest(Self.made("random_hex(32)", .string))
        default: throw ScriptLoss("`CryptoJS.\(name)` has no counterpart.", "Compute the value with a program: `exec`.")
        }
    }

    /// Text or bytes that a digest is made of.
    private func bytes(_ value: ScriptValue) throws(ScriptLoss) -> ScriptTerm {
        if case .digest(let term) = value { return ScriptTerm(.call("unhex", term.cel), reads: term.reads) }
        return try term(asText(value))
    }

    // MARK: assert

    /// Functions that are words of `expect` as well.
    private static let words = [
        "include": "include", "notInclude": "include", "lengthOf": "lengthOf", "isAbove": "above", "isAtLeast": "least",
        "isBelow": "below", "isAtMost": "most",
    ]

    private mutating func callAssert(_ name: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue? {
        let first = values.first ?? .undefined
        let second = values.count > 1 ? values[1] : .undefined
        if let word = Self.words[name] {
            let flags: Set<String> = name == "notInclude" ? ["not"] : []
            try state(ScriptExpectation(value: first, flags: flags), word, [second])
            return .undefined
        }
        let condition: ScriptValue
        switch name {
        case "ok", "isOk": condition = try self.condition(first)
        case "notOk", "isNotOk": condition = negated(try self.condition(first))
        case "equal": condition = try looseEquals(first, second)
        case "notEqual": condition = negated(try looseEquals(first, second))
        case "strictEqual": condition = try strictEquals(first, second)
        case "notStrictEqual": condition = negated(try strictEquals(first, second))
        case "deepEqual", "deepStrictEqual": condition = try deepEquals(first, second)
        case "notDeepEqual": condition = negated(try deepEquals(first, second))
        case "isTrue", "isFalse": condition = try strictEquals(first, .boolean(name == "isTrue"))
        case "isNull", "isNotNull":
            let isNull = try strictEquals(first, .null)
            condition = name == "isNull" ? isNull : negated(isNull)
        case "isUndefined", "isDefined":
            let isUndefined = try strictEquals(first, .undefined)
            condition = name == "isUndefined" ? isUndefined : negated(isUndefined)
        case "exists", "isNotEmpty": condition = negated(name == "exists" ? try isNullish(first) : try isEmpty(first))
        case "notExists": condition = try isNullish(first)
        case "isEmpty": condition = try isEmpty(first)
        case "isArray", "isObject", "isString", "isNumber", "isBoolean", "isFunction":
            condition = try isKind(first, String(name.dropFirst(2)).lowercased())
        case "typeOf":
            guard case .string(let kind) = second else { return nil }
            condition = try isKind(first, kind.lowercased())
        case "property": condition = try hasMember(first, second)
        case "match": condition = try matches(first, second)
        default: return nil
        }
        require(condition)
        return .undefined
    }
}
