import BatonJSON
package import BatonRecords
import BatonValues

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
    /// The first line of the commit's message, and who wrote it.
    package var subject: String?
    package var author: String?
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
    /// Nil for a run that has not ended: it is recorded at the end.
    package var requests: Int?
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

/// Where a run stands in the history of the code: what answers "since when".
package struct RunPoint: Sendable, Equatable {
    package var run: String
    package var started: Microseconds
    package var branch: String?
    package var environment: String?
    package var commit: String?
    /// Whether files differed from the commit.
    package var isDirty: Bool
    package var subject: String?
    package var author: String?
    package var commitURL: String?
    package var build: String?
    package var buildURL: String?

    package init(_ run: RunSummary) {
        self.run = run.id
        started = run.started
        branch = run.branch
        environment = run.environment
        commit = run.commit
        isDirty = run.isDirty
        subject = run.subject
        author = run.author
        commitURL = run.commitURL
        build = run.build
        buildURL = run.ciURL
    }

    var json: JSONValue {
        var object = EventObject()
        object.set("run", run)
        object.set("started", TimeText.timestamp(started) + "Z")
        object.set("branch", branch)
        object.set("environment", environment)
        object.set("commit", commit)
        if commit != nil { object.set("dirty", isDirty) }
        object.set("subject", subject)
        object.set("author", author)
        object.set("commit_url", commitURL)
        object.set("build", build)
        object.set("build_url", buildURL)
        return object.json
    }
}
