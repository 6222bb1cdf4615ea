import BatonSystem
import Synchronization

/// The part of a program after which all runs of workflows have ended that began in it, such as a test function.
package final class WorkflowScope: Sendable {
    @TaskLocal package static var current: WorkflowScope?

    private let rounds = Mutex<[ObjectIdentifier: WorkflowRound]>([:])

    package init() {}

    func note(_ round: WorkflowRound) { rounds.withLock { $0[ObjectIdentifier(round)] = round } }

    /// Ends the runs.
    ///
    /// - Returns: what failed in them and no case has told.
    package func finish() async -> [WorkflowResult] {
        let rounds = rounds.withLock { rounds in
            defer { rounds = [:] }
            return Array(rounds.values)
        }
        var results: [WorkflowResult] = []
        for round in rounds { results += await round.finish() }
        return results
    }

    /// Writes a line to standard error, for what no caller can be told.
    static func warn(_ text: String) {
        let line = Array("baton: \(text)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
