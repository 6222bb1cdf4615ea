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

/// Facts about the surroundings of a run: the commit of the code, and the CI service.
package struct RunContext: Sendable, Equatable {
    package var branch: String?
    package var commit: String?
    package var parent: String?
    /// Whether the working tree has uncommitted changes.
    package var isDirty: Bool
    /// The first line of the commit's message, and the name of its author; masked, on one line, of bounded length.
    package var subject: String?
    package var author: String?
    package var ciProvider: String?
    package var ciURL: String?
    /// The number of the CI build, as its service shows it.
    package var build: String?
    /// The page of the commit.
    package var commitURL: String?
    /// The branch with which the runs of other branches are compared.
    package var defaultBranch: String?
    /// The version of the system under test, if the user gives it.
    package var testedVersion: String?
    /// From 1; higher when the CI service repeats a job.
    package var attempt: Int
    /// The project's folder as seen from the top of its repository, empty for the same; nil where it is not known, as of
    /// a recorded run.
    package var folder: String?

    package init(
        branch: String? = nil, commit: String? = nil, parent: String? = nil, isDirty: Bool = false,
        subject: String? = nil, author: String? = nil, ciProvider: String? = nil, ciURL: String? = nil,
        build: String? = nil,
        commitURL: String? = nil, defaultBranch: String? = nil, testedVersion: String? = nil, attempt: Int = 1,
        folder: String? = nil
    ) {
        self.branch = branch
        self.commit = commit
        self.parent = parent
        self.isDirty = isDirty
        self.subject = subject
        self.author = author
        self.ciProvider = ciProvider
        self.ciURL = ciURL
        self.build = build
        self.commitURL = commitURL
        self.defaultBranch = defaultBranch
        self.testedVersion = testedVersion
        self.attempt = attempt
        self.folder = folder
    }
}

/// The share of a run that one of several machines takes.
package struct Shard: Sendable, Equatable {
    /// From 1.
    package var index: Int
    package var total: Int
    /// What the shards of one run have in common, such as the number of the build; nil where it is not known.
    package var group: String?
    /// From 1; higher when the engine tries the shard again.
    package var attempt: Int
    package var proof: PlanProof
    /// The places of the shard's cases in the whole plan, from 0, in the order of the run's cases.
    package var places: [Int]

    package init(index: Int, total: Int, group: String?, attempt: Int, proof: PlanProof, places: [Int]) {
        self.places = places
        self.index = index
        self.total = total
        self.group = group
        self.attempt = attempt
        self.proof = proof
    }

    /// A shard whose run could not begin, so that it knows nothing of the plan.
    package static func unstarted(index: Int, total: Int, group: String?, attempt: Int) -> Shard {
        Shard(
            index: index, total: total, group: group, attempt: attempt,
            proof: PlanProof(caseCount: 0, cases: "", basis: ""), places: [])
    }

    /// Whether the run has begun, so that its plan is known.
    package var hasBegun: Bool { !proof.basis.isEmpty }

    /// Maximum number of shards of a run.
    package static let most = 10_000
}

/// What every shard of a run knows of the whole plan: shards with different proofs do not belong together.
package struct PlanProof: Sendable, Equatable {
    /// Number of cases of all shards together.
    package var caseCount: Int
    /// A hash of the identities of all cases, which `merge` computes again from the cases that ran.
    package var cases: String
    /// A hash of everything else that decides which case belongs where, and what it does: the files, the environment,
    /// the timings.
    package var basis: String

    package init(caseCount: Int, cases: String, basis: String) {
        self.caseCount = caseCount
        self.cases = cases
        self.basis = basis
    }
}
