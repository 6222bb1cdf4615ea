import BatonCEL
import Testing

/// The public conformance suite, case by case. What differs is listed in `ConformanceDeviations`, each with its reason;
/// a case listed there that passes fails this test.
@Suite struct ConformanceTests {
    @Test func `every conformance case passes unless it is listed with its reason`() {
        guard let cases = ConformanceSuite.load() else {
            print("skipped: the CEL conformance cases are not on this machine")
            return
        }
        #expect(cases.count == 1714)
        var unexpected: [String] = []
        var stale = ConformanceDeviations.reasons
        for test in cases {
            let problem = problem(with: test)
            let isListed = stale.removeValue(forKey: test.key) != nil
            if let problem, !isListed { unexpected.append("\(test.key)\n    \(problem)") }
            if problem == nil, isListed {
                unexpected.append("\(test.key)\n    passes although it is listed as deviating")
            }
        }
        for key in stale.keys { unexpected.append("\(key)\n    is listed as deviating but is no case") }
        #expect(unexpected.isEmpty, "\(unexpected.count) cases:\n\(unexpected.joined(separator: "\n"))")
    }

    /// Nil when the case does what it should.
    private func problem(with test: ConformanceCase) -> String? {
        var declarations = CELDeclarations()
        for (slot, (name, _)) in test.bindings.enumerated() { declarations.declare(name, slot: slot) }
        var issue: CELIssue?
        let program = CELProgram.compile(test.expression, in: declarations) { issue = issue ?? $0 }
        guard let program else {
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
        default: return CELValue.areEqual(value, expected)
        }
    }
}
