package import BatonRunner

/// A run as a list of runs shows it.
package struct RunSummary: Sendable, Equatable {
    package var id: String
    /// `running passed failed error interrupted infra`.
    package var state: String
    package var started: Microseconds
    /// Nil while it runs, and for a run that died.
    package var duration: Microseconds?
    package var exitCode: Int?
    package var project: String
    package var environment: String?
    package var baseURL: String?
    package var host: String
    package var toolVersion: String
    package var branch: String?
    package var commit: String?
    package var isDirty: Bool
    package var ciProvider: String?
    package var ciURL: String?
    package var isDryRun: Bool
    /// Whether responses came from samples.
    package var isStub: Bool
    package var planned: Int
    package var passed: Int
    package var failed: Int
    package var errors: Int
    package var skipped: Int
    /// Of those that passed, how many did so only after a failure.
    package var flaky: Int
    package var requests: Int
    /// Those that failed in quarantine; they are in no other number.
    package var quarantined: Int
    /// Those that never ran because what they need did not pass; they are in no other number.
    package var blocked: Int

    /// Those that make a run fail.
    package var bad: Int { failed + errors + blocked }
    package var ended: Int { passed + bad + skipped + quarantined }

    /// Enough of the identity to name the run in a command: its time, to the millisecond.
    package var shortID: String { String(id.prefix(13)) }
}
