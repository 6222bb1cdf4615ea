import BatonDiagnostics
import Testing

@testable import BatonLoading

/// Where a mistake in an expression is, however its scalar is written.
@Suite struct ScalarPlaceTests {
    @Test(
        arguments: [
            "log: $(⟦nope⟧)",
            "log: a $(⟦nope⟧) b",
            "log: é $(⟦nope⟧)",
            "log: '$(⟦nope⟧)'",
            "log: 'it''s $(⟦nope⟧)'",
            "log: \"$(⟦nope⟧)\"",
            "log: \"\\t$(⟦nope⟧)\"",
            "log: \"\\u00e9 $(⟦nope⟧)\"",
            "log: \"\\L\\/ $(⟦nope⟧)\"",
            "log: one\n      two $(⟦nope⟧)",
            "log: one\n\n\n      two $(⟦nope⟧)",
            "log: 'one\n      two $(⟦nope⟧)'",
            "log: \"one \\\n      two $(⟦nope⟧)\"",
            "log: |\n      one\n      two $(⟦nope⟧)",
            "log: >\n      one\n      two $(⟦nope⟧)",
            "that: ⟦nope⟧ == 1",
            "that: |\n      1 == 1\n      ⟦nope⟧ == 1",
        ])
    func `a name that is not there is pointed to`(_ step: String) {
        let (text, range) = Loading.marked("steps:\n  - \(step)\n")
        let found = Loading.load(text).diagnostics.filter { $0.code == "expression.unknown-name" }
        #expect(found.map { $0.range.map { $0.lower..<$0.upper } } == [range])
    }
}
