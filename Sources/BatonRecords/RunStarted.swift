package import BatonSecrets

/// The facts of a run that are known before its first request.
package final class RunStarted: Sendable {
    /// UUIDv7 in its usual text form.
    package let id: String
    package let started: Microseconds
    package let toolVersion: String
    package let environment: String?
    package let baseURL: MaskedText?
    package let hostname: String
    /// The project's name for reports: the name of its folder.
    package let project: String
    /// The cases in the order in which they are reported; `index` counts from 0.
    package let cases: [CaseIdentity]
    package let jobs: Int
    /// Whether the run only shows what it would do, without sending requests.
    package let isDryRun: Bool
    /// Whether responses came from samples (`--stub`); such a run is left out of the history's statistics.
    package let isStub: Bool
    /// Whether neither paths nor options chose among the workflows of the project, so that the run has a result for each
    /// case that there was. Of a shard: whether all shards together do.
    package let isWhole: Bool
    /// Whether its cases are all that the project had: those of a shard are not.
    package var hasWholeProject: Bool { isWhole && shard == nil && missingCount == 0 }
    /// Whether a case that passed only after a failure makes the run fail.
    package let failsOnFlaky: Bool
    /// How the cases were selected and ordered, as text for the user; empty for all cases in file order.
    package let notes: [MaskedText]
    /// The options that decide what is sent and what is right, as words of a command line, without the values
    /// of variables, inputs and secrets.
    package let givenOptions: [MaskedText]
    /// Files and folders that were skipped inside the given folders, such as a nested project.
    package let leftOut: [LeftOut]
    /// The commit and the CI service of a recorded run; nil in the run itself, where they are read when first needed.
    package let context: RunContext?
    /// Nil where one machine runs everything.
    package let shard: Shard?
    /// Number of cases that belong to the run and are not among `cases`, because the shards that had them are missing in
    /// a merged run.
    package let missingCount: Int

    package struct LeftOut: Sendable, Equatable, CustomStringConvertible {
        /// Path relative to the project folder.
        package let path: String
        package let reason: String

        package init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }

        package var description: String { "\(path): \(reason)" }

        /// One line of text for each, for the user; only the first of very many.
        package static func shown(_ list: [LeftOut]) -> [String] {
            let rest = list.count - mostShown
            return list.prefix(mostShown).map(\.description) + (rest > 0 ? ["\(rest) more"] : [])
        }

        private static let mostShown = 20
    }

    /// The project's name, with the shard where the run is one.
    package var titleOfProject: String {
        shard.map { "\(project), shard \($0.index) of \($0.total)" } ?? project
    }

    package init(
        id: String, started: Microseconds, toolVersion: String, environment: String?, baseURL: MaskedText?,
        hostname: String, project: String, cases: [CaseIdentity], jobs: Int, isDryRun: Bool, isStub: Bool = false,
        isWhole: Bool = false, failsOnFlaky: Bool = false, notes: [MaskedText] = [], givenOptions: [MaskedText] = [],
        leftOut: [LeftOut] = [], context: RunContext? = nil, shard: Shard? = nil, missingCount: Int = 0
    ) {
        self.shard = shard
        self.missingCount = missingCount
        self.id = id
        self.started = started
        self.toolVersion = toolVersion
        self.environment = environment
        self.baseURL = baseURL
        self.hostname = hostname
        self.project = project
        self.cases = cases
        self.jobs = jobs
        self.isDryRun = isDryRun
        self.isStub = isStub
        self.isWhole = isWhole
        self.failsOnFlaky = failsOnFlaky
        self.notes = notes
        self.givenOptions = givenOptions
        self.leftOut = leftOut
        self.context = context
    }
}
