import BatonCEL
import Synchronization
import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading

/// A result or row of which one part is secret: that part is, and whatever is made of the whole.
@Suite struct PartlySecretTests {
    private static let value: CELValue = {
        var map = CELMap()
        _ = map.insert(.string("id"), .int(5 as Int))
        _ = map.insert(.string("pin"), CELValue(.int(42), isTainted: true))
        return .native(ResultView(map))
    }()

    @Test(arguments: [
        "json(x)", "sha256(json(x))", "size(x)", "dyn(x)", "[x]", "json([x])", "{'a': x}",
        "json({'a': x}.a)", "json(true ? x : 1)", "[1].map(i, x)", "[[1]].map(i, x)[0]", "x == {'id': 5}", "x != x",
        "x in [1]", "json(optional.of(x))", "optional.of(x).orValue({})", "cel.bind(r, x, json(r))",
        "{?'a': optional.of(x)}", "[?optional.of(x)]", "x.pin", "x['pin']", "x.?pin", "jsonpath(x, '$.pin')",
    ])
    func `what is made of the whole is secret`(_ text: String) throws {
        #expect(try Evaluating.value(text, x: Self.value).holdsTaint)
    }

    @Test(arguments: [
        ("x == {'id': 5, 'pin': 42}", true), ("{'pin': 42, 'id': 5} == x", true), ("x != {'id': 5, 'pin': 42}", false),
        ("x == {'id': 5, 'pin': 43}", false), ("x == {'id': 5}", false), ("x == 'pin'", false), ("x == null", false),
        ("x in [{'id': 5, 'pin': 42}]", true), ("[x] == [{'id': 5, 'pin': 42}]", true),
    ])
    func `a partly secret map equals a map with the same members`(_ text: String, _ isTrue: Bool) throws {
        #expect(try Evaluating.value(text, x: Self.value).boolValue == isTrue)
    }

    /// What the passes of a loop gave.
    private static let list = CELValue.list([value, .null, value])

    @Test(arguments: ["json(x)", "size(x)", "x[0].pin", "x.map(r, r)", "x.filter(r, r != null)", "[x]", "x == []"])
    func `a value made of a whole list of partly secret maps is secret`(_ text: String) throws {
        #expect(try Evaluating.value(text, x: Self.list).holdsTaint)
    }

    @Test(arguments: ["x[0].id", "x[1]", "x.exists(r, r != null && r.id == 5)", "[x[0].id, x[2].id]"])
    func `a value made of the other parts of a list of partly secret maps is not secret`(_ text: String) throws {
        #expect(try !Evaluating.value(text, x: Self.list).holdsTaint)
    }

    @Test func `only the secret parts of a partly secret list are noted, and all parts of a secret list`() {
        var parts: [SecretPart] = []
        Self.list.forEachSecretPart { parts.append($0) }
        #expect(parts == [.number("42"), .number("42")])
        parts = []
        Self.list.tainted(true).forEachSecretPart { parts.append($0) }
        #expect(parts == [.number("5"), .number("42"), .word("null"), .number("5"), .number("42")])
    }

    @Test(arguments: ["x.id", "x['id']", "x.?id", "has(x.pin)", "'pin' in x", "x != null", "x.id + 1", "json(x.id)"])
    func `the other parts are not`(_ text: String) throws {
        #expect(try !Evaluating.value(text, x: Self.value).isTainted)
    }

    private final class Scope: TemplateScope {
        private let value: CELValue
        private let parts = Mutex<[SecretPart]>([])
        var noted: [SecretPart] { parts.withLock { $0 } }
        var host: any FunctionHost { Evaluating.Host() }

        init(_ value: CELValue) { self.value = value }

        func value(at slot: Int) throws(CELError) -> CELValue? { value }
        func noteSecret(_ text: String) { noteSecret(.text(text)) }
        func noteSecret(_ part: SecretPart) { parts.withLock { $0.append(part) } }
    }

    /// A step that sends it, filled; and what was noted on the way.
    private static func body(_ json: String) throws -> (text: String, isSecret: Bool, noted: [SecretPart]) {
        let loaded = Loading.load("vars: { r: 1 }\nsteps:\n  - post: /x\n    json: \(json)\n")
        guard case .request(let request)? = loaded.workflow?.steps.first?.action,
            case .json(let template)? = request.body
        else { throw Checking.NotLoaded(messages: loaded.diagnostics.map(\.message.text)) }
        let scope = Scope(value)
        let filled = try template.filled(from: scope)
        return ("\(filled.value)", filled.isSecret, scope.noted)
    }

    @Test(arguments: ["$(r)", "{ a: $(r) }", "[ $(r) ]"])
    func `a body with it is secret, and its secret part is noted, no other`(_ json: String) throws {
        let body = try Self.body(json)
        #expect(body.isSecret)
        #expect(body.noted == [.number("42")])
    }

    @Test func `a text with it is secret as a whole`() throws {
        let body = try Self.body("\"it is $(r)\"")
        #expect(body.isSecret)
        #expect(body.noted == [.number("42"), .text(#"{"id":5,"pin":42}"#)])
    }

    @Test func `what is not secret of it makes no body secret`() throws {
        let body = try Self.body("{ id: $(r.id) }")
        #expect(!body.isSecret && body.noted.isEmpty)
    }
}
