package import BatonRecords

/// A run in the list of runs.
package struct RunSummary: Sendable, Equatable {
    package var id: String
    /// `running passed failed error interrupted infra`.
    package var state: String
    package var started: Microseconds
    /// Nil while the run is in progress, and for a run that died.
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
    /// Whether it had every case that the project had, so that a case without a result was not there.
    package var isWhole: Bool
    /// Whether each case of the project has a result, skipped ones too.
    var hadAll: Bool { isWhole && ended >= planned }
    /// Whether each case of the project ran, so that a case that did not was not there.
    package var ranEverything: Bool { hadAll && skipped == 0 && blocked == 0 }
    package var planned: Int
    package var passed: Int
    package var failed: Int
    package var errors: Int
    package var skipped: Int
    /// Number of passed cases that passed only after a retry.
    package var flaky: Int
    package var requests: Int
    /// Number of cases that failed in quarantine; no other count includes them.
    package var quarantined: Int
    /// Number of cases that never ran because a case that they need did not pass; no other count includes them.
    package var blocked: Int
    /// The number of the CI build.
    package var build: String?
    package var commitURL: String?
    /// The branch with which runs of other branches are compared.
    package var defaultBranch: String?
    package var testedVersion: String?

    /// Number of cases that make a run fail.
    package var bad: Int { failed + errors + blocked }
    package var ended: Int { passed + bad + skipped + quarantined }

    /// The beginning of the identity, long enough to name the run in a command: its time, to the millisecond.
    package var shortID: String { String(id.prefix(13)) }
}
