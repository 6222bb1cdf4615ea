import Testing

@testable import BatonLoading
@testable import BatonWorkflow

/// What a quarantine must say, and where it is told that it does not.
@Suite struct QuarantineDiagnosticsTests {
    private static let example = "write the last day on which a failure does not count: `until: 2026-12-31`"

    static let cases: [ExpectedDiagnostic] = [
        ExpectedDiagnostic(
            "quarantine: ⟦{ reason: x }⟧\nsteps: [ get: /x ]", "workflow.missing-key",
            "`quarantine` has no `until`", help: "write `until: 2030-01-31`"),
        ExpectedDiagnostic(
            "quarantine: ⟦{ until: 2026-12-31 }⟧\nsteps: [ get: /x ]", "workflow.missing-key",
            "`quarantine` has no `reason`"),
        ExpectedDiagnostic(
            "quarantine: { until: 2026-12-31, reason: ⟦\" \"⟧ }\nsteps: [ get: /x ]",
            "workflow.missing-key", "`quarantine` has no `reason`"),
        ExpectedDiagnostic(
            "quarantine: { until: ⟦soon⟧, reason: x }\nsteps: [ get: /x ]", "workflow.wrong-value",
            "`soon` is no date", help: example),
        ExpectedDiagnostic(
            "quarantine: { until: ⟦31.12.2026⟧, reason: x }\nsteps: [ get: /x ]", "workflow.wrong-value",
            "`31.12.2026` is no date", help: example),
        ExpectedDiagnostic(
            "quarantine: { until: ⟦2026-1-1⟧, reason: x }\nsteps: [ get: /x ]", "workflow.wrong-value",
            "`2026-1-1` is no date"),
        ExpectedDiagnostic(
            "quarantine: { until: ⟦2026-+1-01⟧, reason: x }\nsteps: [ get: /x ]", "workflow.wrong-value",
            "`2026-+1-01` is no date"),
        ExpectedDiagnostic(
            "quarantine: { until: ⟦+026-01-01⟧, reason: x }\nsteps: [ get: /x ]", "workflow.wrong-value",
            "`+026-01-01` is no date"),
        ExpectedDiagnostic(
            "quarantine: { until: ⟦2026-12-31T10:00:00Z⟧, reason: x }\nsteps: [ get: /x ]", "workflow.wrong-value",
            "`2026-12-31T10:00:00Z` is no date"),
        ExpectedDiagnostic(
            "quarantine: { until: ⟦2026-02-29⟧, reason: x }\nsteps: [ get: /x ]", "workflow.wrong-value",
            "`2026-02-29` is no day of the calendar", help: example),
        ExpectedDiagnostic(
            "quarantine: { until: 2026-12-31, ⟦why⟧: x }\nsteps: [ get: /x ]", "workflow.unknown-key",
            "unknown key `why` in `quarantine`", help: "`quarantine` may hold `until` `reason` `owner`"),
        ExpectedDiagnostic(
            "quarantine: ⟦true⟧\nsteps: [ get: /x ]", "workflow.wrong-type",
            "`quarantine` wants a map, this is a boolean"),
    ]

    @Test(arguments: cases) func `a quarantine that is not whole is told`(_ item: ExpectedDiagnostic) {
        item.check(in: item.text)
    }

    @Test func `a whole one is read, a leap day included`() throws {
        let loaded = Loading.load(
            "quarantine: { until: 2028-02-29, reason: it lags, owner: us }\nsteps: [ get: /x ]")
        let quarantine = try #require(loaded.workflow?.quarantine)
        #expect(quarantine == Quarantine(until: "2028-02-29", lastDay: 21_243, reason: "it lags", owner: "us"))
    }
}
