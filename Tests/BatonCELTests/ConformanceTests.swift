import BatonCEL
import Testing

/// The public conformance suite, case by case. What differs is listed in `ConformanceDeviations`, each with its reason;
/// a case listed there that does as the suite says fails these tests.
@Suite(.enabled(if: ConformanceSuite.cases != nil, "the CEL conformance cases are not on this machine"))
struct ConformanceTests {
    @Test func `every case has its value or its error, unless it is listed with its reason`() throws {
        let cases = try #require(ConformanceSuite.cases)
        #expect(cases.count == 1714)
        var problems: [String: String] = [:]
        for var test in cases {
            if let corrected = ConformanceDeviations.data[test.key] { test.expected = corrected }
            if let problem = problem(with: test) { problems[test.key] = problem }
        }
        compare(problems, ConformanceDeviations.results)
    }

    @Test func `every case with a value passes the checks of the loader, unless it is listed with its reason`() throws {
        let cases = try #require(ConformanceSuite.cases)
        var refusals: [String: String] = [:]
        for test in cases where test.expected != nil {
            _ = program(test) { refusals[test.key] = $0.message }
        }
        compare(refusals, ConformanceDeviations.refusals)
    }

    /// A case whose data is corrected must need it.
    @Test func `the data that is corrected is wrong`() throws {
        let cases = try #require(ConformanceSuite.cases)
        let corrected = cases.filter { ConformanceDeviations.data[$0.key] != nil }
        #expect(corrected.count == ConformanceDeviations.data.count)
        for test in corrected { #expect(problem(with: test) != nil) }
    }

    private func compare(_ found: [String: String], _ listed: [String: String]) {
        for (key, problem) in found where listed[key] == nil { Issue.record("\(key)\n    \(problem)") }
        for key in listed.keys where found[key] == nil { Issue.record("\(key)\n    is listed and does not deviate") }
    }

    /// As the suite runs it, without a checker.
    private func program(_ test: ConformanceCase, _ report: (CELDiagnostic) -> Void) -> CELProgram? {
        var declarations = CELDeclarations()
        for (slot, (name, _)) in test.bindings.enumerated() { declarations.declare(name, slot: slot) }
        return CELProgram.compileUnchecked(test.expression, in: declarations, report: report)
    }

    /// Nil when the case does what it should.
    private func problem(with test: ConformanceCase) -> String? {
        var issue: CELDiagnostic?
        guard let program = program(test, { issue = issue ?? $0 }) else {
            return test.expected == nil ? nil : "does not compile: \(issue?.message ?? "?")"
        }
        do {
            let value = try program.evaluate(FixedActivation(test.bindings.map(\.1)))
            guard let expected = test.expected else { return "yields \(value.brief) instead of an error" }
            return same(value, expected) ? nil : "yields \(value.brief), expected \(expected.brief)"
        } catch {
            return test.expected == nil ? nil : "fails: \(error.message)"
        }
    }

    /// Equal and of one type, all the way down.
    private func same(_ value: CELValue, _ expected: CELValue) -> Bool {
        guard value.typeName == expected.typeName else { return false }
        switch expected.kind {
        case .list(let elements):
            guard let actual = value.elements, actual.count == elements.count else { return false }
            return zip(actual, elements).allSatisfy { same($0, $1) }
        case .map(let map):
            guard let actual = value.entries, actual.count == map.count else { return false }
            return actual.allSatisfy { entry in map.value(for: entry.key).map { same(entry.value, $0) } ?? false }
        case .double(let number):
            guard case .double(let actual) = value.kind else { return false }
            return number == actual && number.sign == actual.sign || number.isNaN && actual.isNaN
        default: return (try? CELValue.areEqual(value, expected)) == true
        }
    }
}
