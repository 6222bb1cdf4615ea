/// The exit codes of a run.
package enum ExitCode {
    package static let passed: Int32 = 0
    package static let failed: Int32 = 1
    /// A usage error, an invalid file, or a run that proved nothing.
    package static let invalid: Int32 = 2
    /// The server was unreachable: no failed case could connect, or the server did not start.
    package static let unreachable: Int32 = 3
    /// An internal error, or a report that could not be written.
    package static let internalError: Int32 = 4
    /// A merged run that is not whole: a shard is missing or did not end, or workflows ran never or twice.
    package static let incomplete: Int32 = 5
    package static let interrupted: Int32 = 130

    /// Collects the outcomes that determine the exit code, case by case.
    package struct Verdict: Sendable {
        private var hasInvalidFile = false
        private var passedCount = 0
        private var badCount = 0
        private var reach = ServerReach()
        private var flakyCount = 0
        private var quarantinedCount = 0
        private let failsOnFlaky: Bool
        private let isShared: Bool
        /// Number of failed cases that were blocked or cancelled.
        private var followingCount = 0

        /// - Parameters:
        ///   - failsOnFlaky: whether a case that passed only after a retry makes the run fail.
        ///   - isShared: whether the run is one shard of several: alone it need not prove anything.
        package init(failsOnFlaky: Bool = false, isShared: Bool = false) {
            self.isShared = isShared
            self.failsOnFlaky = failsOnFlaky
        }

        package mutating func add(_ record: CaseRecord) {
            reach.add(record)
            switch record.outcome {
            case .passed:
                // A case that was not selected proves nothing about the selected ones.
                if record.identity.role == .selected { passedCount += 1 }
                if record.isFlakyOutsideQuarantine { flakyCount += 1 }
            case .skipped: break
            case .failed where record.isQuarantined, .error where record.isQuarantined: quarantinedCount += 1
            case .failed, .error:
                if record.isInvalidFile {
                    hasInvalidFile = true
                } else {
                    badCount += 1
                    // These give no evidence of their own about the server.
                    if record.isBlocked || record.isCancelled { followingCount += 1 }
                }
            }
        }

        private var provedNothing: Bool { !isShared && passedCount + quarantinedCount == 0 }

        private var isTooFlaky: Bool { failsOnFlaky && flakyCount > 0 }

        /// The first exit code that applies, in the order of the reference documentation.
        package func exitCode(isInterrupted: Bool, isDryRun: Bool, reportFailed: Bool = false) -> Int32 {
            if isInterrupted { return interrupted }
            if reportFailed { return internalError }
            if hasInvalidFile { return invalid }
            if isTooFlaky { return failed }
            if badCount > 0 {
                let count = reach.unreachableCount
                return count > 0 && count == badCount - followingCount ? unreachable : failed
            }
            if isDryRun { return ExitCode.passed }
            // A run in which nothing passed or failed proved nothing.
            return provedNothing ? invalid : ExitCode.passed
        }

        /// When the server last answered, where the run ends because it does so no more.
        package func answeredUntil(exitCode: Int32) -> Microseconds? {
            exitCode == unreachable ? reach.answeredUntil : nil
        }

        package func state(
            isInterrupted: Bool, isDryRun: Bool = false, reportFailed: Bool = false
        ) -> RunFinished.State {
            if isInterrupted { return .interrupted }
            if badCount > 0 || isTooFlaky { return .failed }
            if hasInvalidFile || reportFailed { return .error }
            return provedNothing && !isDryRun ? .error : .passed
        }
    }
}
