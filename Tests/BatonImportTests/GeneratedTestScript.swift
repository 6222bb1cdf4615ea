/// Test scripts made up from a seed, of the words that scripts of collections have: paths into the response, chai's assertions,
/// methods, operators, variables, branches, loops.
struct GeneratedTestScript {
    private var dice: Dice
    private var depth = 0
    private var number = 0

    init(_ seed: Int) { dice = Dice(UInt64(seed)) }

    static func make(_ seed: Int) -> String {
        var script = GeneratedTestScript(seed)
        return "const j = pm.response.json(); let v = j.a, l = j.items;\n" + script.statements(3)
    }

    // MARK: Values

    private mutating func path() -> String {
        dice.one(of: [
            "j", "j.a", "j.items", "j.items[0]", "j.items[0].id", "j['b c']", "j.a.b.c", "v", "l", "pm.response.code",
            "pm.response.text()", "pm.response.responseTime", "pm.response.headers.get('ETag')", "responseBody",
            "pm.environment.get('token')", "pm.variables.get('n')", "pm.cookies.get('sid')", "pm.response.status",
            "pm.globals.get('token')", "pm.response.headers.toObject()['Content-Type']", "pm.request.url.toString()",
            "new Date()", "Date.now()", "moment().format('YYYY')", "pm.variables.replaceIn('{{$randomBoolean}}')",
            "pm.variables.replaceIn('{{$randomInt}}')", "JSON.parse(pm.environment.get('list'))",
            "xml2Json(responseBody)",
        ])
    }

    private mutating func literal() -> String {
        dice.one(of: [
            "1", "0", "-5", "2.5", "'a'", "''", "'5'", "true", "false", "null", "undefined", "[]", "[1, 'a']", "{}",
            "{ id: 1, tags: ['x'] }", "'{{{x}}}'", "/^a+[0-9]$/i", "[{ id: 1 }]", "'$(x)'", "NaN",
        ])
    }

    private mutating func value() -> String {
        depth += 1
        defer { depth -= 1 }
        if depth > 3 { return dice.chance(60) ? path() : literal() }
        switch dice.number(1...12) {
        case 1...4: return path()
        case 5...6: return literal()
        case 7: return "(\(value()) \(dice.one(of: ["+", "-", "*", "/", "%", "&&", "||", "??"])) \(value()))"
        case 8: return "(\(condition()) ? \(value()) : \(value()))"
        case 9: return "`${\(value())}-${\(value())}`"
        default: return "\(dice.chance(80) ? path() : value())\(method())"
        }
    }

    private mutating func method() -> String {
        let inner = dice.chance(70) ? literal() : path()
        return dice.one(of: [
            ".length", ".toString()", ".trim()", ".toLowerCase()", ".indexOf(\(inner))", ".includes(\(inner))", "[0]",
            ".id",
            ".charAt(1)", ".substring(1, 3)", ".slice(-1)[0]", ".slice().sort()", ".slice(1)", ".split(',')",
            ".match(/a/)",
            ".match(/a(b)/g)", ".map(x => x.id)", ".filter(x => x.id > 1)", ".find(x => x.id === \(inner))",
            ".some(x => x)", ".every(x => x.id)", ".reduce((s, x) => s + x.n, 0)", ".sort((a, b) => a - b)",
            ".join('-')",
            ".concat(\(inner))", ".replace('a', 'b')", ".startsWith('a')", ".toFixed(2)", ".slice(-1)[0].id", ".flat()",
            ".getTime()", ".padStart(5, '0')", ".reverse()", ".hasOwnProperty('id')",
        ])
    }

    private mutating func condition() -> String {
        switch dice.number(1...6) {
        case 1: return value()
        case 2: return "!\(value())"
        case 3: return "typeof \(path()) === '\(dice.one(of: ["string", "number", "undefined", "object"]))'"
        case 4: return "new Set(\(path())).size > 1"
        default:
            return "\(value()) \(dice.one(of: ["===", "!==", "==", "!=", "<", ">=", ">"])) \(value())"
        }
    }

    private mutating func call() -> String {
        let inner = value()
        return dice.one(of: [
            "parseInt(\(inner))", "Number(\(inner))", "String(\(inner))", "JSON.stringify(\(inner))",
            "Object.keys(\(inner))",
            "Math.round(\(inner))", "Array.isArray(\(inner))", "isNaN(\(inner))", "parseFloat(\(inner))",
            "btoa(\(inner))",
            "_.get(\(inner), 'a.b[0]')", "CryptoJS.SHA256(\(inner)).toString()", "encodeURIComponent(\(inner))",
            "moment(\(inner)).format('YYYY-MM-DD')", "_.size(\(inner))", "Math.max(\(inner), 1)", "!!\(inner)", inner,
        ])
    }

    // MARK: Statements

    private mutating func assertion() -> String {
        let not = dice.chance(20) ? ".not" : ""
        let operand = dice.chance(75) ? literal() : value()
        let word = dice.one(of: [
            "eql(\(operand))", "equal(\(operand))", "be.a('string')", "be.an('array')", "exist", "be.ok", "be.true",
            "be.null",
            "be.undefined", "be.empty", "include(\(operand))", "deep.include(\(operand))", "have.property('id')",
            "have.property('id', \(operand))", "have.lengthOf(2)", "be.above(1)", "be.below(\(operand))", "match(/a/)",
            "be.oneOf([\(literal()), \(literal())])", "have.members([1, 2])", "include.members(['a'])",
            "have.all.keys('a', 'b')", "have.nested.property('a.b[0]', \(operand))", "be.within(1, 5)",
            "be.closeTo(3, 1)",
            "have.length.above(1)", "be.true()", "contain('a')", "have.deep.members([\(literal())])",
        ])
        return "pm.expect(\(dice.chance(60) ? path() : call())).to\(not).\(word)"
    }

    private mutating func schema() -> String {
        let schema = dice.one(of: [
            "{ type: 'object', required: ['a'] }", "{ type: 'any' }", "{ required: true }", "{ type: 'sting' }", "[]",
            "{ properties: { n: { type: 'number', minimum: 0, exclusiveMinimum: true } } }", "{ pattern: '(' }",
            "{ items: { $ref: '#/definitions/x' }, definitions: { x: { type: 'string' } } }", "{ $ref: '#/nowhere' }",
        ])
        return dice.one(of: [
            "pm.response.to.have.jsonSchema(\(schema))", "pm.expect(tv4.validate(j, \(schema))).to.be.true",
            "tests['schema'] = tv4.validate(j, \(schema))",
        ])
    }

    private mutating func response() -> String {
        let not = dice.chance(20) ? "not." : ""
        return "pm.response.to.\(not)"
            + dice.one(of: [
                "have.status(200)", "have.status('OK')", "be.json", "be.ok", "have.header('X', \(literal()))",
                "be.success",
                "have.jsonBody('a.b', \(literal()))", "have.body(\(literal()))", "be.error",
                "have.header('Content-Type')",
            ])
    }

    private mutating func statements(_ level: Int) -> String {
        (0...dice.number(1...4)).map { _ in statement(level) }.joined(separator: "\n")
    }

    private mutating func statement(_ level: Int) -> String {
        number += 1
        if level <= 0 { return dice.chance(70) ? assertion() : "pm.environment.set('n', \(value()))" }
        switch dice.number(1...15) {
        case 1...4: return assertion()
        case 5: return response()
        case 6: return "pm.test('t\(number)', () => {\n\(statements(level - 1))\n})"
        case 7: return "if (\(condition())) {\n\(statements(level - 1))\n} else { \(statement(level - 1)) }"
        case 8: return "\(path()).forEach(x => { pm.expect(x.id).to.eql(\(literal())) })"
        case 9: return "tests['t\(number)'] = \(condition())"
        case 10: return "const c\(number) = \(call()); pm.environment.set('token', c\(number))"
        case 11: return "try { \(statement(level - 1)) } catch (e) { \(statement(level - 1)) }"
        case 12: return schema()
        case 13: return "for (const x of \(path())) { \(statement(level - 1)); v = x }"
        case 14:
            return "pm.environment.\(dice.one(of: ["unset('n')", "set('n', null)", "set('list', JSON.stringify(l))"]))"
        default: return "pm.environment.set('n', \(call()))"
        }
    }
}
