import BatonCEL
import BatonJSON
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// What `$(…)` becomes: a value of its own, or text between text.
@Suite struct TemplateValueTests {
    /// The value of `made` in a file with these variables.
    private static func value(_ template: String, vars: String = "x: 1") throws -> JSONValue {
        try filled(template, vars: vars) { template, scope in try template.json(from: scope) }
    }

    private static func filled<R>(
        _ template: String, vars: String, _ read: (Template, Evaluating.Scope) throws -> R
    ) throws -> R {
        let loaded = Loading.load("vars: { \(vars) }\nsteps:\n  - set:\n      made: \(template)\n")
        guard let workflow = loaded.workflow, case .set(let assignments)? = workflow.steps.first?.action else {
            throw Checking.NotLoaded(messages: loaded.diagnostics.map(\.message.text))
        }
        var values = [CELValue?](repeating: nil, count: workflow.slotCount)
        for variable in workflow.variables {
            if case .literal(let value) = variable.value { values[variable.slot] = CELValue(json: value) }
        }
        return try read(assignments[0].value, Evaluating.Scope(values))
    }

    @Test(arguments: [
        "12345678901234567890", "1.10", "-0", "1e400", "0.1", "123456789012345678901234567890.5", "true", "null",
        "\"text\"",
        "[1.10,{\"a\":1.0}]", "{\"a\":[]}",
    ])
    func `a template of one expression keeps its value, digits included`(_ json: String) throws {
        #expect(JSONWriter.compact(try Self.value("$(x)", vars: "x: \(json)")) == json)
        #expect(JSONWriter.compact(try Self.value("{ a: $(x) }", vars: "x: \(json)")) == "{\"a\":\(json)}")
        #expect(JSONWriter.compact(try Self.value("[ $(x) ]", vars: "x: \(json)")) == "[\(json)]")
    }

    @Test(arguments: [
        ("a$(x)b", "x: 1.10", "a1.10b"), ("$(x)$(x)", "x: true", "truetrue"),
        ("\"$(x) \"", "x: [1, {a: 2.50}]", "[1,{\"a\":2.50}] "),
        ("-$(bytes(x))", "x: abc", "-YWJj"),
        ("-$(timestamp(x))", "x: \"2026-08-21T10:00:00.25+02:00\"", "-2026-08-21T08:00:00.25Z"),
        ("-$(duration(x))", "x: 500ms", "-0.5s"), ("$$(x)", "x: 1", "$(x)"), ("$$(x) $(x)", "x: 1", "$(x) 1"),
        ("'$(\")\" + x + \"(\")'", "x: a", ")a("), ("\"$((1 + 2) * 3)\"", "x: 1", "9"),
        ("n$(x)", "x: 12345678901234567890", "n12345678901234567890"),
    ])
    func `between other text it becomes text`(_ template: String, _ vars: String, _ expected: String) throws {
        let value = try Self.value(template, vars: vars)
        #expect(value == (expected == "9" ? 9 : .string(expected)))
    }

    @Test(arguments: [
        "{ a: $(x), b: [], c: {}, d: [1.10, $(x), { e: null }] }", "[]", "{}", "a$(x)\"\\", "[[$(x)], [true, {}]]",
        "{ $(x): 1, b: 2, 'a$(x)': 3 }", "{ $(x): 1, '1': 2 }", "{ '$$(y)': 1, \"q\\\"\\n\": $(x) }",
        "{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1, k: 1, l: 1, m: 1, n: 1, o: 1, p: 1, q: $(x) }",
    ])
    func `the text of a template is its value written as text`(_ template: String) throws {
        let (value, text) = try Self.filled(template, vars: "x: 1") { template, scope in
            var bytes: [UInt8] = []
            try template.appendJSON(to: &bytes, from: scope)
            return (JSONWriter.compact(try template.json(from: scope)), String(decoding: bytes, as: UTF8.self))
        }
        #expect(text == value)
    }

    @Test(arguments: [
        ("{ a: $(omit()), b: null, c: $(x) }", "{\"b\":null,\"c\":1}"), ("{ a: $(omit()) }", "{}"),
        ("[$(omit()), $(x), $(omit()), null]", "[1,null]"), ("[$(omit())]", "[]"),
        ("{ a: { b: [$(omit())] }, $(\"k\"): $(omit()) }", "{\"a\":{\"b\":[]}}"),
        ("{ a: \"$({'b': 1}.?c)\", d: \"$({'b': 1}.?b)\" }", "{\"d\":1}"),
        ("{ a: \"$(x == 1 ? omit() : x)\", b: \"$(x == 2 ? omit() : x)\" }", "{\"b\":1}"),
    ])
    func `an empty optional leaves out its member or element`(_ template: String, _ expected: String) throws {
        let (value, filled, text) = try Self.filled(template, vars: "x: 1") { template, scope in
            var bytes: [UInt8] = []
            try template.appendJSON(to: &bytes, from: scope)
            return (
                try template.json(from: scope), try template.filled(from: scope).value,
                String(decoding: bytes, as: UTF8.self)
            )
        }
        #expect(JSONWriter.compact(value) == expected && filled == value && text == expected)
    }

    @Test func `what an expression yields is data and not looked at again`() throws {
        let text = try Self.filled("$(x).", vars: "x: a") { template, _ in
            try template.json(from: Evaluating.Scope(Array(repeating: .string("$(1 + 1)"), count: 64)))
        }
        #expect(text == "$(1 + 1).")
    }

    @Test(arguments: [
        ("a$(x)", "x: null", "`x`: null has no text"),
        ("a$(y)", "y: $(x), x: 1", "`y` is not set"),
        ("a$(optional.none())", "x: 1", "`optional.none()`: an empty optional has no text"),
        ("$(optional.none())", "x: 1", "`optional.none()`: an empty optional has no value"),
        ("$(type(x))", "x: 1", "`type(x)`: the type int cannot be written as JSON"),
        ("$(x.b)", "x: { a: 1 }", "there is no `b`; there is `a`"),
    ])
    func `what has no text is an error`(_ template: String, _ vars: String, _ message: String) {
        let failure = #expect(throws: StepFailure.self) { try Self.value(template, vars: vars) }
        #expect(failure?.message == message)
    }

    @Test(arguments: [
        ("x == 1", true), ("$(x == 1)", true), ("x == 2", false), ("$(x == 2)", false),
    ])
    func `a condition is bare or one whole expression`(_ text: String, _ holds: Bool) throws {
        let verdict = try Self.judge(text)
        if case .holds = verdict { #expect(holds) } else { #expect(!holds) }
    }

    @Test(arguments: [
        ("x", "a condition must be true or false, `x` is 1 (int)"),
        ("$(vars.x)", "a condition must be true or false, `vars.x` is 1 (int)"),
        ("y", "a condition must be true or false, `y` is \"true\" (string)"),
        ("z", "a condition must be true or false, `z` is null (null)"),
    ])
    func `a condition that is neither true nor false shows what it is`(_ text: String, _ message: String) throws {
        guard case .broken(let failure) = try Self.judge(text) else {
            Issue.record("it was judged")
            return
        }
        #expect(failure.message == message)
        #expect(failure.hint?.explanation?.hasPrefix("compare it with something, as in `") == true)
    }

    private static func judge(_ condition: String) throws -> Verdict {
        let loaded = Loading.load("vars: { x: 1, y: \"true\", z: null }\nsteps:\n  - that: \(condition)\n")
        guard let workflow = loaded.workflow, case .that(let conditions)? = workflow.steps.first?.action else {
            throw Checking.NotLoaded(messages: loaded.diagnostics.map(\.message.text))
        }
        var values = [CELValue?](repeating: nil, count: workflow.slotCount)
        for variable in workflow.variables {
            if case .literal(let value) = variable.value { values[variable.slot] = CELValue(json: value) }
        }
        let names = workflow.slots
        values[Root.vars.rawValue] = CELValue(.map(map(names, values)))
        return conditions[0].judge(in: Evaluating.Scope(values))
    }

    private static func map(_ slots: VariableSlots, _ values: [CELValue?]) -> CELMap {
        var map = CELMap()
        for name in slots.names {
            if let slot = slots[name], let value = values[slot] { _ = map.insert(.string(name), value) }
        }
        return map
    }
}

/// How values stand in messages.
@Suite struct ValueTextTests {
    @Test func `a text is quoted, and a short one is whole`() {
        #expect(ValueText.text(" a\n") == #"" a\n""#)
        #expect(ValueText.text("") == #""""#)
        let longest = String(repeating: "x", count: ValueText.limit)
        #expect(ValueText.text(longest) == "\"\(longest)\"")
    }

    @Test(arguments: [
        (CELValue.string("a\"b"), #""a\"b""#), (.int(3 as Int), "3"), (.duration(.milliseconds(500)), "0.5s"),
        (CELValue(json: ["a": [1, 2.5, .null]]), #"{"a": [1, 2.5, null]}"#),
        (CELValue(.string("secret"), isTainted: true), "***"),
        (.string(String(repeating: "ä", count: 200)), "\"\(String(repeating: "ä", count: 120))…\" (200 characters)"),
        (
            CELValue(json: .array(Array(repeating: "aaaaaaaaaaaaaaaaaa", count: 1000))),
            "[\(String(repeating: "\"aaaaaaaaaaaaaaaaaa\", ", count: 5))\"aaaaaaaaa…\", …] (1000 elements)"
        ),
    ])
    func `of a value of an expression the beginning is shown, and how much there is`(_ value: CELValue, _ text: String)
    {
        #expect(ValueText.value(value, mask: { $0 }) == text)
    }

    @Test func `of a long text the beginning is shown, and how many bytes of its own it has`() {
        let text = String(repeating: "ä\n", count: 300)
        let beginning = String(repeating: #"ä\n"#, count: ValueText.limit / 2)
        #expect(ValueText.text(text) == "\"\(beginning)\"… (900 bytes)")
    }
}
