package import BatonSecrets

/// A run that has ended.
package final class RunFinished: Sendable {
    package enum State: String, Sendable { case passed, failed, error, interrupted }

    /// Number of cases by outcome.
    package struct Counts: Sendable, Equatable {
        package var passed = 0
        package var failed = 0
        /// Cases that could not run to their end, without the blocked ones.
        package var errors = 0
        /// Cases that never ran because a case that they need did not pass.
        package var blocked = 0
        package var skipped = 0
        /// Cases in quarantine that failed or could not run; no other count includes them.
        package var quarantined = 0
        /// Cases among the passed ones that did not pass at the first attempt.
        package var flaky = 0

        package init() {}

        /// Number of cases that make a run fail.
        package var bad: Int { failed + errors + blocked }
        package var total: Int { passed + bad + skipped + quarantined }
    }

    package let state: State
    package let counts: Counts

    /// What is wrong with a run beside its cases.
    package enum OwnFailure: String, Sendable {
        case interrupted
        /// A merged run lacks a part.
        case incomplete
        /// A report or the outputs could not be written.
        case notWritten
        /// No selected case passed or failed.
        case provedNothing
        /// Cases passed only after a retry, and that is not enough.
        case flaky

        /// Whether cases of the run may be missing.
        package var lacksCases: Bool { self == .interrupted || self == .incomplete }

        package var words: String {
            switch self {
            case .interrupted: "was interrupted"
            case .incomplete: "is not whole"
            case .notWritten: "could not write its outputs or a report"
            case .provedNothing: "proved nothing"
            case .flaky: "is flaky (--fail-on-flaky)"
            }
        }
    }

    /// Nil where the exit code follows from the cases.
    package var ownFailure: OwnFailure? {
        switch exitCode {
        case ExitCode.interrupted: .interrupted
        case ExitCode.incomplete: .incomplete
        case ExitCode.internalError: .notWritten
        case ExitCode.invalid where counts.bad == 0: .provedNothing
        case ExitCode.failed where counts.bad == 0: .flaky
        default: nil
        }
    }

    package let requestCount: Int
    /// Number of responses that came from the cache without sending a request.
    package let cachedCount: Int
    /// Maximum number of requests in flight at the same time; 0 where they were not counted.
    package let mostInFlight: Int
    package let duration: Microseconds
    package let exitCode: Int32
    /// When the server last answered, of a run that could not reach it afterwards.
    package let answeredUntil: Microseconds?
    /// What the requests covered of their contracts, also of a shard and of a run that left out workflows.
    package let contracts: [ContractCoverage]

    package init(
        state: State, counts: Counts, requestCount: Int, cachedCount: Int = 0, mostInFlight: Int = 0,
        duration: Microseconds, exitCode: Int32, answeredUntil: Microseconds? = nil, contracts: [ContractCoverage] = []
    ) {
        self.answeredUntil = answeredUntil
        self.contracts = contracts
        self.state = state
        self.counts = counts
        self.requestCount = requestCount
        self.cachedCount = cachedCount
        self.mostInFlight = mostInFlight
        self.duration = duration
        self.exitCode = exitCode
    }
}

extension RunFinished {
    /// What reports show of the contracts: nothing of a run that is not whole, because others of the project's workflows
    /// may cover what it does not.
    ///
    /// A run is whole if it has all cases of the project and came to all of them: one that failed may have skipped the rest,
    /// as `--fail-fast` does, or what needs a case that failed.
    package func coverage(of run: RunStarted) -> [ContractCoverage] {
        let isComplete = state == .passed || state != .interrupted && counts.skipped + counts.blocked == 0
        return run.hasWholeProject && isComplete && counts.total >= run.cases.count ? contracts : []
    }
}

extension RunFinished.Counts {
    package mutating func count(_ record: CaseRecord) {
        switch record.outcome {
        case .failed where record.isQuarantined, .error where record.isQuarantined: quarantined += 1
        case .passed: passed += 1
        case .failed: failed += 1
        case .error where record.isBlocked: blocked += 1
        case .error: errors += 1
        case .skipped: skipped += 1
        }
        if record.isFlaky { flaky += 1 }
    }
}

/// What a run covered of a contract: its operations with the statuses that came.
package struct ContractCoverage: Sendable, Equatable {
    package struct Status: Sendable, Equatable {
        /// `200`, or as declared: `4XX`, `default`.
        package var name: String
        /// Whether the contract has it.
        package var isDeclared: Bool
        /// Number of responses.
        package var count: Int

        package init(name: String, isDeclared: Bool, count: Int) {
            self.name = name
            self.isDeclared = isDeclared
            self.count = count
        }
    }

    package struct Operation: Sendable, Equatable {
        package var method: String
        /// The template: `/items/{id}`.
        package var path: MaskedText
        /// Those that the contract declares, in its order, then those that only came.
        package var statuses: [Status]

        package init(method: String, path: MaskedText, statuses: [Status]) {
            self.method = method
            self.path = path
            self.statuses = statuses
        }

        /// Number of responses.
        package var count: Int { statuses.reduce(0) { $0 + $1.count } }
        package var isCovered: Bool { statuses.contains { $0.count > 0 } }
        /// Names of declared statuses that did not come.
        package var missing: [String] { statuses.filter { $0.isDeclared && $0.count == 0 }.map(\.name) }
        /// Names of statuses that came and are not declared.
        package var undeclared: [String] { statuses.filter { !$0.isDeclared && $0.count > 0 }.map(\.name) }
    }

    /// The contract's file.
    package var file: MaskedText
    package var title: MaskedText?
    package var operations: [Operation]
    /// Number of requests for which the contract has no operation.
    package var unknownCount: Int

    package init(file: MaskedText, title: MaskedText?, operations: [Operation], unknownCount: Int) {
        self.file = file
        self.title = title
        self.operations = operations
        self.unknownCount = unknownCount
    }

    package var coveredCount: Int { operations.count(where: \.isCovered) }
    package var declaredStatusCount: Int { operations.reduce(0) { $0 + $1.statuses.count(where: \.isDeclared) } }
    package var coveredStatusCount: Int {
        operations.reduce(0) { $0 + $1.statuses.count { $0.isDeclared && $0.count > 0 } }
    }
}
