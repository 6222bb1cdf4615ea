import BatonCEL
import BatonJSON
import Testing

/// What a reader is told of a condition that does not hold, expression by expression.
@Suite struct ExplanationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var lines: [String]

        init(_ text: String, _ lines: String...) {
            self.text = text
            self.lines = lines
        }

        var testDescription: String { text }
    }

    private static let items = #"json.items: [{"price": 1}, {"price": 2}, {"price": -1}]"#

    static let cases: [Case] = [
        // A whole is named by the message; literals say themselves.
        Case("false"),
        Case("1 == 2"),
        Case("name == \"Bob\"", "name: \"Ada\""),
        Case("count > 5", "count: 3"),
        Case("count + 1 == 5", "count + 1: 4", "count: 3"),
        Case("-count == 3", "-count: -3", "count: 3"),
        Case("count == size(name) + 1", "count: 3", "size(name) + 1: 4", "size(name): 3", "name: \"Ada\""),
        Case("name in [\"Bob\", \"Eve\"]", "name: \"Ada\""),
        Case("[count, 5] == [1, 2]", "[count, 5]: [3, 5]", "count: 3"),
        Case("name.startsWith(\"B\")", "name: \"Ada\""),
        Case("name.lowerAscii().contains(\"z\")", "name.lowerAscii(): \"ada\"", "name: \"Ada\""),
        Case("name.matches(\"^B\")", "name: \"Ada\""),
        Case("json.items == [{\"price\": 1}]", items),
        Case("json.items == [{\"price\": 1}] || [1, 2] == [1]", "json.items == [{\"price\": 1}]: false", items),
        Case("count + count + count == 8", "count + count + count: 9", "count: 3"),
        Case(
            "size(name + name) + count == 8", "size(name + name) + count: 9", "size(name + name): 6",
            "name + name: \"AdaAda\"", "name: \"Ada\"", "count: 3"),
        // A chain is shown as a whole, a native object never.
        Case("response.status == 201", "response.status: 200"),
        Case("response.headers.location == \"/\"", "response.headers.location: \"/there\""),
        Case("response.headers[\"location\"] == \"/\"", "response.headers[\"location\"]: \"/there\""),
        Case("response.duration < duration(\"100ms\")", "response.duration: 0.25s", "duration(\"100ms\"): 0.1s"),
        Case("json.items[count - 1].price > 0", "json.items[count - 1].price: -1", "count - 1: 2", "count: 3"),
        // Of `&&`, `||` and `? :` only what was evaluated.
        Case(
            "response.status == 201 && size(response.json.items) > 5", "response.status == 201: false",
            "response.status: 200"),
        // What a true `==` compared is plain; what a true `>` compared is not.
        Case("response.status == 200 && count > 5", "response.status == 200: true", "count > 5: false", "count: 3"),
        Case("count > 2 && count > 5", "count > 2: true", "count: 3", "count > 5: false"),
        Case(
            "count == 1 || name == \"Bob\"", "count == 1: false", "count: 3", "name == \"Bob\": false", "name: \"Ada\""),
        Case(
            "count > 2 ? name == \"Bob\" : count == 1", "count > 2: true", "count: 3", "name == \"Bob\": false",
            "name: \"Ada\""),
        Case("!(count > 2)", "count > 2: true", "count: 3"),
        Case("!(count == 3 && name == \"Ada\")", "count == 3: true", "name == \"Ada\": true"),
        // has() shows what it looked into.
        Case(
            "has(json.email)",
            #"json: {"id": 7, "name": "Ada", "items": [{"price": 1}, {"price": 2}, {"price": -1}], "big": 18446744073709}"#
        ),
        Case("has(json.items[0].cost)", #"json.items[0]: {"price": 1}"#),
        // The element that decided.
        Case("json.items.all(i, i.price > 0)", "json.items[2].price > 0: false", "json.items[2].price: -1"),
        Case(
            "!json.items.exists(i, i.price < 0)", "json.items.exists(i, i.price < 0): true",
            "json.items[2].price < 0: true", "json.items[2].price: -1"),
        // Without one, what all were compared with.
        Case("json.items.exists(i, i.price > 5)", items, "json.items[*].price: [1, 2, -1]"),
        Case("json.items.exists_one(i, i.price > 5)", items, "json.items[*].price: [1, 2, -1]"),
        Case(
            "json.items.exists(i, string(i.price) == name && i.price == count)", items,
            "string(json.items[*].price): [\"1\", \"2\", \"-1\"]", "json.items[*].price: [1, 2, -1]",
            "name: \"Ada\""),
        Case(
            "!json.items.all(i, i.price < count)", "json.items.all(i, i.price < count): true", items,
            "json.items[*].price: [1, 2, -1]", "count: 3"),
        Case("[1, 2].exists(x, x == count)", "count: 3"),
        Case("{\"a\": 1, \"b\": 2}.exists(k, k == name)", "name: \"Ada\""),
        Case(
            "[[1, 2], [3, 0]].exists(row, row.exists(x, x + 1 < 9 && row[0] < 9 && x == count + 5))", "count + 5: 8",
            "count: 3"),
        Case(
            "[[1, 2], [3, 0]].exists(row, row.all(x, x > 1))"),
        // What not all elements were asked for has no line.
        Case(
            "json.items.exists(i, i.price > 1 && i.price + count > 99)", items, "json.items[*].price: [1, 2, -1]",
            "count: 3"),
        Case(
            "json.items.exists(i, i.price == 8 || i.price == 9)", items, "json.items[*].price: [1, 2, -1]"),
        Case(
            "json.items.all(i, json.items.exists(j, j.price == i.price + 1))",
            "json.items.exists(j, j.price == json.items[1].price + 1): false", items, "json.items[*].price: [1, 2, -1]",
            "json.items[1].price + 1: 3", "json.items[1].price: 2"),
        Case(
            "lists.range(21).exists(i, i > 99 || i % 20 == 99)",
            "lists.range(21): [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]",
            "lists.range(21)[0..19] % 20: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]"),
        Case(
            "json.items.exists_one(i, i.price > 0)", "json.items[0].price > 0: true", "json.items[0].price: 1",
            "json.items[1].price > 0: true", "json.items[1].price: 2"),
        Case(
            "json.items.map(i, i.price).all(p, p > 0)", "json.items.map(i, i.price)[2] > 0: false",
            "json.items.map(i, i.price)[2]: -1"),
        Case(
            "json.items.filter(i, i.price > 0).size() == 3", "json.items.filter(i, i.price > 0).size(): 2",
            #"json.items.filter(i, i.price > 0): [{"price": 1}, {"price": 2}]"#, "json.items[2].price > 0: false",
            "json.items[2].price: -1"),
        Case("json.items.all(index, i, i.price > index)", "json.items[2].price > 2: false", "json.items[2].price: -1"),
        Case(
            "{\"a\": 1, \"b\": count}.all(k, v, v < 2)", "{\"a\": 1, \"b\": count}[\"b\"] < 2: false",
            "{\"a\": 1, \"b\": count}[\"b\"]: 3"),
        Case(
            "(json.items + json.items).all(i, i.price > 0)", "(json.items + json.items)[2].price > 0: false",
            "(json.items + json.items)[2].price: -1"),
        Case(
            "json.items.map(i, i.price) == [1, 2]", "json.items.map(i, i.price): [1, 2, -1]", items),
        Case(
            "json.items.map(i, i.price > 0, i.price) == [1]", "json.items.map(i, i.price > 0, i.price): [1, 2]",
            "json.items[2].price > 0: false", "json.items[2].price: -1"),
        Case(
            "json.items.transformList(n, i, n + i.price) == [1]",
            "json.items.transformList(n, i, n + i.price): [1, 3, 1]",
            items),
        Case(
            "{\"a\": count}.transformMap(k, v, v + 1) == {\"a\": 5}",
            "{\"a\": count}.transformMap(k, v, v + 1): {\"a\": 4}", "{\"a\": count}: {\"a\": 3}", "count: 3"),
        Case(
            "!json.items.exists(n, i, n == 1 && i.price == 2)",
            "json.items.exists(n, i, n == 1 && i.price == 2): true", "json.items[1].price == 2: true"),
        Case("json.items.existsOne(n, i, n > 0)", "1 > 0: true", "2 > 0: true"),
        Case("json.items.sortBy(i, i.price)[0].price == 1", "json.items.sortBy(i, i.price)[0].price: -1", items),
        // Optionals.
        Case(
            "json.items[0].?cost.orValue(9) == 1", "json.items[0].?cost.orValue(9): 9",
            "json.items[0].?cost: optional()"),
        Case(
            "json.items[?1].optMap(i, i.price > 2).value()", "json.items[?1].optMap(i, i.price > 2): optional(false)",
            #"json.items[?1]: optional({"price": 2})"#, "i.price > 2: false", "i.price: 2"),
        // Loops within loops; an inner variable may hide an outer one.
        Case(
            "[[1, 2], [3, 0]].all(row, row.all(x, x > 0))", "[[1, 2], [3, 0]][1].all(x, x > 0): false",
            "[[1, 2], [3, 0]][1][1] > 0: false", "[[1, 2], [3, 0]][1][1]: 0"),
        Case(
            "[[1, 2], [3, 0]].all(x, x.all(x, x > 0))", "[[1, 2], [3, 0]][1].all(x, x > 0): false",
            "[[1, 2], [3, 0]][1][1] > 0: false", "[[1, 2], [3, 0]][1][1]: 0"),
        Case("json.items.all(name, name.price > 0)", "json.items[2].price > 0: false", "json.items[2].price: -1"),
        Case(
            "json.items.all(i, \"i\" != \"i\" || i.price > 0)", "json.items[2].price > 0: false",
            "json.items[2].price: -1"),
        Case("cel.bind(n, count + 1, n == 5)", "count + 1: 4", "count: 3", "n == 5: false", "n: 4"),
        // What failed, and what was there.
        Case(
            "json.items[0].cost > 1", "json.items[0].cost: there is no `cost`; there is `price`",
            #"json.items[0]: {"price": 1}"#),
        Case(
            "json.items.all(i, i.cost > 0)", "json.items[0].cost: there is no `cost`; there is `price`",
            #"json.items[0]: {"price": 1}"#),
        Case("json.items[7].price > 1", "json.items[7]: index 7 is outside the list of 3", items),
        Case(
            "count == 1 || json.nmae == \"x\"", "count == 1: false", "count: 3",
            "json.nmae: there is no `nmae`; there is `id`, `name`, `items`, `big`",
            #"json: {"id": 7, "name": "Ada", "items": [{"price": 1}, {"price": 2}, {"price": -1}], "big": 18446744073709}"#
        ),
        Case("unset > 1", "unset: `unset` is not set"),
        Case("count / (count - 3) > 1", "count / (count - 3): division by zero", "count: 3", "count - 3: 0"),
        // A part that stands twice is told once.
        Case("count > 5 || count < 2", "count > 5: false", "count: 3", "count < 2: false"),
        // Several lines become one.
        Case("name ==\n  \"Bob\"", "name: \"Ada\""),
        Case(
            "count > 2 &&\n  name\n    .size() == 9", "count > 2: true", "count: 3", "name .size() == 9: false",
            "name .size(): 3", "name: \"Ada\""),
    ]

    @Test(arguments: cases)
    func `of a condition is told what decided`(_ test: Case) throws {
        let lines = try lines(test.text)
        #expect(lines == test.lines, "\(lines.joined(separator: "\n"))")
    }

    @Test func `a key of a map is told by name, and a secret one not at all`() throws {
        var declarations = CELDeclarations()
        declarations.declare("m", slot: 0)
        var map = CELMap()
        _ = map.insert(.string("a"), .int(1 as Int))
        _ = map.insert(CELValue(.string("hidden"), isTainted: true), .int(0 as Int))
        let text = "m.all(k, m[k] > 0)"
        let program = try #require(CELProgram.compile(text, in: declarations) { _ in })
        let parts = program.explain(FixedActivation([CELValue(.map(map))])).parts
        #expect(parts.map(\.text) == ["m[***] > 0", "m[***]"])
    }

    @Test func `a result that changes is told as it was`() throws {
        let counter = CELFunction(
            "next", [.init([], .int)],
            body: .contextual { _, activation throws(CELError) in try activation.value(at: 0) ?? .null })
        var declarations = CELDeclarations(library: CELLibrary([counter], extending: .standard))
        declarations.declare("n", slot: 0)
        let program = try #require(CELProgram.compile("next() == 2", in: declarations) { _ in })
        #expect(!program.isPure)
        let activation = CountingActivation()
        let first = program.explain(activation)
        #expect(try first.result.get().boolValue == false)
        #expect(first.parts.map { $0.value?.brief } == ["1"])
        #expect(try program.explain(activation).result.get().boolValue == true)
    }

    @Test func `an error names the keys that are there, and the one that was meant`() throws {
        let error = #expect(throws: CELError.self) { try Sample.evaluate("json.itmes[0]") }
        #expect(error?.message == "there is no `itmes`; there is `id`, `name`, `items`, `big`")
        #expect(error?.help == "did you mean `items`?")
        let indexed = #expect(throws: CELError.self) { try Sample.evaluate("json[\"itmes\"]") }
        #expect(indexed?.message == error?.message)
        let empty = #expect(throws: CELError.self) { try Sample.evaluate("{}.x") }
        #expect(empty?.message == "there is no `x`: the object is empty")
    }

    @Test func `the keys of a secret are not named`() {
        var declarations = CELDeclarations()
        declarations.declare("s", slot: 0)
        let program = CELProgram.compile("s.pasword", in: declarations) { _ in }
        let secret = CELValue(json: ["password": "x"], isTainted: true)
        let error = #expect(throws: CELError.self) { try program?.evaluate(FixedActivation([secret])) }
        #expect(error?.message == "there is no `pasword`")
        #expect(error?.help == nil)
    }

    @Test func `a long loop is explained without keeping its passes`() throws {
        let program = try #require(
            CELProgram.compile("lists.range(50000).all(a, a < 49999)", in: Sample.declarations) { _ in })
        let parts = program.explain(Sample.activation()).parts
        #expect(parts.map(\.text) == ["lists.range(50000)[49999] < 49999", "lists.range(50000)[49999]"])
    }

    @Test func `what a false equation compared is kept for its differences`() throws {
        let text = "count == 3 && json.items.map(i, i.price) == [1, 2, 3]"
        let program = try #require(CELProgram.compile(text, in: Sample.declarations) { _ in })
        let unequal = program.explain(Sample.activation()).unequal
        #expect(unequal?.text == "json.items.map(i, i.price)")
        #expect(unequal?.left.brief == "[1, 2, -1]")
        #expect(unequal?.right.brief == "[1, 2, 3]")
    }

    private func lines(_ text: String) throws -> [String] {
        var issues: [CELDiagnostic] = []
        let program = CELProgram.compile(text, in: Sample.declarations) { issues.append($0) }
        return try #require(program, "\(issues)").explain(Sample.activation()).parts.map { part in
            "\(part.text): \(part.error?.message ?? part.value?.described(limit: 200, mask: { $0 }) ?? "?")"
        }
    }
}

/// Gives 1, 2, 3 and so on.
private final class CountingActivation: CELActivation {
    private var count = 0

    func value(at slot: Int) throws(CELError) -> CELValue? {
        count += 1
        return .int(count)
    }
}
