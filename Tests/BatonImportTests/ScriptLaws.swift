import BatonCEL
import BatonImport
import BatonJSON
import Testing

/// What JavaScript decides, and the condition that a script becomes, are the same for every value.
@Suite struct `Conditions of scripts` {
    private static let values: [(text: String, json: JSONValue?)] = [
        ("undefined", nil), ("null", .null), ("true", true), ("false", false), ("0", 0), ("1", 1), ("-1", -1), ("5", 5),
        ("2.5", 2.5), ("''", ""), ("'0'", "0"), ("'1'", "1"), ("'5'", "5"), ("'a'", "a"), ("[]", []), ("{}", [:]),
    ]
    private static let literals = ["null", "true", "false", "0", "1", "5", "''", "'0'", "'1'", "'5'", "'a'"]

    /// The test of `if`, for a response whose member `x` has the value.
    private func holds(_ condition: String, _ json: JSONValue?, _ other: JSONValue? = nil) throws -> Bool {
        let script =
            "const { x, y } = pm.response.json(); if (\(condition)) { pm.environment.set('taken', 1) }"
        let statements = ScriptSample.translation(of: script).statements.filter { statement in
            if case .check = statement { false } else { true }
        }
        switch statements.first {
        case .branch(let test, _, _): return try Self.evaluate(test, json, other)
        case .set: return true
        case .note(let note): throw Lost(reason: note.reason)
        default: return false
        }
    }

    private struct Lost: Error { var reason: String }

    private static func evaluate(_ text: String, _ json: JSONValue?, _ other: JSONValue?) throws -> Bool {
        var declarations = CELDeclarations()
        declarations.declare("response", slot: 0)
        let program = try #require(CELProgram.compile(text, in: declarations) { _ in })
        var members: [(String, JSONValue)] = []
        if let json { members.append(("x", json)) }
        if let other { members.append(("y", other)) }
        let document = JSONValue.object(JSONObject(members))
        let response: JSONValue = ["json": document]
        let value = try program.evaluate(ResponseActivation(CELValue(json: response)))
        let result: Bool? = value.boolValue
        return try #require(result as Bool?)
    }

    private final class ResponseActivation: CELActivation {
        private let response: CELValue

        init(_ response: CELValue) { self.response = response }

        func value(at slot: Int) throws(CELError) -> CELValue? { response }
    }

    @Test(arguments: values.indices)
    func `are true for what JavaScript takes for true`(index: Int) throws {
        let (text, json) = Self.values[index]
        let isFalse = ["undefined", "null", "false", "0", "''"].contains(text)
        #expect(try holds("x", json) == !isFalse)
        #expect(try holds("!x", json) == isFalse)
        #expect(try holds("x && 1", json) == !isFalse)
        #expect(try holds("x || 0", json) == !isFalse)
    }

    @Test(arguments: values.indices, literals)
    func `compare as JavaScript does`(index: Int, literal: String) throws {
        let (text, json) = Self.values[index]
        guard text != "[]", text != "{}" else { return }
        #expect(try holds("x == \(literal)", json) == Self.looseEquals(text, literal), "\(text) == \(literal)")
        #expect(try holds("x != \(literal)", json) == !Self.looseEquals(text, literal), "\(text) != \(literal)")
        #expect(try holds("x === \(literal)", json) == (text == literal), "\(text) === \(literal)")
        #expect(try holds("x !== \(literal)", json) == (text != literal), "\(text) !== \(literal)")
    }

    @Test(arguments: values.indices)
    func `know the type of a value`(index: Int) throws {
        let (text, json) = Self.values[index]
        let type =
            switch text {
            case "undefined": "undefined"
            case "true", "false": "boolean"
            case "null", "[]", "{}": "object"
            default: text.hasPrefix("'") ? "string" : "number"
            }
        for name in ["undefined", "boolean", "object", "string", "number", "function"] {
            #expect(try holds("typeof x === '\(name)'", json) == (type == name), "\(text) is \(name)")
        }
    }

    @Test(arguments: values.indices, ["-1", "0", "1", "2", "5", "'1'", "'5'", "'a'", "''", "'10'"])
    func `are in the order that JavaScript has`(index: Int, literal: String) throws {
        let (text, json) = Self.values[index]
        guard text != "[]", text != "{}" else { return }
        for sign in ["<", "<=", ">", ">="] {
            let expected = Self.isOrdered(text, sign, literal)
            #expect(try holds("x \(sign) \(literal)", json) == expected, "\(text) \(sign) \(literal)")
            #expect(
                try holds("\(literal) \(sign) x", json) == Self.isOrdered(literal, sign, text),
                "\(literal) \(sign) \(text)")
        }
    }

    @Test(arguments: values.indices, values.indices)
    func `compare two values of which only a run knows the types`(first: Int, second: Int) throws {
        let ((one, left), (two, right)) = (Self.values[first], Self.values[second])
        guard !["[]", "{}"].contains(one), !["[]", "{}"].contains(two) else { return }
        #expect(try holds("x === y", left, right) == (one == two), "\(one) === \(two)")
        #expect(try holds("x !== y", left, right) == (one != two), "\(one) !== \(two)")
        #expect(try holds("x < y", left, right) == Self.isOrdered(one, "<", two), "\(one) < \(two)")
        #expect(try holds("x >= y", left, right) == Self.isOrdered(one, ">=", two), "\(one) >= \(two)")
    }

    @Test(arguments: values.indices)
    func `know the number that JavaScript makes of a value`(index: Int) throws {
        let (text, json) = Self.values[index]
        guard text != "[]", text != "{}" else { return }
        let number = Self.number(text)
        // Where a script computes with what is no number, the expression is an error.
        let isNumber = json?.numberValue != nil || text.hasPrefix("'") && text != "''" && !number.isNaN
        for conversion in ["Number(x)", "+x"] + (isNumber ? ["x * 1", "x - 0", "-(-x)"] : []) {
            #expect(try holds("isNaN(\(conversion))", json) == number.isNaN, "\(conversion) of \(text)")
            for other in [-1.0, 0, 1, 2.5, 5] {
                #expect(try holds("\(conversion) === \(other)", json) == (number == other), "\(conversion) of \(text)")
            }
        }
    }

    /// ECMA-262, 7.2.13.
    private static func isOrdered(_ left: String, _ sign: String, _ right: String) -> Bool {
        func holds<Value: Comparable>(_ one: Value, _ two: Value) -> Bool {
            switch sign {
            case "<": one < two
            case "<=": one <= two
            case ">": one > two
            default: one >= two
            }
        }
        if left.hasPrefix("'"), right.hasPrefix("'") {
            return holds(String(left.dropFirst().dropLast()), String(right.dropFirst().dropLast()))
        }
        return holds(number(left), number(right))
    }

    /// ECMA-262, 7.2.12, of undefined, null, booleans, numbers and texts.
    private static func looseEquals(_ left: String, _ right: String) -> Bool {
        let nothing = ["undefined", "null"]
        if nothing.contains(left) || nothing.contains(right) {
            return nothing.contains(left) && nothing.contains(right)
        }
        let areTexts = left.hasPrefix("'") && right.hasPrefix("'")
        return areTexts ? left == right : number(left) == number(right)
    }

    private static func number(_ text: String) -> Double {
        switch text {
        case "true": return 1
        case "false", "''", "null": return 0
        default: return Double(text.filter { $0 != "'" }) ?? .nan
        }
    }

    // MARK: All of a script

    /// Expressions of the statements, with the names of the loops around.
    private static func expressions(_ statements: [ImportedStatement]) -> [String] {
        statements.flatMap { statement -> [String] in
            switch statement {
            case .check(let check): if case .condition(let text) = check.subject { [text] } else { [] }
            case .set(_, let text): [text]
            case .capture(_, let source): if case .expression(let text) = source { [text] } else { [] }
            case .branch(let test, let then, let otherwise): [test] + expressions(then) + expressions(otherwise)
            case .loop(let list, _, let body): [list] + expressions(body)
            case .request(let request): expressions(request.after)
            default: []
            }
        }
    }

    @Test(arguments: ScriptSample.samples(in: ScriptAssertions.text) + ScriptSample.samples(in: ScriptStatements.text))
    func `are CEL that can be read`(sample: ScriptSample) {
        for expression in Self.expressions(ScriptSample.translation(of: sample.script).statements) {
            var issues: [CELDiagnostic] = []
            _ = CELProgram.compile(expression, in: CELDeclarations()) { issues.append($0) }
            #expect(issues.filter { $0.code == "expression.syntax" }.isEmpty, "\(expression)")
        }
    }

    @Test(arguments: [
        String(repeating: "if (a) {", count: 150) + String(repeating: "}", count: 150),
        "function f() { f(); f() } f()", "const f = n => n + f(n) + f(n); f(1)",
        "let s = 'a';" + String(repeating: "s = s + pm.response.json().b + s;", count: 40),
        "for (let i = 0; i < 50; i++) for (let j = 0; j < 50; j++) for (let k = 0; k < 50; k++) pm.environment.set('a' + k, j)",
        String(repeating: "pm.response.json().a.", count: 1) + String(repeating: "b.", count: 400) + "c",
        "const a = [" + String(repeating: "1,", count: 5000) + "1]; a.forEach(x => pm.environment.set('a', x))",
        "let o = {}; o.o = o; pm.environment.set('o', JSON.stringify(o))", "eval(eval(eval('1')))",
        "(((", "var \u{0} = 1", "tests[tests] = tests", "this.this.this", "new new new Date()", "pm.pm.pm()",
    ])
    func `end in bounded time, whatever the script`(script: String) {
        let translation = ScriptSample.translation(of: script)
        #expect(translation.statements.count < 5000)
    }
}
