import BatonCEL
import Testing

/// Work without end is stopped, with a place, whatever it consists of.
@Suite struct LimitTests {
    private static func failure(_ text: String, _ limits: CELLimits = CELLimits()) throws -> CELError? {
        var issues: [CELDiagnostic] = []
        let program = CELProgram.compile(text, in: Sample.declarations) { issues.append($0) }
        let compiled = try #require(program, "\(issues)")
        return #expect(throws: CELError.self) { try compiled.evaluate(Sample.activation(), limits: limits) }
    }

    @Test(arguments: [
        // Doubled 40 times.
        "lists.range(8).map(a, lists.range(8).map(b, json.items)).size() > 0 && "
            + "cel.bind(a, 'xxxxxxxx'.replace('', '0123456789'), cel.bind(b, a.replace('', a), cel.bind(c, b.replace('', b), c.replace('', b)))) == ''",
        "lists.range(1000000).map(i, '\(String(repeating: "a", count: 300))').join() == ''",
    ])
    func `a text without measure is refused`(_ text: String) throws {
        let error = try Self.failure(text)
        #expect(error?.kind == .limit)
        #expect(error?.range != nil)
    }

    @Test func `texts made on the way count together`() throws {
        var limits = CELLimits()
        limits.madeBytes = 100_000
        let error = try Self.failure(
            "lists.range(1000).map(i, name + 'x'.replace('', '0123456789' + name + '0123456789' + name + '0123456789' + name + '0123456789' + name + '0123456789')).size() == 0",
            limits)
        #expect(error?.kind == .limit)
        #expect(error?.message == "the expression makes more than 0 MB of texts and lists")
    }

    @Test func `time is bounded, also where each step is cheap enough`() throws {
        var limits = CELLimits()
        limits.nanoseconds = 1
        let error = try Self.failure("lists.range(1000).all(a, lists.range(1000).all(b, b >= 0))", limits)
        #expect(error?.kind == .limit)
        #expect(error?.message == "the expression takes more than 0 s")
        #expect(error?.range != nil)
    }

    @Test func `a pattern that backtracks without end gives up`() throws {
        let text = String(repeating: "a", count: 60) + "!"
        let error = try Self.failure("'\(text)'.matches('(a+)+$')")
        #expect(error?.kind == .limit)
        #expect(error?.message == "the regular expression needs too many steps on this text; make it simpler")
        #expect(error?.range == 0..<81)
    }

    @Test func `patterns that only just do not give up are bounded together`() throws {
        var limits = CELLimits()
        limits.nanoseconds = 100_000_000
        // Each search takes some milliseconds and fails; a thousand of them are too many.
        let text = String(repeating: "a", count: 18) + "!"
        let error = try Self.failure("lists.range(100000).all(i, !'\(text)'.matches('(a+)+$'))", limits)
        #expect(error?.kind == .limit)
    }

    /// Each would be true if the part that never ends were an error like others.
    private static let recovering = [
        "lists.range(1000).all(x, x >= 0) || true", "!(lists.range(1000).exists(x, x < 0) && false)",
        "[1, 2].exists(x, x == 2 || lists.range(1000).all(y, y >= 0))",
        "![1, 2].all(x, x == 1 && lists.range(1000).all(y, y >= 0))",
    ]

    @Test(arguments: recovering)
    func `nothing makes up for a limit that was reached`(_ text: String) throws {
        var limits = CELLimits()
        limits.passes = 500
        #expect(try Self.failure(text, limits)?.kind == .limit)
    }

    @Test(arguments: recovering)
    func `nothing makes up for the end of the run, so that it ends at once`(_ text: String) async throws {
        let evaluation = Task {
            // Cancelled by itself, before it evaluates.
            withUnsafeCurrentTask { $0?.cancel() }
            return try Self.failure(text)?.kind
        }
        #expect(try await evaluation.value == .cancelled)
    }
}

extension LimitTests {
    /// `levels` times the value before it, twice: 2 to the power of `levels` values that take little memory.
    private static func doubled(_ levels: Int, _ expression: String) -> String {
        let binds = (1...levels).map { "cel.bind(a\($0), [a\($0 - 1), a\($0 - 1)], " }.joined()
        return "cel.bind(a0, name, \(binds)\(expression)\(String(repeating: ")", count: levels + 1))"
    }

    @Test func `a value is as large as everything in it would be if it were written out`() throws {
        let error = try Self.failure(Self.doubled(24, "a24.size() == 2"))
        #expect(error?.kind == .limit)
        #expect(error?.message == "a value takes more than 256 MB with everything in it")
        #expect(error?.range != nil)
    }

    @Test(arguments: [
        "a14 == a14", "a14 != a14", "a14 in [a13, a14]", "sets.contains([a14], [a13, a14])",
        "[a14, a13, a14].distinct().size() == 1",
    ])
    func `time is bounded within a single comparison`(_ expression: String) throws {
        var limits = CELLimits()
        limits.nanoseconds = 1
        let error = try Self.failure(Self.doubled(14, expression), limits)
        #expect(error?.message == "the expression takes more than 0 s")
        #expect(error?.range != nil)
    }
}
