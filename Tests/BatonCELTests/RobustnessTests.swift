import BatonCEL
import Testing

@Suite struct RobustnessTests {
    private static let pieces = [
        "response", ".status", ".json", "json", ".items", "token", "count", "name", "[0]", "[?1]", ".?a", "(", ")", "[",
        "]", "{", "}",
        "1", "2u", "1.5", "-", "!", "'a'", "b'x'", "r\"\\\"", "\"\\u0041\"", "'''", " in ", " == ", " < ", " + ", " * ",
        " / ", " % ",
        " && ", " || ", " ? ", " : ", ", ", ".all(x, ", ".map(x, ", ".exists_one(i, v, ", ".size()", "size(",
        "cel.bind(q, ", "has(",
        ".contains(", ".split(", ".format([", "timestamp(", "duration(", "int(", "9223372036854775807", "null", "true",
        "x", "q", "`k`",
        "optional.of(", ".optMap(x, ", "math.greatest(", "//", "\n", "🙂", "é", "@", "$", "&", "=",
    ]

    /// The same numbers in every run: a linear congruential generator.
    private struct Numbers {
        var state: UInt64

        mutating func next(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }

    @Test(arguments: 0..<8) func `expressions thrown together at random neither crash nor hang`(seed: Int) {
        var numbers = Numbers(state: UInt64(seed) &+ 17)
        let activation = Sample.activation()
        for _ in 0..<1500 {
            let text = (0..<numbers.next(below: 14) + 1).map { _ in Self.pieces[numbers.next(below: Self.pieces.count)]
            }
            .joined()
            _ = CELTemplate.parse("$(\(text))")
            var issues: [CELDiagnostic] = []
            let program = CELProgram.compile(text, in: Sample.declarations) { issues.append($0) }
            #expect((program == nil) == !issues.isEmpty)
            for issue in issues { #expect(issue.range.upperBound <= text.utf8.count && !issue.message.isEmpty) }
            guard let program else { continue }
            if let value = try? program.evaluate(activation) {
                _ = value.brief
                _ = try? value.toJSON()
            }
            _ = program.explain(activation)
        }
    }

    @Test func `work without end is refused`() throws {
        let loops = "lists.range(1000).all(a, lists.range(1000).all(b, b >= 0))"
        let program = try #require(CELProgram.compile(loops, in: Sample.declarations) { _ in })
        var limits = CELLimits()
        limits.passes = 10_000
        let error = #expect(throws: CELError.self) { try program.evaluate(Sample.activation(), limits: limits) }
        #expect(error?.kind == .limit)
        #expect(error?.message == "the expression goes through more than 10000 elements")
        #expect(error?.range == 43..<46)
    }

    @Test(arguments: ["name.contains(json)", "name.lastIndexOf(json) == 0", "name.split(json) == []"])
    func `a search does not try every place again and again`(text: String) throws {
        let half = String(repeating: "a", count: 200_000)
        let program = try #require(CELProgram.compile(text, in: Sample.declarations) { _ in })
        let activation = FixedActivation([nil, nil, nil, .string(half + half), nil, .string(half + "b")])
        #expect(try program.evaluate(activation).boolValue == false)
    }

    @Test(arguments: ["lists.range(1000001)", "'%.1000f'.format([1.0])"])
    func `a result without measure is refused`(text: String) {
        #expect(throws: CELError.self) { try Sample.evaluate(text) }
    }
}
